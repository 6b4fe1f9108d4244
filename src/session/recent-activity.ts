/** From a spool of activities to what is being worked on now: each file once, less with age, gone when it was closed. Pure. */
import type { EpochMs } from "../types.ts";

/** As the spool has it; see store/activity-file.ts. */
interface Happened {
  readonly at: EpochMs;
  readonly type: "file_open" | "file_edit" | "file_close" | "symbol_hover";
  readonly path: string;
  readonly symbols?: readonly string[];
}

export interface RecentFile {
  readonly path: string;
  readonly type: "file_open" | "file_edit" | "symbol_hover";
  /** The newest first. */
  readonly symbols: readonly string[];
  readonly at: EpochMs;
  /** 0..1 */
  readonly relevance: number;
}

/** After so long a file counts half. */
const HALF_LIFE_MS = 10 * 60_000;
/** After so long it counts for nothing. */
const FORGOTTEN_MS = 2 * 3_600_000;
/** What a thing done to a file tells: an edit most. */
const TELLS = { file_edit: 0.95, file_open: 0.8, symbol_hover: 0.6 } as const;
const MAX_FILES = 16;
const MAX_SYMBOLS = 8;

/** The most telling first. */
export function recentFiles(happened: readonly Happened[], now: EpochMs): readonly RecentFile[] {
  const files = new Map<string, RecentFile>();
  for (const { at, type, path, symbols = [] } of happened) {
    const before = files.get(path);
    // What was closed is not worked on any more; what happens to it later counts again.
    if (type === "file_close") files.delete(path);
    else if (isRecent(at, now)) files.set(path, merge(before, { at, type, path, symbols, relevance: TELLS[type] * fade(now - at) }, now));
  }
  return [...files.values()].sort((a, b) => b.relevance - a.relevance || b.at - a.at).slice(0, MAX_FILES);
}

/** A clock that was set back must not keep a file for ever. */
function isRecent(at: EpochMs, now: EpochMs): boolean {
  return Math.abs(now - at) < FORGOTTEN_MS;
}

function fade(age: number): number {
  return 0.5 ** (Math.max(0, age) / HALF_LIFE_MS);
}

/** An edit still tells when the file is looked at afterwards. */
function merge(before: RecentFile | undefined, next: RecentFile, now: EpochMs): RecentFile {
  if (before === undefined) return next;
  const symbols = [...new Set([...next.symbols, ...before.symbols])].slice(0, MAX_SYMBOLS);
  const earlier = TELLS[before.type] * fade(now - before.at);
  return earlier > next.relevance ? { ...before, symbols } : { ...next, symbols };
}
