/** Finds candidates in one segment of the index: which of its documents could pass, best first, and whose they are. */
import { ownNames } from "../project/match-project.ts";
import type { Candidate, Judge, Project, SourceName } from "../types.ts";
import { type CandidateReader, placeOf } from "./candidate-reader.ts";
import { BLOCK_DOCS, projectTerm, RETIRED, shortProjectTerm } from "./index/format.ts";
import type { Weighed } from "./index/kernel.ts";
import type { UsedSegment } from "./index/open-index.ts";
import { blockSearch, type Wanted, type Weighing } from "./index/search-block.ts";
import type { Entry } from "./index/segment.ts";
import type { Shortlist } from "./shortlist.ts";

export interface SegmentSearchRequest {
  /** How many keys are wanted: the columns of a row of hits. */
  readonly width: number;
  readonly project: Project;
  readonly reader: CandidateReader;
  /** Every name, in lower case, for which a tag counts as naming a project. */
  readonly knownNames: () => readonly string[];
}

interface Search {
  readonly judge: Judge;
  readonly shortlist: Shortlist;
  readonly isAsked: (source: SourceName) => boolean;
}

/** A block of a segment. */
interface Part {
  readonly block: number;
  /** What a perfect match in this block could score at the most. */
  readonly reach: number;
  /** What of it, in 256ths, counts in a record of no project. */
  readonly neutral: number;
}

/** What could matter of it. */
interface Found extends Part {
  readonly weighed: Weighed;
}

/** So many are judged together. */
const MANY = 512;
/** Leaves room for a part and a document's place in it. */
const PLACES = 2 ** 32;

export class SegmentSearch {
  constructor(private readonly request: SegmentSearchRequest) {}

  /** All that belongs to the project, the newest of a store first. */
  *ownDocuments(used: UsedSegment, isAsked: (source: SourceName) => boolean): Generator<Candidate> {
    const wanted: Wanted[] = [];
    for (const term of this.ownTerms()) this.want(used, term, { column: 0, bound: 1 }, wanted);
    const search = blockSearch(used.segment, wanted, 1);
    for (const block of search.blockNumbers()) {
      for (const doc of search.search(block, 1)?.docs ?? []) {
        const candidate = this.candidateAt(used, block * BLOCK_DOCS + doc, OWN, isAsked);
        if (candidate !== null) yield candidate;
      }
    }
  }

  /** `entries` are those of the wanted keys, in their order. */
  addCandidates(used: UsedSegment, entries: readonly (Entry | null)[], search: Search): void {
    const { segment } = used;
    const { judge, shortlist } = search;
    const own = this.request.width;
    // Of whole numbers: others would change the shape of every container, and V8 would have to learn it anew.
    const bounds = new Int32Array(own + 3);
    const wanted: Wanted[] = [];
    let all = 0;
    for (let column = 0; column < own; column++) {
      const entry = entries[column] ?? null;
      const bound = judge.bounds[column] as number;
      if (entry === null || bound === 0) continue;
      wanted.push({ entry, column, bound });
      bounds[column] = bound;
      all += bound;
    }
    // No document can reach it.
    if (all < judge.least) return;
    // Behind the keys: the project's own, nobody's, and those that a name has claimed since.
    for (const term of this.ownTerms()) this.want(used, term, { column: own, bound: 0 }, wanted);
    const { unnamed } = segment;
    if (unnamed !== null) wanted.push({ entry: unnamed, column: own + 1, bound: 0 });
    const newNames = this.newNames(used);
    for (const name of newNames) this.want(used, projectTerm(name), { column: own + 2, bound: 0 }, wanted);
    const blocks = blockSearch(segment, wanted, own + 3);
    // Nobody's documents may meanwhile be another project's.
    const parts = partsOf(used, blocks.blockNumbers(), search, newNames.length > 0 ? judge.scale.foreign : 0);
    const found: Found[] = [];
    // For each document its bound, and behind it where it is.
    const keys: number[] = [];
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i] as Part;
      const weighed = blocks.weigh(part.block, weighing(judge, { part, bounds, all, worst: shortlist.worst }));
      if (weighed !== null) {
        const { weights } = weighed;
        const first = (found.push({ ...part, weighed }) - 1) * BLOCK_DOCS;
        for (let k = 0; k < weights.length; k++) keys.push(Math.floor((weights[k] as number) * part.reach) * PLACES + first + k);
      }
      if (keys.length <= MANY && i < parts.length - 1) continue;
      this.judge(used, found, keys, search);
      keys.length = 0;
      found.length = 0;
    }
  }

  /** The best by their bounds first: the better the candidates already found, the more a further one needs. */
  private judge(used: UsedSegment, found: readonly Found[], keys: readonly number[], { judge, shortlist, isAsked }: Search): void {
    const width = this.request.width + 3;
    // Without a function that compares, V8 sorts numbers by itself.
    const sorted = Float64Array.from(keys).sort();
    for (let i = sorted.length - 1; i >= 0; i--) {
      const place = (sorted[i] as number) % PLACES;
      const { block, reach, weighed } = found[Math.floor(place / BLOCK_DOCS)] as Found;
      const { docs, hits, weights } = weighed;
      const k = place % BLOCK_DOCS;
      if ((weights[k] as number) < judge.weightNeeded(matchFor(shortlist.worst, reach))) continue;
      const estimate = judge.estimate(hits, k * width);
      if (!(estimate > 0)) continue;
      const candidate = this.candidateAt(used, block * BLOCK_DOCS + (docs[k] as number), { hits, start: k * width }, isAsked);
      if (candidate !== null) shortlist.add(judge.judge(candidate, estimate), judge.outdatedToo);
    }
  }

  /** `hits` end with three columns for the document's project. Null when it is not to be shown whatever it says. */
  private candidateAt({ segment, storeOf }: UsedSegment, doc: number, { hits, start }: RowOfHits, isAsked: (source: SourceName) => boolean): Candidate | null {
    const coverage = segment.coverageOf(doc);
    const store = storeOf.get(coverage) ?? -1;
    if (store < 0 || !isAsked(coverage.source)) return null;
    const row = segment.row(doc);
    if (row.flags & RETIRED) return null;
    const { reader, width } = this.request;
    const own = start + width;
    const { source } = coverage;
    const line = { source, store, row };
    return {
      source,
      at: row.at,
      affinity: hits[own] !== 0 ? "own" : hits[own + 1] === 0 || hits[own + 2] !== 0 ? "other" : "neutral",
      hits: hits.slice(start, own),
      place: placeOf(store, row.offset),
      read: () => reader.read(line),
      isCurrent: () =>
        !reader.couldBeReplaced({ source, store, offset: row.offset, segment }) ||
        reader.isCurrent({ source, id: reader.read(line).id, store, offset: row.offset, segment }),
      neighbours: () => reader.neighbours(store, row.offset, row.length),
    };
  }

  private want({ segment }: UsedSegment, term: string, as: Omit<Wanted, "entry">, wanted: Wanted[]): void {
    const entry = segment.find(term);
    if (entry !== null) wanted.push({ entry, ...as });
  }

  private ownTerms(): readonly string[] {
    const { project } = this.request;
    const names = ownNames(project);
    return [...names.map(projectTerm), ...(project.slug === null ? names.map(shortProjectTerm) : [])];
  }

  /** Projects that became known after a segment was built. */
  private newNames({ segment: { footer } }: UsedSegment): readonly string[] {
    const known = new Set([...footer.projects, ...footer.registry]);
    return this.request.knownNames().filter((name) => !known.has(name));
  }
}

