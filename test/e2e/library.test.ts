/** The verbs as functions of the package: what another program writes, the hook finds on the next prompt. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Home, makeHome, ROOT, runHook } from "./run-hook.ts";

function newHome(): Home {
  const home = makeHome("none");
  mkdirSync(home.data, { recursive: true });
  return home;
}

/** Runs a program that has the library as `lore` and the folder as `cwd`; what it returns is what this returns. */
async function use<T>(home: Home, program: string): Promise<T> {
  const script = `const lore = require(${JSON.stringify(join(ROOT, "dist", "index.cjs"))});
const cwd = ${JSON.stringify(home.storefront)};
process.stdout.write(JSON.stringify((() => { ${program} })() ?? null));`;
  const { status, stdout, stderr } = await runHook({ home, runtime: [process.execPath, "-e"], binary: script });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as T;
}

async function shownFor(home: Home, prompt: string): Promise<string> {
  const event = { hook_event_name: "UserPromptSubmit", session_id: "s", cwd: home.storefront, prompt };
  return (await runHook({ home, stdin: JSON.stringify(event) })).stdout;
}

it("every verb writes what the hook finds, and returns what it did", async () => {
  const home = newHome();
  const ids = await use<Record<string, string>>(
    home,
    `return {
      decision: lore.remember("Invoices are rendered with the typst compiler", { cwd, rationale: "fonts", tags: ["pdf"] }).id,
      pattern: lore.learn("Warm the zebra cache before a deploy", { cwd, solution: "run zebra-warm", confidence: 0.9 }).id,
      anti: lore.learn("Polling the giraffe queue", { cwd, anti: true, symptom: "busy loop", fix: "subscribe" }).id,
      failure: lore.fail("Timeout", "walrus gateway timed out after 30 s", { cwd, fix: "raise walrus.deadline" }).id,
      note: lore.observe("The pelican endpoint returns 200 on errors", { cwd }).id,
      handoff: lore.handoff("Ocelot migration is half done", { cwd, next: ["run ocelot verify"] }).id,
      goal: lore.goal("Ship the narwhal release", { cwd, description: "by spring" }).id,
    };`,
  );
  expect(Object.values(ids).map((id) => id.replace(/-.*/, ""))).toEqual(["dec", "pat", "anti", "fail", "obs", "hand", "goal"]);
  for (const [text, prompt] of [
    ["Invoices are rendered", "how are invoices rendered with typst?"],
    ["Warm the zebra cache", "how do I warm the zebra cache before a deploy?"],
    ["raise walrus.deadline", "the walrus gateway timed out again"],
    ["pelican endpoint returns", "why does the pelican endpoint return 200 on errors?"],
  ] as const)
    expect(await shownFor(home, prompt), prompt).toContain(text);
});

it("records are edited, superseded, retracted, restored, promoted and forgotten", async () => {
  const home = newHome();
  const told = await use<Record<string, unknown>>(
    home,
    `const { id } = lore.remember("Invoices are rendered with the typst compiler", { cwd });
    const changed = lore.edit(id, { rationale: "fonts" }, { cwd });
    const next = lore.supersede(id, "Invoices are rendered with weasyprint", { cwd, rationale: "typst had no tables" });
    lore.retract(next, "wrong", { cwd });
    lore.restore(next, { cwd });
    const note = lore.observe("The pelican endpoint returns 200 on errors", { cwd }).id;
    const promoted = lore.promote(note, "decision", { cwd }).id;
    const lines = lore.forget(id, { cwd });
    return { changed, lines, left: lore.list({ cwd }).map(({ fields }) => fields.id), next, note, promoted, statuses: lore.history(next, { cwd }).map(({ fields }) => fields.status) };`,
  );
  expect(told.changed).toEqual(["rationale"]);
  expect(told.lines).toBe(3);
  expect(told.left).toEqual(expect.arrayContaining([told.next, told.note, told.promoted]));
  expect(told.statuses).toEqual(["active", "retracted", "active"]);
});

it("what cannot be done throws with a hint, and changes nothing", async () => {
  const home = newHome();
  const told = await use<readonly string[][]>(
    home,
    `lore.remember("Invoices are rendered with the typst compiler", { cwd });
    return [
      () => lore.remember("Invoices are rendered with the typst compiler", { cwd }),
      () => lore.remember("  ", { cwd }),
      () => lore.retract("dec-none", "why", { cwd }),
      () => lore.forget("dec-none", { cwd }),
      () => lore.remember("Shared", { cwd, shared: true }),
    ].map((attempt) => { try { attempt(); return ["done"]; } catch (error) { return [error.message, error.hint ?? "", String(lore.list({ cwd }).length)]; } });`,
  );
  expect(told.map(([message = "", hint = "", count]) => [message.split(" ")[0], hint !== "", count])).toEqual([
    ["like", true, "1"],
    ["there", true, "1"],
    ["no", true, "1"],
    ["no", true, "1"],
    ["this", true, "1"],
  ]);
});
