/**
 * Reads a stretch of a JSONL file from its end to its beginning, in windows of whole lines, so that whoever
 * runs out of time has had what is newest. Knows nothing of what the lines say.
 */
import { closeSync, fstatSync, openSync } from "node:fs";
import { OPEN_FLAGS } from "./read-bounded.ts";
import { readFully } from "./read-fully.ts";

/** Windows begin at multiples of this, however far a file has grown. */
const WINDOW = 1024 * 1024;
/** One record of a real store had 119 kB; beyond this it is no record. */
export const MAX_LINE = 4 * 1024 * 1024;
export const TOO_LONG = `line longer than ${MAX_LINE} bytes`;
export const NOT_JSON = "not one JSON object";
const SPARE = 64 * 1024;
const SMALL = 16 * 1024;
const NEWLINE = 0x0a;
const EMPTY = new Uint8Array(0);

export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Asked between windows; true stops. */
  readonly isLate: () => boolean;
  /** Whole lines: `bytes` from `start` to `end`, of which the first stands at `offset` in the file. */
  readonly visit: (bytes: Buffer, start: number, end: number, offset: number) => void;
  /** A line too long to be one. */
  readonly reject: (offset: number, reason: string) => void;
  /** The bytes of each window as they stand in the file, with the number of the window. */
  readonly see?: (bytes: Buffer, length: number, window: number) => void;
}

/** Throws with a reason when it is not a regular file. */
export function openStore(path: string): { readonly fd: number; readonly size: number } {
  const fd = openSync(path, OPEN_FLAGS);
  const stat = fstatSync(fd);
  if (stat.isFile()) return { fd, size: stat.size };
  closeSync(fd);
  throw new Error(stat.isDirectory() ? "is a folder, expected a file" : "is not a regular file");
}

/** Fresh memory costs a page fault every 4 kB, so one buffer serves all stores. */
let shared: Buffer | null = null;

/** The offset down to which it came: `from`, unless time ran out. */
export function readWindows(fd: number, stretch: Stretch): number {
  let end = stretch.to;
  /** The beginning of the window after this one belongs to a line that begins here. Null: to a line too long. */
  let carry: Uint8Array | null = EMPTY;
  while (end > stretch.from) {
    if (end < stretch.to && stretch.isLate()) return end + (carry?.length ?? 0);
    const start = Math.max(stretch.from, Math.floor((end - 1) / WINDOW) * WINDOW);
    const buffer = roomFor(end - start, carry?.length ?? 0);
    const length = readFully(fd, buffer, start, end - start);
    stretch.see?.(buffer, length, Math.floor(start / WINDOW));
    // Truncated while we read: what followed no longer follows.
    if (length < end - start) carry = EMPTY;
    carry = visitWindow(stretch, buffer, { start, length, carry });
    end = start;
  }
  return stretch.from;
}

function roomFor(length: number, carried: number): Buffer {
  if (shared !== null && length + carried <= shared.length) return shared;
  const size = Math.max(length + carried, Math.min(length * 2, WINDOW + SPARE));
  // What is appended between two prompts is small, and has no need of what V8 would compile to make a Buffer.
  shared = size > SMALL ? Buffer.allocUnsafeSlow(size) : (Object.setPrototypeOf(new Uint8Array(size), Buffer.prototype) as Buffer);
  return shared;
}

function visitWindow(
  stretch: Stretch,
  buffer: Buffer,
  { start, length, carry }: { start: number; length: number; carry: Uint8Array | null },
): Uint8Array | null {
  let end = length;
  // The rest of a line too long is passed over.
  if (carry === null) end = buffer.lastIndexOf(NEWLINE, length - 1) + 1;
  else if (carry.length > 0) {
    buffer.set(carry, length);
    end += carry.length;
  }
  const head = start === stretch.from ? 0 : buffer.subarray(0, end).indexOf(NEWLINE) + 1;
  if (start > stretch.from && head === 0) {
    if (carry === null) return null;
    if (end <= MAX_LINE) return new Uint8Array(buffer.subarray(0, end));
    stretch.reject(start, TOO_LONG);
    return null;
  }
  if (end > head) stretch.visit(buffer, head, end, start + head);
  return start === stretch.from ? EMPTY : new Uint8Array(buffer.subarray(0, head));
}
