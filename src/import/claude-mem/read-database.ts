/** The bytes of a database that another program may be writing: file and log as they belong together. */
import { closeSync, fstatSync, openSync } from "node:fs";
import { OPEN_FLAGS } from "../../store/read-bounded.ts";
import { readFully } from "../../store/read-fully.ts";

export interface DatabaseBytes {
  readonly file: Buffer;
  /** Null when there is none. */
  readonly wal: Buffer | null;
  /** It went on changing while it was read. */
  readonly torn: boolean;
}

/** In bytes, of file and log each. Years of work are some hundred megabytes. */
const MAX_BYTES = 1024 ** 3;
const ATTEMPTS = 3;

/** Throws with a reason when the file cannot be read. */
export function readDatabase(path: string): DatabaseBytes {
  for (let attempt = 1; ; attempt++) {
    // In this order: only a checkpoint changes the file itself, and what it moves there stands in a log that was read before.
    const before = stampOf(path);
    const wal = readWal(`${path}-wal`);
    const file = readWhole(path);
    const torn = stampOf(path) !== before;
    if (!torn || attempt === ATTEMPTS) return { file, wal, torn };
  }
}

function readWal(path: string): Buffer | null {
  try {
    return readWhole(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function readWhole(path: string): Buffer {
  return withFile(path, (fd) => {
    const { size } = fstatSync(fd);
    if (size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes`);
    const bytes = Buffer.allocUnsafe(size);
    return bytes.subarray(0, readFully(fd, bytes, 0, size));
  });
}

function stampOf(path: string): string {
  return withFile(path, (fd) => {
    const { mtimeNs, size } = fstatSync(fd, { bigint: true });
    return `${mtimeNs} ${size}`;
  });
}

function withFile<T>(path: string, work: (fd: number) => T): T {
  const fd = openSync(path, OPEN_FLAGS);
  try {
    if (!fstatSync(fd).isFile()) throw new Error(`${path} is not a regular file`);
    return work(fd);
  } finally {
    closeSync(fd);
  }
}
