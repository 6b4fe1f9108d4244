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
  test.each([1, 0.9, 0.7, 0.5, 0.25, 0.1])("where %f of what is shown is used, being shown more often moves hardly anything", (share) => {
    const shown = (key: string, count: number): readonly ObservedFeedback[] =>
      Array.from({ length: count }, (_, index) =>
        line(key, Math.floor((index + 1) * share) > Math.floor(index * share) ? "used" : "ignored", { session: `${key} ${index}` }),
      );
    const lines = [...Array.from({ length: 40 }, (_, number) => shown(`journal:${number}`, 20)).flat(), ...shown("journal:often", 100)];
    expect(Math.abs(factor(lines, "journal:often") - 1)).toBeLessThan(0.03);
    expect(Math.abs(factor(lines, "journal:often") - factor(lines, "journal:7"))).toBeLessThan(0.01);
  });
  test("what people say weighs more than what is observed", () => {
    expect(factor([line("journal:a", "helped")], "journal:a", 0.5)).toBeGreaterThan(factor([line("journal:a", "used", { session: "s" })], "journal:a", 0.5));
    expect(factor([line("journal:a", "wrong")], "journal:a", 0.5)).toBeLessThan(
      factor([line("journal:a", "contradicted", { session: "s" })], "journal:a", 0.5),
    );
  });
  test("one wrong outweighs several uses", () => expect(factor([...many(5, "used"), line("journal:a", "wrong")], "journal:a", 0.5)).toBeLessThan(1));
  test.each([0.1, 0.2, 0.5, 0.9])("what somebody calls wrong falls, however often it was used before (base %f)", (base) => {
    const used = many(50, "used").map((each) => ({ ...each, at: NOW - DAY }));
    expect(factor([...used, line("journal:a", "wrong")], "journal:a", base)).toBeLessThan(0.85);
    const since = many(50, "used").map((each) => ({ ...each, at: NOW + DAY }));
    expect(factor([line("journal:a", "wrong"), ...since], "journal:a", base)).toBeGreaterThan(factor([line("journal:a", "wrong")], "journal:a", base));
  });
  test("a time to come does not make it wrong for ever", () => {
    const wrong = line("journal:a", "wrong", { at: Number.POSITIVE_INFINITY });
    expect(factor([wrong, ...many(50, "used")], "journal:a", 0.5)).toBeGreaterThan(1);
  });
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
  test("what nobody asked for may go unused, and is known to have been used", () => {
    const start = (verdict: Verdict, session: string): ObservedFeedback => line("journal:a", verdict, { session, unasked: true });
    expect(tallyFeedback([start("ignored", "s"), start("ignored", "t")], NOW).size).toBe(0);
    expect(tallyFeedback([start("used", "s")], NOW).get("journal:a")).toEqual({ good: 1, bad: 0 });
  });
  test("what was kept back tells nothing of the record", () => {
    const lines = [line("journal:a", "used", { session: "s", withheld: true })];
    expect(tallyFeedback(lines, NOW).size).toBe(0);
  });
  test("an agent's word once a day, however often it says so", () => {
    const said = (verdict: Verdict, at: number): ObservedFeedback => line("journal:a", verdict, { by: "agent", at });
    expect(tallyFeedback([said("helped", NOW), said("helped", NOW + 1), said("helped", NOW + 2)], NOW + 2).get("journal:a")?.good).toBeCloseTo(3);
    expect(tallyFeedback([said("helped", NOW), said("wrong", NOW + 1)], NOW + 1).get("journal:a")?.good).toBe(0);
    expect(tallyFeedback([said("helped", NOW - DAY), said("helped", NOW)], NOW).get("journal:a")?.good).toBeGreaterThan(5);
  });
  test("each time that a person says it", () => {
    const lines = [line("journal:a", "helped"), line("journal:a", "helped")];
    expect(tallyFeedback(lines, NOW).get("journal:a")?.good).toBe(6);
  });
});
