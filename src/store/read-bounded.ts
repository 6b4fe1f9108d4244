/** Reads a small file whole, and nothing that is not one: a device or a pipe would never end. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Opening a pipe must not wait for its writer. Windows has no such flag. */
export const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Throws with a reason when it is no regular file or holds more than `maxBytes`. */
export function readBounded(path: string, maxBytes: number): string {
  const fd = openSync(path, OPEN_FLAGS);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error(stat.isDirectory() ? "is a folder, expected a file" : "is not a regular file");
    // Files of /proc say that they are empty, so the size alone does not bound the read.
    const buffer = Buffer.allocUnsafe(Math.min(maxBytes, Math.max(stat.size, 4096)) + 1);
    let done = 0;
    for (let count = 1; count > 0 && done < buffer.length; done += count) count = readSync(fd, buffer, done, buffer.length - done, done);
    if (done > maxBytes || stat.size > maxBytes) throw new Error(`larger than ${maxBytes} bytes`);
    return buffer.toString("utf8", 0, done);
  } finally {
    closeSync(fd);
  }
}
