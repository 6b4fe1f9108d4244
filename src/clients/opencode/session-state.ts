/**
 * What the plugin must say in the same bytes on every request of a session, kept in the state folder, so that it is the same after
 * a restart of OpenCode too. Where that folder cannot be written, the process remembers it as long as it lives.
 */
import { readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { writeCacheFile } from "../../store/cache-file.ts";
import { ledgerName } from "../../store/ledger-file.ts";
import { type OwnText, parseShown } from "./own-part.ts";

export interface SessionState {
  /** What stands in the system prompt; null when the session has not been told yet. */
  readonly orientation: OwnText | null;
  /** The id of the last compaction's summary; null before the first, missing when its messages were never looked at. */
  readonly summary?: string | null;
  /** A compaction was heard of, and the next prompt comes before its messages were looked at. */
  readonly isCompacted: boolean;
  /** What compaction took away and we brought back, and the message that it stands in. */
  readonly restored: (OwnText & { readonly anchor: string }) | null;
}

const NEW: SessionState = { orientation: null, isCompacted: false, restored: null };
const VERSION = 1;
const DAY_MS = 86_400_000;
/** So many are remembered where nothing can be written. */
const MAX_REMEMBERED = 200;

export class SessionStates {
  private readonly remembered = new Map<string, SessionState>();
  private readonly folder: string | null;

  constructor(stateDir: string | null) {
    this.folder = stateDir === null ? null : join(stateDir, "opencode");
  }

  read(sessionId: string): SessionState {
    return this.remembered.get(sessionId) ?? this.readFile(sessionId) ?? NEW;
  }

  write(sessionId: string, state: SessionState): void {
    const isKept = writeCacheFile(this.folder, fileName(sessionId), `${JSON.stringify({ version: VERSION, ...state })}\n`);
    // What is in the file is read from it: another OpenCode may go on with the session.
    this.remembered.delete(sessionId);
    if (isKept) return;
    this.remembered.set(sessionId, state);
    for (const oldest of this.remembered.keys()) {
      if (this.remembered.size <= MAX_REMEMBERED) return;
      this.remembered.delete(oldest);
    }
  }

  forget(sessionId: string): void {
    this.remembered.delete(sessionId);
    if (this.folder !== null) remove(join(this.folder, fileName(sessionId)));
  }

  /** Sessions end without saying so: their files go by age. */
  prune(keepDays: number, now: number): void {
    try {
      for (const name of this.folder === null ? [] : readdirSync(this.folder)) {
        const path = join(this.folder ?? "", name);
        if (now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > keepDays * DAY_MS) remove(path);
      }
    } catch {
      // No folder yet.
    }
  }

  private readFile(sessionId: string): SessionState | null {
    try {
      return this.folder === null ? null : parseState(JSON.parse(readFileSync(join(this.folder, fileName(sessionId)), "utf8")));
    } catch {
      return null;
    }
  }
}

function fileName(sessionId: string): string {
  return ledgerName(sessionId).replace(/jsonl$/, "json");
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process was faster, or it is not ours to remove.
  }
}

/** Whoever may write the folder may have written the file. */
function parseState(value: unknown): SessionState | null {
  const { version, orientation, summary, isCompacted, restored } = Object(value) as { readonly [K in keyof SessionState | "version"]?: unknown };
  if (version !== VERSION) return null;
  const { anchor } = Object(restored) as { readonly anchor?: unknown };
  const back = parseOwnText(restored);
  return {
    orientation: parseOwnText(orientation),
    ...(summary === null || typeof summary === "string" ? { summary } : {}),
    isCompacted: isCompacted === true,
    restored: back !== null && typeof anchor === "string" ? { ...back, anchor } : null,
  };
}

function parseOwnText(value: unknown): OwnText | null {
  const { text, shown } = Object(value) as { readonly text?: unknown; readonly shown?: unknown };
  return typeof text === "string" ? { text, shown: parseShown(shown) } : null;
}
