/** Goes through the runs of all blocks at once, in the order of their terms' hashes. Off the hot path. */
import type { WordReader } from "./file-writer.ts";

/** Where a block's terms lie in the file of runs. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly block: number;
}

export interface OpenRun extends Run {
  readonly reader: WordReader;
}

/** The term at which a run stands. */
export class Cursor {
  high = 0;
  low = 0;
  lines = 0;
  count = 0;
  payload = new Uint32Array(64);
  words = 0;

  constructor(
    private readonly reader: WordReader,
    readonly block: number,
  ) {}

  /** False at the end. */
  next(): boolean {
    if (this.reader.isAtEnd) return false;
    this.high = this.reader.word();
    this.low = this.reader.word();
    this.lines = this.reader.word();
    this.count = this.reader.word();
    this.words = this.reader.word();
    if (this.words > this.payload.length) this.payload = new Uint32Array(this.words * 2);
    this.reader.words(this.payload, this.words);
    return true;
  }
}

/** All runs, each at its next term. */
export class Cursors {
  private readonly all: readonly Cursor[];
  /** Of each the hash, side by side, as finding the least is most of the work: the first 53 bits as one number, and the low half. */
  private readonly keys: Float64Array;
  private readonly lows: Uint32Array;
  /** Those that stand at the least hash, in the order of their blocks. Most terms are ids, and stand in one run alone. */
  readonly least: Cursor[] = [];
  private readonly leastAt: Int32Array;

  constructor(runs: readonly OpenRun[]) {
    this.all = runs.map(({ reader, block }) => new Cursor(reader, block));
    this.keys = new Float64Array(runs.length);
    this.lows = new Uint32Array(runs.length);
    this.leastAt = new Int32Array(runs.length);
    for (let i = 0; i < runs.length; i++) this.advance(i);
  }

  private advance(index: number): void {
    const cursor = this.all[index] as Cursor;
    this.keys[index] = cursor.next() ? wholeHash(cursor.high, cursor.low) : Number.POSITIVE_INFINITY;
    this.lows[index] = cursor.low;
  }

  /** False when all have ended. */
  takeLeast(): boolean {
    const { all, keys, lows, least, leastAt } = this;
    let key = Number.POSITIVE_INFINITY;
    let low = 0;
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
      const own = keys[i] as number;
      if (own > key) continue;
      const isLess = own < key || (lows[i] as number) < low;
      if (!isLess && lows[i] !== low) continue;
      if (isLess) count = 0;
      key = own;
      low = lows[i] as number;
      leastAt[count++] = i;
    }
    if (key === Number.POSITIVE_INFINITY) return false;
    least.length = 0;
    for (let i = 0; i < count; i++) least.push(all[leastAt[i] as number] as Cursor);
    return true;
  }

  /** Those that were the least go on. */
  goOn(): void {
    for (let i = 0; i < this.least.length; i++) this.advance(this.leastAt[i] as number);
  }
}

/** The first 53 bits of a hash, as a number. */
export function wholeHash(high: number, low: number): number {
  return high * 0x20_0000 + (low >>> 11);
}
