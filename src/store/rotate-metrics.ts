/**
 * Keeps the metrics small and no older than they may be, away from the prompt's path. A file that has grown is renamed, so that
 * a hook that has it open still appends to it; nothing that was written is lost, however many do this at once.
 */
import { closeSync, constants, lstatSync, openSync, readdirSync, readSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { parseMetric } from "../metrics/parse-metric.ts";
import type { EpochMs } from "../types.ts";
import { metricsFile } from "./metrics-file.ts";

export interface RotateOptions {
  readonly keepDays: number;
  readonly now: EpochMs;
  /** Default: 4 MB. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 4 * 1024 * 1024;
const DAY_MS = 86_400_000;
const NAME = /^metrics-(\d{1,15})\.jsonl$/;
/** A file is begun anew after this share of the days to keep, so that what is deleted with it is not much too old. */
const SHARE = 0.1;
const FIRST_LINE = 64 * 1024;

/** When a file of this name was renamed; null for any other file. */
export function rotatedAt(name: string): EpochMs | null {
  const match = NAME.exec(name);
  return match ? Number(match[1]) : null;
}

/** Whatever is in the way, the next run tries again. */
export function rotateMetrics(stateDir: string, { keepDays, now, maxBytes = MAX_BYTES }: RotateOptions): void {
  try {
    const { size } = lstatSync(metricsFile(stateDir));
    const oldest = now - Math.max(1, keepDays * SHARE) * DAY_MS;
    if (size > maxBytes || isBegunBefore(metricsFile(stateDir), oldest)) rename(stateDir, now);
  } catch {
    // There is none, or another process was faster.
  }
  removeOld(stateDir, now - keepDays * DAY_MS);
}

/** The new name is taken first by making an empty file of it, as a rename would replace what another process has put there. */
function rename(stateDir: string, now: EpochMs): void {
  const target = reserve(stateDir, now);
  try {
    renameSync(metricsFile(stateDir), target);
  } catch {
    unlinkSync(target);
  }
}

function reserve(stateDir: string, from: EpochMs): string {
  for (let at = Math.floor(from); ; at++) {
    const target = join(stateDir, `metrics-${at}.jsonl`);
    try {
      closeSync(openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
      return target;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function isBegunBefore(path: string, at: EpochMs): boolean {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const buffer = Buffer.allocUnsafe(FIRST_LINE);
    const [first = ""] = buffer.toString("utf8", 0, readSync(fd, buffer, 0, FIRST_LINE, 0)).split("\n");
    const line = parseMetric(first);
    return line !== null && line.at < at;
  } finally {
    closeSync(fd);
  }
}

function removeOld(stateDir: string, before: EpochMs): void {
  for (const name of namesIn(stateDir)) {
    const at = rotatedAt(name);
    if (at !== null && at < before) remove(join(stateDir, name));
  }
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process was faster.
  }
}
