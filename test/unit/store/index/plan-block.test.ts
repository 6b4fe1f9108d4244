/** Whoever reaches the sum stands in one of the first lists, whatever the lists are. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { planBlock } from "../../../../src/store/index/plan-block.ts";

const lists = fc.array(fc.record({ bound: fc.nat({ max: 5000 }), count: fc.integer({ min: 1, max: 65_536 }) }), { maxLength: 12 });

it("what is set aside does not reach the sum, and nothing that tells is lost", () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 20_000 }), (given, least) => {
      const { first, others, rest, few, all } = planBlock(given, least);
      expect(rest).toBeLessThan(least);
      expect(others.reduce((sum, { bound }) => sum + bound, 0)).toBe(rest);
      expect(new Set([...first, ...others])).toEqual(new Set(given.filter(({ bound }) => bound > 0)));
      expect(first.length + others.length).toBe(given.filter(({ bound }) => bound > 0).length);
      expect(few).toBe(first.reduce((sum, { count }) => sum + count, 0));
      expect(all).toBe(few + others.reduce((sum, { count }) => sum + count, 0));
    }),
  );
});

it("sets the longest aside, and looks at the most telling of them first", () => {
  const [rare, own, common, everywhere] = [
    { bound: 8000, count: 30 },
    { bound: 5000, count: 1300 },
    { bound: 4000, count: 1700 },
    { bound: 1000, count: 9000 },
  ] as const;
  expect(planBlock([rare, common, everywhere, own], 11_000)).toEqual({ first: [rare], others: [own, common, everywhere], rest: 10_000, few: 30, all: 12_030 });
});
