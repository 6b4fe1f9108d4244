/**
 * The terms of one block of documents while it is gathered, and the run that it becomes: for each term, in the
 * order of its hash, how many lines hold it and which documents. Off the hot path.
 */
import { isChunkCode, isPlainText, tokenize, tokenizeChunk } from "../../analyze/tokenize.ts";
import type { LoreRecord } from "../../types.ts";
import { hashLanes } from "../identity.ts";
import { FIELD_CODES, fieldTexts, idKey } from "../record-text.ts";
import type { FileWriter } from "./file-writer.ts";
import { BLOCK_DOCS, MAX_ARRAY, PLANE_BYTES, projectTerm, shortProjectTerm } from "./format.ts";
import { grown, SpellingTable } from "./spelling-table.ts";

/** No document: the line is outdated, and only counts. */
export const NO_DOCUMENT = -1;
/** Long records fill a block before its documents are counted to the end: bounds the memory. */
const MAX_PAIRS = 6_000_000;
const MAX_TERMS = 1_000_000;

export class BlockTerms {
  private readonly ids = new Map<string, number>();
  private readonly spellings = new SpellingTable();
  /** The terms of a project's name, however it is spelled. */
  private readonly projects = new Map<string, readonly number[]>();
  private lineCounts = new Uint32Array(1 << 14);
  /** The last line that was counted for a term, so that each counts once. */
  private lastLines = new Uint32Array(1 << 14);
  private pairTerms = new Uint32Array(1 << 16);
  /** The document's number in the block, and the field's code above it. */
  private pairValues = new Uint32Array(1 << 16);
  private pairs = 0;
  private line = 0;
  private sorted = new Uint32Array(0);

  constructor(private readonly salt: number) {}

  get isFull(): boolean {
    return this.pairs >= MAX_PAIRS || this.ids.size >= MAX_TERMS;
  }

  /** Counts a line's terms, once each with the best field, and lists `doc` under them. */
  addRecord(record: LoreRecord, doc: number): void {
    this.line++;
    for (const [code, text] of fieldTexts(record)) {
      if (code === FIELD_CODES.tags) this.count(this.idOf(idKey(record)), code, doc);
      if (isPlainText(text)) this.countChunks(text, code, doc);
      else tokenize(text, (key, _surface, _kind, parts) => this.countKeys([key, ...parts], code, doc));
    }
  }

  /** A term that is no word of the record. */
  addTerm(term: string, doc: number): void {
    this.push(this.idOf(term), FIELD_CODES.tags, doc);
  }

  /** Under the name of its project, and under the last part of `owner/repo`. */
  addProject(name: string, doc: number): void {
    let ids = this.projects.get(name);
    if (ids === undefined) {
      const lower = name.toLowerCase();
      const short = lower.includes("/") ? [this.idOf(shortProjectTerm(lower.slice(lower.lastIndexOf("/") + 1)))] : [];
      ids = [this.idOf(projectTerm(lower)), ...short];
      this.projects.set(name, ids);
    }
    for (const id of ids) this.push(id, FIELD_CODES.tags, doc);
  }

  private countKeys(keys: readonly string[], code: number, doc: number): void {
    for (const key of keys) this.count(this.idOf(key), code, doc);
  }

  /** Hashes each chunk while it looks for its end. */
  private countChunks(text: string, code: number, doc: number): void {
    let high = 0x9747b28c;
    let low = 0x3c6ef372;
    let start = 0;
    for (let at = 0; at <= text.length; at++) {
      const char = at < text.length ? text.charCodeAt(at) : 0;
      if (IS_CHUNK[char] === 1) {
        high = Math.imul(high ^ char, 0x85ebca6b);
        low = Math.imul(low ^ char, 0xc2b2ae35) ^ (high >>> 13);
        continue;
      }
      if (at > start) this.countSpelling(high >>> 0, (low ^ (low >>> 15)) >>> 0, text, start, at, code, doc);
      start = at + 1;
      high = 0x9747b28c;
      low = 0x3c6ef372;
    }
  }

  private countSpelling(high: number, low: number, text: string, start: number, end: number, code: number, doc: number): void {
    const list = this.spellings.find(high, low) || this.spellings.add(high, low, this.termsOf(text.slice(start, end)));
    for (let i = this.spellings.count(list) - 1; i >= 0; i--) this.count(this.spellings.term(list, i), code, doc);
  }

  private termsOf(chunk: string): readonly number[] {
    const found: number[] = [];
    tokenizeChunk(chunk, (key, _surface, _kind, parts) => {
      found.push(this.idOf(key));
      for (const part of parts) found.push(this.idOf(part));
    });
    return found;
  }

