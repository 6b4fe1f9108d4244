/**
 * A whole session through the built binary: thirty prompts with changes of topic, a compaction, a resume, a clear, subagents
 * and tools, and a second session in the same project. Nothing comes twice without a reason, what was lost comes back within
 * half the budget, and no session knows of another.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { estimateTokens } from "../../src/budget/estimate-tokens.ts";
import { configure, contextOf, type Home, makeHome, runHook } from "./run-hook.ts";

const SESSION = "7b1d3c52-0000-4000-8000-00000000000a";
const CLEARED = "7b1d3c52-0000-4000-8000-00000000000b";
const OTHER = "7b1d3c52-0000-4000-8000-00000000000c";
const BUDGET = 2000;

type Step = readonly [session: string, event: string, fields: Readonly<Record<string, unknown>>];

const say = (prompt: string, session = SESSION): Step => [session, "UserPromptSubmit", { prompt }];
const start = (source: string, session = SESSION): Step => [session, "SessionStart", { source }];
const DEPLOY = "staging deploy is flaky again, pods crash because PAYBRIDGE_WEBHOOK_SECRET is not set";
const LOGIN = "where do we keep shopper login sessions now that Redis is gone?";
const CHARGE = "customers got charged twice when they clicked pay again, which idempotency key do we send to PayBridge?";

const STEPS: readonly Step[] = [
  start("startup"),
  say(DEPLOY),
  say("ok, and why do the staging pods crash without PAYBRIDGE_WEBHOOK_SECRET?"),
  say("thanks"),
  say("staging deploy is flaky again: CrashLoopBackOff because PAYBRIDGE_WEBHOOK_SECRET is not set"),
  say(LOGIN),
  start("startup", OTHER),
  say(LOGIN, OTHER),
  say("so the shopper login sessions: where are they kept now that Redis is gone?"),
  say("go on"),
  say(CHARGE),
  say("which idempotency key is that for PayBridge when a customer clicked pay twice?"),
  [SESSION, "PreToolUse", { tool_name: "Agent", tool_input: { subagent_type: "Explore", prompt: DEPLOY } }],
  [SESSION, "SubagentStart", { agent_id: "a1", agent_type: "Explore" }],
  [SESSION, "SubagentStart", { agent_id: "a2", agent_type: "Plan" }],
  [SESSION, "PreToolUse", { tool_name: "Edit", tool_input: { file_path: "src/payments/paybridge-client.ts" } }],
  [SESSION, "PreToolUse", { tool_name: "Edit", tool_input: { file_path: "src/payments/paybridge-client.ts" } }],
  say("how do we acknowledge PayBridge webhooks, in the route or in a worker?"),
  say("Wird die Mehrwertsteuer je Position gerundet oder am Ende?"),
  say("how many times do we retry PayBridge calls on a 503?"),
  say("and again: how many retries of PayBridge calls on 503?"),
  [SESSION, "PreCompact", { trigger: "auto", custom_instructions: null }],
  start("compact"),
  say(DEPLOY),
  say(DEPLOY),
  say("how many times do we retry PayBridge calls on a 503?"),
  start("resume"),
  say(LOGIN),
  say("show me dec-2b083ee9 once more"),
  say("which cache tags do we use for products after a catalogue import?"),
  say("and the cache tags of products after the catalogue import?"),
  say("ok"),
  say("how do we rename a column without downtime?"),
  say("rename of a column without downtime, which releases?"),
  start("clear", CLEARED),
  say(DEPLOY, CLEARED),
  say(DEPLOY, CLEARED),
  say("where do shopper login sessions live since Redis is gone?", OTHER),
  say("what is stored about GraphQL subscriptions?", CLEARED),
  say("yes", CLEARED),
  say("do prices use integers in minor units?", CLEARED),
  say("prices: integers in minor units?", CLEARED),
];

interface Played {
  readonly step: Step;
  readonly text: string;
}

async function play(home: Home, steps: readonly Step[]): Promise<readonly Played[]> {
  const played: Played[] = [];
  for (const step of steps) {
    const [session_id, hook_event_name, fields] = step;
    const stdin = JSON.stringify({ session_id, transcript_path: "", cwd: home.storefront, hook_event_name, ...fields });
    played.push({ step, text: contextOf(await runHook({ home, stdin, remembers: true }), hook_event_name) });
  }
  return played;
}

const home = makeHome("copy");
let played: readonly Played[] = [];
beforeAll(async () => {
  played = await play(home, STEPS);
}, 120_000);

const tokensOf = (text: string): number => (text === "" ? 0 : estimateTokens(text, 1.2));
const total = (all: readonly Played[]): number => all.reduce((sum, { text }) => sum + tokensOf(text), 0);
/** Blocks between blank lines, and lines of an index; the frame's own apart. */
const partsOf = (text: string): readonly string[] =>
  text
    .split("\n\n")
    .flatMap((block) => (block.startsWith("Also stored") ? block.split("\n").slice(1) : [block]))
    .filter((part) => part.startsWith("[") || part.startsWith("- ["));

it("has thirty prompts", () => {
  expect(STEPS.filter(([, event]) => event === "UserPromptSubmit").length).toBeGreaterThanOrEqual(30);
});

it("says nothing twice in one context, unless it is asked for by its id", () => {
  const seen = new Map<string, Set<string>>();
  for (const { step, text } of played) {
    const [session, event, fields] = step;
    if (event === "SessionStart" && fields.source === "compact") seen.set(session, new Set());
    const context = fields.agent_id === undefined ? session : `${session}/${fields.agent_id}`;
    const known = seen.get(context) ?? new Set<string>();
    seen.set(context, known);
    for (const part of partsOf(text)) {
      if (!String(fields.prompt).includes("dec-2b083ee9")) expect(known.has(part), `${JSON.stringify(step)} repeats ${part}`).toBe(false);
      known.add(part);
    }
  }
});

