/**
 * One writer at a time for a store: the folder `<file>.lock`, as the lore CLI makes it, with the holder's process id in it.
 * A lock whose holder is dead is nobody's; one without a name (lore's own) is honoured for as long as lore ever needs.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../index/refresh-lock.ts";

/** Nobody holds a lock for longer, whatever became of its process id. */
const MAX_AGE_MS = 10 * 60_000;
/** lore's own critical sections take milliseconds. */
const NAMELESS_MS = 5000;
const WAIT_MS = 20_000;
const OWNER = "owner";

/** Runs `work` while no other writer may. Throws when the lock cannot be had. */
export function withLock<T>(file: string, work: () => T): T {
  const lock = `${file}.lock`;
  take(lock);
  try {
    return work();
  } finally {
    release(lock);
  }
}

function take(lock: string): void {
  const giveUpAt = Date.now() + WAIT_MS;
  for (let turn = 0; ; turn++) {
    try {
      mkdirSync(lock, { mode: 0o700 });
      sign(lock);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Somebody took our new lock for a forgotten one: once more.
      if (code === "ENOENT" && turn < 100) continue;
      if (code !== "EEXIST") throw error;
    }
    const holder = readHolder(lock);
    if (holder.isGone) remove(lock, holder.pid);
    else if (Date.now() > giveUpAt)
      throw new Error(`${lock} is held by ${holder.pid === null ? "another program" : `process ${holder.pid}`}: try again, or remove it`);
    else pause(turn);
  }
}

/** A lock that cannot be signed, as on a full disk, must not stay behind. */
function sign(lock: string): void {
  try {
    writeFileSync(join(lock, OWNER), String(process.pid), { mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") rmSync(lock, { recursive: true, force: true });
    throw error;
  }
}

interface Holder {
  readonly pid: number | null;
  readonly isGone: boolean;
}

function readHolder(lock: string): Holder {
  const age = ageOf(lock);
  if (age === null) return { pid: null, isGone: false };
  const pid = readPid(lock);
  if (pid === null) return { pid, isGone: age > NAMELESS_MS };
  return { pid, isGone: age > MAX_AGE_MS || !isAlive(pid) };
}

function ageOf(lock: string): number | null {
  try {
    return Date.now() - statSync(lock).mtimeMs;
  } catch {
    return null;
  }
}

function readPid(lock: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(lock, OWNER), "utf8"), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}

/** Moved aside first: of several that find it forgotten, one does it, and none removes the lock of the next holder. */
function remove(lock: string, pid: number | null): void {
  const aside = `${lock}.${process.pid}.old`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (readPid(aside) !== pid) {
    // It had just changed hands: put it back, as long as nobody has taken its place.
    try {
      renameSync(aside, lock);
      return;
    } catch {
      // Then two hold it. Appending stays safe; rewriting looks at its lock once more.
    }
  }
  rmSync(aside, { recursive: true, force: true });
}

/** Whether this process is still the one that holds it. */
export function holdsLock(file: string): boolean {
  return readPid(`${file}.lock`) === process.pid;
}

function release(lock: string): void {
  if (readPid(lock) === process.pid) rmSync(lock, { recursive: true, force: true });
}

/** A little longer each turn, and not in step with others. */
function pause(turn: number): void {
  const ms = Math.min(8, 0.5 + turn / 8) * (0.5 + ((process.pid + turn) % 7) / 7);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
