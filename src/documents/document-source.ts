/**
 * The contract of a source's YAML and JSON documents: all of them together become records, as lore
 * spreads some records over several files. Off the hot path: the result is kept in the cache.
 */

import { type Fields, isFields } from "../sources/fields.ts";
import type { Source } from "../sources/source.ts";
import { idText } from "../store/parse-line.ts";
import type { LoreRecord, Problem, SourceName } from "../types.ts";

export interface StoreDocument {
  readonly file: string;
  readonly value: unknown;
}

interface ParsedDocuments {
  readonly records: readonly LoreRecord[];
  readonly problems: readonly Problem[];
}

export interface DocumentSource {
  readonly name: SourceName;
  readonly parseDocuments: (documents: readonly StoreDocument[]) => ParsedDocuments;
}

/** Gathers records and problems while a parser walks its documents. */
export class Gatherer {
  readonly problems: Problem[] = [];
  /** Null: retired. The last entry of an id counts. */
  private readonly byId = new Map<string, LoreRecord | null>();

  get records(): readonly LoreRecord[] {
    return [...this.byId.values()].filter((record) => record !== null);
  }

  problem(file: string, what: string): void {
    this.problems.push({ where: file, what });
  }

  /** A list of entries of one kind; anything else in its place is a problem. */
  list(file: string, name: string, entries: unknown, prefix: string, parse: Source["parseLine"]): void {
    if (entries === undefined || entries === null) return;
    if (!Array.isArray(entries)) return this.problem(file, `${name} is not a list`);
    entries.forEach((entry: unknown, index) => {
      if (isFields(entry)) this.one(entry, `${prefix}-${index + 1}`, parse);
      else this.problem(file, `entry ${index + 1} of ${name} is not a record`);
    });
  }

  one(fields: Fields, fallbackId: string, parse: Source["parseLine"]): void {
    const id = idText(fields) ?? fallbackId;
    this.byId.set(id, parse(fields, id));
  }
}

/** The name of a document's file without folder and ending. */
export function fileStem(file: string): string {
  return file.replace(/^.*[/\\]/, "").replace(/(?:\.compressed)?\.[^.]*$/, "");
}
