/** The line that speaks for an id, found by reading the stores. Off the hot path. */
import { closeSync } from "node:fs";
import { type JsonObject, lineId, parseObject } from "./parse-line.ts";
import { openStore, readWindows } from "./read-lines.ts";
import type { StoreFile } from "./store-file.ts";

export interface FoundLine {
  readonly store: StoreFile;
  readonly value: JsonObject;
  readonly offset: number;
}

/** The last one, of the last store that has it. `tick` is called now and then. */
export function findLine(id: string, stores: readonly StoreFile[], tick: () => void): FoundLine | null {
  for (const store of stores.toReversed()) {
    const found = store.inline ? findInline(id, store) : findInFile(id, store, tick);
    if (found !== null) return found;
  }
  return null;
}

function findInline(id: string, store: StoreFile): FoundLine | null {
  const record = store.inline?.find((each) => each.id === id);
  return record === undefined ? null : { store, value: record as unknown as JsonObject, offset: 0 };
}

function findInFile(id: string, store: StoreFile, tick: () => void): FoundLine | null {
  let found: FoundLine | null = null;
  let fd: number | null = null;
  const isDone = (): boolean => {
    tick();
    return found !== null;
  };
  try {
    const opened = openStore(store.path);
    fd = opened.fd;
    const visit = (bytes: Buffer, start: number, end: number, base: number): void => {
      for (let from = start; from < end; ) {
        const newline = bytes.indexOf(0x0a, from);
        const to = newline < 0 || newline > end ? end : newline;
        const value = parseObject(bytes.toString("utf8", from, to));
        if (value !== null && lineId(value, store.source, bytes.toString("latin1", from, to)) === id) found = { store, value, offset: base + from - start };
        from = to + 1;
      }
    };
    readWindows(fd, { from: 0, to: opened.size, isLate: isDone, visit, reject: () => {} });
  } catch {
    // An unreadable store is `sources`' business.
  } finally {
    if (fd !== null) closeSync(fd);
  }
  return found;
}
