/** The plain cases: an event that the stores answer, as the client sends it. */
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { ask, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, makeHome, promptEvent, runHook, sessionStartEvent } from "./run-hook.ts";

it("answers a prompt with the record that belongs to it", async () => {
  const text = await ask(makeHome(), DEPLOY_PROMPT);
  expect(text).toContain(DEPLOY_RECORD);
  expect(text.startsWith("--- Lore Context (auto-injected, ")).toBe(true);
  expect(text.endsWith("\n--- end lore context ---")).toBe(true);
});

it("accepts the older field user_prompt", async () => {
  const home = makeHome();
  const run = await runHook({ home, stdin: promptEvent(home, "", { prompt: undefined, user_prompt: DEPLOY_PROMPT }) });
  expect(contextOf(run)).toContain(DEPLOY_RECORD);
});

it("names the event it answers", async () => {
  const home = makeHome();
  const run = await runHook({ home, stdin: sessionStartEvent(home) });
  expect(JSON.parse(run.stdout).hookSpecificOutput.hookEventName).toBe("SessionStart");
});

it.each(["startup", "resume", "clear", "compact"])("orients at session start (%s): the newest handoff that says something", async (source) => {
  const home = makeHome();
  const text = contextOf(await runHook({ home, stdin: sessionStartEvent(home, { source }) }), "SessionStart");
  expect(text).toContain("session-20261112-091403-96e92785");
  // The newest session file holds only lore's placeholder.
  expect(text).not.toContain("session-20261113");
});

it("gives the same bytes again, prepared anew, from the cache, and in another home", async () => {
  const [home, other] = [makeHome("copy"), makeHome("copy")];
  const event = promptEvent(home, DEPLOY_PROMPT);
  const first = await runHook({ home, stdin: event });
  expect(readdirSync(home.cache).some((name) => name.startsWith("prepared-"))).toBe(true);
  const second = await runHook({ home, stdin: event });
  const third = await runHook({ home, stdin: event });
  expect(contextOf(first)).toContain(DEPLOY_RECORD);
  expect(second.stdout).toBe(first.stdout);
  expect(third.stdout).toBe(first.stdout);
  expect(await ask(other, DEPLOY_PROMPT)).toBe(contextOf(first));
});

it("uses the cache from the second run on", async () => {
  const home = makeHome("copy");
  await ask(home, DEPLOY_PROMPT);
  const before = readdirSync(home.cache).sort();
  expect(before.map((name) => name.split("-")[0])).toEqual(expect.arrayContaining(["code", "derived", "prepared"]));
  await ask(home, DEPLOY_PROMPT);
  expect(readdirSync(home.cache).sort()).toEqual(before);
});

it.each(["ok", "thanks!", "commit it", "yes, go on", ""])("stays silent on a prompt without a subject: %j", async (prompt) => {
  expect(await ask(makeHome(), prompt)).toBe("");
});
