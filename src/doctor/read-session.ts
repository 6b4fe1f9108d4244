/** What one session has been shown, from its ledger alone. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { Ledger } from "../session/ledger.ts";
import { parseLedgerLine } from "../session/ledger-line.ts";
import { ledgerName, sessionsFolder } from "../store/ledger-file.ts";
import { readBounded } from "../store/read-bounded.ts";
import type { EpochMs } from "../types.ts";

export interface SessionShown {
  /** Items that are in its context now. */
  readonly count: number;
  readonly prompts: number;
  readonly waiting: number;
  readonly last: { readonly at: EpochMs; readonly ids: readonly string[] } | null;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Null when the session is not known. */
export function readLastShown(stateDir: string | null, session: string): SessionShown | null {
  const path = stateDir === null ? null : join(sessionsFolder(stateDir), ledgerName(session));
  if (path === null || !statSync(path, { throwIfNoEntry: false })?.isFile()) return null;
  const ledger = new Ledger();
  let last: SessionShown["last"] = null;
  for (const text of readBounded(path, MAX_BYTES).split("\n")) {
    const line = parseLedgerLine(text);
    if (line === null) continue;
    ledger.add(line);
    // What a subagent was shown is not in the session's context.
    if (line.agent === undefined && (line.shown ?? []).length > 0)
      last = { at: line.at, ids: (line.shown ?? []).map(([key]) => key.slice(key.indexOf(":") + 1)) };
  }
  return { count: ledger.shown(null).size, prompts: ledger.prompts, waiting: ledger.pending.size, last };
}
