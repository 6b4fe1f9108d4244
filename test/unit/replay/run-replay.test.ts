import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Core } from "../../../src/core.ts";
import type { Outcome } from "../../../src/replay/outcome.ts";
import { runReplay } from "../../../src/replay/run-replay.ts";
import { CURRENT, type Variant } from "../../../src/replay/variant.ts";
import { makeFolder, REPO_ROOT } from "../builders.ts";
import { ReplayHome, type Said } from "./make-home.ts";

const QUEUE = { id: "dec-aaaaaaa1", decision: "Retry webhook deliveries with jittered backoff in the courier queue", project: "shop", tags: ["webhook"] };

function play(home: ReplayHome, variants: readonly Variant[] = [CURRENT]): readonly (readonly Outcome[])[] {
  return runReplay({ transcripts: home.transcripts(), variants, open: home.open }).variants.map(({ outcomes }) => outcomes);
}

function shownIn(outcomes: readonly Outcome[] | undefined): readonly (readonly string[])[] {
  return (outcomes ?? []).filter(({ kind }) => kind === "prompt").map(({ items }) => items.map(({ key }) => key));
}

const ASKED = "how do we retry webhook deliveries in the courier queue?";

describe("runReplay", () => {
  it("answers at the end of time as the hook does, prompt after prompt of a session", () => {
    const home = new ReplayHome(true);
    const cwd = home.project("storefront");
    const now = Date.now();
    const prompts = [
      "where do we keep shopper sessions, and how long do they live?",
      "how is the PayBridge idempotency key derived?",
      "where do we keep shopper sessions, and how long do they live?",
      "and why?",
      "thanks, looks good",
      "what went wrong with the webhook worker and the product images?",
      "write a haiku about autumn leaves",
      "what are the goals and milestones of storefront?",
      "tell me about dec-85fdda1a",
    ];
    home.writeTranscript(
      "s1",
      cwd,
      prompts.map((user, number) => ({ at: now + number, user })),
    );
    const [replayed] = play(home);
    const core = new Core({ shippedDir: REPO_ROOT, env: { ...home.env, XDG_CACHE_HOME: makeFolder(join(home.folder, "other-cache")) } });
    const base = { sessionId: "s1", agent: null, transcript: "", cwd } as const;
    const start = core.inject({ ...base, name: "other", hookEventName: "SessionStart", fields: { source: "startup" } });
    const hook = [start, ...prompts.map((prompt) => core.inject({ ...base, name: "UserPromptSubmit", prompt }))];
    const told = hook.map(({ text, trace }) => ({
      silent: trace.silent,
      items: text === "" ? [] : (trace.selection?.items ?? []).map(({ offer, form, tokens }) => ({ key: offer.key, form, tokens })),
    }));
    expect((replayed ?? []).map(({ silent, items }) => ({ silent, items: items.map(({ key, form, tokens }) => ({ key, form, tokens })) }))).toEqual(told);
    expect(told.filter(({ items }) => items.length > 0).length).toBeGreaterThan(3);
  });

  it("answers as the hook does over a whole set of records: notes, copies, retired ones, other projects", () => {
    const home = new ReplayHome();
    writeEvaluationSet(home);
    const now = Date.now();
    const asked = readLines("queries.jsonl")
      .filter((_query, index) => index % 4 === 0)
      .map(({ prompt, project }) => ({ prompt: String(prompt), project: String(project) }));
    for (const [number, { prompt, project }] of asked.entries()) home.writeTranscript(`s${number}`, home.project(project), [{ at: now, user: prompt }]);
    const replayed = new Map((play(home)[0] ?? []).filter(({ kind }) => kind === "prompt").map(({ session, items }) => [session, items.map(({ key }) => key)]));
    const core = new Core({ shippedDir: REPO_ROOT, env: home.env });
    const hook = new Map(
      asked.map(({ prompt, project }, number): readonly [string, readonly string[]] => {
        const base = { sessionId: `s${number}`, agent: null, transcript: "", cwd: home.project(project) } as const;
        core.inject({ ...base, name: "other", hookEventName: "SessionStart", fields: { source: "startup" } });
        const { text, trace } = core.inject({ ...base, name: "UserPromptSubmit", prompt });
        return [`s${number}`, text === "" ? [] : (trace.selection?.items ?? []).map(({ offer }) => offer.key)];
      }),
    );
    expect([...replayed].sort()).toEqual([...hook].sort());
    expect([...hook.values()].filter(({ length }) => length > 0).length).toBeGreaterThan(20);
  });

  it("knows of no record that was written later", () => {
    const home = new ReplayHome();
    home.writeLines("journal/data/decisions.jsonl", [{ ...QUEUE, timestamp: "2026-05-10T00:00:00Z" }]);
    const cwd = home.project("shop");
    home.writeTranscript("early", cwd, [{ at: "2026-05-09T12:00:00Z", user: ASKED }]);
    home.writeTranscript("late", cwd, [{ at: "2026-05-11T12:00:00Z", user: ASKED }]);
    expect(shownIn(play(home)[0])).toEqual([[], ["journal:dec-aaaaaaa1"]]);
  });

  it.each([
    ["a copy with a time of its own", [{ ...QUEUE, status: "retracted", status_changed_at: "2026-06-10T00:00:00Z" }]],
    [
      "a copy that says no time, below a line of that time",
      [
        { id: "dec-bbbbbbb2", decision: "Colours of the login page come from the palette file", timestamp: "2026-06-10T00:00:00Z" },
        { ...QUEUE, status: "retracted" },
      ],
    ],
  ])("shows a record until the day on which it was retracted: %s", (_name, copies) => {
    const home = new ReplayHome();
    const timestamp = "2026-05-10T00:00:00Z";
    home.writeLines("journal/data/decisions.jsonl", [{ ...QUEUE, timestamp }, ...copies.map((copy) => ({ timestamp, ...copy }))]);
    const cwd = home.project("shop");
    home.writeTranscript("before", cwd, [{ at: "2026-06-09T12:00:00Z", user: ASKED }]);
    home.writeTranscript("after", cwd, [{ at: "2026-06-11T12:00:00Z", user: ASKED }]);
    expect(shownIn(play(home)[0])).toEqual([["journal:dec-aaaaaaa1"], []]);
  });

  it("shows a record that was retired where it stands until then", () => {
    const home = new ReplayHome();
    home.writeLines("journal/data/decisions.jsonl", [
      { ...QUEUE, timestamp: "2026-05-10T00:00:00Z", status: "superseded", superseded_by: "dec-ccccccc3", status_changed_at: "2026-06-10T00:00:00Z" },
    ]);
    const cwd = home.project("shop");
    home.writeTranscript("before", cwd, [{ at: "2026-06-09T12:00:00Z", user: ASKED }]);
    home.writeTranscript("after", cwd, [{ at: "2026-06-11T12:00:00Z", user: ASKED }]);
    expect(shownIn(play(home)[0])).toEqual([["journal:dec-aaaaaaa1"], []]);
  });

  it("shows an edited record as it was", () => {
    const home = new ReplayHome();
    const timestamp = "2026-05-10T00:00:00Z";
    const edited = { ...QUEUE, timestamp, decision: "Retry webhook deliveries in the courier queue five times at most", edited_at: "2026-06-10T00:00:00Z" };
    home.writeLines("journal/data/decisions.jsonl", [{ ...QUEUE, timestamp }, edited]);
    const cwd = home.project("shop");
    home.writeTranscript("before", cwd, [{ at: "2026-06-09T12:00:00Z", user: ASKED }]);
    home.writeTranscript("after", cwd, [{ at: "2026-06-11T12:00:00Z", user: ASKED }]);
    const titles = (play(home)[0] ?? []).filter(({ kind }) => kind === "prompt").map(({ items }) => items.map(({ title }) => title));
    expect(titles).toEqual([[QUEUE.decision], [edited.decision]]);
  });

  it("shows nothing twice in a session, and what a compaction dropped again", () => {
    const home = new ReplayHome();
    home.writeLines("journal/data/decisions.jsonl", [{ ...QUEUE, timestamp: "2026-05-10T00:00:00Z" }]);
    const said: readonly Said[] = [
      { at: "2026-06-01T10:00:00Z", user: ASKED },
      { at: "2026-06-01T10:05:00Z", user: ASKED },
      { at: "2026-06-01T10:30:00Z", summary: "This session is being continued from a previous conversation" },
      { at: "2026-06-01T10:35:00Z", user: ASKED },
    ];
    home.writeTranscript("s1", home.project("elsewhere"), said);
    const outcomes = play(home)[0] ?? [];
    const shown = outcomes.map(({ kind, items, silent }) => [kind, items.map(({ key }) => key).join(), silent]);
    expect(shown).toEqual([
      ["start", "", expect.any(String)],
      ["prompt", "journal:dec-aaaaaaa1", null],
      ["prompt", "", "the session has seen all of it"],
      ["compaction", "journal:dec-aaaaaaa1", null],
      // After the compaction a line had room; the prompt asks for all of it.
      ["prompt", "journal:dec-aaaaaaa1", null],
    ]);
  });

  it("counts the prompts of a resumed session once", () => {
    const home = new ReplayHome();
    const cwd = home.project("shop");
    const past: Said = { at: "2026-06-01T10:00:00Z", user: ASKED };
    home.writeTranscript("s1", cwd, [past]);
    home.writeTranscript("s2", cwd, [past, { at: "2026-06-01T11:00:00Z", user: "and the other one?" }]);
    expect(shownIn(play(home)[0])).toHaveLength(2);
  });

  it("compares two sets of settings over the same prompts", () => {
    const home = new ReplayHome();
    home.writeLines("journal/data/decisions.jsonl", [{ ...QUEUE, timestamp: "2026-05-10T00:00:00Z" }]);
    home.writeTranscript("s1", home.project("shop"), [{ at: "2026-06-01T10:00:00Z", user: ASKED }]);
    const off: Variant = { name: "off", settings: new Map([["sources.journal.enabled", false]]) };
    const [current, without] = play(home, [CURRENT, off]);
    expect(shownIn(current)).toEqual([["journal:dec-aaaaaaa1"]]);
    expect(shownIn(without)).toEqual([[]]);
  });

  it("tells what was used, and what was missed", () => {
    const home = new ReplayHome();
    home.writeLines("journal/data/decisions.jsonl", [
      { ...QUEUE, rationale: "PayBridge throttles bursts above forty requests", timestamp: "2026-05-10T00:00:00Z" },
      { id: "dec-ddddddd4", decision: "Nightly vacuum of the warehouse tables at three", rationale: "Autovacuum starves during imports", project: "shop" },
    ]);
    home.writeTranscript("s1", home.project("shop"), [
      { at: "2026-06-01T10:00:00Z", user: ASKED },
      { at: "2026-06-01T10:01:00Z", assistant: "PayBridge throttles bursts above forty requests, so jittered backoff it is." },
      { at: "2026-06-01T10:02:00Z", user: "the warehouse swallows every disk that our hosting company sells, which supplier is cheaper and ships on Sundays?" },
      { at: "2026-06-01T10:03:00Z", assistant: "Autovacuum starves during imports. A nightly vacuum would help more than a disk." },
    ]);
    const prompts = (play(home)[0] ?? []).filter(({ kind }) => kind === "prompt");
    expect(prompts[0]?.items.map(({ key, use }) => [key, use])).toEqual([["journal:dec-aaaaaaa1", "used"]]);
    expect(prompts[1]?.items).toEqual([]);
    expect(prompts[1]?.missed.map(({ key }) => key)).toEqual(["journal:dec-ddddddd4"]);
  });

  it("writes neither to the stores nor to the state folder", () => {
    const home = new ReplayHome(true);
    home.writeTranscript("s1", home.project("storefront"), [{ at: Date.now(), user: "where do we keep shopper sessions?" }]);
    const before = snapshot(home.store);
    expect(shownIn(play(home)[0])[0]).not.toEqual([]);
    expect(snapshot(home.store)).toEqual(before);
    expect(readdirSync(home.folder)).not.toContain(".local");
  });
});

