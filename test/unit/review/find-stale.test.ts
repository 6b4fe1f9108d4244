/** Records that time has passed by, and those that only look so. */
import { describe, expect, it } from "vitest";
import type { FileFact } from "../../../src/review/file-facts.ts";
import { findStale } from "../../../src/review/find-stale.ts";
import type { ReviewRecord } from "../../../src/review/finding.ts";
import { namedFiles } from "../../../src/review/named-files.ts";
import type { Feedback } from "../../../src/store/feedback-file.ts";
import { makeConfig, makeRecord } from "../builders.ts";
import { DAY, NOW, reviewed } from "./reviewed.ts";

const ROOT = "/home/ann/shop";
const { sources } = makeConfig();

interface Around {
  readonly facts?: Readonly<Record<string, FileFact>>;
  readonly feedback?: readonly Feedback[];
}

function reasons(records: readonly ReviewRecord[], { facts = {}, feedback = [] }: Around = {}): readonly string[] {
  return findStale(records, { now: NOW, sources, root: ROOT, facts: new Map(Object.entries(facts)), feedback }).map(({ reason, why }) => `${reason}: ${why}`);
}

/** A decision that was written so many days ago. */
function aged(days: number, fields: object = {}, over: Partial<ReviewRecord> = {}): ReviewRecord {
  return reviewed({ fields: { decision: "Prices are rounded in src/price.ts", timestamp: new Date(NOW - days * DAY).toISOString(), ...fields }, over });
}

const gone = (path: string, daysAgo: number | null, likely: string | null = null): FileFact => ({
  state: "gone",
  path,
  at: daysAgo === null ? null : NOW - daysAgo * DAY,
  likely,
});
const there = (path: string, changes: readonly (readonly [daysAgo: number, lines: number])[] | null, lines = 100, modified = 5): FileFact => ({
  state: "there",
  path,
  lines,
  modifiedAt: NOW - modified * DAY,
  changes: changes?.map(([daysAgo, count]) => ({ at: NOW - daysAgo * DAY, lines: count })) ?? null,
});

describe("files that a record names", () => {
  it.each([
    ["a path in the text", "Prices are rounded in src/price.ts, see there", [], ["src/price.ts"]],
    ["with a line, a dot before it, or backslashes", "", ["./src/a.ts", "src/b.ts:12:3", "src\\c.ts"], ["src/a.ts", "src/b.ts", "src/c.ts"]],
    ["below the root", "", [`${ROOT}/src/a.ts`], ["src/a.ts"]],
    ["a bare name among the entities", "", ["server.py", "Makefile", "flow/"], ["server.py"]],
  ])("%s", (_name, title, entities, expected) => {
    expect(namedFiles(makeRecord({ title, entities }), ROOT)).toEqual(expected);
  });

  it.each([
    ["bare names in prose", "Use Node.js and D3.js, version 1.2.3"],
    ["addresses and packages", "See https://example.com/docs/a.html, example.com/a.html and @scope/pkg/index.js"],
    ["files of the person's own", "Read ~/.claude/CLAUDE.md and /etc/hosts.conf and ../other/a.ts"],
    ["patterns and alternatives", "All of src/**/*.ts, and/or either/or, 24/7"],
    ["variables", "Look in $HOME/notes/a.md"],
  ])("not %s", (_name, title) => {
    expect(namedFiles(makeRecord({ title }), ROOT)).toEqual([]);
  });
});

