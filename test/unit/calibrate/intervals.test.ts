import { describe, expect, it } from "vitest";
import { interval, lowerBound, upperBound } from "../../../src/calibrate/intervals.ts";

describe("the bounds of a share", () => {
  // For none at all the bound is 1 - alpha^(1/n); the others are from tables of the exact interval.
  it.each([
    [{ count: 0, of: 59 }, 1 - 0.05 ** (1 / 59)],
    [{ count: 0, of: 1000 }, 1 - 0.05 ** (1 / 1000)],
    [{ count: 1, of: 100 }, 0.0466],
    [{ count: 5, of: 100 }, 0.1023],
  ])("%o is below %d with 95 %% confidence", (share, bound) => {
    expect(upperBound(share, 0.05)).toBeCloseTo(bound, 4);
  });

  it("mirrors the other side", () => {
    for (const count of [1, 7, 50]) expect(lowerBound({ count, of: 120 }, 0.05)).toBeCloseTo(1 - upperBound({ count: 120 - count, of: 120 }, 0.05), 9);
  });

  it("holds the share itself, and all that is possible where nothing was seen", () => {
    const { low, high } = interval({ count: 3, of: 200 });
    expect(low).toBeLessThan(3 / 200);
    expect(high).toBeGreaterThan(3 / 200);
    expect(interval({ count: 0, of: 0 })).toEqual({ low: 0, high: 1 });
    expect(interval({ count: 9, of: 9 }).high).toBe(1);
  });

  it("does not lose itself in small numbers", () => {
    expect(upperBound({ count: 0, of: 100_000 }, 0.05)).toBeCloseTo(3e-5, 6);
    expect(upperBound({ count: 5000, of: 100_000 }, 0.05)).toBeCloseTo(0.0512, 3);
  });
});
