/** Sessions end without saying so: their files go by age, and the oldest when there are too many. Off the prompt's path. */
import { readdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { EpochMs } from "../types.ts";
import { ledgerName, sessionsFolder } from "./ledger-file.ts";

export interface PruneOptions {
  readonly keep_days: number;
  readonly keep_sessions: number;
  readonly now: EpochMs;
  /** The session that goes on, however old. */
  readonly own: string;
}

const DAY_MS = 86_400_000;

export function pruneLedgers(stateDir: string, { keep_days, keep_sessions, now, own }: PruneOptions): void {
  const folder = sessionsFolder(stateDir);
  try {
    const files = readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl") && name !== ledgerName(own))
      .map((name) => ({ path: join(folder, name), at: modifiedAt(join(folder, name)) }))
      .sort((a, b) => b.at - a.at);
    files.forEach(({ path, at }, rank) => {
      if (rank >= keep_sessions || now - at > keep_days * DAY_MS) remove(path);
    });
  } catch {
    // No folder yet.
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process was faster, or it is not ours to remove: the others go on.
  }
}

function modifiedAt(path: string): EpochMs {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
