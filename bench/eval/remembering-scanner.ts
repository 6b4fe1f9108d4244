/**
 * Reads inline stores as the product does, but remembers the tokens of each record: a set asks for the same records with
 * every prompt, and to tokenize them anew takes four fifths of the time. The hits are those of `findHits`.
 */
import * as scanner from "../../src/scan.ts";
import { findHits } from "../../src/store/find-hits.ts";
import type { Scan, ScanRequest } from "../../src/store/scan-store.ts";
import type { Hits, LoreRecord } from "../../src/types.ts";

type Columns = ReadonlyMap<string, number>;

const remembered = new WeakMap<LoreRecord, Columns>();

export const rememberingScanner: typeof scanner = { ...scanner, scanStore };

function scanStore(request: ScanRequest): Scan {
  const { store, columns } = request;
  if (!store.inline || columns === null) return scanner.scanStore(request);
  const scan = scanner.scanStore({ ...request, columns: null });
  const found = scan.found.flatMap((line) => {
    const hits = hitsOf(fieldsOfKeys(line.record), columns);
    return hits === null ? [] : [{ ...line, hits }];
  });
  return { ...scan, found };
}

function hitsOf(fields: Columns, columns: Columns): Hits | null {
  let hits: Hits | null = null;
  for (const [key, column] of columns) {
    const code = fields.get(key);
    if (code === undefined) continue;
    hits ??= new Uint8Array(columns.size);
    hits[column] = code;
  }
  return hits;
}

/** For every key that a record holds the code of its best field. */
function fieldsOfKeys(record: LoreRecord): Columns {
  let fields = remembered.get(record);
  if (fields === undefined) {
    const every = new EveryKey(JSON.stringify(record).length);
    const hits = findHits(record, every, null);
    fields = new Map([...every].map(([key, column]) => [key, hits?.[column] ?? 0]));
    remembered.set(record, fields);
  }
  return fields;
}

/** Gives a column to whatever key is asked for. */
class EveryKey extends Map<string, number> {
  private next = 0;

  /** `most`: a text has no more tokens, with their parts, than twice its characters. */
  constructor(private readonly most: number) {
    super();
  }

  override get size(): number {
    return this.most * 2;
  }

  override get(key: string): number {
    let column = super.get(key);
    if (column === undefined) {
      column = this.next++;
      this.set(key, column);
    }
    return column;
  }
}
