/**
 * The terms of one block of documents while it is gathered, and the run that it becomes: for each term, in the
 * order of its hash, how many lines hold it and which documents. Off the hot path.
 */
import { isChunkCode, isPlainText, tokenize, tokenizeChunk } from "../../analyze/tokenize.ts";
import { hashBytes, hashLanes } from "../identity.ts";
import { FIELD_CODES } from "../record-text.ts";
import { latin1Text } from "../text-of.ts";
import type { FileWriter } from "./file-writer.ts";
import { BLOCK_DOCS, projectTerm, shortProjectTerm } from "./format.ts";
import { grown, SpellingTable } from "./spelling-table.ts";
import { TermTable } from "./term-table.ts";
import { Vocabulary } from "./vocabulary.ts";
import { writeContainer } from "./write-container.ts";

/** No document: the line is outdated, and only counts. */
export const NO_DOCUMENT = -1;
/** Long records fill a block before its documents are counted to the end: bounds the memory. */
const MAX_PAIRS = 6_000_000;
const MAX_TERMS = 1_000_000;
/** Beyond so many words or spellings, all are learned anew with the next block: bounds what is kept to about 10 MB. */
const MAX_VOCABULARY = 150_000;

export class BlockTerms {
  private readonly terms = new TermTable();
  /** Kept from block to block: what they stand for are words of the vocabulary. */
  private readonly spellings = new SpellingTable();
  /** The terms of a project's name, however it is spelled. */
  private readonly projects = new SpellingTable();
  private readonly vocabulary: Vocabulary;
  /** For each term the last line that was counted, so that each counts once, and the number of lines. */
  private counts = new Uint32Array(1 << 15);
  /** For each pair its term, then the document's number in the block with the field's code above it. */
  private pairList = new Uint32Array(1 << 17);
  private pairs = 0;
  private line = 0;
  private sorted = new Uint32Array(0);

  constructor(private readonly salt: number) {
    this.vocabulary = new Vocabulary(salt);
  }

  get isFull(): boolean {
    return this.pairs >= MAX_PAIRS || this.terms.size >= MAX_TERMS;
  }

  /** Of a line, each term counts once, with the first field that it is met in: better ones come first. */
  beginLine(): void {
    this.line++;
  }

  /** Any text. */
  addText(text: string, code: number, doc: number): void {
    if (!isPlainText(text)) return tokenize(text, (key, _surface, _kind, parts) => this.countKeys([key, ...parts], code, doc));
    // What is not ASCII in it is in no chunk.
    const bytes = Buffer.from(`${text.replace(NON_ASCII, "\n")}\n`, "latin1");
    this.addChunks(bytes, 0, bytes.length - 1, code, doc);
  }

  /** ASCII, with a byte behind it that belongs to no chunk: hashes each chunk while it looks for its end. */
  addChunks(bytes: Buffer, from: number, to: number, code: number, doc: number): void {
    let high = FIRST_HIGH;
    let low = FIRST_LOW;
    let start = from;
    for (let at = from; at <= to; at++) {
      const char = bytes[at] as number;
      if (IS_CHUNK[char] === 1) {
        high = Math.imul(high ^ char, 0x85ebca6b);
        low = Math.imul(low ^ char, 0xc2b2ae35) ^ (high >>> 13);
        continue;
      }
      if (at > start) {
        const first = high >>> 0;
        const second = (low ^ (low >>> 15)) >>> 0;
        const found = this.spellings.find(first, second) || this.spellings.add(first, second, this.wordsOf(latin1Text(bytes, start, at)));
        for (let i = this.spellings.count(found) - 1; i >= 0; i--) this.count(this.idOfWord(this.spellings.term(found, i)), code, doc);
      }
      start = at + 1;
      high = FIRST_HIGH;
      low = FIRST_LOW;
    }
  }

  /** A record is found by its id as by a tag. */
  addId(bytes: Buffer, start: number, end: number, doc: number): void {
    const [high, low] = hashBytes(bytes, start, end, this.salt);
    this.count(this.idOfHash(high, low), FIELD_CODES.tags, doc);
  }

  countTerm(term: string, doc: number): void {
    this.count(this.idOf(term), FIELD_CODES.tags, doc);
  }

  /** A term that is no word of the record. */
  addTerm(term: string, doc: number): void {
    this.push(this.idOf(term), FIELD_CODES.tags, doc);
  }

  /** Under the name of its project, and under the last part of `owner/repo`. */
  addProject(bytes: Buffer, start: number, end: number, doc: number): void {
    const [high, low] = hashBytes(bytes, start, end, this.salt);
    const found = this.projects.find(high, low) || this.projects.add(high, low, this.wordsOfProject(latin1Text(bytes, start, end)));
    for (let i = 0; i < this.projects.count(found); i++) this.push(this.idOfWord(this.projects.term(found, i)), FIELD_CODES.tags, doc);
  }

