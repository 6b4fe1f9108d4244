/**
 * The metrics in the state folder: metrics.jsonl, which hooks append to, and the files that it was renamed to when it had grown.
 * One write a line, so that hooks that run at once never tear each other's. Read by read-metrics.ts, kept small by rotate-metrics.ts;
 * deleting any of it loses numbers, nothing else.
 */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { sep } from "node:path";
import type { MetricLine } from "../metrics/metric-line.ts";
import { makeFolder } from "./cache-file.ts";

/** A line beyond this is not written: appending it might not be one write. */
const MAX_LINE = 64 * 1024;

export function metricsFile(stateDir: string): string {
  return `${stateDir + sep}metrics.jsonl`;
}

/** False when it could not be kept; the prompt does not care. */
export function appendMetric(stateDir: string, line: MetricLine): boolean {
  try {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    if (bytes.length > MAX_LINE) return false;
    const fd = openToAppend(stateDir);
    try {
      return writeSync(fd, bytes, 0, bytes.length) === bytes.length;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

function openToAppend(stateDir: string): number {
  // Not to wait for a reader, should a pipe be in its place.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    return openSync(metricsFile(stateDir), flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(stateDir);
    return openSync(metricsFile(stateDir), flags, 0o600);
  }
}
