/** How often a prompt that no record answers still gets something, as the last calibration measured it, and whether that still holds. */
import { readCalibration, type StoredCalibration } from "../calibrate/calibration-file.ts";
import { rateOf } from "../calibrate/choose-threshold.ts";
import { countLines } from "../calibrate/count-lines.ts";
import { interval } from "../calibrate/intervals.ts";
import { percent, renderInterval } from "../calibrate/render-calibration.ts";
import type { Config } from "../config/config.ts";
import type { StoreFile } from "../store/store-file.ts";
import { count, type Finding, type Section } from "./section.ts";

export interface CalibrationRequest {
  readonly stateDir: string | null;
  readonly config: Pick<Config, "max_wrong" | "threshold">;
  readonly stores: readonly StoreFile[];
}

/** With fewer records there is little to calibrate. */
const FEW = 20;
const REMEDY = "lore-inject calibrate --apply";

export function checkCalibration({ stateDir, config, stores }: CalibrationRequest): Omit<Section, "title"> {
  const stored = stateDir === null ? null : readCalibration(stateDir);
  if (stored === null) {
    // No finding: the shipped threshold was measured, too.
    return {
      lines: [`max_wrong ${config.max_wrong}, as measured on other people's data; lore-inject calibrate measures it on yours`],
      findings: [],
      facts: null,
    };
  }
  const records = countLines(stores);
  const bounds = interval(stored.wrong);
  const line = `${percent(rateOf(stored.wrong))} wrong injections (${stored.wrong.count} of ${stored.wrong.of}; 95 % interval ${renderInterval(bounds)}), wanted at most ${percent(stored.rate)}; calibrated ${new Date(stored.at).toISOString().slice(0, 10)}`;
  return { lines: [line], findings: findingsOf(stored, config, records), facts: { ...stored, interval: bounds, recordsNow: records } };
}

function findingsOf(
  { records: then, threshold, rate, wrong }: StoredCalibration,
  { max_wrong, threshold: set }: CalibrationRequest["config"],
  now: number,
): readonly Finding[] {
  const findings: Finding[] = [];
  const note = (code: string, what: string): number => findings.push({ severity: "note", code, what, remedy: REMEDY });
  if (now >= 2 * Math.max(FEW, then))
    note("calibration-outgrown", `the stores have grown from ${count(then, "record")} to ${now.toLocaleString("en")} since the threshold was calibrated`);
  if (max_wrong !== threshold.maxWrong || set.score !== threshold.score) note("calibration-changed", "the threshold in force is not the calibrated one");
  if (rateOf(wrong) > rate) note("calibration-missed", `the measured rate of wrong injections was above the ${percent(rate)} that were wanted`);
  return findings;
}
