/**
 * From the records of a set to those of the stores: each is written down with the field names of its store and read by
 * that store's own parser, so that a set goes through the same door as what people have on disk.
 */
import { ALL_SOURCES } from "../../src/sources/all-sources.ts";
import type { Fields } from "../../src/sources/fields.ts";
import type { LoreRecord, SourceName } from "../../src/types.ts";

/** A checked line of records.jsonl. */
export interface SetRecord {
  readonly id: string;
  readonly type: "decision" | "pattern" | "failure" | "observation" | "handoff";
  readonly project: string;
  readonly title: string;
  readonly text: string;
  readonly tags: readonly string[];
  readonly timestamp: string;
  readonly supersededBy: string | null;
}

interface Store {
  readonly source: SourceName;
  readonly fields: (title: string, text: string) => Fields;
}

const STORES: Readonly<Record<SetRecord["type"], Store>> = {
  decision: { source: "journal", fields: (title, text) => (title === "" ? { decision: text } : { decision: title, rationale: text }) },
  pattern: { source: "patterns", fields: (title, text) => ({ name: title || text, solution: title === "" ? "" : text }) },
  failure: { source: "failures", fields: (title, text) => ({ error_message: title || text, fix: title === "" ? "" : text }) },
  handoff: { source: "transfer", fields: (title, text) => ({ message: title, summary: text }) },
  observation: { source: "inbox", fields: (title, text) => ({ title, content: text }) },
};

/** Null where the parser sees nothing to show: a superseded record is not there. */
export function toRecord({ id, type, project, title, text, tags, timestamp, supersededBy }: SetRecord): LoreRecord | null {
  const { source, fields } = STORES[type];
  const parser = ALL_SOURCES.find(({ name }) => name === source);
  if (parser === undefined) throw new Error(`there is no source ${source}`);
  // Every store understands this status.
  const status = supersededBy === null ? {} : { status: "superseded", superseded_by: supersededBy };
  return parser.parseLine({ id, timestamp, project, tags, ...fields(title, text), ...status }, id);
}
