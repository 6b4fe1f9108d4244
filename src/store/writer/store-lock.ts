/**
 * One writer at a time for a store: the folder `<file>.lock`, as the lore CLI makes it, with a file in it that is named after its holder.
 * A forgotten lock is emptied of exactly the names that were found dead, and only an empty folder can be removed: nobody can
 * take away the lock of a holder that came in between.
 */
import { mkdirSync, readdirSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive } from "../index/refresh-lock.ts";

/** Nobody holds a lock for longer, whatever became of its process id. */
const MAX_AGE_MS = 10 * 60_000;
/** Of one on another machine, of which nothing else is known: far more than any write takes. */
const FOREIGN_MS = 60_000;
/** lore's own critical sections take milliseconds, and it leaves no name. */
const NAMELESS_MS = 5000;
const WAIT_MS = 20_000;

/** A process id says nothing on another machine, nor in another container with the same home. */
const HOST = encodeURIComponent(hostname());
const OWN_NAME = `${process.pid}@${HOST}`;

/** Runs `work` while no other writer may. Throws when the lock cannot be had. */
export function withLock<T>(file: string, work: () => T, waitMs = WAIT_MS): T {
  const lock = `${file}.lock`;
  take(lock, waitMs);
  try {
    return work();
  } finally {
    release(lock);
  }
}

function take(lock: string, waitMs: number): void {
  const giveUpAt = Date.now() + waitMs;
  for (let turn = 0; ; turn++) {
    if (isMade(lock) && isSigned(lock)) return;
    const holder = readHolder(lock);
    if (Date.now() > giveUpAt) throw new Error(`${lock} is held by ${describe(holder)}: try again, or remove it`);
    if (holder.isGone) remove(lock, holder.names);
    pause(turn);
  }
}

function isMade(lock: string): boolean {
  try {
    mkdirSync(lock, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** False when somebody took our new folder for a forgotten one, and it now is another's, or nobody's. */
function isSigned(lock: string): boolean {
  try {
    writeFileSync(join(lock, OWN_NAME), "", { mode: 0o600 });
    if (readdirSync(lock).length === 1) return true;
  } catch (error) {
    // One that cannot be signed, as on a full disk, must not stay behind.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      release(lock);
      throw error;
    }
    return false;
  }
  release(lock);
  return false;
}

interface Holder {
  readonly names: readonly string[];
  readonly isGone: boolean;
}

function readHolder(lock: string): Holder {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    const names = readdirSync(lock);
    if (names.length === 0) return { names, isGone: age > NAMELESS_MS };
    return { names, isGone: age > (names.every(isForeign) ? FOREIGN_MS : MAX_AGE_MS) || names.every(isDead) };
  } catch {
    return { names: [], isGone: false };
  }
}

/** Whoever asks holds none: our own name is of one that had our number before us. */
function isDead(name: string): boolean {
  const [pid, host] = name.split("@");
  return name === OWN_NAME || (host === HOST && !isAlive(Number(pid)));
}

function isForeign(name: string): boolean {
  return !name.endsWith(`@${HOST}`);
}

function describe({ names }: Holder): string {
  return names.length === 0 ? "another program" : `process ${names.join(", ")}`;
}

/** Where a new holder has signed meanwhile, the folder is not empty, and stays. */
function remove(lock: string, names: readonly string[]): void {
  try {
    for (const name of names) unlinkSync(join(lock, name));
  } catch {
    // Another is doing the same.
  }
  try {
    rmdirSync(lock);
  } catch {
    // Gone already, or in use.
  }
}

/** Whether this process is still the one that holds it. */
export function holdsLock(file: string): boolean {
  return readHolder(`${file}.lock`).names.includes(OWN_NAME);
}

function release(lock: string): void {
  remove(lock, [OWN_NAME]);
}

/** A little longer each turn, and not in step with others. */
function pause(turn: number): void {
  const ms = Math.min(8, 0.5 + turn / 8) * (0.5 + ((process.pid + turn) % 7) / 7);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
