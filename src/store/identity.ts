/** What tells that a file or folder is still the one we looked at, from one stat call. */
import { type Stats, statSync } from "node:fs";
import type { EpochMs } from "../types.ts";

export const ABSENT = "-";
/** Two changes within this time may carry one time stamp on coarse file systems. */
const STAMP_GRAIN_MS = 2000;

export interface Identity {
  readonly stamp: string;
  /** False when the file changed so recently that a further change might not show in the stamp. */
  readonly settled: boolean;
}

export function readIdentity(path: string, now: EpochMs): Identity {
  const stat = readStat(path);
  return { stamp: stampOf(stat), settled: stat === undefined || Math.abs(now - stat.mtimeMs) > STAMP_GRAIN_MS };
}

/** Undefined for what is not there, or cannot be looked at. */
export function readStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function stampOf(stat: Stats | undefined): string {
  return stat === undefined ? ABSENT : `${stat.size}:${stat.mtimeMs}:${stat.ino}:${stat.ctimeMs}`;
}

/** 64-bit string hash as two unsigned halves, without loading node:crypto. With a salt nobody can know which texts collide. */
export function hashLanes(text: string, salt = 0): readonly [high: number, low: number] {
  let a = 0xdeadbeef ^ salt;
  let b = 0x41c6ce57 ^ Math.imul(salt, 0x9e3779b1);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [b >>> 0, a >>> 0];
}

/** The same of ASCII bytes. */
export function hashBytes(bytes: Uint8Array, start: number, end: number, salt: number): readonly [high: number, low: number] {
  let a = 0xdeadbeef ^ salt;
  let b = 0x41c6ce57 ^ Math.imul(salt, 0x9e3779b1);
  for (let i = start; i < end; i++) {
    const code = bytes[i] as number;
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [b >>> 0, a >>> 0];
}

/** The same as hex, to name files. */
export function hashText(text: string): string {
  const [high, low] = hashLanes(text);
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
