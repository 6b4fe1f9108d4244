import { describe, expect, it } from "vitest";
import { Controls } from "../../../src/calibrate/ask-controls.ts";
import { rateOf } from "../../../src/calibrate/choose-threshold.ts";
import { NEGATIVE_PROMPTS } from "../../../src/calibrate/negative-prompts.ts";
import { renderCalibration } from "../../../src/calibrate/render-calibration.ts";
import { type Calibration, runCalibration } from "../../../src/calibrate/run-calibration.ts";
import { StoreShelf } from "../../../src/replay/store-shelf.ts";
import { CURRENT, VariantContexts } from "../../../src/replay/variant.ts";
import { ReplayHome } from "../replay/make-home.ts";

function calibrate(home: ReplayHome, over: Partial<Parameters<typeof runCalibration>[0]> = {}): Calibration {
  const now = Date.parse("2026-11-16T12:00:00Z");
  const cwd = home.project("storefront");
  const { stores } = new VariantContexts(CURRENT, new StoreShelf(), home.open).of(cwd);
  return runCalibration({ rate: 0.05, controls: new Controls(cwd, home.open, now), stores, typed: [], shipped: NEGATIVE_PROMPTS, now, ...over });
}

describe("runCalibration", () => {
  it("keeps the rate on the prompts that it did not choose by, and most answers", () => {
    const { choice, after, records, negatives } = calibrate(new ReplayHome(true));
    expect(choice.isMet).toBe(true);
    expect(rateOf(after.wrong)).toBeLessThanOrEqual(0.05);
    expect(rateOf(after.answered)).toBeGreaterThan(0.8);
    expect(records).toBeGreaterThan(80);
    expect(negatives).toEqual({ typed: 0, shipped: NEGATIVE_PROMPTS.length });
  });

  it("becomes stricter where the controls find too much", () => {
    const home = new ReplayHome(true);
    // Notes of somebody who does what every tenth control is about: some of its words, among others.
    const notes = NEGATIVE_PROMPTS.filter((text, index) => index % 10 === 0 && text.split(" ").length > 6).map((text, index) => ({
      id: `obs-${index}`,
      timestamp: "2026-01-01T00:00:00Z",
      project: "storefront",
      content: `${text.split(" ").slice(-4).join(" ")}, said a colleague at lunch, and nobody knew what was meant by that`,
    }));
    home.writeLines("inbox/data/observations.jsonl", notes);
    const { before, after } = calibrate(home);
    expect(rateOf(before.wrong)).toBeGreaterThan(rateOf(after.wrong));
    expect(after.threshold.maxWrong < 0.05 || after.threshold.score > 0).toBe(true);
  });

  it("does not hold what a project knows of its own prompts against it", () => {
    const home = new ReplayHome();
    home.writeLines("journal/data/decisions.jsonl", [
      { id: "dec-1", timestamp: "2026-01-01T00:00:00Z", project: "shop", decision: "Courier queue retries webhook deliveries with jittered backoff" },
      { id: "dec-2", timestamp: "2026-01-01T00:00:00Z", project: "ledger", decision: "Journal lines are corrected by reversing entries" },
    ]);
    const typed = Array.from({ length: 450 }, (_none, index) => ({
      text: `how does the courier queue retry webhook deliveries, number ${index}?`,
      project: "shop",
    }));
    const { before, negatives } = calibrate(home, { typed });
    expect(negatives).toEqual({ typed: 450, shipped: 0 });
    expect(before.wrong.count).toBe(0);
    expect(rateOf(before.own)).toBe(1);
  });

  it("says so when the controls are too few", () => {
    const few = calibrate(new ReplayHome(true), { shipped: NEGATIVE_PROMPTS.slice(0, 40) });
    expect(few.choice.isMet).toBe(false);
    expect(renderCalibration(few).join("\n")).toContain("cannot promise 5.0 %");
    expect(renderCalibration(calibrate(new ReplayHome(true))).join("\n")).toMatch(/wrong injections .*\(\d+ of \d+\).*\n.*95 % interval/);
  });
});
