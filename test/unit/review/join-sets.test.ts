/** The join finds exactly the pairs that comparing each with each would. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { joinSets } from "../../../src/review/join-sets.ts";

function naive(sets: readonly ReadonlySet<string>[], least: number): readonly (readonly [number, number])[] {
  return sets.flatMap((a, first) =>
    sets.flatMap((b, second) => {
      const both = [...a].filter((member) => b.has(member)).length;
      return first < second && a.size > 0 && b.size > 0 && both / (a.size + b.size - both) >= least - 1e-9 ? [[first, second] as const] : [];
    }),
  );
}

it("finds what the naive way finds", () => {
  const set = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { maxLength: 9 }).map((members) => new Set(members));
  fc.assert(
    fc.property(fc.array(set, { maxLength: 25 }), fc.constantFrom(0.5, 0.7, 0.75, 0.8, 1), (sets, least) => {
      expect(joinSets(sets, least)).toEqual({ pairs: naive(sets, least), isComplete: true });
    }),
    { numRuns: 300 },
  );
});
