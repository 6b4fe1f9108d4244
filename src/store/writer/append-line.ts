/** Adds lines to a store: whole or not at all, behind whatever others left there. */
import { closeSync, constants, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, realpathSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../cache-file.ts";
import { withLock } from "./store-lock.ts";

export interface AppendOptions {
  /** Whether the line is on the disk, not only with the system, before we say that it is written. */
  readonly fsync: boolean;
}

/** Longer records are no records. Real ones run to 119 kB. */
export const MAX_LINE = 256 * 1024;
/** Beyond this a store is a mistake: the largest known has a million records in 400 MB. */
const MAX_STORE = 4 * 1024 ** 3;
const FLAGS = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
const NEWLINE = 0x0a;

/** Throws with a reason and a way out when it is too long, the disk is full or the file cannot be written. */
export function appendLine(path: string, record: object, options: AppendOptions): void {
  appendLines(path, [record], options);
}

/** All of them in one write, or none. */
export function appendLines(path: string, records: readonly object[], options: AppendOptions): void {
  const lines = records.map((record) => `${toLine(record)}\n`).join("");
  if (lines === "") return;
  makeFolder(dirname(path));
  // People keep their stores elsewhere, and link to them.
  const file = existsSync(path) ? realpathSync(path) : path;
  withLock(file, () => writeBehind(file, lines, options));
}

export interface DerivedOptions extends AppendOptions {
  /** Called around the write, with the line. */
  readonly around?: (line: string, write: () => void) => void;
}

/** One line made from what is stored at that moment: from the look to the write nobody else writes. */
export function appendDerived(path: string, make: () => object, { around = (_line, write) => write(), ...options }: DerivedOptions): void {
  makeFolder(dirname(path));
  const file = existsSync(path) ? realpathSync(path) : path;
  withLock(file, () => {
    const line = toLine(make());
    around(line, () => writeBehind(file, `${line}\n`, options));
  });
}

/** Throws when it is too long to be kept. */
export function toLine(record: object): string {
  const line = JSON.stringify(record);
  const bytes = Buffer.byteLength(line);
  if (bytes > MAX_LINE) throw new Error(`the record has ${bytes} bytes, at most ${MAX_LINE} are kept: shorten it, or keep the long text in a file and name it`);
  return line;
}

function writeBehind(file: string, lines: string, { fsync }: AppendOptions): void {
  const fd = openSync(file, FLAGS, 0o600);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error(`${file} is not a regular file`);
    if (stat.size > MAX_STORE) throw new Error(`${file} has ${stat.size} bytes: move it away, or run \`lore-inject compact\``);
    // What somebody left without its end must not swallow ours.
    const bytes = Buffer.from(`${isTorn(fd, stat.size) ? "\n" : ""}${lines}`);
    writeWhole(fd, bytes, stat.size, fsync);
  } finally {
    closeSync(fd);
  }
}

function isTorn(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}

/** One write; what a full disk cut short, or could not make safe, is taken back. */
function writeWhole(fd: number, bytes: Buffer, size: number, fsync: boolean): void {
  let written = 0;
  try {
    written = writeSync(fd, bytes, 0, bytes.length);
    if (fsync && written === bytes.length) fsyncSync(fd);
  } catch (error) {
    ftruncateSync(fd, size);
    throw error;
  }
  if (written === bytes.length) return;
  ftruncateSync(fd, size);
  throw new Error("the disk is full: nothing was written");
}