type Fields = Readonly<Record<string, unknown>>;

function readLines(name: string): readonly Fields[] {
  const text = readFileSync(join(REPO_ROOT, "bench", "eval", "data", "developer-memory", name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Fields);
}

/** With a retired copy where the set says so, and notes of their text alone. */
function writeEvaluationSet(home: ReplayHome): void {
  const records = readLines("records.jsonl");
  const write = (type: string, path: string, fieldsOf: (record: Fields) => Fields): void => {
    const lines = records
      .filter((record) => record.type === type)
      .flatMap((record) => {
        const { id, project, tags, timestamp, superseded_by } = record;
        const line = { id, project, tags, timestamp, ...fieldsOf(record) };
        return superseded_by ? [line, { ...line, status: "superseded", superseded_by }] : [line];
      });
    home.writeLines(path, lines);
  };
  write("decision", "journal/data/decisions.jsonl", ({ title, text }) => ({ decision: title, rationale: text }));
  write("pattern", "patterns/data/patterns.jsonl", ({ title, text }) => ({ name: title, solution: text }));
  write("failure", "failures/data/failures.jsonl", ({ title, text }) => ({ error_message: title, fix: text }));
  write("observation", "inbox/data/observations.jsonl", ({ text }) => ({ content: text }));
  write("handoff", "transfer/data/handoffs.jsonl", ({ title, text }) => ({ message: title, summary: text }));
}

function snapshot(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${statSync(path).mtimeMs}\n${readFileSync(path, "utf8")}`);
}
