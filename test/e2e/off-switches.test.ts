/** The ways to silence the hook, and the budget. */
import { expect, it } from "vitest";
import { ask, configure, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, makeHome, promptEvent, runHook, sessionStartEvent } from "./run-hook.ts";

it("LORE_CONTEXT_DISABLED=1 silences both events", async () => {
  const home = makeHome();
  const env = { LORE_CONTEXT_DISABLED: "1" };
  expect(await ask(home, DEPLOY_PROMPT, { env })).toBe("");
  expect(contextOf(await runHook({ home, stdin: sessionStartEvent(home), env }), "SessionStart")).toBe("");
});

it.each(["0", "false", ""])("LORE_CONTEXT_DISABLED=%s does not", async (value) => {
  expect(await ask(makeHome(), DEPLOY_PROMPT, { env: { LORE_CONTEXT_DISABLED: value } })).toContain(DEPLOY_RECORD);
});

it("enabled: false silences both events", async () => {
  const home = makeHome();
  configure(home, "enabled: false\n");
  expect(await ask(home, DEPLOY_PROMPT)).toBe("");
  expect(contextOf(await runHook({ home, stdin: sessionStartEvent(home) }), "SessionStart")).toBe("");
});

it("session_start.enabled: false silences the orientation alone", async () => {
  const home = makeHome();
  configure(home, "session_start:\n  enabled: false\n");
  expect(contextOf(await runHook({ home, stdin: sessionStartEvent(home) }), "SessionStart")).toBe("");
  expect(await ask(home, DEPLOY_PROMPT)).toContain(DEPLOY_RECORD);
});

it.each([`${DEPLOY_PROMPT} #nolore`, `#nolore ${DEPLOY_PROMPT}`, `${DEPLOY_PROMPT}\n#NoLore\n`])("silences %j", async (prompt) => {
  expect(await ask(makeHome(), prompt)).toBe("");
});

it.each(["#nolorem", "x#nolore"])("%s is another word", async (word) => {
  expect(await ask(makeHome(), `${DEPLOY_PROMPT} ${word}`)).toContain(DEPLOY_RECORD);
});

it("keeps to LORE_CONTEXT_BUDGET", async () => {
  const home = makeHome();
  const large = await ask(home, DEPLOY_PROMPT);
  const small = await ask(home, DEPLOY_PROMPT, { env: { LORE_CONTEXT_BUDGET: "200" } });
  expect(small).toContain(DEPLOY_RECORD);
  expect(small.length).toBeLessThan(large.length);
  // A token of English is about four characters; never fewer than two and a half here.
  expect(small.length).toBeLessThan(200 * 5);
  const json = await runHook({ home, args: ["explain", DEPLOY_PROMPT, "--json", "--cwd", home.storefront], env: { LORE_CONTEXT_BUDGET: "200" } });
  expect(JSON.parse(json.stdout).tokens).toBeLessThanOrEqual(200);
  expect(JSON.parse(json.stdout).text).toBe(small);
});

it.each(["many", "-3", "1e9", "49"])("LORE_CONTEXT_BUDGET=%s leaves the configured budget", async (value) => {
  const home = makeHome();
  expect(await ask(home, DEPLOY_PROMPT, { env: { LORE_CONTEXT_BUDGET: value } })).toBe(await ask(home, DEPLOY_PROMPT));
});

it("is quiet rather than wrong when no record fits", async () => {
  expect(await ask(makeHome(), DEPLOY_PROMPT, { env: { LORE_CONTEXT_BUDGET: "50" } })).toBe("");
});

it("answers LORE_CONTEXT_DEBUG=1 with the same bytes, and the report on stderr", async () => {
  const home = makeHome();
  const plain = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) });
  const debug = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT), env: { LORE_CONTEXT_DEBUG: "1" } });
  expect(debug.status).toBe(0);
  expect(debug.stdout).toBe(plain.stdout);
  expect(debug.stderr).toContain("project    storefront");
  expect(debug.stderr).toContain(DEPLOY_RECORD);
});
