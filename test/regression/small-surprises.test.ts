/** Small things that did not do what they say. */
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  age,
  ask,
  configure,
  contextOf,
  DEPLOY_PROMPT,
  DEPLOY_RECORD,
  makeHome,
  promptEvent,
  ROOT,
  runHook,
  sessionStartEvent,
  write,
} from "../e2e/run-hook.ts";

it.each(["(#nolore)", "see,#nolore", "#NoLore"])("%s silences a prompt", async (word) => {
  expect(await ask(makeHome(), `${DEPLOY_PROMPT} ${word}`)).toBe("");
});

it.each([
  ["budget.tokens=377", { LORE_CONTEXT_BUDGET: "2000" }, /of 377 tokens/],
  ["enabled=true", { LORE_CONTEXT_DISABLED: "1" }, /shown/],
])("--set %s stands above the environment", async (pair, env, expected) => {
  const { stderr } = await runHook({ home: makeHome(), args: ["--debug", "--prompt", DEPLOY_PROMPT, "--set", pair], env });
  expect(stderr).toMatch(expected);
});

it("--debug acts on the cached settings, as the hook does", async () => {
  const home = makeHome();
  await ask(home, DEPLOY_PROMPT);
  const { stderr } = await runHook({ home, args: ["--debug", "--prompt", DEPLOY_PROMPT, "--cwd", home.storefront] });
  expect(stderr).toContain("from the cache");
});

it("without its bundles, as during an update, the hook is silent", async () => {
  const home = makeHome();
  mkdirSync(join(home.dir, "bin"));
  copyFileSync(join(ROOT, "bin/lore-inject.js"), join(home.dir, "bin/lore-inject.js"));
  expect(contextOf(await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT), binary: join(home.dir, "bin/lore-inject.js") }))).toBe("");
});

it("goal words may be written in capitals", async () => {
  const home = makeHome("none");
  write(join(home.data, "intent/data/goals/goal-1.yaml"), "id: goal-1\nname: Quokkabroker retired\nstatus: active\nprojects: [storefront]\n");
  configure(home, "goals: { words: [OKR] }\n");
  expect(await ask(home, "which OKR is about quokkabroker?")).toContain("Quokkabroker retired");
});

it("the oldest of many goals is noticed when it changes", async () => {
  const home = makeHome("none");
  const goal = (i: number, status: string): string =>
    write(
      join(home.data, `intent/data/goals/goal-${i}.yaml`),
      `id: goal-${i}\nname: ${i === 0 ? "Quokkabroker retired" : `Stage ${i}`}\nstatus: ${status}\nprojects: [storefront]\n`,
    );
  for (let i = 0; i < 70; i++) age(goal(i, "active"), 100_000 - i);
  age(home.data);
  const prompt = "what is the goal for the quokkabroker?";
  expect(await ask(home, prompt)).toContain("Quokkabroker retired (active");
  goal(0, "completed");
  expect(await ask(home, prompt)).not.toContain("Quokkabroker retired (active");
});

it("goals in JSONL are a problem, not silence", async () => {
  const home = makeHome("none");
  write(join(home.data, "goals.jsonl"), '{"id":"goal-1","name":"x","status":"active"}\n');
  configure(home, "sources: { goals: { paths: [goals.jsonl] } }\n");
  expect((await runHook({ home, args: ["sources"] })).stdout).toContain("goals have no JSONL form");
});

it("a session of another project's subfolder is not this project's handoff", async () => {
  const home = makeHome("none");
  const session = {
    id: "session-1",
    ended_at: "2026-11-01T00:00:00Z",
    handoff: { message: "Half of the quokkabroker is done" },
    context: { environment: { pwd: "/home/al/dev/storefront/api" } },
  };
  write(join(home.data, "transfer/data/sessions/session-1.json"), JSON.stringify(session));
  const api = join(home.dir, "work", "api");
  mkdirSync(api, { recursive: true });
  expect(contextOf(await runHook({ home, stdin: sessionStartEvent(home, { cwd: api }) }), "SessionStart")).toBe("");
  expect(contextOf(await runHook({ home, stdin: sessionStartEvent(home) }), "SessionStart")).toContain("session-1");
});

it("a home with a trailing slash is the same home", async () => {
  const home = makeHome();
  write(join(home.dir, ".lore/project.yaml"), "name: ledgerd\n");
  const { stderr } = await runHook({ home, args: ["--debug", "--prompt", DEPLOY_PROMPT, "--cwd", home.storefront], env: { HOME: `${home.dir}/` } });
  expect(stderr).toContain("project    storefront");
  expect(await ask(home, DEPLOY_PROMPT, { env: { HOME: `${home.dir}/` } })).toContain(DEPLOY_RECORD);
});
