/** What was written a moment ago counts for the very next prompt, whatever the cache holds. */
import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, configure, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, promptEvent, runHook, write } from "./run-hook.ts";

/** A home whose cache is warm: two runs, the second from the cache. */
async function warmHome(prompt: string): Promise<Home> {
  const home = makeHome("copy");
  await ask(home, prompt);
  await ask(home, prompt);
  return home;
}

function decision(id: string, fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ id, timestamp: "2026-11-14T09:00:00Z", tags: ["storefront"], ...fields })}\n`;
}

const QUOKKA = "why does the quokkabroker handshake stall?";

it("finds a decision that was just appended", async () => {
  const home = await warmHome(QUOKKA);
  const journal = join(home.data, "journal/data/decisions.jsonl");
  appendFileSync(journal, decision("dec-0a0b0c01", { decision: "Quokkabroker handshake waits for the clock" }));
  expect(await ask(home, QUOKKA)).toContain("dec-0a0b0c01");
  appendFileSync(journal, decision("dec-0a0b0c02", { decision: "Quokkabroker handshake gets a second certificate" }));
  expect(await ask(home, QUOKKA)).toContain("dec-0a0b0c02");
});

it("drops a decision at once when a superseding line is appended, and shows the new one", async () => {
  const home = makeHome("copy");
  const journal = join(home.data, "journal/data/decisions.jsonl");
  const old = { decision: "Quokkabroker handshake waits for the clock" };
  appendFileSync(journal, decision("dec-0a0b0c01", old));
  expect(await ask(home, QUOKKA)).toContain("dec-0a0b0c01");
  appendFileSync(journal, decision("dec-0a0b0c01", { ...old, status: "superseded", superseded_by: "dec-0a0b0c02" }));
  expect(await ask(home, QUOKKA)).not.toContain("dec-0a0b0c01");
});

it("drops it even when the later line no longer holds the words", async () => {
  const home = makeHome("copy");
  const journal = join(home.data, "journal/data/decisions.jsonl");
  appendFileSync(journal, decision("dec-0a0b0c01", { decision: "Quokkabroker handshake waits for the clock" }));
  expect(await ask(home, QUOKKA)).toContain("dec-0a0b0c01");
  appendFileSync(journal, decision("dec-0a0b0c01", { decision: "Withdrawn", status: "retracted" }));
  expect(await ask(home, QUOKKA)).toBe("");
});

it("reads a changed patterns.yaml", async () => {
  const home = await warmHome(QUOKKA);
  const file = join(home.data, "patterns/data/patterns.yaml");
  const before = readFileSync(file, "utf8");
  const entry = (solution: string) =>
    `patterns:\n    - id: "pat-000001-0a0b0c0d"\n      name: "Quokkabroker handshake"\n      solution: "${solution}"\n      confidence: 0.9\n`;
  writeFileSync(file, before.replace("patterns:\n", entry("Set the first clock")));
  expect(await ask(home, QUOKKA)).toContain("Set the first clock");
  // The same length, a moment later.
  writeFileSync(file, before.replace("patterns:\n", entry("Set the other clock")));
  expect(await ask(home, QUOKKA)).toContain("Set the other clock");
  writeFileSync(file, before);
  expect(await ask(home, QUOKKA)).toBe("");
});

it("reads a goal file that was just added, changed and removed", async () => {
  const prompt = "which goal covers the quokkabroker migration?";
  const home = await warmHome(prompt);
  const file = join(home.data, "intent/data/goals/goal-1-0a0b0c0d.yaml");
  const goal = "id: goal-1-0a0b0c0d\nname: Finish the quokkabroker migration\nstatus: active\npriority: high\nprojects: [storefront]\n";
  write(file, goal);
  expect(await ask(home, prompt)).toContain("Finish the quokkabroker migration");
  expect(await ask(home, "is the quokkabroker migration done?")).not.toContain("Finish the quokkabroker migration");
  write(file, goal.replace("active", "cancelled"));
  expect(await ask(home, prompt)).not.toContain("Finish the quokkabroker migration");
  rmSync(file);
  expect(await ask(home, prompt)).toBe("");
});

it("reads a session file that was just added", async () => {
  const home = makeHome("copy");
  const event = promptEvent(home, "", { hook_event_name: "SessionStart", prompt: undefined });
  await runHook({ home, stdin: event });
  const session = { id: "session-20261115-100000-0a0b0c0d", ended_at: "2026-11-15T10:00:00Z", context: { project: "storefront" } };
  write(join(home.data, `transfer/data/sessions/${session.id}.json`), JSON.stringify({ ...session, handoff: { message: "Quokkabroker is half done" } }));
  expect((await runHook({ home, stdin: event })).stdout).toContain(session.id);
});

it("finds a store that did not exist before", async () => {
  const home = makeHome("none");
  expect(await ask(home, QUOKKA)).toBe("");
  write(join(home.data, "journal/data/decisions.jsonl"), decision("dec-0a0b0c01", { decision: "Quokkabroker handshake waits for the clock" }));
  expect(await ask(home, QUOKKA)).toContain("dec-0a0b0c01");
});

it("applies an edited user config.yaml at once", async () => {
  const home = await warmHome(DEPLOY_PROMPT);
  configure(home, "sources:\n  failures:\n    enabled: false\n");
  expect(await ask(home, DEPLOY_PROMPT)).not.toContain(DEPLOY_RECORD);
  configure(home, "sources:\n  failures:\n    enabled: true\n");
  expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  configure(home, "sources:\n  failures:\n    weight: 0\n");
  expect(await ask(home, DEPLOY_PROMPT)).not.toContain(DEPLOY_RECORD);
  configure(home, "");
  expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
});

it("applies an edited user keyword-synonyms.yaml at once", async () => {
  const prompt = "numbatgate bilbyhub";
  const home = makeHome("copy");
  appendFileSync(join(home.data, "journal/data/decisions.jsonl"), decision("dec-0a0b0c01", { decision: "Quokkabroker before the wallabydesk" }));
  expect(await ask(home, prompt)).toBe("");
  const file = join(home.config, "keyword-synonyms.yaml");
  write(file, "synonyms:\n  numbatgate: [quokkabroker]\n  bilbyhub: [wallabydesk]\n");
  expect(await ask(home, prompt)).toContain("dec-0a0b0c01");
  write(file, "synonyms:\n  numbatgate: [potoroo]\n  bilbyhub: [bettong]\n");
  expect(await ask(home, prompt)).toBe("");
});

it("applies a project's own .lore/config.yaml and .lore/project.yaml at once", async () => {
  const home = await warmHome(DEPLOY_PROMPT);
  const file = join(home.storefront, ".lore", "config.yaml");
  write(file, "enabled: false\n");
  expect(await ask(home, DEPLOY_PROMPT)).toBe("");
  rmSync(file);
  expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
  write(join(home.storefront, ".lore", "project.yaml"), "name: fieldkit\n");
  const start = promptEvent(home, "", { hook_event_name: "SessionStart", prompt: undefined });
  const run = await runHook({ home, stdin: start });
  expect(run.stdout).not.toContain("session-20261112-091403-96e92785");
});
