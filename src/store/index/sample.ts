/** Checksums of a store's bytes: of both ends of a covered stretch, and of all of it. */
import { readFully } from "../read-fully.ts";
import { checksumView } from "./checksum-view.ts";
import { checksumBytes, SAMPLE_BYTES } from "./format.ts";

export interface Sample {
  readonly head: number;
  readonly tail: number;
}

/** Appending to a file keeps both; rewriting it does not. */
export function sampleEnds(fd: number, from: number, to: number): Sample {
  const length = Math.min(SAMPLE_BYTES, to - from);
  return { head: sumAt(fd, from, length), tail: sumAt(fd, to - length, length) };
}

const buffer = new Uint8Array(SAMPLE_BYTES);

function sumAt(fd: number, position: number, length: number): number {
  return checksumBytes(buffer, 0, readFully(fd, buffer, position, length));
}

/** Adds a window's bytes to a sum of all, in whatever order the windows come. */
export function sumWindow(sum: number, bytes: Uint8Array, length: number, window: number): number {
  return (sum + Math.imul(checksumView(new DataView(bytes.buffer, bytes.byteOffset), 0, length), 2 * window + 1)) >>> 0;
}
