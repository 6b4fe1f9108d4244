/**
 * What the hook needs to know of feedback.jsonl, in the cache folder: for each record how far its score leans up or down.
 * Header (magic, version, entries, sessions), then sorted entries of 12 bytes (hash of the key, lean). Losing it loses nothing.
 */
import { closeSync, constants, existsSync, openSync, readSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { sep } from "node:path";
import type { EpochMs } from "../types.ts";
import { baseRate, factorOf, leanOf, type ObservedFeedback, tallyFeedback } from "../usefulness/rate.ts";
import { makeFolder } from "./cache-file.ts";
import { hashLanes } from "./identity.ts";

export interface Usefulness {
  /** Sessions of which records were judged. */
  readonly sessions: number;
  /** What a record's score is multiplied by: from `least` to `most`, 1 where nothing is known. */
  readonly factorOf: (key: string, least: number, most: number) => number;
}

const NAME = "usefulness.bin";
/** "LUSE" */
const MAGIC = 0x4553554c;
const VERSION = 1;
const HEADER = 16;
const ENTRY = 12;
/** Those that lean the most; a file of 786 kB. */
const MOST_RECORDS = 65_536;
const MOST_BYTES = HEADER + MOST_RECORDS * ENTRY;
/** Leans are kept as whole numbers. */
const ONE = 1_000_000;
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Null when there is none, or it is not whole. One read: no more is looked at than a few entries for each record. */
export function readUsefulness(cacheDir: string | null): Usefulness | null {
  // Asking first: an error costs more than all the rest.
  if (cacheDir === null || !existsSync(cacheDir + sep + NAME)) return null;
  let fd: number;
  try {
    fd = openSync(cacheDir + sep + NAME, READ);
  } catch {
    return null;
  }
  try {
    // Only the pages that are read into cost anything. Whole words, as they are written: every machine that Node runs on has them so.
    const words = new Uint32Array(MOST_BYTES / 4 + 1);
    const length = readSync(fd, new Uint8Array(words.buffer), 0, MOST_BYTES + 4, 0);
    const count = words[2] as number;
    if (length !== HEADER + count * ENTRY || words[0] !== MAGIC || words[1] !== VERSION) return null;
    return { sessions: words[3] as number, factorOf: (key, least, most) => factorOf(findLean(words, count, key), least, most) };
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

function findLean(words: Uint32Array, count: number, key: string): number {
  const [high, low] = hashLanes(key);
  let from = 0;
  let to = count;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = (HEADER + middle * ENTRY) / 4;
    const order = (words[at] as number) - high || (words[at + 1] as number) - low;
    // Damaged or not, no record gets more than the settings allow.
    if (order === 0) return Math.max(-1, Math.min(1, ((words[at + 2] as number) | 0) / ONE));
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return 0;
}

/** From all the feedback there is. False when it could not be written: the hook then goes on with what it has. */
export function writeUsefulness(cacheDir: string, feedback: readonly ObservedFeedback[], sessions: number, now: EpochMs = Date.now()): boolean {
  const target = cacheDir + sep + NAME;
  const aside = `${target}.${process.pid}.tmp`;
  try {
    makeFolder(cacheDir);
    writeFileSync(aside, renderEntries(feedback, sessions, now), { mode: 0o600 });
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

function renderEntries(feedback: readonly ObservedFeedback[], sessions: number, now: EpochMs): Buffer {
  const base = baseRate(feedback, now);
  const entries = [...tallyFeedback(feedback, now)]
    .map(([key, tally]) => ({ hash: hashLanes(key), lean: Math.round(leanOf(tally, base) * ONE) }))
    .filter(({ lean }) => lean !== 0)
    .sort((a, b) => Math.abs(b.lean) - Math.abs(a.lean))
    .slice(0, MOST_RECORDS)
    .sort((a, b) => a.hash[0] - b.hash[0] || a.hash[1] - b.hash[1]);
  const bytes = Buffer.alloc(HEADER + entries.length * ENTRY);
  [MAGIC, VERSION, entries.length, sessions].forEach((value, index) => {
    bytes.writeUInt32LE(value, index * 4);
  });
  entries.forEach(({ hash: [high, low], lean }, index) => {
    const at = HEADER + index * ENTRY;
    bytes.writeUInt32LE(high, at);
    bytes.writeUInt32LE(low, at + 4);
    bytes.writeInt32LE(lean, at + 8);
  });
  return bytes;
}
