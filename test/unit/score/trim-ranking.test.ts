/** Which of the ranked may be shown, and why the others may not. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Config } from "../../../src/config/config.ts";
import { strengthFor } from "../../../src/score/confidence.ts";
import type { Ranked } from "../../../src/score/rank.ts";
import { type Trimmed, trimRanking } from "../../../src/score/trim-ranking.ts";
import type { LoreRecord } from "../../../src/types.ts";
import { makeConfig, makeRecord } from "../builders.ts";

const config = makeConfig();
const UNIT = 10;
/** More than enough for anything. */
const SURE = 100;

function ranked(record: Partial<LoreRecord>, over: Partial<Ranked> = {}): Ranked {
  const whole = makeRecord(record);
  return {
    record: whole,
    affinity: "neutral",
    score: 0.5,
    weight: 1,
    recency: 1,
    usefulness: 1,
    match: 0.5,
    support: 0,
    credits: new Map(),
    place: 0,
    strength: SURE,
    isCurrent: () => true,
    ...over,
  };
}

function trim(all: readonly Ranked[], settings: Config = config, thorough = true): Trimmed {
  return trimRanking(all, { config: settings, unit: UNIT, thorough });
}

const verdicts = (all: readonly Ranked[], settings: Config = config) => trim(all, settings).scored.map(({ rejected }) => rejected?.by ?? null);
const shownIds = (all: readonly Ranked[], settings: Config = config) => trim(all, settings, false).scored.map(({ record }) => record.id);
const different = (scores: readonly number[], over: Partial<Ranked> = {}) =>
  scores.map((score, index) => ranked({ id: `dec-${index}`, title: `title${index} word${index} more${index}` }, { score, ...over }));

