/**
 * All stores, as one prompt asks them: how common its keys are, and which records could answer it. What the index
 * covers comes from there, the rest is read directly; the answer is the same either way.
 */
import { matchProject } from "../project/match-project.ts";
import type { Affinity, Candidate, Judge, Keyword, LoreRecord, Problem, Project, SourceName, Corpus as Statistics } from "../types.ts";
import { CandidateReader, placeOf } from "./candidate-reader.ts";
import { ABSENT } from "./identity.ts";
import { sizeIn } from "./index/freshness.ts";
import { DUE_BYTES, type IndexPlace, type OpenIndex, openIndex } from "./index/open-index.ts";
import type { Entry } from "./index/segment.ts";
import type { Prefilter } from "./prefilter.ts";
import type { Scan } from "./scan-store.ts";
import { SegmentSearch } from "./segment-search.ts";
import { Shortlist } from "./shortlist.ts";
import type { StoreFile } from "./store-file.ts";

export interface CorpusRequest {
  readonly stores: readonly StoreFile[];
  /** The identity of each store's file, in their order. */
  readonly stamps: readonly string[];
  /** Sources that are not among these are not read directly. */
  readonly only?: readonly SourceName[];
  /** Null when not words are asked for, but all that belongs to the project. */
  readonly keywords: readonly Keyword[] | null;
  readonly project: Project;
  /** Names by which the registry knows projects. */
  readonly knownProjects: readonly string[];
  /** Null reads everything directly. */
  readonly index: IndexPlace | null;
  /** What reads stores directly: loaded only when there is something to read. */
  readonly loadScanner: () => Scanner;
  /** Whether somebody wants to know of every line that is no JSON. Default: no. */
  readonly thorough?: boolean;
  readonly isLate: () => boolean;
}

export interface CandidateRequest {
  readonly limit: number;
  readonly leastShare: number;
  readonly isAsked: (source: SourceName) => boolean;
}

export type Scanner = Pick<typeof import("../scan.ts"), "scanStore" | "prefilter">;

/** What was read of a store, for --debug. */
export interface StoreReport {
  readonly store: StoreFile;
  readonly records: number;
  /** Records found by reading directly. */
  readonly matched: number;
  readonly indexed: number;
  readonly scanned: number;
  readonly complete: boolean;
}

const NO_INDEX: OpenIndex = { segments: [], tails: [], due: null, doubts: [] };
/** So few bytes are read without a pattern. */
const FEW_BYTES = 6 * 1024;
const USUAL_LINE = 300;
const EVERYTHING: Prefilter = { lines: null, texts: null };

export class Corpus {
  readonly keys: readonly string[];
  readonly statistics: Statistics;
  readonly problems: Problem[] = [];
  private readonly columns: ReadonlyMap<string, number> | null;
  readonly index: OpenIndex;
  private readonly scans: (Scan | null)[];
  private readonly entries: readonly (readonly (Entry | null)[])[];
  private readonly reader: CandidateReader;
  private readonly search: SegmentSearch;
  private names: readonly string[] | null = null;

  constructor(private readonly request: CorpusRequest) {
    this.keys = [...new Set((request.keywords ?? []).flatMap(({ key, synonyms }) => [key, ...synonyms]))];
    this.columns = request.keywords === null ? null : new Map(this.keys.map((key, column) => [key, column]));
    const { stores, stamps, index: place } = request;
    const registry = request.knownProjects.map((name) => name.toLowerCase());
    this.index = place === null ? NO_INDEX : openIndex({ place, stores, stamps, registry });
    try {
      this.scans = this.scanTails(stamps);
      this.entries = this.index.segments.map(({ segment }) => this.keys.map((key) => segment.find(key)));
    } catch (error) {
      for (const { segment } of this.index.segments) segment.close();
      throw error;
    }
    this.statistics = this.count();
    this.reader = new CandidateReader(request.stores, this.index.segments, this.scans);
    this.search = new SegmentSearch({ width: this.keys.length, project: request.project, reader: this.reader, knownNames: () => this.knownNames() });
    for (const doubt of this.index.doubts) this.problems.push({ where: "index", what: doubt });
    for (const { segment, storeOf } of this.index.segments)
      for (const { path, offset, reason } of segment.footer.rejected) {
        const holds = [...storeOf].some(([coverage, store]) => store >= 0 && coverage.path === path);
        if (holds) this.problems.push({ where: path, offset, what: reason, hint: "this line is skipped; the rest is used" });
      }
  }

