/** Verdicts → a bounded factor. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VERDICTS, type Verdict } from "../../../src/store/feedback-file.ts";
import { baseRate, factorOf, leanOf, type ObservedFeedback, tallyFeedback } from "../../../src/usefulness/rate.ts";

const NOW = Date.UTC(2026, 10, 16);
const DAY = 86_400_000;
const OBSERVED: readonly Verdict[] = ["used", "ignored", "contradicted"];

/** Each in a session of its own, so that none replaces another. */
const feedback = fc
  .array(
    fc.record({ key: fc.constantFrom("journal:a", "journal:b", "patterns:c"), verdict: fc.constantFrom(...VERDICTS), age: fc.integer({ min: 0, max: 900 }) }),
    {
      maxLength: 40,
    },
  )
  .map((lines) => lines.map(({ key, verdict, age }, index) => line(key, verdict, { at: NOW - age * DAY, session: `s${index}` })));

function line(key: string, verdict: Verdict, over: Partial<ObservedFeedback> = {}): ObservedFeedback {
  return { at: NOW, key, verdict, by: OBSERVED.includes(verdict) ? "session" : "person", ...over };
}

function factor(lines: readonly ObservedFeedback[], key: string, base = baseRate(lines, NOW)): number {
  return factorOf(leanOf(tallyFeedback(lines, NOW).get(key) ?? { good: 0, bad: 0 }, base), 0.7, 1.3);
}

describe("properties", () => {
  test("bounded", () => {
    fc.assert(
      fc.property(feedback, (lines) => {
        for (const key of ["journal:a", "journal:b", "patterns:c"]) {
          expect(factor(lines, key)).toBeGreaterThanOrEqual(0.7);
          expect(factor(lines, key)).toBeLessThanOrEqual(1.3);
        }
      }),
    );
  });
  test("exactly 1 without feedback of its own", () => {
    fc.assert(
      fc.property(feedback, (lines) => {
        expect(factor(lines, "journal:unknown")).toBe(1);
      }),
    );
  });
  test.each([
    ["used", 1],
    ["helped", 1],
    ["ignored", -1],
    ["contradicted", -1],
    ["wrong", -1],
  ] as const)("monotone in %s", (verdict, direction) => {
    fc.assert(
      fc.property(feedback, (lines) => {
        const base = baseRate(lines, NOW);
        const change = factor([...lines, line("journal:a", verdict, { session: "one more" })], "journal:a", base) - factor(lines, "journal:a", base);
        expect(change * direction).toBeGreaterThan(0);
      }),
    );
  });
  test("the order does not matter", () => {
    fc.assert(
      fc.property(feedback, (lines) => {
        for (const key of ["journal:a", "journal:b"]) expect(factor([...lines].reverse(), key)).toBeCloseTo(factor(lines, key), 10);
      }),
    );
  });
});

describe("weights", () => {
  const many = (count: number, ...verdicts: readonly Verdict[]): readonly ObservedFeedback[] =>
    Array.from({ length: count }, (_, index) => line("journal:a", verdicts[index % verdicts.length] as Verdict, { session: `s${index}` }));

  test("being shown counts for nothing: a record that does as the others do stays near 1", () => {
    const others = Array.from({ length: 400 }, (_, index) =>
      line(`journal:${index % 40}`, index % 4 === 0 ? "used" : "ignored", { session: `other ${index}` }),
    );
    const often = [...others, ...many(100, "used", "ignored", "ignored", "ignored")];
    expect(factor(often, "journal:a")).toBeCloseTo(1, 1);
  });
  test("what people say weighs more than what is observed", () => {
    expect(factor([line("journal:a", "helped")], "journal:a", 0.5)).toBeGreaterThan(factor([line("journal:a", "used", { session: "s" })], "journal:a", 0.5));
    expect(factor([line("journal:a", "wrong")], "journal:a", 0.5)).toBeLessThan(
      factor([line("journal:a", "contradicted", { session: "s" })], "journal:a", 0.5),
    );
  });
  test("one wrong outweighs several uses", () => expect(factor([...many(5, "used"), line("journal:a", "wrong")], "journal:a", 0.5)).toBeLessThan(1));
  test("one ignored is hardly anything", () => expect(factor(many(1, "ignored"), "journal:a", 0.5)).toBeGreaterThan(0.97));
  test("old verdicts fade", () => {
    const now = factor([line("journal:a", "helped")], "journal:a", 0.5);
    const old = factor([line("journal:a", "helped", { at: NOW - 900 * DAY })], "journal:a", 0.5);
    expect(old).toBeLessThan(1 + (now - 1) * 0.01);
  });
  test("a time to come counts as now", () =>
    expect(factor([line("journal:a", "helped", { at: NOW + 900 * DAY })], "journal:a", 0.5)).toBe(factor([line("journal:a", "helped")], "journal:a", 0.5)));
});

describe("which lines count", () => {
  test("of a session's verdicts on a record the last", () => {
    const lines = [line("journal:a", "ignored", { session: "s" }), line("journal:a", "used", { session: "s" })];
    expect(tallyFeedback(lines, NOW).get("journal:a")).toEqual({ good: 1, bad: 0 });
  });
  test("what was kept back tells nothing of the record", () => {
    const lines = [line("journal:a", "used", { session: "s", withheld: true })];
    expect(tallyFeedback(lines, NOW).size).toBe(0);
  });
  test("each time that a person says it", () => {
    const lines = [line("journal:a", "helped"), line("journal:a", "helped")];
    expect(tallyFeedback(lines, NOW).get("journal:a")?.good).toBe(6);
  });
});
