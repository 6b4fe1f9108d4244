/**
 * Brings the index up to date with the stores: decides which segments to build anew, and builds them. Takes as long as
 * it takes, so it runs in commands and in a process of its own, never while a prompt waits. Off the hot path.
 */
import { closeSync, readdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readIdentity } from "../identity.ts";
import { readFully } from "../read-fully.ts";
import { openStore, readWindows } from "../read-lines.ts";
import type { StoreFile } from "../store-file.ts";
import { type BuildRequest, buildSegment, type StretchToIndex } from "./build-segment.ts";
import type { Coverage, SegmentKind } from "./format.ts";
import { assess, sizeIn } from "./freshness.ts";
import { checkedFile, type IndexPlace, indexName } from "./open-index.ts";
import { isAlive, takeLock } from "./refresh-lock.ts";
import { sumWindow } from "./sample.ts";
import { Damaged, Segment } from "./segment.ts";

export interface RefreshRequest {
  readonly place: IndexPlace;
  readonly stores: readonly StoreFile[];
  readonly knownProjects: readonly string[];
  /** Build everything anew. */
  readonly force: boolean;
  /** See BuildRequest. */
  readonly termsThread?: string | null;
  readonly progress: Progress;
}

export interface Progress {
  /** What is being done, and how many bytes it will take. */
  readonly start: (what: string, bytes: number) => void;
  readonly advance: (bytes: number) => void;
  /** Nothing to do but wait. */
  readonly wait: (what: string) => void;
}

export interface Refreshed {
  readonly kind: SegmentKind;
  readonly reason: string;
  readonly bytes: number;
  readonly lines: number;
  readonly ms: number;
}

/** A delta beyond this, or beyond a quarter of its base, becomes part of a new base. */
const LARGEST_DELTA = 8 * 1024 * 1024;
/** More names than this that a segment does not know cost each prompt too much. */
const MAX_NEW_PROJECTS = 32;

/** What was built; null when another process is at it. */
export function refreshIndex(request: RefreshRequest): readonly Refreshed[] | null {
  const lock = takeLock(request.place.cacheDir, `index-${request.place.key}.lock`);
  if (lock === null) return null;
  try {
    return new Refresh(request).run();
  } finally {
    lock.release();
    sweep(request.place.cacheDir);
  }
}

class Refresh {
  private readonly built: Refreshed[] = [];
  private readonly files: readonly StoreFile[];

  constructor(private readonly request: RefreshRequest) {
    this.files = request.stores.filter(({ inline, direct }) => !inline && !direct);
  }

  run(): readonly Refreshed[] {
    this.refreshDocuments();
    this.refreshLines();
    writeFileSync(checkedFile(this.request.place), "", { mode: 0o600 });
    return this.built;
  }

  private refreshDocuments(): void {
    const derived = this.files.filter((store) => store.derived);
    if (derived.length === 0) return this.drop("documents");
    const segment = this.openSegment("documents");
    const reason = this.request.force ? "asked for" : this.staleness(segment, derived, true);
    segment?.close();
    if (reason !== null)
      this.build(
        "documents",
        reason,
        null,
        derived.map((store) => stretchFrom(store, 0, this.request.progress)),
      );
  }

  private refreshLines(): void {
    const stores = this.files.filter((store) => !store.derived);
    const base = this.openSegment("base");
    const reason = this.request.force ? "asked for" : (this.staleness(base, stores, false) ?? this.editedInPlace(base));
    const stretches = stores.map((store) => stretchFrom(store, reason === null ? coveredTo(base, store) : 0, this.request.progress));
    const added = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    const covered = base?.footer.coverage.reduce((sum, { to }) => sum + to, 0) ?? 0;
    base?.close();
    if (reason !== null || added > Math.min(LARGEST_DELTA, covered / 4)) {
      const whole = stores.map((store) => stretchFrom(store, 0, this.request.progress));
      this.build("base", reason ?? "much was appended", null, whole);
      return this.drop("delta");
    }
    if (added === 0) return this.drop("delta");
    const delta = this.openSegment("delta");
    const known = delta?.footer.base === base?.footer.id ? delta : null;
    const isSound = known !== null && this.staleness(known, stores, false) === null && this.editedInPlace(known) === null;
    const isCurrent = isSound && stretches.every(({ store, to }) => coveredTo(known, store) === to || coveredTo(base, store) === to);
    delta?.close();
    if (!isCurrent || this.request.force)
      this.build(
        "delta",
        "lines were appended",
        base?.footer.id ?? null,
        stretches.filter(({ from, to }) => to > from),
      );
  }

  private openSegment(kind: SegmentKind): Segment | null {
    try {
      const { place } = this.request;
      return Segment.open(place.cacheDir, indexName(kind, place), place.version);
    } catch (error) {
      if (error instanceof Damaged) return null;
      throw error;
    }
  }

