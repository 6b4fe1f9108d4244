/** Whether a segment still says what a store file holds: the same, more behind it, or something else. */
import { closeSync, openSync } from "node:fs";
import { OPEN_FLAGS } from "../read-bounded.ts";
import type { Coverage } from "./format.ts";
import { sampleEnds } from "./sample.ts";

export type Freshness = "same" | "grown" | "changed";

/** `stamp` is the file's identity now: `size:mtime:inode:ctime`. */
export function assess(coverage: Coverage, stamp: string): Freshness {
  if (coverage.settled && coverage.stamp === stamp) return "same";
  const size = sizeIn(stamp);
  if (size < coverage.to || inodeIn(stamp) !== inodeIn(coverage.stamp)) return "changed";
  // Of the same size, but touched: edited in place, for all we know.
  if (size === sizeIn(coverage.stamp) && stamp !== coverage.stamp) return "changed";
  return hasSameEnds(coverage) ? "grown" : "changed";
}

function hasSameEnds({ path, from, to, head, tail }: Coverage): boolean {
  try {
    const fd = openSync(path, OPEN_FLAGS);
    try {
      const sample = sampleEnds(fd, from, to);
      return sample.head === head && sample.tail === tail;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

export function sizeIn(stamp: string): number {
  // NaN for a file that is gone, which is less than nothing.
  return Number.parseInt(stamp, 10) || 0;
}

function inodeIn(stamp: string): string {
  return stamp.split(":")[2] ?? "";
}
