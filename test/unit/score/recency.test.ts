/** Recency: newer counts more, and nothing is ever buried below the floor. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recency } from "../../../src/score/recency.ts";
import { TODAY } from "../builders.ts";

describe("recency", () => {
  const base = { day: TODAY, today: TODAY, halfLifeDays: 30, floor: 0.6, undatedDays: 365 };
  it.each([
    ["today is 1", base, 1],
    ["one half-life is half way to the floor", { ...base, day: TODAY - 30 }, 0.8],
    ["without a floor one half-life is one half", { ...base, day: TODAY - 30, floor: 0 }, 0.5],
    ["a future date is today", { ...base, day: TODAY + 500 }, 1],
    ["half-life 0 never ages", { ...base, day: TODAY - 5000, halfLifeDays: 0 }, 1],
    ["half-life 0 never ages, dated or not", { ...base, day: null, halfLifeDays: 0 }, 1],
    ["undated is as old as the setting says", { ...base, day: null, undatedDays: 30 }, 0.8],
  ])("%s", (_name, input, expected) => {
    expect(recency(input)).toBeCloseTo(expected, 10);
  });

  it("never falls below the floor, nor rises with age", () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (age, floor) => {
        const at = (days: number) => recency({ ...base, day: TODAY - days, floor });
        expect(at(age)).toBeGreaterThanOrEqual(floor);
        expect(at(age + 1)).toBeLessThanOrEqual(at(age));
      }),
    );
  });
});