  /** Why a segment has to be built anew; null when it still holds. `whole` ones may not even have grown. */
  private staleness(segment: Segment | null, stores: readonly StoreFile[], whole: boolean): string | null {
    if (segment === null) return "there was none that could be used";
    const { coverage, projects, registry } = segment.footer;
    for (const each of coverage) {
      const freshness = stores.some(({ path, source }) => path === each.path && source === each.source)
        ? assess(each, readIdentity(each.path, Date.now()).stamp)
        : "changed";
      if (whole && !each.settled) return "it was made in the moment of a change";
      if (freshness === "changed" || (whole && freshness === "grown" && sizeIn(readIdentity(each.path, 0).stamp) > each.to)) return `${each.path} was changed`;
    }
    if (whole && stores.some(({ path }) => !coverage.some((each) => each.path === path))) return "a file is new";
    const names = this.request.knownProjects.map((name) => name.toLowerCase());
    const [now, then] = [new Set([...names, ...projects]), new Set([...registry, ...projects])];
    if (registry.some((name) => !now.has(name))) return "a project is no longer known";
    const fresh = names.filter((name) => !then.has(name));
    return fresh.length > MAX_NEW_PROJECTS ? "many projects became known" : null;
  }

  /** Appending leaves what was covered as it was; whatever else happened to it does not show in its ends. */
  private editedInPlace(segment: Segment | null): string | null {
    for (const coverage of segment?.footer.coverage ?? []) {
      if (sumOf(coverage) !== coverage.sum) return `${coverage.path} was edited`;
    }
    return null;
  }

  private build(kind: SegmentKind, reason: string, base: string | null, stretches: readonly StretchToIndex[]): void {
    const { place, progress } = this.request;
    const bytes = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    const startedAt = Date.now();
    progress.start(`indexing (${kind}: ${reason})`, bytes);
    const request: BuildRequest = {
      cacheDir: place.cacheDir,
      name: indexName(kind, place),
      kind,
      base,
      version: place.version,
      stretches: stretches.filter(({ from, to }) => to > from),
      knownProjects: this.request.knownProjects.map((name) => name.toLowerCase()),
      now: startedAt,
      termsThread: this.request.termsThread ?? null,
      onProgress: progress.advance,
    };
    const { coverage } = buildSegment(request);
    this.built.push({ kind, reason, bytes, lines: coverage.reduce((sum, { lines }) => sum + lines, 0), ms: Date.now() - startedAt });
  }

  private drop(kind: SegmentKind): void {
    try {
      unlinkSync(join(this.request.place.cacheDir, indexName(kind, this.request.place)));
    } catch {
      // There was none.
    }
  }
}

function coveredTo(segment: Segment | null, store: StoreFile): number {
  return segment?.footer.coverage.find(({ path, source }) => path === store.path && source === store.source)?.to ?? 0;
}

/** What is still being written to is waited for: a further change could carry the same time stamp. */
const SETTLE_MS = 2100;

function stretchFrom(store: StoreFile, from: number, progress: Progress): StretchToIndex {
  let identity = readIdentity(store.path, Date.now());
  if (!identity.settled) {
    progress.wait(`waiting until ${store.path} is two seconds old`);
    sleep(SETTLE_MS);
    identity = readIdentity(store.path, Date.now());
  }
  return { store, from, to: Math.max(from, endOfLines(store.path, from)), ...identity };
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A last line without its line break may still be in the writing. */
function endOfLines(path: string, from: number): number {
  let fd: number | null = null;
  try {
    const opened = openStore(path);
    fd = opened.fd;
    const buffer = Buffer.alloc(64 * 1024);
    for (let end = opened.size; end > from; ) {
      const start = Math.max(from, end - buffer.length);
      const length = readFully(fd, buffer, start, end - start);
      const newline = buffer.subarray(0, length).lastIndexOf(0x0a);
      if (newline >= 0) return start + newline + 1;
      end = start;
    }
    return from;
  } catch {
    return from;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function sumOf({ path, from, to }: Coverage): number | null {
  let fd: number | null = null;
  try {
    fd = openStore(path).fd;
    let sum = 0;
    readWindows(fd, {
      from,
      to,
      isLate: () => false,
      visit: () => {},
      reject: () => {},
      see: (bytes, length, window) => {
        sum = sumWindow(sum, bytes, length, window);
      },
    });
    return sum;
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

const TEMPORARY = /\.(\d+)\.tmp(?:\.[a-z]+)?$/;
const OWN_FILE = /\.idx$|^index-.*\.(?:tried|checked)$|^around-.*\.json$/;
/** No build takes longer. */
const OLD_MS = 6 * 3_600_000;
const UNUSED_MS = 60 * 86_400_000;

/** What killed processes left behind, and what nobody has asked for in a long time: indexes of stores, surroundings of folders. */
function sweep(cacheDir: string): void {
  for (const name of readdirSync(cacheDir)) {
    try {
      const path = join(cacheDir, name);
      const { ctimeMs, atimeMs } = statSync(path);
      const maker = TEMPORARY.exec(name)?.[1];
      const isLeft = maker !== undefined && (!isAlive(Number(maker)) || Date.now() - ctimeMs > OLD_MS);
      if (isLeft || (OWN_FILE.test(name) && Date.now() - Math.max(ctimeMs, atimeMs) > UNUSED_MS)) unlinkSync(path);
    } catch {
      // Somebody else was faster, or may and we may not.
    }
  }
}
