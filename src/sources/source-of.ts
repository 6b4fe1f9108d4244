/** The source in which records of a kind are kept. */
import type { RecordKind, SourceName } from "../types.ts";

export const SOURCE_OF: Readonly<Record<RecordKind, SourceName>> = {
  pattern: "patterns",
  "anti-pattern": "patterns",
  decision: "journal",
  failure: "failures",
  handoff: "transfer",
  registry: "registry",
  signal: "inbox",
  observation: "inbox",
  goal: "goals",
  concept: "concepts",
  evidence: "evidence",
};
