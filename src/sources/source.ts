/** The contract of a source: how one line of its JSONL store becomes a record. Files are found and read elsewhere. */
import type { LoreRecord, SourceName } from "../types.ts";
import type { Fields } from "./fields.ts";

export interface Source {
  readonly name: SourceName;
  /** Null: retired, or it says nothing. `id` is the line's own or made from its content. */
  readonly parseLine: (fields: Fields, id: string) => LoreRecord | null;
}
