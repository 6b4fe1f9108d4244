/** What can be written, and which source it belongs to. */
import type { SourceName } from "../types.ts";

export type Writable = "decision" | "pattern" | "anti-pattern" | "failure" | "observation" | "signal" | "evidence" | "handoff" | "goal";

export const SOURCE_OF: Readonly<Record<Writable, SourceName>> = {
  decision: "journal",
  pattern: "patterns",
  "anti-pattern": "patterns",
  failure: "failures",
  observation: "inbox",
  signal: "inbox",
  evidence: "evidence",
  handoff: "transfer",
  goal: "goals",
};

/** A record as it is stored; fields that say nothing are left out. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** What every record says about where it was made. */
export interface Origin {
  readonly project: string | null;
  readonly sessionId: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly now: Date;
}
