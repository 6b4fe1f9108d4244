/** Reads the lines that ranking chose, makes sure that they are what was indexed, and that no later line replaces them. */
import { closeSync, openSync } from "node:fs";
import { recordIdKey } from "../analyze/tokenize.ts";
import type { LoreRecord, Neighbour, SourceName } from "../types.ts";
import { BLOCK_DOCS, checksum } from "./index/format.ts";
import type { UsedSegment } from "./index/open-index.ts";
import { blockSearch } from "./index/search-block.ts";
import { Moved, type Row, type Segment } from "./index/segment.ts";
import { idText, type JsonObject, lineId, parseObject } from "./parse-line.ts";
import { OPEN_FLAGS } from "./read-bounded.ts";
import { readFully } from "./read-fully.ts";
import type { Scan } from "./scan-store.ts";
import { parserOf, type StoreFile } from "./store-file.ts";
import { latin1Text, utf8Text } from "./text-of.ts";

/** A line that the index knows. */
export interface IndexedLine {
  readonly source: SourceName;
  readonly store: number;
  readonly row: Row;
}

/** A line by its id and where it stands. */
export interface PlacedLine {
  readonly source: SourceName;
  readonly id: string;
  readonly store: number;
  readonly offset: number;
  /** The one that knows it, in which it is the last of its id. */
  readonly segment: Segment | null;
}

/** Keeps the place of a line exact: so many bytes a store may have. */
const PLACES = 2 ** 43;

/** Of two lines the one in the later store, or later in the same store, has the larger place. */
export function placeOf(store: number, offset: number): number {
  return store * PLACES + offset;
}

/** So many lines before and behind a line are its neighbours, if they are within so many bytes: notes are short. */
const NEIGHBOURS = 2;
const NEIGHBOURHOOD = 2048;

export class CandidateReader {
  private readonly fds = new Map<number, number>();
  private readonly records = new Map<Row, LoreRecord>();
  private bytes = new Uint8Array(4096);
  private words = new Int32Array(this.bytes.buffer);

  constructor(
    private readonly stores: readonly StoreFile[],
    private readonly segments: readonly UsedSegment[],
    private readonly scans: readonly (Scan | null)[],
  ) {}

  read(line: IndexedLine): LoreRecord {
    let record = this.records.get(line.row);
    if (record === undefined) {
      const value = this.readLine(line);
      const parsed = parserOf(this.stores[line.store] as StoreFile)(value, this.idOf(value, line));
      if (parsed === null) throw new Moved("a line that says nothing");
      record = parsed;
      this.records.set(line.row, record);
    }
    return record;
  }

  /** Of the line that was read last. */
  private idOf(value: JsonObject, { source, row }: IndexedLine): string {
    return idText(value) ?? lineId(value, source, latin1Text(this.bytes, 0, row.length));
  }

  /** Its bytes must be those that were indexed. */
  private readLine({ store, row }: IndexedLine): JsonObject {
    const words = (row.length + 3) >> 2;
    if (words > this.words.length) {
      this.bytes = new Uint8Array(words * 4);
      this.words = new Int32Array(this.bytes.buffer);
    }
    const { bytes, words: asWords } = this;
    // The last word may have bytes that belong to no line.
    if (words > 0) asWords[words - 1] = 0;
    const length = readFully(this.open(store), bytes, row.offset, row.length);
    if (length !== row.length || checksum(asWords, 0, words, length) !== row.hash) throw new Moved("a line that has changed");
    const value = parseObject(utf8Text(bytes, 0, length));
    if (value === null) throw new Moved("a line that is no record");
    return value;
  }

  private open(store: number): number {
    let fd = this.fds.get(store);
    if (fd === undefined) {
      try {
        fd = openSync((this.stores[store] as StoreFile).path, OPEN_FLAGS);
      } catch {
        throw new Moved("a store that is gone");
      }
      this.fds.set(store, fd);
    }
    return fd;
  }

  /** Of the line at `offset`, from the file itself: whether it is indexed makes no difference. */
  neighbours(store: number, offset: number, length: number): readonly Neighbour[] {
    const { inline } = this.stores[store] as StoreFile;
    if (inline) return this.inlineNeighbours(store, offset, inline);
    const start = Math.max(0, offset - NEIGHBOURHOOD);
    const before = this.linesIn(store, start, offset - start).slice(start === 0 ? 0 : 1);
    // What the window cuts off is no line.
    const after = this.linesIn(store, offset + length + 1, NEIGHBOURHOOD).filter(({ isWhole }) => isWhole);
    const found = [
      ...before
        .slice(-NEIGHBOURS)
        .reverse()
        .map((line, index) => ({ ...line, distance: index + 1 })),
      ...after.slice(0, NEIGHBOURS).map((line, index) => ({ ...line, distance: index + 1 })),
    ];
    return found.flatMap(({ text, at, distance }) => this.neighbour(store, at, text, distance) ?? []);
  }

