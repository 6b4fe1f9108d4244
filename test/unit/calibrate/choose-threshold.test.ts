import { describe, expect, it } from "vitest";
import { type Ask, chooseThreshold, gridFrom, rateOf } from "../../../src/calibrate/choose-threshold.ts";

/** A prompt that gets something down to this strictness, with this score. */
interface Prompt {
  readonly until: number;
  readonly score: number;
}

const ask: Ask<Prompt> = (prompts, maxWrong) => prompts.map(({ until, score }) => (maxWrong >= until ? score : 0));
const silent = (count: number): readonly Prompt[] => Array.from({ length: count }, () => ({ until: 2, score: 0 }));
const wrong = (count: number, until: number, score = 0.5): readonly Prompt[] => Array.from({ length: count }, () => ({ until, score }));

describe("chooseThreshold", () => {
  it("takes the loosest that keeps the rate, with room for chance", () => {
    const negatives = [...silent(180), ...wrong(20, 0.03)];
    const { threshold, isMet, upper } = chooseThreshold({ rate: 0.05, loosest: 0.1, negatives, positives: [], ask });
    expect(isMet).toBe(true);
    expect(upper).toBeLessThanOrEqual(0.05);
    expect(threshold).toEqual({ maxWrong: gridFrom(0.1).find((value) => value < 0.03), score: 0 });
  });

  it("is not content with a share that only happens to be small", () => {
    // 2 of 50 are 4 %, but the true rate may well be 12 %.
    const negatives = [...silent(48), ...wrong(2, 0)];
    expect(chooseThreshold({ rate: 0.05, loosest: 0.1, negatives, positives: [], ask }).isMet).toBe(false);
  });

  it("does not go beyond the loosest", () => {
    const { threshold } = chooseThreshold({ rate: 0.05, loosest: 0.05, negatives: silent(300), positives: [], ask });
    expect(threshold.maxWrong).toBe(0.05);
  });

  it("takes a least score where that answers clearly more", () => {
    const negatives = [...silent(170), ...wrong(30, 0.002, 0.1)];
    const positives = wrong(100, 0.05, 0.6);
    const { threshold, answered, wrong: left } = chooseThreshold({ rate: 0.05, loosest: 0.1, negatives, positives, ask });
    expect(threshold.maxWrong).toBe(0.1);
    expect(threshold.score).toBeGreaterThan(0.1);
    expect(threshold.score).toBeLessThan(0.6);
    expect(left.count).toBe(0);
    expect(rateOf(answered)).toBe(1);
  });

  it("leaves the score alone where the confidence does as well", () => {
    const negatives = [...silent(170), ...wrong(30, 0.05, 0.1)];
    const positives = wrong(100, 0.001, 0.6);
    expect(chooseThreshold({ rate: 0.05, loosest: 0.1, negatives, positives, ask }).threshold.score).toBe(0);
  });
});
