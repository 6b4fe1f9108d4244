/** The cache folder: whole files, written aside and renamed into place. Losing any of it loses nothing. */
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { isSame, latin1Text } from "./text-of.ts";

export function readCacheFile(cacheDir: string | null, name: string): string | null {
  if (cacheDir === null) return null;
  try {
    return readFileSync(cacheDir + sep + name, "utf8");
  } catch {
    return null;
  }
}

/** A text that its file holds twice: comparing the halves is the cheapest checksum there is. Null where there is none, or a damaged one. */
export function readTwice(cacheDir: string | null, name: string): string | null {
  if (cacheDir === null) return null;
  let fd: number;
  try {
    fd = openSync(cacheDir + sep + name, "r");
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(fd);
    const half = (size - 1) / 2;
    const bytes = new Uint8Array(size);
    const isWhole = half > 0 && readSync(fd, bytes, 0, size, 0) === size && bytes[half] === NEWLINE;
    return isWhole && isSame(bytes.subarray(0, half), bytes.subarray(half + 1)) ? latin1Text(bytes, 0, half) : null;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

const NEWLINE = 10;

/** False when it could not be written. */
export function writeTwice(cacheDir: string | null, name: string, json: string): boolean {
  // Plain ASCII is read, compared and parsed in half the memory.
  const text = json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return writeCacheFile(cacheDir, name, `${text}\n${text}`);
}

/** With everything above it. Not mkdir's own way, which never returns below /proc. */
export function makeFolder(folder: string, isSecondTry = false): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || isSecondTry || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    makeFolder(folder, true);
  }
}

/** False when it could not be written (read-only folder, full disk): the caller goes on without. */
export function writeCacheFile(cacheDir: string | null, name: string, text: string): boolean {
  if (cacheDir === null) return false;
  const target = join(cacheDir, name);
  const aside = `${target}.${process.pid}.tmp`;
  try {
    makeFolder(cacheDir);
    writeFileSync(aside, text, { mode: 0o600 });
    renameSync(aside, target);
    return true;
  } catch {
    try {
      unlinkSync(aside);
    } catch {
      // It was never made.
    }
    return false;
  }
}
