/**
 * The records of store files. Last wins: within a file its last sound line of an id, and among the files
 * of one source the later file, which is why a store is listed after the documents that it replaces.
 */
import { ALL_SOURCES } from "../sources/all-sources.ts";
import type { LoreRecord, Problem, SourceName } from "../types.ts";
import { hashText } from "./identity.ts";
import { idText, type JsonObject, type LinePattern, scanJsonl } from "./scan-jsonl.ts";

/** A file of records. Derived files hold records in our own shape, made from YAML and JSON documents. */
export interface StoreFile {
  readonly source: SourceName;
  readonly path: string;
  readonly derived: boolean;
  /** What to call it before people: the documents that a derived file was made from. */
  readonly shownAs: string;
}

export interface StoreRead {
  readonly store: StoreFile;
  readonly records: number;
  /** Live records among the lines that were looked at; with a pattern, a later line may retire one: see isCurrent. */
  readonly live: readonly LoreRecord[];
  readonly complete: boolean;
  /** Whether a record of this file is the last of its id here. */
  readonly isLast: (record: LoreRecord) => boolean;
  /** Whether any sound line here has this id, retired or not. */
  readonly holds: (id: string) => boolean;
}

export interface ReadOptions {
  /** Null reads every line. */
  readonly pattern: LinePattern | null;
  readonly isLate: () => boolean;
}

export interface StoreReads {
  readonly reads: readonly StoreRead[];
  readonly problems: readonly Problem[];
  readonly isCurrent: (record: LoreRecord) => boolean;
}

export function readStores(stores: readonly StoreFile[], options: ReadOptions): StoreReads {
  const problems: Problem[] = [];
  const reads = stores.map((store) => readStore(store, options, problems));
  let origins: Map<LoreRecord, number> | null = null;
  const isCurrent = (record: LoreRecord): boolean => {
    origins ??= new Map(reads.flatMap(({ live }, index) => live.map((each) => [each, index] as const)));
    // Not found: a record kept in memory, which comes before every file.
    const own = origins.get(record) ?? -1;
    const later = reads.slice(own + 1).filter(({ store }) => store.source === record.source);
    return (reads[own]?.isLast(record) ?? true) && !later.some(({ holds }) => holds(record.id));
  };
  return { reads, problems, isCurrent };
}

interface Line {
  readonly offset: number;
  /** Null: retired, or it says nothing. */
  readonly record: LoreRecord | null;
}

function readStore(store: StoreFile, { pattern, isLate }: ReadOptions, problems: Problem[]): StoreRead {
  const unread: StoreRead = { store, records: 0, live: [], complete: false, isLast: () => true, holds: () => false };
  if (isLate()) {
    problems.push({ where: store.shownAs, what: "not read: time was up", hint: "raise deadline_ms" });
    return unread;
  }
  const parse = store.derived ? asRecord : ALL_SOURCES.find(({ name }) => name === store.source)?.parseLine;
  const byId = new Map<string, Line>();
  const visit = (value: JsonObject, line: string, offset: number): void => {
    const id = lineId(value, store.source, line);
    if (offset >= (byId.get(id)?.offset ?? 0)) byId.set(id, { offset, record: parse?.(value, id) ?? null });
  };
  const reject = (offset: number, reason: string): void => {
    problems.push({ where: store.path, offset, what: reason, hint: "this line is skipped; the rest is used" });
  };
  try {
    const { lines, complete, bytes, isLast, holds } = scanJsonl({ path: store.path, pattern, visit, reject, isLate });
    if (!complete) problems.push({ where: store.shownAs, what: `only the newest ${bytes} bytes were read: time was up`, hint: "raise deadline_ms" });
    return {
      store,
      // A derived file has a header and a footer line.
      records: store.derived ? lines - 2 : lines,
      live: [...byId.values()].flatMap(({ record }) => record ?? []),
      complete,
      // When every line was looked at, the map knows; a made-up id stands in its line alone.
      isLast: ({ id }) => pattern === null || store.derived || isMadeUp(id, store.source) || isLast(id, byId.get(id)?.offset ?? 0),
      holds: (id) => byId.has(id) || (pattern !== null && holds(id)),
    };
  } catch (error) {
    problems.push({ where: store.shownAs, what: `cannot be read: ${(error as Error).message}` });
    return unread;
  }
}

/** A line without an id gets one from its content, so that it can be named and shown. */
export function lineId(value: JsonObject, source: SourceName, line: string): string {
  return idText(value) ?? `${source}~${hashText(line)}`;
}

function isMadeUp(id: string, source: SourceName): boolean {
  return id.startsWith(`${source}~`);
}

/** A derived line was written by us from a parsed record; the header and footer lines are not records. */
function asRecord(value: JsonObject): LoreRecord | null {
  return typeof value.kind === "string" && typeof value.title === "string" && Array.isArray(value.body) ? (value as unknown as LoreRecord) : null;
}
