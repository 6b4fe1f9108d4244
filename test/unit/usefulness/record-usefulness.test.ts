/** From a ledger and a transcript on disk to feedback and the derived file; and what people say. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as events from "../../../src/events.ts";
import { type Context, openContext } from "../../../src/open-context.ts";
import { prepareSurroundings, prepareWorkspace } from "../../../src/prepare.ts";
import * as scanner from "../../../src/scan.ts";
import { readFeedback } from "../../../src/store/feedback-file.ts";
import { ledgerName, sessionsFolder } from "../../../src/store/ledger-file.ts";
import { readUsefulness } from "../../../src/store/usefulness-file.ts";
import { giveFeedback } from "../../../src/usefulness/give-feedback.ts";
import { recordUsefulness } from "../../../src/usefulness/record-usefulness.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

const SESSION = "0b6c1e9a-50d2-4f0d-8a53-9a2f6a1f77c4";
const START = Date.UTC(2026, 2, 2, 9);
const RECORDS = [
  {
    id: "dec-90fe1b77",
    timestamp: "2026-01-01T00:00:00Z",
    decision: "Mails are queued in RabbitMQ with a dead letter exchange",
    rationale: "Outage of 2024",
    status: "active",
  },
  { id: "dec-11ab77c1", timestamp: "2026-01-01T00:00:00Z", decision: "Every mail carries a List-Unsubscribe header", rationale: "Gmail", status: "active" },
];

interface Desk {
  readonly context: Context;
  readonly state: string;
  readonly cache: string;
  /** Writes the transcript so far and has it judged. */
  readonly stop: (...said: readonly (readonly [who: "user" | "assistant", text: string])[]) => string;
}

