/** Merges the runs of all blocks into one list of postings a term, and an entry that finds it. Off the hot path. */
import type { FileWriter, WordReader } from "./file-writer.ts";
import { BLOCK_DOCS, checksum, INLINE_LIMITS, INLINE_SHIFT, LIST_HEAD, MAX_ARRAY, PLANE_BYTES } from "./format.ts";

/** Where a block's terms lie in the file of runs. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly block: number;
}

export interface MergeRequest {
  readonly out: FileWriter;
  readonly entries: FileWriter;
  readonly runs: readonly (Run & { readonly reader: WordReader })[];
  /** Whether a term says that a document belongs to a known project. */
  readonly isProject: (high: number, low: number) => boolean;
  readonly markNamed: (doc: number) => void;
}

/** The term at which a run stands. */
class Cursor {
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

/** Entries come with the whole hash, of which the last step keeps what the directory does not tell. */
export function mergeRuns({ out, entries, runs, isProject, markNamed }: MergeRequest): { readonly entries: number } {
  let cursors = runs.map(({ reader, block }) => new Cursor(reader, block)).filter((cursor) => cursor.next());
  const sink = new ListWriter(out);
  let count = 0;
  while (cursors.length > 0) {
    const { high, low } = cursors.reduce((least, each) => (each.high < least.high || (each.high === least.high && each.low < least.low) ? each : least));
    const same = cursors.filter((each) => each.high === high && each.low === low);
    if (isProject(high, low)) for (const each of same) eachDocument(each, markNamed);
    const lines = same.reduce((sum, each) => sum + each.lines, 0);
    const [first, second] = sink.write(
      same.filter((each) => each.count !== 0),
      lines,
      low,
    );
    entries.word(high);
    entries.word(low);
    entries.word(first);
    entries.word(second);
    count++;
    const ended = same.filter((each) => !each.next());
    if (ended.length > 0) cursors = cursors.filter((each) => !ended.includes(each));
  }
  entries.flush();
  return { entries: count };
}

class ListWriter {
  private list = new Uint32Array(1024);

  constructor(private readonly out: FileWriter) {}

  /** The last two words of an entry. */
  write(cursors: readonly Cursor[], lines: number, low: number): readonly [first: number, second: number] {
    const count = cursors.reduce((sum, each) => sum + each.count, 0);
    // Where outdated lines count as well, the number of lines has to be told.
    if (count === lines && count > 0 && count <= 3) {
      const inline = packInline(cursors, count);
      if (inline !== null) return inline;
    }
    const length = LIST_HEAD + cursors.reduce((sum, { words }) => sum + 1 + words, 0);
    if (length > this.list.length) this.list = new Uint32Array(length * 2);
    let next = LIST_HEAD - 1;
    this.list[next++] = cursors.length;
    for (const each of cursors) this.list[next++] = ((each.block << 16) | (each.count - 1)) >>> 0;
    for (const { payload, words } of cursors) {
      this.list.set(payload.subarray(0, words), next);
      next += words;
    }
    this.list[0] = lines;
    this.list[1] = (lines ^ low) >>> 0;
    this.list[2] = checksum(this.list, LIST_HEAD - 1, next);
    const at = this.out.position / 4;
    this.out.allWords(this.list, 0, next);
    return [at, next];
  }
}

/** Null when a document's number is too large for its place. */
function packInline(cursors: readonly Cursor[], count: number): readonly [number, number] | null {
  const docs: number[] = [];
  const fields: number[] = [];
  for (const each of cursors) {
    eachDocument(each, (doc) => docs.push(doc));
    for (let i = 0; i < each.count; i++) fields.push(((each.payload[((each.count + 1) >> 1) + (i >> 4)] as number) >>> ((i & 15) * 2)) & 3);
  }
  if (docs.some((doc) => doc >= (INLINE_LIMITS[count] as number))) return null;
  const [a = 0, b = 0, c = 0] = docs;
  const [fa = 0, fb = 0, fc = 0] = fields;
  const tag = count << INLINE_SHIFT;
  if (count === 1) return [a, (tag | fa) >>> 0];
  if (count === 2) return [(a | (fa << 28)) >>> 0, (tag | b | (fb << 28)) >>> 0];
  return [(a | (fa << 14) | (b << 16) | (fb << 30)) >>> 0, (tag | c | (fc << 14)) >>> 0];
}

function eachDocument({ count, payload, block }: Cursor, visit: (doc: number) => void): void {
  const first = block * BLOCK_DOCS;
  if (count > MAX_ARRAY) {
    for (let doc = 0; doc < BLOCK_DOCS; doc++) {
      const word = (payload[doc >>> 5] as number) | (payload[PLANE_BYTES / 4 + (doc >>> 5)] as number);
      if (word & (1 << (doc & 31))) visit(first + doc);
    }
    return;
  }
  for (let i = 0; i < count; i++) visit(first + (((payload[i >>> 1] as number) >>> ((i & 1) * 16)) & 0xffff));
}

/** A list of the documents that pass, as a term's list is, with the body as their field. Null when none does. */
export function writeDocuments(out: FileWriter, documents: number, passes: (doc: number) => boolean): readonly [at: number, length: number] | null {
  const heads: number[] = [];
  const payloads: number[][] = [];
  for (let first = 0; first < documents; first += BLOCK_DOCS) {
    const docs: number[] = [];
    for (let doc = first; doc < Math.min(documents, first + BLOCK_DOCS); doc++) if (passes(doc)) docs.push(doc - first);
    if (docs.length === 0) continue;
    heads.push((((first / BLOCK_DOCS) << 16) | (docs.length - 1)) >>> 0);
    payloads.push(docs.length > MAX_ARRAY ? packBits(docs) : packArray(docs));
  }
  if (heads.length === 0) return null;
  const rest = [heads.length, ...heads];
  const list = Uint32Array.from([0, 0, 0, ...rest, ...payloads.flat()]);
  list[2] = checksum(list, LIST_HEAD - 1, list.length);
  const at = out.position / 4;
  out.allWords(list);
  return [at, list.length];
}

const BODY_FIELDS = 0x55555555;

function packArray(docs: readonly number[]): number[] {
  const words: number[] = [];
  for (let i = 0; i < docs.length; i += 2) words.push(((docs[i] as number) | ((docs[i + 1] ?? 0) << 16)) >>> 0);
  for (let i = 0; i < docs.length; i += 16) words.push(BODY_FIELDS);
  return words;
}

/** The first plane alone spells the body's code. */
function packBits(docs: readonly number[]): number[] {
  const words = new Uint32Array(PLANE_BYTES / 2);
  for (const doc of docs) words[doc >>> 5] = (words[doc >>> 5] as number) | (1 << (doc & 31));
  return [...words];
}
