/** The loops of a block's search: adding up bounds, and finding the fields of what is left. In JavaScript, for lists that are short. */
import { BLOCK_DOCS, checksum, PLANE_BYTES } from "./format.ts";

/** Places are in words of `words`. */
export interface Kernel {
  /** Where lists may be put, from `start` on. */
  readonly words: Uint32Array;
  readonly start: number;
  readonly checksum: (from: number, to: number) => number;
  readonly clear: () => void;
  readonly addArray: (at: number, count: number, bound: number, least: number) => void;
  /** The two planes of a bitmap. */
  readonly addBitmap: (low: number, high: number, bound: number, least: number) => void;
  /** The documents that reached what is needed since `clear`. A copy. */
  readonly reached: () => Uint32Array;
  /** Rows of field codes for all that reached it, which the two functions below fill. Holds until the next `clear`. */
  readonly rows: () => Uint8Array;
  /** Sets column `column` of each document that the array holds. */
  readonly arrayFields: (at: number, fieldsAt: number, count: number, column: number) => void;
  readonly bitmapFields: (low: number, high: number, column: number) => void;
  /** The weight of each row. A copy. */
  readonly weigh: (scale: Scale) => Uint16Array;
}

/** What the fields in a row are worth. Behind the weighed columns one tells that a document is the project's own, the next that it is nobody's. */
export interface Scale {
  /** For each column four weights, by field code. */
  readonly weights: Uint16Array;
  /** No row weighs more. */
  readonly full: number;
  /** Of nobody's documents so many 256ths count. */
  readonly neutral: number;
  /** Of other projects' so many, and nothing below `strong`. */
  readonly foreign: number;
  readonly strong: number;
}

export class ScriptKernel implements Kernel {
  readonly words: Uint32Array;
  readonly start = 0;
  private readonly halves: Uint16Array;
  private readonly totals: Uint16Array;
  private noted: number[] = [];
  private docs: Uint32Array = new Uint32Array(0);
  private hits = new Uint8Array(0);

  constructor(
    length: number,
    private readonly width: number,
    documents: number,
  ) {
    this.words = new Uint32Array(length);
    this.halves = new Uint16Array(this.words.buffer);
    this.totals = new Uint16Array(Math.min(BLOCK_DOCS, documents));
  }

  checksum(from: number, to: number): number {
    return checksum(this.words, from, to);
  }

  clear(): void {
    this.totals.fill(0);
    this.noted = [];
  }

  addArray(at: number, count: number, bound: number, least: number): void {
    const { halves, totals, noted: docs } = this;
    for (let i = at * 2; i < at * 2 + count; i++) {
      const doc = halves[i] as number;
      const before = totals[doc] as number;
      totals[doc] = before + bound;
      if (before < least && before + bound >= least) docs.push(doc);
    }
  }

  addBitmap(low: number, high: number, bound: number, least: number): void {
    const { words, totals, noted: docs } = this;
    for (let i = 0; i < PLANE_BYTES / 4; i++) {
      for (let word = (words[low + i] as number) | (words[high + i] as number); word !== 0; word &= word - 1) {
        const doc = i * 32 + 31 - Math.clz32(word & -word);
        const before = totals[doc] as number;
        totals[doc] = before + bound;
        if (before < least && before + bound >= least) docs.push(doc);
      }
    }
  }

  reached(): Uint32Array {
    this.docs = Uint32Array.from(this.noted);
    return this.docs;
  }

  rows(): Uint8Array {
    this.hits = new Uint8Array(this.docs.length * this.width);
    return this.hits;
  }

  arrayFields(at: number, fieldsAt: number, count: number, column: number): void {
    const { halves, words, docs, hits, width } = this;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      let from = 0;
      let to = count - 1;
      while (from < to) {
        const middle = (from + to) >> 1;
        if ((halves[at * 2 + middle] as number) < doc) from = middle + 1;
        else to = middle;
      }
      if (halves[at * 2 + from] === doc) hits[i * width + column] = ((words[fieldsAt + (from >> 4)] as number) >>> ((from & 15) * 2)) & 3;
    }
  }

  weigh(scale: Scale): Uint16Array {
    return Uint16Array.from(this.docs, (_doc, i) => weigh(this.hits, i * this.width, scale));
  }

  bitmapFields(low: number, high: number, column: number): void {
    const { words, docs, hits, width } = this;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      const code = bit(words, low, doc) | (bit(words, high, doc) << 1);
      if (code !== 0) hits[i * width + column] = code;
    }
  }
}

function weigh(hits: Uint8Array, start: number, { weights, full, neutral, foreign, strong }: Scale): number {
  const columns = weights.length / 4;
  let sum = 0;
  for (let column = 0; column < columns; column++) sum += weights[column * 4 + (hits[start + column] as number)] as number;
  sum = Math.min(sum, full);
  if (hits[start + columns] !== 0) return sum;
  const factor = hits[start + columns + 1] !== 0 ? neutral : sum < strong ? 0 : foreign;
  return (sum * factor + 255) >>> 8;
}

function bit(words: Uint32Array, plane: number, doc: number): number {
  return ((words[plane + (doc >>> 5)] as number) >>> (doc & 31)) & 1;
}
