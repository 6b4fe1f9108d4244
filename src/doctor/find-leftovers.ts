/** What killed processes left behind: locks that nobody holds, files that were never moved into place. */
import { readdirSync, readFileSync, rmdirSync, type Stats, statSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive } from "../store/index/refresh-lock.ts";

export interface Leftover {
  readonly kind: "lock" | "file";
  readonly path: string;
}

/** Whoever writes does so in seconds; another machine's process ids say nothing here, so age counts too. */
const LEAST_AGE_MS = 60_000;
const STALE_MS = 3_600_000;
const TEMPORARY = /\.(\d+)\.tmp(?:\.\w+)?$/;

export function findLeftovers(folders: readonly string[], now = Date.now()): readonly Leftover[] {
  return [...new Set(folders)].flatMap((folder) => namesIn(folder).flatMap((name) => judge(join(folder, name), name, now) ?? []));
}

function judge(path: string, name: string, now: number): Leftover | null {
  const pid = TEMPORARY.exec(name)?.[1];
  if (pid === undefined && !name.endsWith(".lock")) return null;
  const stat = statOf(path);
  const age = stat === null ? 0 : now - stat.mtimeMs;
  if (stat === null || age < LEAST_AGE_MS) return null;
  if (pid !== undefined) return stat.isFile() && isGone(Number(pid), age) ? { kind: "file", path } : null;
  return isGoneLock(path, stat, age) ? { kind: "lock", path } : null;
}

function isGone(pid: number, age: number): boolean {
  return age > STALE_MS && !isAlive(pid);
}

/** A store's lock is a folder with its holders' names in it; the index's is a file with a process id. */
function isGoneLock(path: string, stat: Stats, age: number): boolean {
  try {
    const names = stat.isDirectory() ? readdirSync(path) : [readFileSync(path, "utf8").trim()];
    return names.every((name) => isGoneHolder(name, age));
  } catch {
    return false;
  }
}

function isGoneHolder(name: string, age: number): boolean {
  const [pid, host] = name.split("@");
  const isHere = host === undefined || host === encodeURIComponent(hostname());
  return isHere ? !isAlive(Number(pid)) : age > STALE_MS;
}

/** Only names that were found dead go, and only an empty folder can be removed: whoever came in between keeps the lock. */
export function removeLeftover({ kind, path }: Leftover): boolean {
  try {
    if (kind === "file" || statSync(path).isFile()) unlinkSync(path);
    else {
      const age = Date.now() - statSync(path).mtimeMs;
      for (const name of readdirSync(path)) if (isGoneHolder(name, age)) unlinkSync(join(path, name));
      rmdirSync(path);
    }
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