describe("whether anything is shown", () => {
  const needed = strengthFor(config.max_wrong, UNIT);

  it("nothing, unless the evidence is strong enough", () => {
    expect(verdicts(different([0.9], { strength: needed * 0.99 }))).toEqual(["confidence"]);
    expect(verdicts(different([0.9], { strength: needed * 1.01 }))).toEqual([null]);
  });

  it("the strongest among the best counts, not the first alone", () => {
    const all = different([0.9, 0.8, 0.7], { strength: 0 });
    expect(verdicts([...all.slice(0, 2), ...different([0.7]).map((each) => ({ ...each, record: { ...each.record, id: "dec-9", title: "nine" } }))])).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("one far down the list does not", () => {
    const all = different(Array.from({ length: 40 }, (_, i) => 0.9 - i / 1000)).map((each, i) => ({ ...each, strength: i === 39 ? SURE : 0 }));
    expect(shownIds(all)).toEqual([]);
  });

  it("a lower max_wrong is never more talkative, and 1 is never silent", () => {
    const strength = fc.double({ min: 0, max: 20, noNaN: true });
    const rate = fc.double({ min: 0.001, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(strength, { minLength: 1, maxLength: 6 }), rate, rate, (strengths, a, b) => {
        const all = different(strengths.map(() => 0.5)).map((each, i) => ({ ...each, strength: strengths[i] as number }));
        const count = (maxWrong: number) => shownIds(all, makeConfig({ max_wrong: maxWrong })).length;
        expect(count(Math.min(a, b))).toBeLessThanOrEqual(count(Math.max(a, b)));
        expect(count(1)).toBe(strengths.length);
      }),
    );
  });

  it("a named record is shown whatever is asked", () => {
    expect(shownIds(different([0.01], { strength: Number.POSITIVE_INFINITY }), makeConfig({ max_wrong: 0.001 }))).toEqual(["dec-0"]);
  });

  it("outdated lines and copies do not vouch for the rest", () => {
    const weak = different([0.5], { strength: 0 });
    const outdated = ranked({ id: "dec-old", title: "old" }, { score: 0.9, isCurrent: () => false });
    expect(shownIds([outdated, ...weak])).toEqual([]);
  });

  it("by the plain share of keywords max_wrong does not apply, the least score does", () => {
    const coverage = makeConfig({ match: "coverage", max_wrong: 0.001, "threshold.score": 0.3, "threshold.relative": 0 });
    expect(verdicts(different([0.5, 0.2], { strength: Number.POSITIVE_INFINITY }), coverage)).toEqual([null, "score"]);
  });

  it("tells the confidence of the whole and of each", () => {
    const { confidence, scored } = trim(different([0.9, 0.8]).map((each, i) => ({ ...each, strength: [SURE, 0][i] as number })));
    expect(confidence).toBeGreaterThan(0.99);
    expect(scored[0]?.confidence).toBe(confidence);
    expect(scored[1]?.confidence).toBeLessThan(0.5);
  });
});

describe("another project's record", () => {
  const between = (strengthFor(config.max_wrong, UNIT) + strengthFor(config.projects.other_max_wrong, UNIT)) / 2;

  it("must be surer by itself than the own one", () => {
    const own = { affinity: "own", strength: between } as const;
    expect(verdicts(different([0.9], own))).toEqual([null]);
    expect(verdicts([...different([0.9], own), ranked({ id: "dec-x", title: "x" }, { affinity: "other", strength: between })])).toEqual([
      null,
      "other project",
    ]);
    expect(verdicts(different([0.9], { affinity: "other", strength: SURE }))).toEqual([null]);
  });

  it("does not vouch for others where it may not be shown itself", () => {
    const other = ranked({ id: "dec-x", title: "x" }, { score: 0.9, affinity: "other", strength: between });
    expect(shownIds([other, ...different([0.5], { affinity: "own", strength: 0 })])).toEqual([]);
  });

  it("with max_wrong 1 still meets its own limit, and none if that is 1 too", () => {
    const other = different([0.9], { affinity: "other", strength: 0.001 });
    expect(shownIds(other, makeConfig({ max_wrong: 1 }))).toEqual([]);
    expect(shownIds(other, makeConfig({ max_wrong: 1, "projects.other_max_wrong": 1 }))).toEqual(["dec-0"]);
  });
});

describe("what is outdated or says the same", () => {
  it("an outdated line is turned down, and does not set the measure for the rest", () => {
    const all = [ranked({ id: "dec-old", title: "old" }, { score: 0.9, isCurrent: () => false }), ranked({ id: "dec-new", title: "new" }, { score: 0.2 })];
    expect(verdicts(all)).toEqual(["a later line of this id", null]);
    expect(trim(all).unfit).toBe(1);
  });

  it("of copies of one text the best is kept", () => {
    const all = [ranked({ id: "dec-1" }, { score: 0.9 }), ranked({ id: "dec-2" }, { score: 0.8 }), ranked({ id: "dec-3", title: "x" }, { score: 0.7 })];
    expect(verdicts(all)).toEqual([null, "the same text", null]);
    expect(shownIds(all)).toEqual(["dec-1", "dec-3"]);
  });

  const LONG = "Retries of the outbox use full jitter, five attempts at most, because the broker limits connections per second";
  const NEARLY = LONG.replace("five", "six");

  it("of near copies of one kind the best is kept, and it says as what", () => {
    const all = [ranked({ id: "dec-1", title: LONG }), ranked({ id: "dec-2", title: NEARLY })];
    expect(trim(all).scored[1]?.rejected).toEqual({ by: "nearly the same text", as: "dec-1" });
    expect(shownIds(all)).toEqual(["dec-1"]);
  });

  it.each<[string, Partial<LoreRecord>]>([
    ["of another kind", { kind: "failure", source: "failures", title: NEARLY }],
    [
      "with the same title but another text",
      { title: LONG, body: [["", "Superseding what was said before about limits, quotas, credentials and everything else we had found out"]] },
    ],
    ["of a few of the same words", { title: "Retries of the outbox are off in tests" }],
  ])("one %s is shown too", (_what, second) => {
    expect(shownIds([ranked({ id: "dec-1", title: LONG }), ranked({ id: "dec-2", ...second })])).toEqual(["dec-1", "dec-2"]);
  });

  it("notes are too short to be told apart by their words", () => {
    const notes = [LONG, NEARLY].map((title, i) => ranked({ id: `obs-${i}`, source: "inbox", kind: "observation", untitled: true, title }));
    expect(shownIds(notes)).toEqual(["obs-0", "obs-1"]);
  });
});

describe("where the list ends", () => {
  const { relative } = config.threshold;

  it("what is far weaker than the best is turned down", () => {
    const gentle = [0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.36, 0.33];
    expect(verdicts(different([...gentle, 0.9 * relative * 1.01, 0.9 * relative * 0.99])).slice(-2)).toEqual([null, "distance to the best"]);
  });

  it("a steep drop away from the best ends the list", () => {
    expect(verdicts(different([0.9, 0.85, 0.4]))).toEqual([null, null, "distance to the best"]);
    expect(verdicts(different([0.9, 0.5]))).toEqual([null, null]);
    expect(verdicts(different([0.9, 0.5, 0.43, 0.4]))).toEqual([null, null, null, null]);
  });

  it("what is of another kind stands beside it all the same", () => {
    const failure = ranked({ id: "fail-1", source: "failures", kind: "failure", title: "another thing" }, { score: 0.4 });
    expect(shownIds([...different([0.9, 0.85]), failure])).toEqual(["dec-0", "dec-1", "fail-1"]);
  });

  it("a note costs a line only, and may be weaker", () => {
    const weak = 0.9 * relative * 0.9;
    const note = ranked({ id: "obs-1", source: "inbox", kind: "observation", untitled: true, title: "a note" }, { score: weak });
    expect(shownIds([...different([0.9]), note])).toEqual(["dec-0", "obs-1"]);
    expect(shownIds([...different([0.9]), { ...note, record: { ...note.record, untitled: undefined as never } }])).toEqual(["dec-0"]);
  });

  it("below the least score it says so", () => {
    expect(verdicts(different([0.5, 0.4]), makeConfig({ "threshold.score": 0.45 }))).toEqual([null, "score"]);
  });

  it("order and number stay the same where somebody wants to know", () => {
    expect(trim(different([0.9, 0.5, 0.1])).scored.map(({ record }) => record.id)).toEqual(["dec-0", "dec-1", "dec-2"]);
  });

  it("of many good ones a few times what fits is taken", () => {
    const most = config.budget.max_items * 3;
    const all = different(Array.from({ length: most + 5 }, () => 0.9));
    expect(shownIds(all).length).toBe(most);
    expect(verdicts(all).slice(most)).toEqual(Array.from({ length: 5 }, () => "rank"));
  });

  it("what is shown is the same whether somebody asks or not", () => {
    const one = fc.record({
      score: fc.double({ min: 0.01, max: 1, noNaN: true }),
      strength: fc.double({ min: 0, max: 8, noNaN: true }),
      affinity: fc.constantFrom("own" as const, "neutral" as const, "other" as const),
      current: fc.boolean(),
      title: fc.constantFrom("a", "b", "c one two", "c one two three four five six seven", "c one two three four five six eight"),
      untitled: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (some) => {
        const all = some
          .map(({ score, strength, affinity, current, title, untitled }, i) =>
            ranked({ id: `dec-${i}`, title, ...(untitled ? { untitled } : {}) }, { score, strength, affinity, isCurrent: () => current, place: i }),
          )
          .sort((a, b) => b.score - a.score);
        const asked = trim(all).scored.filter(({ rejected }) => rejected === null);
        expect(asked.map(({ record }) => record.id)).toEqual(shownIds(all));
        // An outdated line is never shown, however good it is.
        for (const { record } of asked) expect(some[Number(record.id.slice(4))]?.current).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
