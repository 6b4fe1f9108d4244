/** Many hooks at once, through the built binary: on one session nothing is torn and nothing is said twice; two sessions never mix. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, type HookRun, makeHome, promptEvent, runHook, write } from "./run-hook.ts";

const SESSION = "1a1e7a52-0000-4000-8000-00000000000a";
const OTHER = "1a1e7a52-0000-4000-8000-00000000000b";
const RUNS = 200;
const AT_ONCE = 25;

/** A prompt, and the record that answers it. None of these records is a weak answer to another of the prompts. */
const TOPICS: readonly (readonly [prompt: string, record: string])[] = [
  [DEPLOY_PROMPT, DEPLOY_RECORD],
  ["where do we keep shopper login sessions now that Redis is gone?", "dec-2b083ee9"],
  ["do prices in the shop use integers in minor units?", "dec-85fdda1a"],
  ["which cache tags do we use for product pages after a catalogue import?", "dec-8ce3fbdb"],
  ["Wird die Mehrwertsteuer je Position gerundet oder am Ende?", "dec-bcf12cd6"],
  ["why was hydration failing on product pages with 1.299,00 €?", "fail-7f7b6c04"],
  ["where are product image sizes generated, at upload or in the CDN?", "dec-ba83dee1"],
  ["is PgBouncer in transaction mode with prepared statements off?", "dec-9ce17d0f"],
];

/** Here each record answers one of the prompts, and is mentioned with the others. */
const RELATED: readonly (readonly [prompt: string, record: string])[] = [
  ["which idempotency key do we send to PayBridge when a customer clicked pay twice?", "dec-8fb62baf"],
  ["how many times do we retry PayBridge calls on a 503?", "dec-241830ef"],
  ["how do we acknowledge PayBridge webhooks, in the route or in a worker?", "dec-2b0228d0"],
];

const ledgerOf = (home: Home, session: string): string => join(home.dir, ".local", "state", "lore-inject", "sessions", `${session}.jsonl`);
/** An empty line is what a run leaves that saw another's line only half there; it means nothing. */
const linesOf = (home: Home, session: string): readonly string[] =>
  readFileSync(ledgerOf(home, session), "utf8")
    .split("\n")
    .filter((line) => line !== "");
const say = (home: Home, prompt: string, session_id: string): Promise<HookRun> =>
  runHook({ home, stdin: promptEvent(home, prompt, { session_id }), remembers: true });

