/** Reads a stretch of a file into the beginning of a buffer. */
import { readSync } from "node:fs";

/** How many bytes there were. */
export function readFully(fd: number, buffer: Uint8Array, position: number, length: number): number {
  let done = 0;
  while (done < length) {
    const count = readSync(fd, buffer, done, length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