  /** What no segment covers. */
  private scanTails(stamps: readonly string[]): (Scan | null)[] {
    const { stores, only } = this.request;
    const tails = stores.map((_store, number) => this.index.tails[number] ?? 0);
    const uncovered = stores.reduce(
      (sum, { inline }, number) => sum + (inline ? inline.length * USUAL_LINE : Math.max(0, sizeIn(stamps[number] ?? "") - (tails[number] ?? 0))),
      0,
    );
    let scanner: Scanner | null = null;
    let filter: Prefilter = EVERYTHING;
    return stores.map((store, number) => {
      const from = tails[number] ?? 0;
      if (only?.includes(store.source) === false) return null;
      if (stamps[number] === ABSENT && !store.inline) this.problems.push({ where: store.shownAs, what: "is not there", hint: "the rest is used" });
      if (!store.inline && sizeIn(stamps[number] ?? "") <= from) return null;
      if (scanner === null) {
        scanner = this.request.loadScanner();
        if (this.request.keywords !== null) filter = scanner.prefilter(this.request.keywords, uncovered <= FEW_BYTES);
      }
      return this.scan(scanner, store, from, filter);
    });
  }

  private scan({ scanStore }: Scanner, store: StoreFile, from: number, filter: Prefilter): Scan | null {
    const { isLate, thorough = false } = this.request;
    const hint = "raise deadline_ms, or run `lore-inject index rebuild`";
    if (isLate()) {
      this.problems.push({ where: store.shownAs, what: "not read: time was up", hint });
      return null;
    }
    try {
      const scan = scanStore({ store, from, columns: this.columns, prefilter: filter, thorough, isLate });
      for (const { offset, reason } of scan.rejected)
        this.problems.push({ where: store.path, offset, what: reason, hint: "this line is skipped; the rest is used" });
      if (!scan.complete) this.problems.push({ where: store.shownAs, what: `only the newest ${scan.bytes} bytes were read: time was up`, hint });
      return scan;
    } catch (error) {
      this.problems.push({ where: store.shownAs, what: `cannot be read: ${(error as Error).message}` });
      return null;
    }
  }

  private count(): Statistics {
    const counts = new Float64Array(this.keys.length);
    for (const entries of this.entries)
      for (let column = 0; column < counts.length; column++) counts[column] = (counts[column] as number) + (entries[column]?.lines ?? 0);
    for (const scan of this.scans) {
      for (const { hits } of scan?.found ?? [])
        for (let column = 0; column < hits.length; column++) if (hits[column] !== 0) counts[column] = (counts[column] as number) + 1;
    }
    const documentFrequency = new Map<string, number>();
    this.keys.forEach((key, column) => {
      if ((counts[column] as number) > 0) documentFrequency.set(key, counts[column] as number);
    });
    return { records: this.countLines(), documentFrequency };
  }

  private countLines(): number {
    let lines = 0;
    for (const { segment, storeOf } of this.index.segments)
      for (const coverage of segment.footer.coverage) if ((storeOf.get(coverage) ?? -1) >= 0) lines += coverage.lines;
    for (const scan of this.scans) lines += scan?.lines ?? 0;
    return lines;
  }

  /** Whether anything was read directly. */
  get isScanned(): boolean {
    return this.scans.some((scan) => scan !== null && scan.bytes > 0);
  }

