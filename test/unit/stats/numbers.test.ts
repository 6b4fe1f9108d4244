import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differenceOf, percentiles, shareOf } from "../../../src/stats/numbers.ts";

describe("percentiles", () => {
  test("none of nothing", () => {
    expect(percentiles([])).toBeNull();
  });

  test("are values that occur, with as many at or below them as they say", () => {
    const values = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, (list) => {
        const found = percentiles(list);
        // A model without sorting: the smallest value that enough others do not exceed.
        const naive = (share: number): number =>
          Math.min(...list.filter((value) => list.filter((other) => other <= value).length >= share * list.length - 1e-9));
        expect(found).toEqual({ count: list.length, p50: naive(0.5), p95: naive(0.95), max: Math.max(...list) });
      }),
    );
  });
});

describe("shareOf", () => {
  test.each([
    // Published values of Wilson's interval.
    [0, 10, 0, 0.2775],
    [1, 10, 0.0179, 0.4042],
    [81, 263, 0.2553, 0.3662],
    [10, 10, 0.7225, 1],
  ])("%i of %i lies between %f and %f", (hits, of, low, high) => {
    const share = shareOf(hits, of);
    expect(share.low).toBeCloseTo(low, 3);
    expect(share.high).toBeCloseTo(high, 3);
  });

  test("holds the share, stays within 0..1, and narrows with more data", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), (a, b) => {
        const [hits, of] = [Math.min(a, b), Math.max(a, b)];
        const few = shareOf(hits, of);
        const many = shareOf(hits * 10, of * 10);
        expect(few.low).toBeGreaterThanOrEqual(0);
        expect(few.high).toBeLessThanOrEqual(1);
        expect(few.low).toBeLessThanOrEqual(few.share);
        expect(few.high).toBeGreaterThanOrEqual(few.share);
        if (of > 0) expect(many.high - many.low).toBeLessThan(few.high - few.low);
      }),
    );
  });
});

describe("differenceOf", () => {
  test("56 of 70 against 48 of 80, as published by Newcombe", () => {
    const { share, low, high } = differenceOf(shareOf(56, 70), shareOf(48, 80));
    expect(share).toBeCloseTo(0.2, 6);
    expect(low).toBeCloseTo(0.0524, 3);
    expect(high).toBeCloseTo(0.3339, 3);
  });
});