it("a record that was shown whole is not mentioned again in its context", () => {
  const whole = new Map<string, Set<string>>();
  for (const { step, text } of played) {
    const [session, event, fields] = step;
    if (event === "SubagentStart" || String(fields.prompt).includes("dec-2b083ee9")) continue;
    if (event === "SessionStart" && fields.source === "compact") whole.set(session, new Set());
    const known = whole.get(session) ?? new Set<string>();
    whole.set(session, known);
    for (const part of partsOf(text)) {
      const id = /^(?:- )?\[[\w-]+\] ((?:dec|fail|hand|sig|obs)-[0-9a-f]+)/.exec(part)?.[1];
      if (id === undefined || fields.source === "compact") continue;
      expect(known.has(id), `${JSON.stringify(step)} mentions ${id} again`).toBe(false);
      if (!part.startsWith("- ") && !part.includes("(shortened:")) known.add(id);
    }
  }
});

const textAfter = (index: number): string => played[index]?.text ?? "";
const indexOf = (event: string, fields: object): number => STEPS.findIndex(([, name, own]) => name === event && JSON.stringify(own) === JSON.stringify(fields));

it("brings back after compaction what was lost, within half the budget", () => {
  const at = indexOf("SessionStart", { source: "compact" });
  const text = textAfter(at);
  expect(tokensOf(text)).toBeLessThanOrEqual(BUDGET / 2);
  for (const id of ["fail-081914da", "dec-2b083ee9", "dec-8fb62baf", "session-20261112-091403-96e92785"]) expect(text).toContain(id);
  expect(text).toMatch(/^\[lore\] Memory context \(after compaction\):/);
  expect(textAfter(at + 1), "in full, as only a line of it is left").toContain("[failure] fail-081914da");
  expect(textAfter(at + 2)).toBe("");
});

it("says nothing on resume, as the session has it all", () => {
  expect(textAfter(indexOf("SessionStart", { source: "resume" }))).toBe("");
});

it("shows again what is asked for by its id", () => {
  expect(textAfter(indexOf("UserPromptSubmit", { prompt: "show me dec-2b083ee9 once more" }))).toContain("dec-2b083ee9");
});

it("a cleared session starts afresh, and another session never learns of this one", () => {
  expect(textAfter(indexOf("SessionStart", { source: "clear" }))).toBe(textAfter(0));
  const [first, , others] = STEPS.map((step, index) => [step, index] as const).filter(
    ([step]) => JSON.stringify(step[2]) === JSON.stringify({ prompt: LOGIN }),
  );
  expect(first?.[0][0]).toBe(SESSION);
  expect(textAfter(first?.[1] ?? -1)).toContain("dec-2b083ee9");
  const other = STEPS.findIndex(([session, , fields]) => session === OTHER && fields.prompt === LOGIN);
  expect(textAfter(other)).toContain("dec-2b083ee9");
  expect(others).toBeDefined();
});

it("a subagent gets a small slice for its own task, and what is essential where the task is unknown", () => {
  const task = textAfter(indexOf("SubagentStart", { agent_id: "a1", agent_type: "Explore" }));
  expect(task).toContain("fail-081914da");
  expect(tokensOf(task)).toBeLessThanOrEqual(500);
  const essentials = textAfter(indexOf("SubagentStart", { agent_id: "a2", agent_type: "Plan" }));
  expect(essentials).toContain("[registry] storefront");
  expect(essentials).not.toContain("fail-081914da");
  expect(tokensOf(essentials)).toBeLessThanOrEqual(500);
});

it("a failure of exactly this file is shown beside the tool's result, once", () => {
  const edits = played.filter(({ step }) => step[1] === "PreToolUse" && (step[2].tool_name as string) === "Edit");
  expect(edits[0]?.text).toContain("[failure] fail-f5b51c87");
  expect(edits[1]?.text).toBe("");
});

it("stays silent where there is nothing to say", () => {
  for (const prompt of ["thanks", "go on", "ok", "yes", "what is stored about GraphQL subscriptions?"]) {
    expect(textAfter(indexOf("UserPromptSubmit", { prompt })), prompt).toBe("");
  }
});

it("--debug explains each suppression", async () => {
  const stdin = JSON.stringify({ session_id: SESSION, transcript_path: "", cwd: home.storefront, hook_event_name: "UserPromptSubmit", prompt: DEPLOY });
  const { stderr, stdout } = await runHook({ home, stdin, remembers: true, args: ["--debug"] });
  expect(stdout).toBe("");
  expect(stderr).toMatch(/fail-081914da[^\n]*\n\s+dropped: already shown with prompt \d+ of this session \(full\)/);
  expect(stderr).toContain("silent: the session has seen all of it");
});

it("the ledger holds one sound line an event, and no prompt's text", () => {
  const text = readFileSync(join(home.dir, ".local", "state", "lore-inject", "sessions", `${SESSION}.jsonl`), "utf8");
  for (const line of text.trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  expect(text).not.toContain("charged twice");
});

it("costs far fewer tokens than the same session without the ledger", { timeout: 120_000 }, async () => {
  const forgetful = makeHome("copy");
  configure(forgetful, "session: { enabled: false }\n");
  const without = await play(forgetful, STEPS);
  console.log(`      tokens injected: ${total(played)} with the ledger, ${total(without)} without`);
  expect(total(played)).toBeLessThan(total(without) * 0.75);
});