  private idOf(key: string): number {
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(key, id);
      if (id >= this.lineCounts.length) {
        this.lineCounts = grown(this.lineCounts);
        this.lastLines = grown(this.lastLines);
      }
    }
    return id;
  }

  private count(id: number, code: number, doc: number): void {
    if (this.lastLines[id] === this.line) return;
    this.lastLines[id] = this.line;
    this.lineCounts[id] = (this.lineCounts[id] as number) + 1;
    if (doc !== NO_DOCUMENT) this.push(id, code, doc);
  }

  private push(id: number, code: number, doc: number): void {
    if (this.pairs === this.pairTerms.length) {
      this.pairTerms = grown(this.pairTerms);
      this.pairValues = grown(this.pairValues);
    }
    this.pairTerms[this.pairs] = id;
    this.pairValues[this.pairs++] = (doc % BLOCK_DOCS) + code * BLOCK_DOCS;
  }

  /** Writes the run and forgets everything. Returns how many terms it has. */
  flush(out: FileWriter): number {
    const { order, hashes } = this.sortTerms();
    const starts = this.sortPairs();
    const size = this.ids.size;
    for (const id of order) {
      const start = starts[id] as number;
      const end = starts[id + 1] as number;
      out.word(hashes[id * 2] as number);
      out.word(hashes[id * 2 + 1] as number);
      out.word(this.lineCounts[id] as number);
      writeContainer(out, this.sorted, start, end);
    }
    this.forget();
    return size;
  }

  /** By term, and within a term by document: they came in that order. */
  private sortPairs(): Uint32Array {
    const starts = new Uint32Array(this.ids.size + 1);
    for (let i = 0; i < this.pairs; i++) add(starts, (this.pairTerms[i] as number) + 1, 1);
    for (let id = 0; id < this.ids.size; id++) add(starts, id + 1, starts[id] as number);
    if (this.sorted.length < this.pairs) this.sorted = new Uint32Array(this.pairTerms.length);
    const next = starts.slice();
    for (let i = 0; i < this.pairs; i++) this.sorted[add(next, this.pairTerms[i] as number, 1)] = this.pairValues[i] as number;
    return starts;
  }

  private sortTerms(): { readonly order: Uint32Array; readonly hashes: Uint32Array } {
    const hashes = new Uint32Array(this.ids.size * 2);
    const order = new Uint32Array(this.ids.size);
    for (const [key, id] of this.ids) {
      const [high, low] = hashLanes(key, this.salt);
      hashes[id * 2] = high;
      hashes[id * 2 + 1] = low;
      order[id] = id;
    }
    order.sort((a, b) => (hashes[a * 2] as number) - (hashes[b * 2] as number) || (hashes[a * 2 + 1] as number) - (hashes[b * 2 + 1] as number));
    return { order, hashes };
  }

  private forget(): void {
    this.ids.clear();
    this.spellings.clear();
    this.projects.clear();
    this.lineCounts.fill(0);
    this.lastLines.fill(0);
    this.pairs = 0;
    this.line = 0;
  }
}

const IS_CHUNK = Uint8Array.from({ length: 128 }, (_, code) => (isChunkCode(code) ? 1 : 0));

/** Count, words of payload, then two-byte documents and two-bit fields, or two planes of bits. A document met twice under one term keeps its first field. */
function writeContainer(out: FileWriter, values: Uint32Array, start: number, end: number): void {
  const count = dropRepeats(values, start, end);
  out.word(count);
  if (count > MAX_ARRAY) {
    out.word(PLANE_BYTES / 2);
    return writePlanes(out, values, start, start + count);
  }
  out.word(((count + 1) >> 1) + ((count + 15) >> 4));
  for (let i = 0; i < count; i += 2) {
    const second = i + 1 < count ? (values[start + i + 1] as number) % BLOCK_DOCS : 0;
    out.word((((values[start + i] as number) % BLOCK_DOCS) | (second << 16)) >>> 0);
  }
  for (let i = 0; i < count; i += 16) {
    let word = 0;
    for (let j = 0; j < 16 && i + j < count; j++) word |= ((values[start + i + j] as number) >>> 16) << (2 * j);
    out.word(word >>> 0);
  }
}

function dropRepeats(values: Uint32Array, start: number, end: number): number {
  let kept = start;
  for (let i = start; i < end; i++) {
    if (kept > start && (values[kept - 1] as number) % BLOCK_DOCS === (values[i] as number) % BLOCK_DOCS) continue;
    values[kept++] = values[i] as number;
  }
  return kept - start;
}

function writePlanes(out: FileWriter, values: Uint32Array, start: number, end: number): void {
  const planes = new Uint32Array(PLANE_BYTES / 2);
  for (let i = start; i < end; i++) {
    const doc = (values[i] as number) % BLOCK_DOCS;
    const code = (values[i] as number) >>> 16;
    const bit = 1 << (doc & 31);
    if (code & 1) setBits(planes, doc >>> 5, bit);
    if (code & 2) setBits(planes, PLANE_BYTES / 4 + (doc >>> 5), bit);
  }
  for (const word of planes) out.word(word);
}

/** Returns what was there before. */
function add(counts: Uint32Array, index: number, more: number): number {
  const before = counts[index] as number;
  counts[index] = before + more;
  return before;
}

function setBits(words: Uint32Array, index: number, bits: number): void {
  words[index] = (words[index] as number) | bits;
}