  reports(): readonly StoreReport[] {
    return this.request.stores.map((store, number) => {
      const scan = this.scans[number];
      let records = scan?.lines ?? 0;
      let indexed = 0;
      for (const { storeOf } of this.index.segments)
        for (const [coverage, owner] of storeOf) {
          if (owner !== number) continue;
          records += coverage.lines;
          indexed += coverage.to - coverage.from;
        }
      return {
        store,
        records,
        matched: scan?.found.length ?? 0,
        indexed,
        scanned: scan?.bytes ?? 0,
        complete: scan?.complete ?? (indexed > 0 || sizeIn(this.request.stamps[number] ?? "") === 0),
      };
    });
  }

  /** Why the index should be refreshed; null when there is no need. */
  get due(): string | null {
    if (this.index.due !== null || this.request.index === null) return this.index.due;
    const bytes = this.scans.reduce((sum, scan) => sum + (scan === null || scan.store.direct ? 0 : scan.bytes), 0);
    return bytes >= DUE_BYTES ? `${bytes} bytes had to be read directly` : null;
  }

  /** All current records of the prompt's own project, the newest of a store first, until time is up. */
  ownRecords(isAsked: (source: SourceName) => boolean): readonly LoreRecord[] {
    const records: LoreRecord[] = [];
    for (const used of this.index.segments) {
      for (const candidate of this.search.ownDocuments(used, isAsked)) {
        if (this.request.isLate()) {
          this.problems.push({ where: "index", what: "not all records of this project were read: time was up", hint: "raise deadline_ms" });
          break;
        }
        if (candidate.isCurrent()) records.push(candidate.read());
      }
    }
    const { affinity } = matchProject(this.request.project, []);
    this.scans.forEach((scan, store) => {
      for (const { record, offset } of scan?.found ?? []) {
        const isOwn = isAsked(record.source) && affinity(record) === "own" && scan?.lastLines.get(record.id) === offset;
        if (isOwn && this.reader.isCurrent({ source: record.source, id: record.id, store, offset, segment: null })) records.push(record);
      }
    });
    return records;
  }

  /** The `limit` best candidates, and none with less than `leastShare` of the best one's score. */
  candidates(judge: Judge, { limit, leastShare, isAsked }: CandidateRequest): Shortlist {
    const shortlist = new Shortlist(limit, judge.compare, leastShare);
    this.index.segments.forEach((used, number) => {
      this.search.addCandidates(used, this.entries[number] ?? [], { judge, shortlist, isAsked });
    });
    this.judgeScans(judge, shortlist, isAsked);
    return shortlist;
  }

  private judgeScans(judge: Judge, shortlist: Shortlist, isAsked: (source: SourceName) => boolean): void {
    let affinityOf: ((record: Scan["found"][number]["record"]) => Affinity) | null = null;
    this.scans.forEach((scan, number) => {
      if (scan === null || !isAsked(scan.store.source)) return;
      for (const { record, hits, offset, length } of scan.found) {
        if (scan.lastLines.get(record.id) !== offset) continue;
        const estimate = judge.estimate(hits, 0);
        if (!(estimate > 0)) continue;
        affinityOf ??= matchProject(this.request.project, this.knownNames()).affinity;
        const candidate: Candidate = {
          source: record.source,
          at: record.at,
          affinity: affinityOf(record),
          hits,
          place: placeOf(number, offset),
          read: () => record,
          isCurrent: () => this.reader.isCurrent({ source: record.source, id: record.id, store: number, offset, segment: null }),
          neighbours: () => this.reader.neighbours(number, offset, length),
        };
        shortlist.add(judge.judge(candidate, estimate), judge.outdatedToo);
      }
    });
  }

  /** Every name, in lower case, for which a tag counts as naming a project. */
  private knownNames(): readonly string[] {
    this.names ??= [
      ...new Set([
        ...this.request.knownProjects.map((name) => name.toLowerCase()),
        ...this.index.segments.flatMap(({ segment }) => segment.footer.projects),
        ...this.scans.flatMap((scan) => [...(scan?.projects ?? [])]),
      ]),
    ];
    return this.names;
  }

  close(): void {
    this.reader.close();
    for (const { segment } of this.index.segments) segment.close();
  }
}