  private linesIn(store: number, from: number, length: number): readonly { readonly text: string; readonly at: number; readonly isWhole: boolean }[] {
    if (length <= 0) return [];
    const bytes = Buffer.allocUnsafe(length);
    const text = this.textAt(store, bytes, from);
    const lines: { text: string; at: number; isWhole: boolean }[] = [];
    for (let at = 0; at < text.length; ) {
      const newline = text.indexOf("\n", at);
      const end = newline < 0 ? text.length : newline;
      lines.push({ text: text.slice(at, end), at: from + at, isWhole: newline >= 0 || text.length < length });
      at = end + 1;
    }
    return lines;
  }

  /** Nothing when the file is gone meanwhile: a record does without its neighbours. */
  private textAt(store: number, bytes: Buffer, from: number): string {
    try {
      return latin1Text(bytes, 0, readFully(this.open(store), bytes, from, bytes.length));
    } catch {
      return "";
    }
  }

  private neighbour(number: number, offset: number, line: string, distance: number): Neighbour | null {
    const store = this.stores[number] as StoreFile;
    const bytes = Buffer.from(line, "latin1");
    const value = parseObject(utf8Text(bytes, 0, bytes.length));
    const record = value === null ? null : parserOf(store)(value, lineId(value, store.source, line));
    if (record === null) return null;
    const { source, id } = record;
    return { record, place: placeOf(number, offset), distance, isCurrent: () => this.isCurrent({ source, id, store: number, offset, segment: null }) };
  }

  private inlineNeighbours(store: number, index: number, records: readonly LoreRecord[]): readonly Neighbour[] {
    const found: Neighbour[] = [];
    for (const distance of [1, 2])
      for (const offset of [index - distance, index + distance]) {
        const record = records[offset];
        if (record) found.push({ record, place: placeOf(store, offset), distance, isCurrent: () => true });
      }
    return found;
  }

  /** Whether there is any later line of its source outside its own segment: if not, no line of it need be read to know. */
  couldBeReplaced({ source, store, offset, segment }: Omit<PlacedLine, "id">): boolean {
    const isLater = (other: number, at: number): boolean => other > store || (other === store && at > offset);
    return (
      this.scans.some((scan, other) => scan !== null && scan.store.source === source && other >= store && scan.lastLines.size > 0) ||
      this.segments.some(
        (used) =>
          used.segment !== segment &&
          [...used.storeOf].some(([coverage, other]) => coverage.source === source && other >= 0 && isLater(other, coverage.to - 1)),
      )
    );
  }

  isCurrent(line: PlacedLine): boolean {
    const isLater = (store: number, offset: number): boolean => store > line.store || (store === line.store && offset > line.offset);
    const replaced = this.scans.some((scan, store) => {
      if (scan === null || scan.store.source !== line.source) return false;
      const offset = scan.lastLines.get(line.id);
      return offset !== undefined && isLater(store, offset);
    });
    return !replaced && !this.segments.some((used) => used.segment !== line.segment && this.holdsLater(used, line, isLater));
  }

  private holdsLater({ segment, storeOf }: UsedSegment, line: PlacedLine, isLater: (store: number, offset: number) => boolean): boolean {
    const mayHold = [...storeOf].some(([{ source, to }, store]) => source === line.source && isLater(store, to - 1));
    const entry = mayHold ? segment.find(recordIdKey(line.id)) : null;
    if (entry === null) return false;
    const search = blockSearch(segment, [{ entry, column: 0, bound: 1 }], 1);
    for (const block of search.blockNumbers()) {
      for (const number of search.search(block, 1)?.docs ?? []) {
        const doc = block * BLOCK_DOCS + number;
        const coverage = segment.coverageOf(doc);
        const store = storeOf.get(coverage) ?? -1;
        if (store < 0 || coverage.source !== line.source) continue;
        const row = segment.row(doc);
        // Other records may name it, so what stands there is read.
        if (isLater(store, row.offset) && this.idAt({ source: line.source, store, row }) === line.id) return true;
      }
    }
    return false;
  }

  private idAt(line: IndexedLine): string {
    return this.idOf(this.readLine(line), line);
  }

  close(): void {
    for (const fd of this.fds.values()) closeSync(fd);
  }
}