  addProjectName(name: string, doc: number): void {
    for (const term of projectTerms(name)) this.addTerm(term, doc);
  }

  private wordsOfProject(name: string): readonly number[] {
    return projectTerms(name).map((term) => this.vocabulary.wordOf(term));
  }

  private countKeys(keys: readonly string[], code: number, doc: number): void {
    for (const key of keys) this.count(this.idOf(key), code, doc);
  }

  private wordsOf(chunk: string): readonly number[] {
    const found: number[] = [];
    tokenizeChunk(chunk, (key, _surface, _kind, parts) => {
      found.push(this.vocabulary.wordOf(key));
      for (const part of parts) found.push(this.vocabulary.wordOf(part));
    });
    return found;
  }

  /** A word's number in this block. */
  private idOfWord(word: number): number {
    const { vocabulary } = this;
    const known = vocabulary.idIn(word);
    return known >= 0 ? known : vocabulary.setId(word, this.idOfHash(vocabulary.high(word), vocabulary.low(word)));
  }

  private idOf(key: string): number {
    const [high, low] = hashLanes(key, this.salt);
    return this.idOfHash(high, low);
  }

  private idOfHash(high: number, low: number): number {
    const id = this.terms.idOf(high, low);
    if (id * 2 >= this.counts.length) this.counts = grown(this.counts);
    return id;
  }

  private count(id: number, code: number, doc: number): void {
    const { counts } = this;
    if (counts[id * 2] === this.line) return;
    counts[id * 2] = this.line;
    counts[id * 2 + 1] = (counts[id * 2 + 1] as number) + 1;
    if (doc !== NO_DOCUMENT) this.push(id, code, doc);
  }

  private push(id: number, code: number, doc: number): void {
    const at = this.pairs++ * 2;
    if (at === this.pairList.length) this.pairList = grown(this.pairList);
    this.pairList[at] = id;
    this.pairList[at + 1] = (doc % BLOCK_DOCS) + code * BLOCK_DOCS;
  }

  /** Writes the run and forgets everything. Returns how many terms it has. */
  flush(out: FileWriter): number {
    const { size, hashes } = this.terms;
    const starts = this.sortPairs();
    for (const id of this.terms.order()) {
      out.word(hashes[id * 2] as number);
      out.word(hashes[id * 2 + 1] as number);
      out.word(this.counts[id * 2 + 1] as number);
      writeContainer(out, this.sorted, starts[id] as number, starts[id + 1] as number);
    }
    this.forget();
    return size;
  }

  /** By term, and within a term by document: they came in that order. */
  private sortPairs(): Uint32Array {
    const { size } = this.terms;
    const { pairs, pairList } = this;
    const starts = new Uint32Array(size + 1);
    for (let i = 0; i < pairs; i++) add(starts, (pairList[i * 2] as number) + 1, 1);
    for (let id = 0; id < size; id++) add(starts, id + 1, starts[id] as number);
    if (this.sorted.length < pairs) this.sorted = new Uint32Array(pairList.length / 2);
    const { sorted } = this;
    const next = starts.slice();
    for (let i = 0; i < pairs; i++) sorted[add(next, pairList[i * 2] as number, 1)] = pairList[i * 2 + 1] as number;
    return starts;
  }

  private forget(): void {
    this.terms.clear();
    this.vocabulary.beginBlock();
    // A spelling may stand for nothing, or for what others stand for.
    if (Math.max(this.vocabulary.size, this.spellings.size, this.projects.size) > MAX_VOCABULARY) {
      this.spellings.clear();
      this.projects.clear();
      this.vocabulary.clear();
    }
    this.counts.fill(0);
    this.pairs = 0;
    this.line = 0;
  }
}

/** Under its name, and under the last part of `owner/repo`. */
function projectTerms(name: string): readonly string[] {
  const lower = name.toLowerCase();
  const term = projectTerm(lower);
  return lower.includes("/") ? [term, shortProjectTerm(lower.slice(lower.lastIndexOf("/") + 1))] : [term];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the question is just whether all of it is ASCII.
const NON_ASCII = /[^\x00-\x7f]/g;
const FIRST_HIGH = 0x9747b28c | 0;
const FIRST_LOW = 0x3c6ef372;
const IS_CHUNK = Uint8Array.from({ length: 128 }, (_, code) => (isChunkCode(code) ? 1 : 0));

/** Returns what was there before. */
function add(counts: Uint32Array, index: number, more: number): number {
  const before = counts[index] as number;
  counts[index] = before + more;
  return before;
}