interface RowOfHits {
  readonly hits: Uint8Array;
  readonly start: number;
}

interface Asked {
  readonly part: Part;
  readonly bounds: Int32Array;
  /** What the keys tell together. */
  readonly all: number;
  readonly worst: number;
}

/** What of a block could reach the score `worst`. */
function weighing(judge: Judge, { part: { reach, neutral }, bounds, all, worst }: Asked): Weighing {
  const { scale } = judge;
  const needed = (share: number): number => Math.max(judge.least, judge.needed(matchFor(worst, (reach * share) / 256)));
  // Others' documents need the most. The project's own, and nobody's, are given what they need less.
  const least = Math.min(all + 1, Math.max(scale.strong, needed(scale.foreign)));
  bounds[bounds.length - 3] = Math.max(0, least - needed(256));
  bounds[bounds.length - 2] = Math.max(0, least - needed(neutral));
  return { least, bounds, scale: { ...scale, neutral }, weight: judge.weightNeeded(matchFor(worst, reach)) };
}

/** No key, and a project's own. */
const OWN: RowOfHits = { hits: Uint8Array.of(1, 0, 0), start: 0 };

/** Where a weight of 0 leaves no score to reach, every match is as good as another. */
function matchFor(score: number, reach: number): number {
  return reach > 0 ? score / reach : Number.NEGATIVE_INFINITY;
}

/** Of the blocks in which something is asked for, the most promising first: what is found there may make a look at the others unnecessary. */
function partsOf({ segment: { footer }, storeOf }: UsedSegment, blocks: Iterable<number>, { judge, isAsked }: Search, leastNeutral: number): readonly Part[] {
  const parts: Part[] = [];
  for (const block of blocks) {
    let reach = -1;
    let neutral = leastNeutral;
    for (const coverage of footer.coverage) {
      const { source, newest, firstDoc, endDoc } = coverage;
      if (firstDoc >= (block + 1) * BLOCK_DOCS || endDoc <= block * BLOCK_DOCS || (storeOf.get(coverage) ?? -1) < 0 || !isAsked(source)) continue;
      reach = Math.max(reach, judge.reach(source, newest));
      neutral = Math.max(neutral, Math.min(256, Math.ceil(judge.neutral(source) * 256)));
    }
    if (reach >= 0) parts.push({ block, reach, neutral });
  }
  return parts.sort((a, b) => b.reach - a.reach);
}
