/**
 * Builds a segment from stretches of store files: one pass over their lines from the newest to the oldest, a run of
 * terms for each block of documents, and a merge of the runs. Memory stays within bounds whatever the size. Off the hot path.
 */
import { closeSync, mkdirSync, openSync, renameSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { recordIdKey } from "../../analyze/tokenize.ts";
import type { SourceName } from "../../types.ts";
import { hashBytes, hashLanes, readIdentity } from "../identity.ts";
import { openStore, readWindows } from "../read-lines.ts";
import type { StoreFile } from "../store-file.ts";
import { NO_DOCUMENT } from "./block-terms.ts";
import { copyEntries } from "./directory.ts";
import { DocumentSet } from "./document-set.ts";
import { FileWriter, WordReader } from "./file-writer.ts";
import { type Coverage, type Footer, HEAD_BYTES, projectTerm, RETIRED, type Rejected, ROW_BYTES, type SegmentKind, sealRow } from "./format.ts";
import { sizeIn } from "./freshness.ts";
import { gatherHere, type RunSink } from "./gather-terms.ts";
import { HashSet } from "./hash-set.ts";
import { mergeRuns, writeDocuments } from "./merge-runs.ts";
import type { PlainRecord } from "./plain-record.ts";
import { ProjectNames } from "./project-names.ts";
import { type Run, wholeHash } from "./run-cursors.ts";
import { sampleEnds, sumWindow } from "./sample.ts";
import { sealSegment } from "./seal-segment.ts";
import { type IndexedLine, type LinePlace, StretchReader } from "./stretch-reader.ts";
import { BatchWriter, KINDS } from "./term-batch.ts";
import { gatherInThread } from "./terms-thread.ts";

export interface StretchToIndex {
  readonly store: StoreFile;
  readonly from: number;
  readonly to: number;
  readonly stamp: string;
  readonly settled: boolean;
}

export interface BuildRequest {
  readonly cacheDir: string;
  readonly name: string;
  readonly kind: SegmentKind;
  readonly base: string | null;
  readonly version: string;
  /** In the order in which later files win over earlier ones. */
  readonly stretches: readonly StretchToIndex[];
  /** Names, in lower case, that are known from elsewhere to be projects'. */
  readonly knownProjects: readonly string[];
  readonly now: number;
  /** The script of a thread that gathers terms for large builds; null: everything is done in this one. */
  readonly termsThread: string | null;
  /** Called with the bytes read so far. Throwing stops the build. */
  readonly onProgress: (bytes: number) => void;
}

const MAX_REJECTED = 100;

/** The segment is in its place when this returns; when it throws, nothing has changed. */
export function buildSegment(request: BuildRequest): Footer {
  mkdirSync(request.cacheDir, { recursive: true, mode: 0o700 });
  const aside = join(request.cacheDir, `${request.name}.${process.pid}.tmp`);
  const files = ["", ".runs", ".entries"].map((suffix) => `${aside}${suffix}`);
  const fds: number[] = [];
  try {
    for (const file of files) fds.push(openSync(file, "w+", 0o600));
    const footer = new SegmentBuilder(request, fds as [number, number, number]).build();
    renameSync(aside, join(request.cacheDir, request.name));
    return footer;
  } finally {
    for (const fd of fds) closeSync(fd);
    for (const file of files) remove(file);
  }
}

/** About 50,000 records: a thread costs 10 to 40 MB, and has to come up first. */
const LARGE_BYTES = 16 << 20;

function isLarge({ stretches }: BuildRequest): boolean {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0) >= LARGE_BYTES;
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Renamed into place, or never made.
  }
}

class SegmentBuilder {
  private readonly out: FileWriter;
  /** Chance decides, so that a text cannot be made to collide. */
  private readonly salt = Math.floor(Math.random() * 0x1_0000_0000);
  private readonly sink: RunSink;
  private readonly terms: BatchWriter;
  private readonly projects = new ProjectNames(this.salt);
  private readonly rejected: Rejected[] = [];
  private readonly seen = new HashSet();
  private readonly row = new Uint32Array(ROW_BYTES / 4);
  private readonly rowTime = new Float64Array(this.row.buffer, 0, 1);
  /** Documents that name their project, and retired ones: they belong to nobody, and are nobody's either. */
  private readonly named = new DocumentSet();
  private nextDoc = 0;
  private newest: number | null = null;
  private idSource: SourceName | null = null;
  private idSalt = 0;
  private bytesDone = 0;

  constructor(
    private readonly request: BuildRequest,
    private readonly fds: readonly [number, number, number],
  ) {
    this.out = new FileWriter(fds[0]);
    const thread = isLarge(request) && request.termsThread !== null ? gatherInThread(request.termsThread, fds[1], this.salt) : null;
    this.sink = thread ?? gatherHere(fds[1], this.salt);
    this.terms = new BatchWriter(this.sink);
  }

  build(): Footer {
    try {
      return this.buildAll();
    } catch (error) {
      this.sink.abandon();
      throw error;
    }
  }

  private buildAll(): Footer {
    for (let i = 0; i < HEAD_BYTES / 4; i++) this.out.word(0);
    // From the last file to the first: the first line met of an id is the one that counts.
    const coverage = this.request.stretches
      .toReversed()
      .map((stretch) => this.cover(stretch))
      .toReversed();
    this.terms.handOver(0);
    return this.finish(coverage, this.sink.finish());
  }

