/** Every record that there is, in its stored form and as a prompt would see it: the last line of each id, and what documents hold. */
import { existsSync } from "node:fs";
import type { Context } from "../open-context.ts";
import { cleanFields } from "../privacy/clean.ts";
import { fieldsOf } from "../sources/fields.ts";
import { findStores } from "../store/find-stores.ts";
import { idText, type JsonObject } from "../store/parse-line.ts";
import { readRecords } from "../store/read-records.ts";
import { parserOf, type StoreFile } from "../store/store-file.ts";
import type { LoreRecord, Problem, SourceName } from "../types.ts";
import { readLines } from "../write/read-lines.ts";
import { readEntries } from "./read-entries.ts";

export interface StoredRecord {
  readonly source: SourceName;
  /** As stored. */
  readonly fields: JsonObject;
  /** As a prompt would see it. Null: retired, or it says nothing. */
  readonly parse: (fields: JsonObject) => LoreRecord | null;
}

export interface Collected {
  readonly records: readonly StoredRecord[];
  readonly problems: readonly Problem[];
}

/** `tick` is called now and then, as this may take long. */
export function collectRecords(context: Context, tick: () => void): Collected {
  const last = new Map<string, StoredRecord>();
  const problems: Problem[] = [];
  // Documents first: a line of the same id replaces what they say.
  for (const each of collectDocuments(context, problems)) put(last, each.source, idText(each.fields) ?? "", each);
  for (const store of context.stores) {
    if (store.derived || !existsSync(store.path)) continue;
    try {
      collectLines(store, last, tick);
    } catch (error) {
      problems.push({ where: store.path, what: `cannot be read: ${(error as Error).message}`, hint: "the rest is exported" });
    }
  }
  return { records: [...last.values()], problems };
}

function put(last: Map<string, StoredRecord>, source: SourceName, key: string, record: StoredRecord): void {
  last.delete(`${source}:${key}`);
  last.set(`${source}:${key}`, record);
}

function collectLines(store: StoreFile, last: Map<string, StoredRecord>, tick: () => void): void {
  const parse = parserOf(store);
  const parseFields: StoredRecord["parse"] = (fields) => parse(fields, idText(fields) ?? "");
  readLines(store.path, {
    tick,
    visit: ({ number, value }) => {
      const id = idText(value);
      // A line without an id has no other versions.
      put(last, store.source, id ?? `${store.path}\n${number}`, { source: store.source, fields: value, parse: parseFields });
    },
  });
}

function collectDocuments({ config, dataRoot, locations, stores }: Context, problems: Problem[]): readonly StoredRecord[] {
  if (dataRoot.path === null) return [];
  const derived = readRecords(
    stores.filter((store) => store.derived),
    () => false,
  );
  const seen = new Map(derived.stores.flatMap(({ records }) => records).map((record) => [`${record.source}:${record.id}`, clean(record)]));
  const entries = findStores(config, dataRoot.path, locations.home).files.flatMap(({ source, path }) => readEntries(source, path, problems));
  const stored = entries.map(({ source, fields }) => {
    const record = seen.get(`${source}:${idText(fields)}`) ?? null;
    return { source, fields, parse: () => record };
  });
  // The registry's records are put together from several files: none of them is one.
  const gathered = [...seen.values()].filter(({ source }) => source === "registry");
  return [...stored, ...gathered.map((record) => ({ source: record.source, fields: fieldsOf(record), parse: () => record }))];
}

function clean(record: LoreRecord): LoreRecord {
  return cleanFields(record) as LoreRecord;
}
