/** Finds candidates in one segment of the index: which of its documents could pass, best first, and whose they are. */
import { ownNames } from "../project/match-project.ts";
import type { Candidate, Judge, Project, SourceName } from "../types.ts";
import { type CandidateReader, placeOf } from "./candidate-reader.ts";
import { BLOCK_DOCS, projectTerm, RETIRED, shortProjectTerm } from "./index/format.ts";
import type { UsedSegment } from "./index/open-index.ts";
import { BlockSearch, heaviestFirst, type Wanted } from "./index/search-block.ts";
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

interface Probe {
  readonly block: number;
  readonly least: number;
  readonly width: number;
}

/** A probe asks for this share of all that could be told, and looks at so many that have it. */
const PROBED = 0.7;
const MOST_PROBED = 8;

export class SegmentSearch {
  constructor(private readonly request: SegmentSearchRequest) {}

  /** All that belongs to the project, the newest of a store first. */
  *ownDocuments(used: UsedSegment, isAsked: (source: SourceName) => boolean): Generator<Candidate> {
    const wanted: Wanted[] = [];
    for (const term of this.ownTerms()) {
      const entry = used.segment.find(term);
      if (entry !== null) wanted.push({ entry, column: 0, bound: 1 });
    }
    const search = new BlockSearch(used.segment, wanted, 1);
    for (const block of search.blockNumbers) {
      for (const doc of search.search(block, 1)?.docs ?? []) {
        const candidate = this.candidateAt(used, block * BLOCK_DOCS + doc, OWN, isAsked);
        if (candidate !== null) yield candidate;
      }
    }
  }

  /** `entries` are those of the wanted keys, in their order. */
  addCandidates(used: UsedSegment, entries: readonly (Entry | null)[], { judge, shortlist, isAsked }: Search): void {
    const { segment } = used;
    const wanted: Wanted[] = [];
    entries.forEach((entry, column) => {
      const bound = judge.bounds[column] as number;
      if (entry !== null && bound > 0) wanted.push({ entry, column, bound });
    });
    // No document can reach it.
    if (wanted.reduce((sum, { bound }) => sum + bound, 0) < judge.least) return;
    // Behind the keys: the project's own, nobody's, and those that a name has claimed since.
    const own = this.request.width;
    for (const term of this.ownTerms()) this.want(used, term, own, wanted);
    if (segment.unnamed !== null) wanted.push({ entry: segment.unnamed, column: own + 1, bound: 0 });
    const newNames = this.newNames(used);
    for (const name of newNames) this.want(used, projectTerm(name), own + 2, wanted);
    const width = own + 3;
    const search = new BlockSearch(segment, wanted, width);
    // The most promising first: what is found there may make a look at the others unnecessary.
    const blocks = [...search.blockNumbers].map((block) => ({ block, ...reachOf(used, block, judge) })).sort((a, b) => b.reach - a.reach);
    const bounds = wanted.reduce((sum, { bound }) => sum + bound, 0);
    for (const { block, reach, neutral } of blocks) {
      if (search.isLong && shortlist.worst === Number.NEGATIVE_INFINITY)
        this.probe(used, search, { block, least: Math.max(judge.least, bounds * PROBED), width }, { judge, shortlist, isAsked });
      // The better the candidates already found, the more a further one needs.
      const found = search.search(block, Math.max(judge.least, judge.needed(matchFor(shortlist.worst, reach))));
      if (found === null) continue;
      // Nobody's documents may meanwhile be another project's.
      const weights = found.weigh({ ...judge.scale, neutral: newNames.length > 0 ? Math.max(neutral, judge.scale.foreign) : neutral });
      for (const i of heaviestFirst(weights, judge.weightNeeded(matchFor(shortlist.worst, reach)))) {
        if ((weights[i] as number) < judge.weightNeeded(matchFor(shortlist.worst, reach))) break;
        const estimate = judge.estimate(found.hits, i * width);
        if (!(estimate > 0)) continue;
        const hits = found.hits.subarray(i * width, (i + 1) * width);
        const candidate = this.candidateAt(used, block * BLOCK_DOCS + (found.docs[i] as number), hits, isAsked);
        if (candidate !== null) shortlist.add(judge.judge(candidate, estimate), judge.outdatedToo);
      }
    }
  }

  /** Looks for one that has most of what is asked: with its score known, thousands that have little need not be weighed. */
  private probe(used: UsedSegment, search: BlockSearch, { block, least, width }: Probe, { judge, shortlist, isAsked }: Search): void {
    const found = search.search(block, Math.floor(least));
    if (found === null) return;
    for (let i = 0; i < Math.min(found.docs.length, MOST_PROBED); i++) {
      const hits = found.hits.subarray(i * width, (i + 1) * width);
      const candidate = this.candidateAt(used, block * BLOCK_DOCS + (found.docs[i] as number), hits, isAsked);
      const judged = candidate === null ? null : judge.judge(candidate, judge.estimate(hits, 0));
      if (judged !== null && judged.score > 0 && (judge.outdatedToo || judged.candidate.isCurrent())) shortlist.expect(judged);
    }
  }

  /** `hits` end with three columns for the document's project. Null when it is not to be shown whatever it says. */
  private candidateAt({ segment, storeOf }: UsedSegment, doc: number, hits: Uint8Array, isAsked: (source: SourceName) => boolean): Candidate | null {
    const coverage = segment.coverageOf(doc);
    const store = storeOf.get(coverage) ?? -1;
    if (store < 0 || !isAsked(coverage.source)) return null;
    const row = segment.row(doc);
    if (row.flags & RETIRED) return null;
    const own = this.request.width;
    const { source } = coverage;
    const { reader } = this.request;
    const line = { source, store, row };
    return {
      source,
      at: row.at,
      affinity: hits[own] !== 0 ? "own" : hits[own + 1] === 0 || hits[own + 2] !== 0 ? "other" : "neutral",
      hits: hits.slice(0, own),
      place: placeOf(store, row.offset),
      read: () => reader.read(line),
      isCurrent: () =>
        !reader.couldBeReplaced({ source, store, offset: row.offset, segment }) ||
        reader.isCurrent({ source, id: reader.read(line).id, store, offset: row.offset, segment }),
      neighbours: () => reader.neighbours(store, row.offset, row.length),
    };
  }

  private want({ segment }: UsedSegment, term: string, column: number, wanted: Wanted[]): void {
    const entry = segment.find(term);
    if (entry !== null) wanted.push({ entry, column, bound: 0 });
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

/** No key, and a project's own. */
const OWN = Uint8Array.of(1, 0, 0);

/** Where a weight of 0 leaves no score to reach, every match is as good as another. */
function matchFor(score: number, reach: number): number {
  return reach > 0 ? score / reach : Number.NEGATIVE_INFINITY;
}

/** What a perfect match in this block could score at the most, and what of one, in 256ths, counts in a record of no project. */
function reachOf({ segment: { footer } }: UsedSegment, block: number, judge: Judge): { readonly reach: number; readonly neutral: number } {
  let reach = 0;
  let neutral = 0;
  for (const { source, newest, firstDoc, endDoc } of footer.coverage) {
    if (firstDoc >= (block + 1) * BLOCK_DOCS || endDoc <= block * BLOCK_DOCS) continue;
    reach = Math.max(reach, judge.reach(source, newest));
    neutral = Math.max(neutral, Math.min(256, Math.ceil(judge.neutral(source) * 256)));
  }
  return { reach, neutral };
}