  private cover({ store, from, to, stamp, settled }: StretchToIndex): Coverage {
    const { fd, size } = openStore(store.path);
    try {
      if (size < to) throw new Error(`${store.path} was cut short while it was read`);
      const firstDoc = this.nextDoc;
      const counts = { lines: store.derived ? -2 : 0, sum: 0 };
      this.newest = null;
      const reader = new StretchReader(store, this, counts);
      readWindows(fd, {
        from,
        to,
        isLate: () => false,
        visit: (bytes, start, end, offset) => reader.visit(bytes, start, end, offset),
        reject: (offset, reason) => {
          counts.lines++;
          this.reject(store.path, offset, reason);
        },
        see: (bytes, length, window) => {
          counts.sum = sumWindow(counts.sum, bytes, length, window);
          this.bytesDone += length;
          this.request.onProgress(this.bytesDone);
        },
      });
      const { head, tail } = sampleEnds(fd, from, to);
      const after = readIdentity(store.path, 0).stamp;
      if (after !== stamp && sizeIn(after) <= sizeIn(stamp)) throw new Error(`${store.path} was changed while it was read`);
      return { path: store.path, source: store.source, from, to, stamp, settled, head, tail, firstDoc, endDoc: this.nextDoc, newest: this.newest, ...counts };
    } finally {
      closeSync(fd);
    }
  }

  reject(path: string, offset: number, reason: string): void {
    if (this.rejected.length < MAX_REJECTED) this.rejected.push({ path, offset, reason });
  }

  /** One sound line, newer ones of its store having come before. */
  addLine(line: IndexedLine): void {
    this.projects.addOf(line.value);
    const isLast = line.id === null || this.isFirst(...hashLanes(line.id, this.saltOf(line.source)));
    const { record } = line;
    if (record === null) {
      // What it retires may stand in another segment.
      if (line.hasOwnId && line.id !== null && isLast) this.terms.add(KINDS.term, this.addDocument(line, null, RETIRED), recordIdKey(line.id));
      return;
    }
    if (!isLast) return this.terms.addRecord(record, NO_DOCUMENT);
    const doc = this.addDocument(line, record.at, 0);
    this.terms.addRecord(record, doc);
    if (record.projects.length > 0) this.named.add(doc);
    for (const name of record.projects.length > 0 ? record.projects : record.tags) this.terms.add(KINDS.project, doc, name);
  }

  /** The same of a line that was read by its bytes. */
  addPlain(record: PlainRecord, source: SourceName, place: LinePlace): void {
    this.projects.addOfPlain(record);
    const { line, id } = record;
    const isLast = this.isFirst(...hashBytes(line.bytes, line.starts[id] as number, line.ends[id] as number, this.saltOf(source)));
    const doc = isLast ? this.addDocument(place, record.at, 0) : NO_DOCUMENT;
    this.terms.addPlain(record, doc, place.length);
    if (isLast && record.projects.count > 0) this.named.add(doc);
  }

  /** Whether no line of this id has been met. */
  private isFirst(high: number, low: number): boolean {
    return this.seen.add(high, low);
  }

  /** Ids of other sources are other ids. */
  private saltOf(source: SourceName): number {
    if (source !== this.idSource) {
      this.idSource = source;
      this.idSalt = hashLanes(source, this.salt)[1];
    }
    return this.idSalt;
  }

  private addDocument({ offset, length, hash }: LinePlace, at: number | null, flags: number): number {
    this.rowTime[0] = at ?? Number.NaN;
    if (at != null && !(at <= (this.newest ?? Number.NEGATIVE_INFINITY))) this.newest = at;
    this.row[2] = offset % 0x1_0000_0000;
    this.row[3] = ((length << 8) | Math.floor(offset / 0x1_0000_0000)) >>> 0;
    this.row[4] = hash;
    this.row[5] = sealRow(this.row, 0, flags);
    this.out.allWords(this.row);
    if (flags & RETIRED) this.named.add(this.nextDoc);
    return this.nextDoc++;
  }

  private finish(coverage: readonly Coverage[], runs: readonly Run[]): Footer {
    const [fd, runsFd, entriesFd] = this.fds;
    const isProject = new Set([...this.projects.all, ...this.request.knownProjects].map((name) => wholeHash(...hashLanes(projectTerm(name), this.salt))));
    this.out.align();
    const merged = mergeRuns({
      out: this.out,
      entries: new FileWriter(entriesFd),
      runs: runs.map((run) => ({ ...run, reader: new WordReader(runsFd, run.start, run.end) })),
      isProject: (high, low) => isProject.has(wholeHash(high, low)),
      markNamed: (doc) => this.named.add(doc),
    });
    const unnamed = writeDocuments(this.out, this.nextDoc, (doc) => !this.named.has(doc));
    this.out.align();
    const entriesAt = this.out.position;
    const directory = copyEntries(entriesFd, merged.entries, this.out);
    const directoryAt = this.out.position;
    this.out.allWords(directory.slots);
    const footer: Footer = {
      version: this.request.version,
      kind: this.request.kind,
      id: `${this.request.now.toString(36)}-${process.pid.toString(36)}`,
      base: this.request.base,
      builtAt: this.request.now,
      coverage,
      documents: this.nextDoc,
      salt: this.salt,
      rowsAt: HEAD_BYTES,
      entriesAt,
      entries: merged.entries,
      directoryAt,
      bucketBits: directory.bits,
      projects: [...this.projects.all],
      registry: this.request.knownProjects,
      unnamed,
      rejected: this.rejected,
    };
    sealSegment(fd, this.out, footer);
    return footer;
  }
}
