/** One process at a time refreshes an index. A lock whose holder is dead, or that is very old, is nobody's. Off the hot path. */
import { mkdirSync, readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Lock {
  readonly release: () => void;
}

/** No refresh takes longer. */
const MAX_AGE_MS = 6 * 3_600_000;

/** Null when another process holds it. Throws when the folder cannot be written. */
export function takeLock(folder: string, name: string): Lock | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx", mode: 0o600 });
      return { release: () => (isOurs(path) ? remove(path) : undefined) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Made, but not written: the disk is full.
      if (code === "ENOSPC" || code === "EDQUOT") remove(path);
      if (code !== "EEXIST") throw error;
      if (isHeld(path)) return null;
      remove(path);
    }
  }
  return null;
}

function isHeld(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > MAX_AGE_MS) return false;
    const pid = Number.parseInt(readFileSync(path, "utf8"), 10);
    // Not yet written by its holder, who has just made it.
    if (Number.isNaN(pid)) return Date.now() - statSync(path).mtimeMs < 5000;
    return isAlive(pid);
  } catch {
    return false;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Somebody may have taken it for dead. */
function isOurs(path: string): boolean {
  try {
    return readFileSync(path, "utf8") === String(process.pid);
  } catch {
    return false;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already.
  }
}