function makeDesk({
  shown = ["dec-90fe1b77", "dec-11ab77c1"],
  withheld = [] as readonly string[],
  event = "prompt",
  config = "",
  over = {} as Partial<Context>,
} = {}): Desk {
  const home = makeTempDir();
  const cwd = join(home, "dev", "mailer");
  writeFile(join(cwd, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFile(join(home, ".config", "lore-inject", "config.yaml"), `index:\n  enabled: false\n${config}`);
  writeFile(join(home, "lore", "journal", "data", "decisions.jsonl"), RECORDS.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const state = join(home, ".local", "state", "lore-inject");
  const entries = shown.map((id) => [`journal:${id}`, "abcd1234", "full", 0.5]);
  const line = {
    at: START + 200,
    by: 1,
    event,
    shown: entries,
    ...(withheld.length === 0 ? {} : { withheld: withheld.map((id) => `journal:${id}`) }),
  };
  writeFile(join(sessionsFolder(state), ledgerName(SESSION)), `${JSON.stringify(line)}\n`);
  const context = {
    ...openContext({
      cwd,
      env: { HOME: home, LORE_DATA_DIR: join(home, "lore") },
      shippedDir: REPO_ROOT,
      version: "test",
      fresh: true,
      prepare: (request) => prepareWorkspace(request, { loadStopwords: () => ({}) }),
      lookAround: prepareSurroundings,
      loadScanner: () => scanner,
      loadEvents: () => events,
    }),
    ...over,
  };
  const transcript = join(home, "transcript.jsonl");
  const stop: Desk["stop"] = (...said) => {
    const lines = said.map(([type, text], index) =>
      JSON.stringify({
        type,
        message: { role: type, content: [{ type: "text", text }] },
        uuid: `u${index}`,
        timestamp: new Date(START + index * 1000).toISOString(),
      }),
    );
    writeFile(transcript, lines.join("\n"));
    return recordUsefulness({ name: "other", hookEventName: "Stop", fields: {}, sessionId: SESSION, agent: null, transcript, cwd }, context);
  };
  return { context, state, cache: join(home, ".cache", "lore-inject"), stop };
}

const ASKED = ["user", "retry the welcome message, secretprompt"] as const;
const USED = ["assistant", "RabbitMQ moves it to the dead letter exchange."] as const;

describe("at the end of a turn", () => {
  test("each shown record gets a verdict, and the hook's file is made", () => {
    const { stop, state, cache } = makeDesk();
    stop(ASKED, USED);
    expect(readFeedback(state)).toMatchObject([
      { key: "journal:dec-90fe1b77", verdict: "used", by: "session", session: SESSION },
      { key: "journal:dec-11ab77c1", verdict: "ignored", by: "session", session: SESSION },
    ]);
    expect(readUsefulness(cache)?.sessions).toBe(1);
    expect(readUsefulness(cache)?.factorOf("journal:dec-90fe1b77", 0.7, 1.3)).toBeGreaterThan(1);
    expect(readUsefulness(cache)?.factorOf("journal:dec-11ab77c1", 0.7, 1.3)).toBeLessThan(1);
  });
  test("nothing of the session's own words is kept", () => {
    const { stop, state } = makeDesk();
    stop(ASKED, ["assistant", `${USED[1]} secretanswer`]);
    expect(readFileSync(join(state, "feedback.jsonl"), "utf8")).not.toMatch(/secret/);
  });
  test("the same verdict is not written twice, a better one is, a worse one is not", () => {
    const { stop, state } = makeDesk({ shown: ["dec-90fe1b77"] });
    const verdicts = (): readonly string[] => readFeedback(state).map(({ verdict }) => verdict);
    stop(ASKED);
    stop(ASKED, ["assistant", "Looking."]);
    expect(verdicts()).toEqual(["ignored"]);
    stop(ASKED, USED);
    stop(ASKED, ["assistant", "What was used is out of sight now."]);
    expect(verdicts()).toEqual(["ignored", "used"]);
    stop(ASKED, USED, ["user", "we don't use RabbitMQ any more"]);
    expect(verdicts()).toEqual(["ignored", "used", "contradicted"]);
  });
  test("what was shown at a start may go unused; not so once it was the answer to a prompt", () => {
    const { stop, state, cache } = makeDesk({ event: "start" });
    stop(ASKED, USED);
    expect(readFeedback(state)).toMatchObject([{ verdict: "used" }, { key: "journal:dec-11ab77c1", verdict: "ignored", unasked: true }]);
    expect(readUsefulness(cache)?.factorOf("journal:dec-11ab77c1", 0.7, 1.3)).toBe(1);
    const line = { at: START + 300, by: 1, event: "prompt", shown: [["journal:dec-11ab77c1", "abcd1234", "full", 0.5]] };
    appendFileSync(join(sessionsFolder(state), ledgerName(SESSION)), `${JSON.stringify(line)}\n`);
    stop(ASKED, USED);
    stop(ASKED, USED);
    expect(readFeedback(state).slice(2)).toEqual([expect.not.objectContaining({ unasked: true })]);
    expect(readUsefulness(cache)?.factorOf("journal:dec-11ab77c1", 0.7, 1.3)).toBeLessThan(1);
  });
  test("what was kept back is judged, and moves no score", () => {
    const { stop, state, cache } = makeDesk({ shown: [], withheld: ["dec-90fe1b77"] });
    stop(ASKED, USED);
    expect(readFeedback(state)).toMatchObject([{ key: "journal:dec-90fe1b77", verdict: "used", withheld: true }]);
    expect(readUsefulness(cache)?.factorOf("journal:dec-90fe1b77", 0.7, 1.3)).toBe(1);
  });
});

describe("nothing is written", () => {
  test.each<[string, Parameters<typeof makeDesk>[0]]>([
    ["when switched off", { config: "usefulness:\n  enabled: false\n" }],
    ["when no record was shown", { shown: [] }],
    ["when the record is gone", { shown: ["dec-00000000"] }],
    ["when somebody only looks what would happen", { over: { isTrial: true } }],
  ])("%s", (_, options) => {
    const { stop, state } = makeDesk(options);
    stop(ASKED, USED);
    expect(existsSync(join(state, "feedback.jsonl"))).toBe(false);
  });
  test("without a transcript", () => {
    const { context, state } = makeDesk();
    const event = { name: "other", hookEventName: "Stop", fields: {}, sessionId: SESSION, agent: null, transcript: "/nowhere/none.jsonl", cwd: "" } as const;
    expect(recordUsefulness(event, context)).toBe("no transcript");
    expect(readFeedback(state)).toEqual([]);
  });
});

describe("what people say", () => {
  test("is kept and enters the score at once", () => {
    const { context, state } = makeDesk();
    const [up] = giveFeedback(["dec-90fe1b77"], { verdict: "helped", by: "person", why: "saved a day" }, context);
    expect(up).toMatchObject({ id: "dec-90fe1b77", key: "journal:dec-90fe1b77" });
    expect(up?.factor).toBeGreaterThan(1.05);
    const [down] = giveFeedback(["journal:dec-11ab77c1"], { verdict: "wrong", by: "agent", session: SESSION }, context);
    expect(down?.factor).toBeLessThan(0.9);
    expect(readFeedback(state)).toMatchObject([
      { verdict: "helped", by: "person", why: "saved a day" },
      { verdict: "wrong", by: "agent", session: SESSION },
    ]);
  });
  test("of an unknown record is refused, and of the others nothing is kept", () => {
    const { context, state } = makeDesk();
    expect(() => giveFeedback(["dec-90fe1b77", "dec-00000000"], { verdict: "helped", by: "person" }, context)).toThrow("no record dec-00000000");
    expect(readFeedback(state)).toEqual([]);
  });
  test("secrets are taken out of the reason", () => {
    const { context, state } = makeDesk();
    giveFeedback(["dec-90fe1b77"], { verdict: "wrong", by: "person", why: "the key <private>hunter2</private> is old" }, context);
    expect(readFeedback(state)[0]?.why).not.toContain("hunter2");
  });
});
