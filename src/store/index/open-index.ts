/**
 * The index as a prompt finds it: which segments there are, which of them still hold for which stores, and from where
 * on each store has to be read directly. Never repairs anything; says when somebody should.
 */
import { statSync, unlinkSync } from "node:fs";
import { sep } from "node:path";
import { hashText } from "../identity.ts";
import type { StoreFile } from "../store-file.ts";
import type { Coverage, SegmentKind } from "./format.ts";
import { assess } from "./freshness.ts";
import { Damaged, Segment } from "./segment.ts";

/** Where an index is kept. */
export interface IndexPlace {
  readonly cacheDir: string;
  /** Of the program: another one may cut texts into other terms. */
  readonly version: string;
  /** Tells the indexes of different lists of stores apart. */
  readonly key: string;
  /** Where segments are kept open between questions. */
  readonly openSegment?: (name: string) => Segment | null;
}

export interface IndexRequest {
  readonly place: IndexPlace;
  readonly stores: readonly StoreFile[];
  /** The identity of each store's file now, in their order. */
  readonly stamps: readonly string[];
  /** In lower case: names that the registry knows. */
  readonly registry: readonly string[];
}

export interface OpenIndex {
  readonly segments: readonly UsedSegment[];
  /** For each store the offset from which on it is not covered. */
  readonly tails: readonly number[];
  /** Why the index should be refreshed; null when there is no need. */
  readonly due: string | null;
  /** What is not quite right until then. */
  readonly doubts: readonly string[];
}

/** A segment together with the stores for which it may speak. */
export interface UsedSegment {
  readonly segment: Segment;
  /** For each coverage the number of its store, or -1 when it no longer holds. */
  readonly storeOf: ReadonlyMap<Coverage, number>;
}

/** So many bytes that no segment covers are read directly on each prompt before it is worth indexing them. */
export const DUE_BYTES = 64 * 1024;
/** A store that grows is looked at as a whole so often. */
const LOOK_AGAIN_MS = 3_600_000;
/** A segment for stores of no more than this is dropped whole when one of them changed: reading them directly is exact. */
const SCANNED_WHOLE = 4 * 1024 * 1024;

export function indexName(kind: SegmentKind, { key }: IndexPlace): string {
  return `${kind}-${key}.idx`;
}

/** Its time tells when a refresh last compared every byte. */
export function checkedFile({ cacheDir, key }: IndexPlace): string {
  return `${cacheDir}${sep}index-${key}.checked`;
}

/** One index for each list of stores: a setting that leaves a source out has its own. */
export function indexKey(stores: readonly StoreFile[]): string {
  return hashText(JSON.stringify(stores.filter(({ direct }) => !direct).map(({ source, path }) => [source, path])));
}

export function openIndex(request: IndexRequest): OpenIndex {
  return new Opening(request).open();
}

/** What turned out to be damaged is of no use to anybody, and the next refresh builds it anew. */
export function discardIndex(place: IndexPlace): void {
  for (const kind of ["documents", "base", "delta"] as const) {
    try {
      unlinkSync(place.cacheDir + sep + indexName(kind, place));
    } catch {
      // There is none, or the folder is read-only.
    }
  }
}

class Opening {
  private readonly segments: UsedSegment[] = [];
  private readonly tails: number[];
  private readonly doubts: string[] = [];
  private due: string | null = null;

  constructor(private readonly request: IndexRequest) {
    this.tails = request.stores.map(() => 0);
  }

  open(): OpenIndex {
    this.use(this.openSegment("documents"));
    const base = this.openSegment("base");
    if (base !== null && this.use(base)) {
      const delta = this.openSegment("delta");
      // One that continues another base, as in the moment between two renames, is of no use.
      if (delta?.footer.base === base.footer.id) this.use(delta);
      else delta?.close();
    }
    return { segments: this.segments, tails: this.tails, due: this.due, doubts: this.doubts };
  }

  private openSegment(kind: SegmentKind): Segment | null {
    try {
      const { place } = this.request;
      const name = indexName(kind, place);
      return place.openSegment ? place.openSegment(name) : Segment.open(place.cacheDir, name, place.version);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.due = `the ${kind} part is damaged: ${error.message}`;
      return null;
    }
  }

  private use(segment: Segment | null): boolean {
    if (segment === null) return false;
    const storeOf = new Map<Coverage, number>();
    let stale: string | null = this.forgottenProject(segment);
    for (const coverage of segment.footer.coverage) {
      const store = this.storeOf(coverage);
      const freshness = store >= 0 && this.tails[store] === coverage.from ? assess(coverage, this.request.stamps[store] ?? "") : "changed";
      const holds = freshness !== "changed";
      storeOf.set(coverage, holds ? store : -1);
      // An edit far from both ends does not show in a file that has grown since; a refresh looks at every byte.
      if (freshness === "grown" && this.isLongAgo(segment.footer.builtAt)) this.due ??= "lines were appended some time ago";
      if (!holds) stale = `${coverage.path} was changed`;
      // Made from a file that was seconds old, and has to be looked at more closely ever since.
      else if (!coverage.settled && segment.footer.kind === "documents") this.due ??= "the documents were read in the moment of their change";
    }
    if (stale !== null && !this.keepStale(segment, stale)) {
      segment.close();
      return false;
    }
    for (const [coverage, store] of storeOf) if (store >= 0) this.tails[store] = coverage.to;
    this.segments.push({ segment, storeOf });
    return true;
  }

  /** A plain loop: it is passed a hundred times and more on each prompt. */
  private storeOf({ path, source }: Coverage): number {
    const { stores } = this.request;
    for (let number = 0; number < stores.length; number++) {
      const store = stores[number] as StoreFile;
      if (store.path === path && store.source === source) return number;
    }
    return -1;
  }

  /** Since a segment was built, or a refresh has looked at all of it and found nothing to do. */
  private isLongAgo(builtAt: number): boolean {
    if (Date.now() - builtAt < LOOK_AGAIN_MS) return false;
    const looked = statSync(checkedFile(this.request.place), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Date.now() - looked > LOOK_AGAIN_MS;
  }

  /** A name that is no longer anybody's: tags that were taken for a project are plain words again. */
  private forgottenProject({ footer }: Segment): string | null {
    const { registry } = this.request;
    const gone = footer.registry.find((name) => !registry.includes(name) && !footer.projects.includes(name));
    return gone === undefined ? null : `${gone} is no longer known as a project`;
  }

  /** Its counts of terms still include what has gone, so a small one is not used at all. */
  private keepStale(segment: Segment, reason: string): boolean {
    this.due = reason;
    const covered = segment.footer.coverage.reduce((sum, { from, to }) => sum + to - from, 0);
    if (covered <= SCANNED_WHOLE) return false;
    this.doubts.push(`${reason}: until the index has been refreshed, its old content still counts in how common words are, and in what it retired`);
    return true;
  }
}
