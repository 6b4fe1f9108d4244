/** The line that speaks for an id, found by its bytes: only lines that hold the id at all are parsed. For processes that are asked often. */
import { closeSync } from "node:fs";
import { type JsonObject, lineId, parseObject } from "./parse-line.ts";
import { openStore, readWindows } from "./read-lines.ts";
import type { StoreFile } from "./store-file.ts";

const NEWLINE = 0x0a;

/** The last one, of the last store that has it. Null when there is none; a store that cannot be read has none. */
export function findIdLine(id: string, stores: readonly StoreFile[]): JsonObject | null {
  for (const store of stores.toReversed()) {
    const found = store.inline ? (store.inline.find((record) => record.id === id) ?? null) : findInFile(id, store);
    if (found !== null) return found as unknown as JsonObject;
  }
  return null;
}

function findInFile(id: string, store: StoreFile): JsonObject | null {
  const needle = Buffer.from(JSON.stringify(id));
  let found: JsonObject | null = null;
  let fd: number | null = null;
  const visit = (bytes: Buffer, start: number, end: number): void => {
    for (let at = bytes.indexOf(needle, start); at >= 0 && at < end; ) {
      const from = Math.max(start, bytes.lastIndexOf(NEWLINE, at) + 1);
      const newline = bytes.indexOf(NEWLINE, at);
      const to = newline < 0 || newline > end ? end : newline;
      const value = parseObject(bytes.toString("utf8", from, to));
      if (value !== null && lineId(value, store.source, bytes.toString("latin1", from, to)) === id) found = value;
      at = bytes.indexOf(needle, to);
    }
  };
  try {
    const opened = openStore(store.path);
    fd = opened.fd;
    readWindows(fd, { from: 0, to: opened.size, isLate: () => found !== null, visit, reject: () => {} });
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return found;
}
