/** A file of records, and how its lines become records. */
import { ALL_SOURCES } from "../sources/all-sources.ts";
import type { LoreRecord, SourceName } from "../types.ts";
import type { JsonObject } from "./parse-line.ts";

/** Derived files hold records in our own shape, made from YAML and JSON documents. */
export interface StoreFile {
  readonly source: SourceName;
  readonly path: string;
  readonly derived: boolean;
  /** What to call it before people: the documents that a derived file was made from. */
  readonly shownAs: string;
  /** The records themselves, where no derived file could be written (read-only cache). */
  readonly inline?: readonly LoreRecord[];
  /** Of a repository's own store: the project that all of its records belong to. */
  readonly project?: string | null;
  /** Small, and of one repository: read on each prompt instead of being indexed with everything else for it. */
  readonly direct?: true;
}

/** Null: retired, or it says nothing. */
export function parserOf(store: StoreFile): (value: JsonObject, id: string) => LoreRecord | null {
  if (store.derived) return asRecord;
  const parse = ALL_SOURCES.find(({ name }) => name === store.source)?.parseLine ?? (() => null);
  const { project } = store;
  if (!project) return parse;
  return (value, id) => {
    const record = parse(value, id);
    return record === null ? null : { ...record, projects: [project, ...record.projects] };
  };
}

/** A derived line was written by us from a parsed record; the header and footer lines are not records. */
function asRecord(value: JsonObject): LoreRecord | null {
  return typeof value.kind === "string" && typeof value.title === "string" && Array.isArray(value.body) ? (value as unknown as LoreRecord) : null;
}
