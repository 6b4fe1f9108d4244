/** Merges the runs of all blocks into one list of postings a term, and an entry that finds it. Off the hot path. */
import type { FileWriter } from "./file-writer.ts";
import { BLOCK_DOCS, checksum, INLINE_LIMITS, INLINE_SHIFT, LIST_HEAD, MAX_ARRAY, PLANE_BYTES, SHORT_LIST } from "./format.ts";
import { type Cursor, Cursors, type OpenRun } from "./run-cursors.ts";

export interface MergeRequest {
  readonly out: FileWriter;
  readonly entries: FileWriter;
  readonly runs: readonly OpenRun[];
  /** Whether a term says that a document belongs to a known project. */
  readonly isProject: (high: number, low: number) => boolean;
  readonly markNamed: (doc: number) => void;
}

/** Entries come with the whole hash, of which the last step keeps what the directory does not tell. */
export function mergeRuns({ out, entries, runs, isProject, markNamed }: MergeRequest): { readonly entries: number } {
  const cursors = new Cursors(runs);
  const sink = new ListWriter(out);
  const { least } = cursors;
  let count = 0;
  for (; cursors.takeLeast(); cursors.goOn()) {
    const { high, low } = least[0] as Cursor;
    if (isProject(high, low)) for (const each of least) eachDocument(each, markNamed);
    entries.word(high);
    entries.word(low);
    sink.write(least, low, entries);
    count++;
  }
  entries.flush();
  return { entries: count };
}

class ListWriter {
  private list = new Uint32Array(1024);

  constructor(private readonly out: FileWriter) {}

  /** Writes the last two words of the entry, and a list if these cannot say it. */
  write(same: readonly Cursor[], low: number, entries: FileWriter): void {
    let count = 0;
    let lines = 0;
    for (const each of same) {
      count += each.count;
      lines += each.lines;
    }
    // Where outdated lines count as well, the number of lines has to be told.
    if (count === lines && count > 0 && count <= 3 && writeInline(same, count, entries)) return;
    entries.word(this.out.position / 4);
    entries.word(
      this.writeList(
        same.filter((each) => each.count !== 0),
        lines,
        low,
      ),
    );
  }

  /** Returns its length. */
  private writeList(cursors: readonly Cursor[], lines: number, low: number): number {
    const length = LIST_HEAD + cursors.reduce((sum, { words }) => sum + 2 + words, 0);
    if (length > this.list.length) this.list = new Uint32Array(length * 2);
    this.list[0] = lines;
    this.list[1] = (lines ^ low) >>> 0;
    return writeList(this.out, this.list, cursors)[1];
  }
}

/** Fills in the rest of `list`, in which there is room for all of it. */
function writeList(out: FileWriter, list: Uint32Array, containers: readonly Container[]): readonly [at: number, length: number] {
  const headed = LIST_HEAD + containers.length;
  const isShort = containers.reduce((sum, { words }) => sum + words, headed) <= SHORT_LIST;
  const first = isShort ? headed : headed + containers.length;
  let next = first;
  list[LIST_HEAD - 1] = containers.length;
  containers.forEach(({ block, count, payload, words }, i) => {
    list[LIST_HEAD + i] = ((block << 16) | (count - 1)) >>> 0;
    list.set(payload.subarray(0, words), next);
    if (!isShort) list[headed + i] = checksum(list, next, next + words);
    next += words;
  });
  list[2] = checksum(list, LIST_HEAD - 1, isShort ? next : first);
  const at = out.position / 4;
  out.allWords(list, 0, next);
  return [at, next];
}

interface Container extends Pick<Cursor, "block" | "count" | "words"> {
  readonly payload: Uint32Array;
}

const inlineDocs = new Uint32Array(3);
const inlineFields = new Uint32Array(3);

/** False when a document's number is too large for its place. */
function writeInline(cursors: readonly Cursor[], count: number, entries: FileWriter): boolean {
  let next = 0;
  for (const { count: own, payload, block } of cursors) {
    for (let i = 0; i < own; i++) {
      const doc = block * BLOCK_DOCS + (((payload[i >>> 1] as number) >>> ((i & 1) * 16)) & 0xffff);
      if (doc >= (INLINE_LIMITS[count] as number)) return false;
      inlineDocs[next] = doc;
      inlineFields[next++] = ((payload[(own + 1) >> 1] as number) >>> (i * 2)) & 3;
    }
  }
  const a = inlineDocs[0] as number;
  const b = inlineDocs[1] as number;
  const c = inlineDocs[2] as number;
  const fa = inlineFields[0] as number;
  const fb = inlineFields[1] as number;
  const fc = inlineFields[2] as number;
  const tag = count << INLINE_SHIFT;
  if (count === 1) writePair(entries, a, tag | fa);
  else if (count === 2) writePair(entries, a | (fa << 28), tag | b | (fb << 28));
  else writePair(entries, a | (fa << 14) | (b << 16) | (fb << 30), tag | c | (fc << 14));
  return true;
}

function writePair(entries: FileWriter, first: number, second: number): void {
  entries.word(first >>> 0);
  entries.word(second >>> 0);
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
  const containers: Container[] = [];
  for (let first = 0; first < documents; first += BLOCK_DOCS) {
    const docs: number[] = [];
    for (let doc = first; doc < Math.min(documents, first + BLOCK_DOCS); doc++) if (passes(doc)) docs.push(doc - first);
    if (docs.length === 0) continue;
    const payload = docs.length > MAX_ARRAY ? packBits(docs) : packArray(docs);
    containers.push({ block: first / BLOCK_DOCS, count: docs.length, payload, words: payload.length });
  }
  if (containers.length === 0) return null;
  return writeList(out, new Uint32Array(LIST_HEAD + containers.reduce((sum, { words }) => sum + 2 + words, 0)), containers);
}

const BODY_FIELDS = 0x55555555;

function packArray(docs: readonly number[]): Uint32Array {
  const words: number[] = [];
  for (let i = 0; i < docs.length; i += 2) words.push(((docs[i] as number) | ((docs[i + 1] ?? 0) << 16)) >>> 0);
  for (let i = 0; i < docs.length; i += 16) words.push(BODY_FIELDS);
  return Uint32Array.from(words);
}

/** The first plane alone spells the body's code. */
function packBits(docs: readonly number[]): Uint32Array {
  const words = new Uint32Array(PLANE_BYTES / 2);
  for (const doc of docs) words[doc >>> 5] = (words[doc >>> 5] as number) | (1 << (doc & 31));
  return words;
}