describe("gone", () => {
  it("tells since when, and where it may be now", () => {
    expect(reasons([aged(60)], { facts: { "src/price.ts": gone("src/price.ts", 10, "lib/price.ts") } })).toEqual([
      "gone: names src/price.ts, which is gone since 2026-11-06 (now lib/price.ts?)",
    ]);
    expect(reasons([aged(60)], { facts: { "src/price.ts": gone("src/price.ts", null) } })).toEqual(["gone: names src/price.ts, which is gone"]);
  });

  it.each([
    ["gone before it was written", aged(5), gone("src/price.ts", 10)],
    ["it speaks of the end itself", aged(60, { decision: "Delete src/price.ts, the tax service rounds" }), gone("src/price.ts", 10)],
    ["it speaks of a move", aged(60, { decision: "Prices moved out of src/price.ts" }), gone("src/price.ts", 10)],
    ["it is another project's", aged(60, {}, { affinity: "other" }), gone("src/price.ts", 10)],
    ["it is of no project, and git saw nothing go", aged(60, {}, { affinity: "neutral" }), gone("src/price.ts", null)],
    ["nothing is known of the file", aged(60, { decision: "Prices are rounded in src/other.ts" }), gone("src/price.ts", 10)],
  ])("not when %s", (_name, record, fact) => {
    expect(reasons([record], { facts: { "src/price.ts": fact } })).toEqual([]);
  });

  it("not when most of what it names is there", () => {
    const record = aged(60, { entities: ["src/a.ts", "src/b.ts"] });
    const facts = { "src/price.ts": gone("src/price.ts", 1), "src/a.ts": there("src/a.ts", []), "src/b.ts": there("src/b.ts", []) };
    expect(reasons([record], { facts })).toEqual([]);
  });
});

describe("rewritten", () => {
  const rewritten = there("src/price.ts", [
    [40, 60],
    [30, 60],
    [20, 60],
  ]);

  it("most of its lines, in several commits, after the record's own days", () => {
    expect(reasons([aged(60)], { facts: { "src/price.ts": rewritten } })).toEqual([
      "changed: src/price.ts was rewritten since: 180 lines changed in 3 commits, it has 100",
    ]);
  });

  it.each([
    ["changed before it was written", aged(10), rewritten],
    [
      "changed in the week in which it was written",
      aged(44),
      there("src/price.ts", [
        [43, 90],
        [42, 90],
        [40, 90],
      ]),
    ],
    ["changed at once, as a formatter would", aged(60), there("src/price.ts", [[20, 200]])],
    [
      "changed a little",
      aged(60),
      there("src/price.ts", [
        [40, 20],
        [30, 20],
        [20, 20],
      ]),
    ],
    [
      "one of many lines changed often",
      aged(60),
      there(
        "src/price.ts",
        [
          [40, 60],
          [30, 60],
          [20, 60],
        ],
        4000,
      ),
    ],
  ])("not when %s", (_name, record, fact) => {
    expect(reasons([record], { facts: { "src/price.ts": fact } })).toEqual([]);
  });

  it("without git by the file's date, unless all dates are one", () => {
    const touched = there("src/price.ts", null, 100, 5);
    expect(reasons([aged(100)], { facts: { "src/price.ts": touched } })[0]).toContain("by its date alone");
    expect(reasons([aged(40)], { facts: { "src/price.ts": touched } })).toEqual([]);
    const unpacked = Object.fromEntries(["src/price.ts", "b/b.ts", "c/c.ts"].map((path) => [path, there(path, null, 100, 5)]));
    expect(reasons([aged(100)], { facts: unpacked })).toEqual([]);
  });
});

describe("age", () => {
  it("after twelve half-lives, unless it was edited or used since", () => {
    expect(reasons([aged(361)])).toEqual(["old: 361 days old, and not known to be of use since (half-life 30 days)"]);
    expect(reasons([aged(359)])).toEqual([]);
    expect(reasons([aged(900, { edited_at: "2026-10-01T00:00:00Z" })])).toEqual([]);
    const old = aged(900);
    expect(reasons([old], { feedback: [{ at: NOW - DAY, key: old.key, verdict: "used", by: "session" }] })).toEqual([]);
    expect(reasons([old], { feedback: [{ at: NOW - DAY, key: old.key, verdict: "ignored", by: "session" }] })).toHaveLength(1);
    expect(reasons([aged(900, {}, { changedAt: null })])).toEqual([]);
  });

  it("a proposal after three of them", () => {
    expect(reasons([aged(91, {}, { isProposed: true })])).toEqual(["proposed: proposed 91 days ago, and neither accepted nor turned down since"]);
    expect(reasons([aged(89, {}, { isProposed: true })])).toEqual([]);
  });
});
