/** The steps tell of every set of terms whether its bounds add up to what is needed. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { ALL, NONE, STEPS, stepsFor } from "../../../../src/store/index/threshold.ts";

/** What the last step says of a document that has these terms. */
function passes(steps: readonly number[] | null, has: readonly boolean[]): boolean {
  const values: boolean[] = [];
  values[NONE] = false;
  values[ALL] = true;
  for (let i = 0; i < (steps ?? []).length; i += 3) {
    const [term, yes, no] = (steps ?? []).slice(i, i + 3) as [number, number, number];
    values[STEPS + i / 3] = (values[no] as boolean) || ((values[yes] as boolean) && (has[term] as boolean));
  }
  return steps !== null && (values.at(-1) as boolean);
}

const bound = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60_000 }));

it("for a few terms exactly those sets that reach the sum pass", () => {
  fc.assert(
    fc.property(fc.array(bound, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 70_000 }), (bounds, wished) => {
      const least = Math.min(
        wished,
        bounds.reduce((sum, each) => sum + each, 1),
      );
      const steps = stepsFor(bounds, least);
      for (let set = 0; set < 1 << bounds.length; set++) {
        const has = bounds.map((_, i) => ((set >> i) & 1) === 1);
        const sum = bounds.reduce((all, each, i) => all + (has[i] ? each : 0), 0);
        expect(passes(steps, has)).toBe(sum >= least);
      }
    }),
    { numRuns: 300 },
  );
});

it("for many terms there are not too many steps, and no set that reaches the sum is lost", () => {
  const sets = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 60, maxLength: 60 }),
      sets,
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (bounds, has, share) => {
        const sum = bounds.reduce((all, each, i) => all + (has[i] ? each : 0), 0);
        const least = Math.max(1, Math.ceil(sum * share));
        const steps = stepsFor(bounds, least);
        expect((steps ?? []).length / 3).toBeLessThan(600);
        expect(passes(steps, has)).toBe(sum >= least);
        expect(
          passes(
            steps,
            has.map(() => false),
          ),
        ).toBe(false);
      },
    ),
    { numRuns: 200 },
  );
});

it("what all terms together do not reach needs no step", () => {
  expect(stepsFor([3, 4], 8)).toBeNull();
  expect(stepsFor([], 1)).toBeNull();
});
