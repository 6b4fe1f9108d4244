/** What calibrate writes, and what it refuses to write. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Measured } from "../../../src/calibrate/run-calibration.ts";
import { applyCalibration } from "../../../src/commands/calibrate.ts";
import type { Context } from "../../../src/open-context.ts";
import { makeTempDir } from "../builders.ts";

function measured(maxWrong: number, wrong: number): Measured {
  const share = { count: 9, of: 10 };
  return { threshold: { maxWrong, score: 0 }, wrong: { count: wrong, of: 100 }, interval: { low: 0, high: 1 }, answered: share, right: share, own: share };
}

/** What becomes of a calibration that has so many wrong of a hundred before and after, on the prompts not used to choose it. */
function apply(before: number, after: number): { readonly file: string; readonly run: () => string } {
  const home = makeTempDir();
  const locations = { userConfigDir: home, stateDir: join(home, "state") } as Context["locations"];
  const choice = { threshold: { maxWrong: 0.02, score: 0 }, wrong: { count: 0, of: 100 }, upper: 0.03, answered: { count: 9, of: 10 }, isMet: true };
  const calibration = {
    at: 0,
    rate: 0.05,
    choice,
    before: measured(0.05, before),
    after: measured(0.02, after),
    negatives: { typed: 0, shipped: 200 },
    records: 9,
  };
  return { file: join(home, "config.yaml"), run: () => applyCalibration(calibration, { locations }) };
}

it.each([
  ["within the rate", 9, 4],
  ["above it, and still better than what is in force", 20, 7],
])("writes what is %s", (_name, before, after) => {
  const { file, run } = apply(before, after);
  expect(run()).toBe(file);
  expect(readFileSync(file, "utf8")).toContain("max_wrong: 0.02");
});

it("writes nothing that the other half speaks against and that is no better than what is in force", () => {
  const { file, run } = apply(6, 8);
  expect(run).toThrow("no fewer than now");
  expect(existsSync(file)).toBe(false);
});
