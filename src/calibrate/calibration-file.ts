/** What the last calibration found, kept in the state folder for `doctor`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf } from "../sources/fields.ts";
import { writeCacheFile } from "../store/cache-file.ts";
import type { EpochMs } from "../types.ts";
import type { Threshold } from "./choose-threshold.ts";
import type { Share } from "./intervals.ts";

export interface StoredCalibration {
  readonly v: 1;
  readonly at: EpochMs;
  /** The rate that was wanted. */
  readonly rate: number;
  readonly threshold: Threshold;
  /** Wrong injections among the prompts that were not used to choose. */
  readonly wrong: Share;
  readonly answered: Share;
  /** Lines in the stores at that time. */
  readonly records: number;
}

const NAME = "calibration.json";

export function calibrationFile(stateDir: string): string {
  return join(stateDir, NAME);
}

/** False when it cannot be kept. */
export function writeCalibration(stateDir: string | null, calibration: StoredCalibration): boolean {
  return writeCacheFile(stateDir, NAME, `${JSON.stringify(calibration, null, 2)}\n`);
}

/** Null when there is none, or it makes no sense. */
export function readCalibration(stateDir: string): StoredCalibration | null {
  try {
    return parseCalibration(JSON.parse(readFileSync(calibrationFile(stateDir), "utf8")));
  } catch {
    return null;
  }
}

function parseCalibration(value: unknown): StoredCalibration | null {
  const { v, at, rate, threshold, wrong, answered, records } = fieldsOf(value);
  const { maxWrong, score } = fieldsOf(threshold);
  const isSound = v === 1 && [at, rate, records, maxWrong, score].every(isNumber) && isShare(wrong) && isShare(answered);
  return isSound ? (value as StoredCalibration) : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isShare(value: unknown): value is Share {
  const { count, of } = fieldsOf(value);
  return isNumber(count) && isNumber(of);
}
