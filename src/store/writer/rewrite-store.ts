/**
 * Rewrites a store as a whole: written aside, made safe on the disk, renamed into place. At every moment there is the old
 * content or the new one, and what a program that knows no lock appended meanwhile is carried over.
 */
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isAlive } from "../index/refresh-lock.ts";
import { idText, type JsonObject, parseObject } from "../parse-line.ts";
import { holdsLock, withLock } from "./store-lock.ts";

export interface Rewritten {
  readonly linesBefore: number;
  readonly linesAfter: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

export interface StoreLine {
  /** Without its end. */
  readonly bytes: Buffer;
  /** Null for a line that is no record: it stays as it is. */
  readonly value: JsonObject | null;
  readonly id: string | null;
}

/** Which lines stay, in their order; null changes nothing. */
export type Choose = (lines: readonly StoreLine[]) => readonly StoreLine[] | null;

/** A link to a store is followed: what it leads to is rewritten. */
export function rewriteStore(path: string, choose: Choose): Rewritten | null {
  const file = realpathSync(path);
  return withLock(file, () => rewrite(file, choose));
}

function rewrite(file: string, choose: Choose): Rewritten | null {
  removeLeftovers(file);
  const old = openSync(file, "r");
  const aside = `${file}.${process.pid}.tmp`;
  try {
    const before = fstatSync(old);
    const { size } = before;
    const content = readBytes(old, 0, size);
    // Without its end, the last line may still be on its way: then it is carried over below.
    const ended = content.lastIndexOf(NEWLINE) + 1;
    const covered = ended < size && parseObject(content.toString("utf8", ended)) !== null ? size : ended;
    const lines = splitLines(content.subarray(0, covered));
    const kept = choose(lines);
    if (kept === null) return null;
    const bytes = Buffer.concat(kept.flatMap((line) => [line.bytes, END]));
    writeAside(aside, bytes, before, () => readBytes(old, covered, fstatSync(old).size));
    if (!holdsLock(file)) throw new Error(`${file}.lock was taken away: nothing was changed, try again`);
    const carried = statSync(aside).size - bytes.length;
    renameSync(aside, file);
    syncFolder(dirname(file));
    carryOver(file, old, covered + carried);
    return { linesBefore: lines.length, linesAfter: kept.length, bytesBefore: size, bytesAfter: bytes.length + carried };
  } finally {
    closeSync(old);
    rmSync(aside, { force: true });
  }
}

const NEWLINE = 0x0a;
const END = Buffer.from("\n");

function splitLines(content: Buffer): readonly StoreLine[] {
  const lines: StoreLine[] = [];
  for (let from = 0; from < content.length; ) {
    const newline = content.indexOf(NEWLINE, from);
    const to = newline < 0 ? content.length : newline;
    const bytes = content.subarray(from, to);
    const value = parseObject(bytes.toString("utf8"));
    lines.push({ bytes, value, id: idText(value) });
    from = to + 1;
  }
  return lines;
}

function writeAside(aside: string, bytes: Buffer, { mode, uid, gid }: Stats, readTail: () => Buffer): void {
  const fd = openSync(aside, "wx", mode & 0o777);
  try {
    keepOwner(fd, uid, gid);
    // As it was, whatever the umask says.
    fchmodSync(fd, mode & 0o777);
    writeAll(fd, bytes);
    writeAll(fd, readTail());
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Whoever may write somebody else's store is root, or of its group. */
function keepOwner(fd: number, uid: number, gid: number): void {
  try {
    const made = fstatSync(fd);
    if (made.uid !== uid || made.gid !== gid) fchownSync(fd, uid, gid);
  } catch {
    // Then it is ours from now on.
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}

/** What came to the old file between our last look and the rename. */
function carryOver(file: string, old: number, from: number): void {
  const rest = readBytes(old, from, fstatSync(old).size);
  if (rest.length === 0) return;
  const fd = openSync(file, "a");
  try {
    writeAll(fd, rest);
  } finally {
    closeSync(fd);
  }
}

function readBytes(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  let done = 0;
  for (let count = 1; count > 0 && done < bytes.length; done += count) count = readSync(fd, bytes, done, bytes.length - done, from + done);
  return bytes.subarray(0, done);
}

/** A rename is only safe once its folder is. */
export function syncFolder(folder: string): void {
  try {
    const fd = openSync(folder, "r");
    fsyncSync(fd);
    closeSync(fd);
  } catch {
    // Windows cannot, and need not.
  }
}

/** Of killed processes. */
function removeLeftovers(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    const pid = name.startsWith(`${basename(file)}.`) ? /\.(\d+)\.tmp$/.exec(name)?.[1] : undefined;
    // Our own number means one that had it before us: we hold the lock.
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))) rmSync(join(dirname(file), name), { force: true });
  }
}
