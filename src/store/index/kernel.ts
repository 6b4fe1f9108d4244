/** The loops of a block's search: adding up bounds, and finding the fields of what is left. In JavaScript, for lists that are short. */
import { BLOCK_DOCS, checksum, MAX_ARRAY, PLANE_BYTES } from "./format.ts";

/** The postings of one term within one block, where the kernel has them. */
export interface Postings {
  readonly column: number;
  /** The most that the term tells, in whole steps; 0 only notes the field. */
  readonly bound: number;
  /** More than `MAX_ARRAY` are a bitmap of two planes, others an array. */
  readonly count: number;
  /** First word of the array, or of the first plane. The fields, or the second plane, follow. */
  readonly at: number;
}

/** What the documents of a container take in words, without their fields. */
export function documentWords(count: number): number {
  return count > MAX_ARRAY ? PLANE_BYTES / 4 : (count + 1) >> 1;
}

/** Documents of one block that could be worth a look. */
export interface Survivors {
  /** Numbers within the block. */
  readonly docs: Uint32Array;
  /** One row of field codes a document. */
  readonly hits: Uint8Array;
}

export interface Weighed extends Survivors {
  readonly weights: Uint16Array;
}

/** Places are in words of `words`. */
export interface Kernel {
  /** Where lists may be put. Good until the next call. */
  readonly words: () => Uint32Array;
  /** The same, in bytes. */
  readonly bytes: () => Uint8Array;
  readonly checksum: (from: number, to: number) => number;
  /** How many documents have postings whose bounds add up to `least`, which is above 0. */
  readonly find: (postings: readonly Postings[], least: number) => number;
  /** The same, for few postings, all of them arrays: what is found can be narrowed down. */
  readonly gather: (postings: readonly Postings[], least: number) => number;
  /** Of what was gathered, how many reach `least` with these postings too. The others are forgotten. */
  readonly narrow: (postings: Postings, least: number) => number;
  /** Makes a row for each document that was found. The calls below are for when there are any. */
  readonly makeRows: () => void;
  /** Sets, for each document found that they hold, their column in its row. */
  readonly note: (postings: Postings) => void;
  /** What was found. A copy. */
  readonly survivors: () => Survivors;
  /** Those of them that weigh at least so much. A copy. */
  readonly weigh: (scale: Scale, least: number) => Weighed;
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

/** What it costs to look a document up in a list, in postings that are passed one by one. */
const LOOK_UP = 8;

/** For `length` words of lists, in a segment of so many documents. */
export function scriptKernel(length: number, width: number, documents: number): Kernel {
  const words = new Uint32Array(length);
  const halves = new Uint16Array(words.buffer);
  const bytes = new Uint8Array(words.buffer);
  const signed = new Int32Array(words.buffer);
  const totals = new Uint32Array(Math.min(BLOCK_DOCS, documents));
  let docs: number[] = [];
  let hits = new Uint8Array(0);
  const survivors = (): Survivors => ({ docs: Uint32Array.from(docs), hits });
  /** The code of a document's field in an array; 0 when it does not hold the document. */
  const fieldOf = (at: number, count: number, doc: number): number => {
    let from = 0;
    let to = count - 1;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((halves[at * 2 + middle] as number) < doc) from = middle + 1;
      else to = middle;
    }
    return halves[at * 2 + from] === doc ? ((words[at + documentWords(count) + (from >> 4)] as number) >>> ((from & 15) * 2)) & 3 : 0;
  };
  /** Forgets what has less. */
  const keep = (least: number): number => {
    let kept = 0;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      if ((totals[doc] as number) >= least) docs[kept++] = doc;
      else totals[doc] = 0;
    }
    docs.length = kept;
    return kept;
  };
  const gather = (postings: readonly Postings[], least: number): number => {
    // Of the block before.
    for (let i = 0; i < docs.length; i++) totals[docs[i] as number] = 0;
    docs = [];
    for (let p = 0; p < postings.length; p++) {
      const { at, count, bound } = postings[p] as Postings;
      if (bound === 0) continue;
      const isArray = count <= MAX_ARRAY;
      const list = isArray ? halves : documentsIn(words, at);
      const end = isArray ? at * 2 + count : list.length;
      for (let i = isArray ? at * 2 : 0; i < end; i++) {
        const doc = list[i] as number;
        const before = totals[doc] as number;
        totals[doc] = before + bound;
        if (before === 0) docs.push(doc);
      }
    }
    return keep(least);
  };
  return {
    words: () => words,
    bytes: () => bytes,
    checksum: (from, to) => checksum(signed, from, to),
    find: gather,
    gather,
    narrow({ at, count, bound }, least) {
      if (count <= MAX_ARRAY && count <= docs.length * LOOK_UP) {
        for (let i = at * 2; i < at * 2 + count; i++) {
          const total = totals[halves[i] as number] as number;
          if (total > 0) totals[halves[i] as number] = total + bound;
        }
        return keep(least);
      }
      for (let i = 0; i < docs.length; i++) {
        const doc = docs[i] as number;
        const code = count > MAX_ARRAY ? codeIn(words, at, doc) : fieldOf(at, count, doc);
        if (code !== 0) totals[doc] = (totals[doc] as number) + bound;
      }
      return keep(least);
    },
    makeRows() {
      hits = new Uint8Array(docs.length * width);
    },
    note({ at, count, column }) {
      for (let i = 0; i < docs.length; i++) {
        const doc = docs[i] as number;
        const code = count > MAX_ARRAY ? codeIn(words, at, doc) : fieldOf(at, count, doc);
        if (code !== 0) hits[i * width + column] = code;
      }
    },
    survivors,
    weigh(scale, least) {
      const weights: number[] = [];
      for (let i = 0; i < docs.length; i++) {
        const weight = weigh(hits, i * width, scale);
        const doc = docs[i] as number;
        totals[doc] = 0;
        if (weight < least) continue;
        docs[weights.length] = doc;
        hits.copyWithin(weights.length * width, i * width, (i + 1) * width);
        weights.push(weight);
      }
      docs.length = weights.length;
      return { ...survivors(), weights: Uint16Array.from(weights) };
    },
  };
}

/** Of a bitmap, where there is no WebAssembly. */
function documentsIn(words: Uint32Array, at: number): readonly number[] {
  const docs: number[] = [];
  for (let doc = 0; doc < BLOCK_DOCS; doc++) if (codeIn(words, at, doc) !== 0) docs.push(doc);
  return docs;
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

/** Of a document in a bitmap, the field's code. */
function codeIn(words: Uint32Array, at: number, doc: number): number {
  return bit(words, at, doc) | (bit(words, at + PLANE_BYTES / 4, doc) << 1);
}

function bit(words: Uint32Array, plane: number, doc: number): number {
  return ((words[plane + (doc >>> 5)] as number) >>> (doc & 31)) & 1;
}