/** Always `AT_ONCE` of them, the next as soon as one is done. */
async function runAll<T>(tasks: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < tasks.length; at = next++) results[at] = await (tasks[at] as () => Promise<T>)();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** The ids of the records that a text holds whole. */
function wholeIn(text: string): readonly string[] {
  const blocks = text.split("\n\n").filter((block) => /^\[[\w-]+\] /.test(block) && !block.includes("(shortened: "));
  return blocks.map((block) => /^\[[\w-]+\] (?:(?:dec|fail|hand|sig|obs)-[0-9a-f]+|[^\n(]+)/.exec(block)?.[0] ?? block);
}

describe("two hundred prompts at once", () => {
  const home = makeHome("copy");
  let texts: readonly string[] = [];
  beforeAll(async () => {
    const runs = await runAll(Array.from({ length: RUNS }, (_, i) => () => say(home, TOPICS[i % TOPICS.length]?.[0] ?? "", SESSION)));
    // Each exits 0 with nothing on stderr, and prints one JSON object or nothing.
    texts = runs.map((run) => contextOf(run));
  }, 120_000);

  it("each record is shown whole exactly once", () => {
    const shown = texts.flatMap(wholeIn);
    for (const [prompt, record] of TOPICS) expect(shown.filter((head) => head.endsWith(record)).length, `${record}: ${prompt}`).toBe(1);
    expect([...shown].sort()).toEqual([...new Set(shown)].sort());
  });

  it("nothing else of it is shown twice either", () => {
    const index = texts.flatMap((text) => text.split("\n").filter((line) => line.startsWith("- [")));
    expect([...index].sort()).toEqual([...new Set(index)].sort());
  });

  it("no line of the ledger is torn, and none is missing", () => {
    const lines = linesOf(home, SESSION).map((line) => JSON.parse(line));
    expect(lines.filter(({ event }) => event === "prompt")).toHaveLength(RUNS);
    expect(new Set(lines.map(({ at, by }) => `${at} ${by}`)).size).toBe(RUNS);
  });

  it("what is registered meanwhile is shown by one of the next", async () => {
    const args = ["register", "--session", SESSION, "--source", "build", "--id", "7", "3 tests fail"];
    expect((await runHook({ home, args, remembers: true })).status).toBe(0);
    const runs = await runAll(Array.from({ length: AT_ONCE }, () => () => say(home, "ok", SESSION)));
    expect(runs.map((run) => contextOf(run)).filter((text) => text.includes("3 tests fail"))).toHaveLength(1);
  });
});

it("events of all kinds at once: none is lost, each is answered soundly", async () => {
  const home = makeHome("copy");
  const event = (hook_event_name: string, fields: object): string =>
    JSON.stringify({ session_id: SESSION, transcript_path: "", cwd: home.storefront, hook_event_name, ...fields });
  const kinds = ["SessionStart", "UserPromptSubmit", "PreToolUse", "InstructionsLoaded", "PreCompact", "SubagentStart"] as const;
  const fieldsOf = (kind: (typeof kinds)[number], i: number): object =>
    ({
      SessionStart: { source: "startup" },
      UserPromptSubmit: { prompt: TOPICS[i % TOPICS.length]?.[0] },
      PreToolUse: { tool_name: "Read", tool_input: { file_path: `src/file-${i}.ts` } },
      InstructionsLoaded: { file_path: `/tmp/AGENTS-${i}.md` },
      PreCompact: { trigger: "auto" },
      SubagentStart: { agent_id: `a${i}`, agent_type: "Explore" },
    })[kind];
  const sent = Array.from({ length: 60 }, (_, i) => kinds[i % kinds.length] ?? "SessionStart");
  const runs = await runAll(sent.map((kind, i) => () => runHook({ home, stdin: event(kind, fieldsOf(kind, i)), remembers: true })));
  runs.forEach((run, i) => void contextOf(run, sent[i]));
  const lines = linesOf(home, SESSION).map((line) => JSON.parse(line));
  const count = (name: string): number => lines.filter(({ event: own }) => own === name).length;
  expect({ prompt: count("prompt"), tool: count("tool"), loaded: count("loaded"), precompact: count("precompact"), agent: count("agent") }).toEqual({
    prompt: 10,
    tool: 10,
    loaded: 10,
    precompact: 10,
    agent: 10,
  });
});

it("two sessions at once: each is shown everything once, and what waits for one never reaches the other", async () => {
  const home = makeHome("copy");
  for (const [session, text] of [
    [SESSION, "for the first"],
    [OTHER, "for the second"],
  ] as const) {
    expect((await runHook({ home, args: ["register", "--session", session, "--source", "build", "--id", "7", text], remembers: true })).status).toBe(0);
  }
  const sent = Array.from({ length: 40 }, (_, i) => ({ session: i % 2 === 0 ? SESSION : OTHER, prompt: TOPICS[(i >> 1) % TOPICS.length]?.[0] ?? "" }));
  const runs = await runAll(
    sent.map(
      ({ session, prompt }) =>
        () =>
          say(home, prompt, session),
    ),
  );
  const textsOf = (session: string): readonly string[] => runs.filter((_, i) => sent[i]?.session === session).map((run) => contextOf(run));
  for (const [session, own, foreign] of [
    [SESSION, "for the first", "for the second"],
    [OTHER, "for the second", "for the first"],
  ] as const) {
    const texts = textsOf(session);
    const shown = texts.flatMap(wholeIn);
    for (const [, record] of TOPICS) expect(shown.filter((head) => head.endsWith(record)).length, `${session}: ${record}`).toBe(1);
    expect(texts.filter((text) => text.includes(own))).toHaveLength(1);
    expect(texts.join("\n")).not.toContain(foreign);
    expect(linesOf(home, session).filter((line) => JSON.parse(line).event === "prompt")).toHaveLength(20);
  }
});

it("related prompts at once: what one shows whole and another would only mention is shown whole once", { timeout: 120_000 }, async () => {
  const home = makeHome("copy");
  const sent = Array.from({ length: 4 * AT_ONCE }, (_, i) => ({
    session: `related-${Math.floor(i / AT_ONCE)}`,
    prompt: RELATED[i % RELATED.length]?.[0] ?? "",
  }));
  const runs = await runAll(
    sent.map(
      ({ session, prompt }) =>
        () =>
          say(home, prompt, session),
    ),
  );
  const shown = runs.flatMap((run, i) => wholeIn(contextOf(run)).map((head) => `${sent[i]?.session} ${head}`));
  for (const [, record] of RELATED) expect(shown.filter((head) => head.endsWith(record))).toHaveLength(4);
});

// The same without the race: what the later line says in short form, its run did not print.
it("a record that one run showed whole and another at the same time would have mentioned is not shown whole again", async () => {
  const home = makeHome("copy");
  expect(contextOf(await say(home, DEPLOY_PROMPT, SESSION))).toContain(`[failure] ${DEPLOY_RECORD}`);
  const [first = ""] = linesOf(home, SESSION);
  const shown = JSON.parse(first).shown.map(([key, hash, , score]: readonly [string, string, string, number]) => [key, hash, "line", score]);
  // As a run writes that had read the file before the first line was there, and for whose prompt the record was a weak answer.
  write(ledgerOf(home, SESSION), `${first}\n${JSON.stringify({ ...JSON.parse(first), by: 1, shown })}\n`);
  expect(contextOf(await say(home, DEPLOY_PROMPT, SESSION))).toBe("");
});
