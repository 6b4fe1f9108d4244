/** The measures of `npm run eval`, against values worked out by hand. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auc, costOf, falseRateServing, firstOfEach, mean, ndcg, pack, recall, reciprocalRank, thresholdServing } from "../../../bench/eval/metrics.mjs";

const of = (...units: readonly string[]) => new Set(units);
/** Ten prompts with an answer, of which one got no confidence at all. */
const TEN = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

describe("nDCG", () => {
  it.each([
    { why: "the only answer comes first", units: ["a", "b"], relevant: of("a"), expected: 1 },
    { why: "the only answer comes second: 1 / log2(3)", units: ["b", "a"], relevant: of("a"), expected: 0.63093 },
    { why: "ranks 1 and 3 of two answers: (1 + 0.5) / (1 + 0.63093)", units: ["a", "x", "b"], relevant: of("a", "b"), expected: 0.91972 },
    { why: "nothing was ranked", units: [], relevant: of("a"), expected: 0 },
    { why: "an answer beyond the depth counts for nothing", units: ["x", "y", "a"], relevant: of("a"), depth: 2, expected: 0 },
    { why: "more answers than the depth: two are the best that could be had", units: ["a", "b"], relevant: of("a", "b", "c"), depth: 2, expected: 1 },
  ])("$why", ({ units, relevant, depth, expected }) => {
    expect(ndcg(units, relevant, depth)).toBeCloseTo(expected, 5);
  });

  it("is not defined without an answer", () => {
    expect(ndcg(["a"], of())).toBeNull();
  });
});

describe("rank and recall", () => {
  it("the first relevant unit counts", () => {
    expect(reciprocalRank(["x", "y", "a", "b"], of("b", "a"))).toBeCloseTo(1 / 3);
    expect(reciprocalRank(["x"], of("a"))).toBe(0);
    expect(reciprocalRank([], of("a"))).toBe(0);
    expect(reciprocalRank(["x", "a"], of("a"), 1)).toBe(0);
  });

  it("a unit with several records is found once", () => {
    expect(recall(["a", "a", "x"], of("a", "b"))).toBe(0.5);
    expect(firstOfEach(["x", "a", "x", "a", "b"])).toEqual(["x", "a", "b"]);
  });

  it("of nothing shown nothing is found; without an answer there is nothing to find", () => {
    expect(recall([], of("a"))).toBe(0);
    expect(recall(["a"], of())).toBeNull();
  });
});

describe("packing", () => {
  const record = (title: string, length: number) => ({ title, text: "x".repeat(length) });

  it("a record costs its title, its text and 30 characters, but never more than 1230", () => {
    expect(costOf(record("abc", 10))).toBe(3 + 1 + 10 + 30);
    expect(costOf(record("", 10))).toBe(40);
    expect(costOf(record("abc", 5000))).toBe(1230);
  });

  it("what does not fit is skipped, and a later one that fits is taken", () => {
    const [first, large, small] = [record("", 50), record("", 60), record("", 10)];
    expect(pack([first, large, small], 120)).toEqual([first, small]);
    expect(pack([first], 80)).toEqual([first]);
    expect(pack([first], 79)).toEqual([]);
    expect(pack([])).toEqual([]);
  });

  it("six of the longest go into the budget", () => {
    expect(pack(Array.from({ length: 9 }, () => record("", 2000)))).toHaveLength(6);
  });
});

describe("confidence", () => {
  it.each([
    { why: "all above all", positives: [3, 4], negatives: [1, 2], expected: 1 },
    { why: "all below all", positives: [1], negatives: [2, 3], expected: 0 },
    { why: "a tie counts half", positives: [1], negatives: [1], expected: 0.5 },
    { why: "of six pairs three won, one tied: 3.5 / 6", positives: [1, 3, 0], negatives: [1, 0.5], expected: 3.5 / 6 },
  ])("AUC: $why", ({ positives, negatives, expected }) => {
    expect(auc(positives, negatives)).toBeCloseTo(expected, 10);
  });

  it("AUC is the share of won pairs, ties half, whatever the values", () => {
    const values = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(values, values, (positives, negatives) => {
        const pairs = positives.flatMap((positive) => negatives.map((negative) => (positive > negative ? 1 : positive === negative ? 0.5 : 0)));
        expect(auc(positives, negatives)).toBeCloseTo(mean(pairs) ?? Number.NaN, 10);
      }),
    );
  });

  it("the threshold that serves nine of ten is the ninth value", () => {
    expect(thresholdServing(TEN, 0.9)).toBe(1);
    expect(thresholdServing(TEN, 1)).toBe(0);
    expect(thresholdServing([2, 2, 2], 0.5)).toBe(2);
    expect(thresholdServing([], 0.9)).toBeNull();
  });

  it("FIR@90 counts what reaches that threshold, ties too, but never a prompt without any confidence", () => {
    expect(falseRateServing(TEN, [0, 0.5, 1, 2])).toBe(0.5);
    expect(falseRateServing([0, 0], [0, 1])).toBe(0.5);
    expect(falseRateServing(TEN, [])).toBeNull();
    expect(falseRateServing([], [1])).toBeNull();
  });

  it("nothing measured has no mean", () => {
    expect(mean([])).toBeNull();
    expect(auc([], [1])).toBeNull();
    expect(auc([1], [])).toBeNull();
  });
});
