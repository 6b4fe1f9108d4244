/**
 * Compares the index with a plain reading of the stores: every term of every current record, with its document and field,
 * and how many lines hold it. Both sides are added up in a sum in which order does not matter, so that a million records
 * need no more memory than their ids. Off the hot path.
 */
import { closeSync } from "node:fs";
import { recordIdKey, tokenize } from "../../analyze/tokenize.ts";
import { hashLanes, readIdentity } from "../identity.ts";
import { idText, lineId, parseObject } from "../parse-line.ts";
import { openStore, readWindows } from "../read-lines.ts";
import { FIELD_CODES, fieldTexts, idKey } from "../record-text.ts";
import { parserOf, type StoreFile } from "../store-file.ts";
import { BLOCK_DOCS, type Coverage, projectTerm, RETIRED, shortProjectTerm } from "./format.ts";
import { sizeIn } from "./freshness.ts";
import { type IndexPlace, openIndex, type UsedSegment } from "./open-index.ts";
import type { Progress } from "./refresh-index.ts";
import { blockSearch } from "./search-block.ts";
import { Damaged } from "./segment.ts";

export interface VerifyRequest {
  readonly place: IndexPlace;
  readonly stores: readonly StoreFile[];
  readonly knownProjects: readonly string[];
  readonly progress: Progress;
}

export interface Verification {
  readonly segments: number;
  /** Bytes that no segment covers. */
  readonly uncovered: number;
  readonly lines: number;
  readonly terms: number;
  readonly postings: number;
  readonly differences: readonly string[];
}

export function verifyIndex({ place, stores, knownProjects, progress }: VerifyRequest): Verification {
  const stamps = stores.map(({ path, inline }) => (inline ? "-" : readIdentity(path, Date.now()).stamp));
  const registry = knownProjects.map((name) => name.toLowerCase());
  const { segments, tails, due } = openIndex({ place, stores, stamps, registry });
  const differences: string[] = due === null ? [] : [due];
  const total = { lines: 0, terms: 0, postings: 0 };
  for (const used of segments) {
    const plain = readPlainly(used, stores, progress);
    total.lines += plain.lines;
    total.postings += plain.postings;
    try {
      const indexed = readIndexed(used, progress);
      total.terms += indexed.terms;
      const { kind } = used.segment.footer;
      if (indexed.postings !== plain.postings) differences.push(`${kind}: ${indexed.postings} entries, the stores have ${plain.postings}`);
      else if (!indexed.places.equals(plain.places)) differences.push(`${kind}: some terms point to other records`);
      if (!indexed.unnamed.equals(plain.unnamed)) differences.push(`${kind}: other records are taken to name no project`);
      if (!indexed.counts.equals(plain.counts)) differences.push(`${kind}: the counts of some terms differ`);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      differences.push(`${used.segment.footer.kind}: damaged (${error.message})`);
    }
    used.segment.close();
  }
  const uncovered = stamps.reduce((sum, stamp, store) => sum + Math.max(0, sizeIn(stamp) - (tails[store] ?? 0)), 0);
  return { segments: segments.length, uncovered, ...total, differences };
}

/** Adds up in two lanes of 32 bits. */
class Sum {
  private high = 0;
  private low = 0;

  add(high: number, low: number, times = 1): void {
    this.high = (this.high + Math.imul(high, times)) | 0;
    this.low = (this.low + Math.imul(low, times)) | 0;
  }

  equals(other: Sum): boolean {
    return this.high === other.high && this.low === other.low;
  }
}

interface Totals {
  readonly lines: number;
  readonly terms: number;
  readonly postings: number;
  /** Of every term, document and field. */
  readonly places: Sum;
  /** Of every term as often as lines hold it. */
  readonly counts: Sum;
  /** Of every document that names no project. */
  readonly unnamed: Sum;
}

function placeHash(term: readonly [number, number], line: string, field: number): readonly [number, number] {
  const [high, low] = hashLanes(`${line}:${field}`);
  return [Math.imul(term[0] ^ high, 0x9e3779b1) ^ term[1], Math.imul(term[1] ^ low, 0x85ebca6b) ^ term[0]];
}

/** A term as a segment knows it. */
type Hash = (term: string) => readonly [bucket: number, low: number];

