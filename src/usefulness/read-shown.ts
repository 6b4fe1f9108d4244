/** What a session was shown and what was kept back from it, by its ledger, with the records themselves from the stores. */
import { closeSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "../capture/read-transcript.ts";
import { type LedgerLine, parseLedgerLine } from "../session/ledger-line.ts";
import { ledgerName, sessionsFolder } from "../store/ledger-file.ts";
import { lineId, parseObject } from "../store/parse-line.ts";
import { openStore, readWindows } from "../store/read-lines.ts";
import { parserOf, type StoreFile } from "../store/store-file.ts";
import { FORMS, type LoreRecord } from "../types.ts";
import type { ShownRecord } from "./read-session.ts";

type ShownKey = Omit<ShownRecord, "record">;

/** The end of a long ledger: what was shown before was judged before. */
const LEDGER = { head: 0, tail: 1024 * 1024 };
const NEWLINE = 0x0a;

/** In the order in which they were shown; what subagents were shown is not in the session's own transcript. */
export function readShownKeys(stateDir: string, sessionId: string): readonly ShownKey[] {
  const text = readTranscript(join(sessionsFolder(stateDir), ledgerName(sessionId)), LEDGER) ?? "";
  return text.split("\n").flatMap((each) => {
    const line = parseLedgerLine(each);
    return line === null || line.agent !== undefined ? [] : [...shownBy(line), ...withheldBy(line)];
  });
}

function shownBy({ at, event, shown = [] }: LedgerLine): readonly ShownKey[] {
  return shown.map(([key, , form]) => ({ key, at, form, withheld: false, unasked: event === "start" }));
}

/** Keys, or entries as those that are shown. */
function withheldBy(line: LedgerLine): readonly ShownKey[] {
  const { withheld } = line as { readonly withheld?: unknown };
  if (!Array.isArray(withheld)) return [];
  return withheld.flatMap((entry: unknown): readonly ShownKey[] => {
    const [key, form] = Array.isArray(entry) ? [entry[0], entry[2]] : [entry, "full"];
    return typeof key === "string" ? [{ key, at: line.at, form: FORMS.find((each) => each === form) ?? "full", withheld: true }] : [];
  });
}

/** By key. Rules, documents and what was registered are no records; what was taken out of the stores is judged no more. */
export function readRecordsOf(keys: ReadonlySet<string>, stores: readonly StoreFile[], isLate: () => boolean): ReadonlyMap<string, LoreRecord> {
  const records = new Map<string, LoreRecord>();
  for (const store of stores) {
    const ids = [...keys].flatMap((key) => (key.startsWith(`${store.source}:`) ? [key.slice(store.source.length + 1)] : []));
    if (ids.length === 0 || isLate()) continue;
    for (const record of store.inline ? store.inline.filter(({ id }) => ids.includes(id)) : readFrom(store, ids, isLate))
      records.set(`${store.source}:${record.id}`, record);
  }
  return records;
}

/** The last line of each; only lines that hold an id are parsed. A store that cannot be read has none. */
function readFrom(store: StoreFile, ids: readonly string[], isLate: () => boolean): Iterable<LoreRecord> {
  const found = new Map<string, { readonly record: LoreRecord; readonly offset: number }>();
  const parse = parserOf(store);
  const keep = (id: string, text: string, offset: number): void => {
    const value = parseObject(text);
    if (value === null || lineId(value, store.source, text) !== id || (found.get(id)?.offset ?? -1) > offset) return;
    const record = parse(value, id);
    if (record !== null) found.set(id, { record, offset });
  };
  const visit = (bytes: Buffer, start: number, end: number, offset: number): void => {
    for (const id of ids)
      eachLineWith(bytes, { needle: JSON.stringify(id), start, end }, (from, to) => keep(id, bytes.toString("utf8", from, to), offset + from - start));
  };
  let fd: number | null = null;
  try {
    const opened = openStore(store.path);
    fd = opened.fd;
    readWindows(fd, { from: 0, to: opened.size, isLate: () => isLate() || found.size === ids.length, visit, reject: () => {} });
  } catch {
    // An unreadable store is `sources`' business.
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return [...found.values()].map(({ record }) => record);
}

interface Sought {
  readonly needle: string;
  readonly start: number;
  readonly end: number;
}

function eachLineWith(bytes: Buffer, { needle, start, end }: Sought, visit: (from: number, to: number) => void): void {
  for (let at = bytes.indexOf(needle, start); at >= 0 && at < end; ) {
    const from = Math.max(start, bytes.lastIndexOf(NEWLINE, at) + 1);
    const newline = bytes.indexOf(NEWLINE, at);
    const to = newline < 0 || newline > end ? end : newline;
    visit(from, to);
    at = bytes.indexOf(needle, to);
  }
}
