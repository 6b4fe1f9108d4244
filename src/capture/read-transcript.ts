/** Reads a transcript from disk, however long it is: its beginning (what was asked) and its end (how it went). Nothing else here touches the disk. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";

export interface TranscriptLimits {
  /** Bytes from the beginning. Default 256 kB: the first prompt comes after whatever the client notes down at a start. */
  readonly head: number;
  /** Bytes from the end. Default 4 MB: parsed in about 90 ms by a fresh process. */
  readonly tail: number;
}

const LIMITS: TranscriptLimits = { head: 256 * 1024, tail: 4 * 1024 * 1024 };
const NEWLINE = 0x0a;

/** Whole lines only where something is left out. Null when it cannot be read. */
export function readTranscript(path: string, { head, tail }: TranscriptLimits = LIMITS): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return null;
    if (stat.size <= head + tail) return readPart(descriptor, 0, stat.size).toString("utf8");
    const first = readPart(descriptor, 0, head);
    const last = readPart(descriptor, stat.size - tail, tail);
    const end = first.lastIndexOf(NEWLINE);
    const start = last.indexOf(NEWLINE);
    return `${first.subarray(0, end + 1).toString("utf8")}${start < 0 ? "" : last.subarray(start + 1).toString("utf8")}`;
  } catch {
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** Fewer bytes when the file has become shorter meanwhile. */
function readPart(descriptor: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const count = readSync(descriptor, buffer, read, length - read, from + read);
    if (count === 0) break;
    read += count;
  }
  return buffer.subarray(0, read);
}