function readPlainly({ segment }: UsedSegment, stores: readonly StoreFile[], progress: Progress): Totals {
  const totals = { lines: 0, terms: 0, postings: 0, places: new Sum(), counts: new Sum(), unnamed: new Sum() };
  const seen = new Set<string>();
  const { bucketBits, projects, registry, salt } = segment.footer;
  const known = new Set([...projects, ...registry]);
  const hash: Hash = (term) => {
    const [high, low] = hashLanes(term, salt);
    return [bucketBits === 0 ? 0 : high >>> (32 - bucketBits), low];
  };
  progress.start(
    `reading the stores (${segment.footer.kind})`,
    segment.footer.coverage.reduce((sum, { from, to }) => sum + to - from, 0),
  );
  let done = 0;
  for (const coverage of segment.footer.coverage.toReversed()) {
    const store = stores.find(({ path, source }) => path === coverage.path && source === coverage.source);
    if (store === undefined) continue;
    // A derived file has a header and a footer line.
    if (store.derived) totals.lines -= 2;
    forEachLineBackward(coverage, (text, latin1, offset) => {
      totals.lines++;
      addPlainLine(totals, { seen, hash, known, store }, { text, latin1, line: `${coverage.path}@${offset}` });
      done += latin1.length + 1;
      progress.advance(done);
    });
  }
  return totals;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Reading {
  readonly seen: Set<string>;
  readonly hash: Hash;
  readonly known: ReadonlySet<string>;
  readonly store: StoreFile;
}

function addPlainLine(
  totals: Mutable<Totals>,
  { seen, hash, known, store }: Reading,
  { text, latin1, line }: { readonly text: string; readonly latin1: string; readonly line: string },
): void {
  const value = parseObject(text);
  if (value === null) return;
  const id = lineId(value, store.source, latin1);
  const isLast = !seen.has(`${store.source}\n${id}`);
  seen.add(`${store.source}\n${id}`);
  const record = parserOf(store)(value, id);
  const fields = new Map<string, number>();
  if (record !== null) {
    for (const [code, words] of fieldTexts(record)) {
      const note = (key: string): void => {
        if (!fields.has(key)) fields.set(key, code);
      };
      if (code === FIELD_CODES.tags) note(idKey(record));
      tokenize(words, (key, _surface, _kind, parts) => {
        note(key);
        for (const part of parts) note(part);
      });
    }
    for (const key of fields.keys()) totals.counts.add(...hash(key));
    for (const name of record.projects.length > 0 ? record.projects : record.tags) {
      const lower = name.toLowerCase();
      fields.set(projectTerm(lower), FIELD_CODES.tags);
      if (lower.includes("/")) fields.set(shortProjectTerm(lower.slice(lower.lastIndexOf("/") + 1)), FIELD_CODES.tags);
    }
  } else if (idText(value) !== null) fields.set(recordIdKey(id), FIELD_CODES.tags);
  if (!isLast) return;
  if (record !== null && record.projects.length === 0 && !record.tags.some((tag) => known.has(tag.toLowerCase()))) totals.unnamed.add(...hashLanes(line));
  for (const [key, field] of fields) {
    totals.postings++;
    totals.places.add(...placeHash(hash(key), line, field));
  }
}

function forEachLineBackward({ path, from, to }: Coverage, visit: (text: string, latin1: string, offset: number) => void): void {
  const { fd } = openStore(path);
  try {
    readWindows(fd, {
      from,
      to,
      isLate: () => false,
      reject: () => {},
      visit: (bytes, start, end, base) => {
        const ends: number[] = [];
        for (let at = bytes.indexOf(0x0a, start); at >= 0 && at < end; at = bytes.indexOf(0x0a, at + 1)) ends.push(at);
        for (let i = ends.length - 1; i >= 0; i--) {
          const lineStart = i === 0 ? start : (ends[i - 1] as number) + 1;
          visit(bytes.toString("utf8", lineStart, ends[i]), bytes.toString("latin1", lineStart, ends[i]), base + lineStart - start);
        }
      },
    });
  } finally {
    closeSync(fd);
  }
}

/** Every entry, list and row, each of which is checked on the way. */
function readIndexed({ segment }: UsedSegment, progress: Progress): Totals {
  const totals = { lines: 0, terms: 0, postings: 0, places: new Sum(), counts: new Sum(), unnamed: new Sum() };
  progress.start(`reading the index (${segment.footer.kind})`, segment.footer.entries);
  // Of the high half of a hash the index knows only the bits that tell the bucket.
  const lineOf = new Map<number, string>();
  const nameOf = (doc: number): string => {
    let line = lineOf.get(doc);
    if (line === undefined) {
      const row = segment.row(doc);
      line = `${segment.coverageOf(doc).path}@${row.offset}`;
      if (row.flags & RETIRED) totals.lines++;
      lineOf.set(doc, line);
    }
    return line;
  };
  for (const entry of segment.entries()) {
    const { bucket, low } = entry;
    totals.terms++;
    progress.advance(totals.terms);
    totals.counts.add(bucket, low, entry.lines);
    const search = blockSearch(segment, [{ entry, column: 0, bound: 1 }], 1);
    for (const block of search.blockNumbers()) {
      const found = search.search(block, 1);
      found?.docs.forEach((doc, i) => {
        totals.postings++;
        totals.places.add(...placeHash([bucket, low], nameOf(block * BLOCK_DOCS + doc), found.hits[i] as number));
      });
    }
  }
  if (segment.unnamed !== null) {
    const search = blockSearch(segment, [{ entry: segment.unnamed, column: 0, bound: 1 }], 1);
    for (const block of search.blockNumbers())
      for (const doc of search.search(block, 1)?.docs ?? []) totals.unnamed.add(...hashLanes(nameOf(block * BLOCK_DOCS + doc)));
  }
  return totals;
}
