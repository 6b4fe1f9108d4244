/** From a prompt's analysis to the records that may be shown: how common its terms are, which records hold them, how well each matches. */

import type { Context } from "./open-context.ts";
import { unitOf } from "./score/confidence.ts";
import { Evidence } from "./score/evidence.ts";
import { rankCandidates } from "./score/rank.ts";
import { Scorer } from "./score/score-candidates.ts";
import { weighTerms } from "./score/terms.ts";
import { type Trimmed, trimRanking } from "./score/trim-ranking.ts";
import { Corpus } from "./store/corpus.ts";
import { discardIndex } from "./store/index/open-index.ts";
import { Damaged } from "./store/index/segment.ts";
import { occurrencesOf } from "./store/occurrences.ts";
import { type Trace, timed } from "./trace.ts";
import type { Analysis, LoreRecord, Scored, SourceName } from "./types.ts";

/** One run of the hook. */
export interface Run {
  readonly context: Context;
  readonly trace: Trace;
  readonly isLate: () => boolean;
  /** Whether somebody will ask about the candidates that had no chance. */
  readonly explain: boolean;
}

/** Best first. `isAsked`: goals are noise unless the prompt speaks of goals. */
export function findRecords(run: Run, analysis: Analysis, isAsked: (source: SourceName) => boolean): readonly Scored[] {
  return askStores(run, (index) => rank(run, { analysis, index, isAsked }));
}

/** All current records of the project, of these sources. */
export function readOwnRecords(run: Run, sources: readonly SourceName[]): readonly LoreRecord[] {
  return timed(run.trace, "read", () => askStores(run, (index) => readOwn(run, index, sources)));
}

/** Whatever is wrong with the index, the stores are the truth. */
function askStores<T>({ context: { index }, trace }: Run, ask: (index: CorpusIndex) => T): T {
  const problems = trace.problems.length;
  try {
    return ask(index);
  } catch (error) {
    if (index === null) throw error;
    trace.problems.length = problems;
    if (error instanceof Damaged) discardIndex(index);
    const answer = ask(null);
    trace.due = `the index cannot be used: ${(error as Error).message}`;
    return answer;
  }
}

type CorpusIndex = ConstructorParameters<typeof Corpus>[0]["index"];

interface Question {
  readonly analysis: Analysis;
  readonly index: CorpusIndex;
  readonly isAsked: (source: SourceName) => boolean;
}

/** So many of the best, by what their hits tell, are read; more only if these turn out to be copies or outdated. */
const SHORTLIST = 40;
/** What has less than this, of the best one's estimate, is not worth reading. */
const LEAST_SHARE = 0.3;
/** And no more than so many, were they all copies of one text. */
const MOST = 20_480;
/** So many when somebody wants to know about the others too. */
const EXPLAINED = 1000;

function rank({ context, trace, isLate, explain }: Run, { analysis, index, isAsked }: Question): readonly Scored[] {
  const { config, project, knownProjects, stores, stamps, today, loadScanner } = context;
  const { keywords, pairs } = analysis;
  const corpus = timed(trace, "look up", () => new Corpus({ stores, stamps, keywords, project, knownProjects, index, loadScanner, thorough: explain, isLate }));
  try {
    noteCorpus(trace, corpus);
    trace.problems.push(...corpus.problems);
    const terms = weighTerms(keywords, corpus.statistics, config);
    trace.terms = terms;
    const unit = unitOf(terms, corpus.statistics.records, config.keywords.generic_weight);
    const evidence = config.match === "coverage" ? null : new Evidence(terms, pairs, config.keywords.generic_weight, occurrencesOf(corpus.keys));
    const useful = context.usefulness();
    const usefulness = useful && (({ source, id }: LoreRecord) => useful.factorOf(`${source}:${id}`, config.usefulness.least, config.usefulness.most));
    const look = (thorough: boolean, limit: number, leastShare: number): Looked => {
      const scorer = new Scorer({ keys: corpus.keys, terms, unit, today, config, thorough });
      const shortlist = timed(trace, "find", () => corpus.candidates(scorer, { limit, leastShare, isAsked }));
      const judged = shortlist.inOrder();
      const ranked = timed(trace, "read", () => rankCandidates(judged, { evidence, explain, usefulness }));
      const trimmed = timed(trace, "trim", () => trimRanking(ranked, { config, unit, thorough }));
      return { ...trimmed, looked: judged.length, isEnough: !shortlist.isCut || trimmed.unfit * 2 < judged.length };
    };
    let answer = look(false, SHORTLIST, LEAST_SHARE);
    // Most were copies or outdated: then those that were left aside count.
    for (let limit = SHORTLIST * 8; !answer.isEnough && limit <= MOST && !isLate(); limit *= 8) answer = look(false, limit, 0);
    trace.confidence = answer.confidence;
    if (!explain) return answer.scored;
    const all = look(true, EXPLAINED, 0);
    // Nothing was worth reading: then the best of the rest shows how far it is from enough.
    if (answer.looked === 0) trace.confidence = all.confidence;
    return [...answer.scored, ...others(answer.scored, all.scored)];
  } finally {
    corpus.close();
  }
}

function noteCorpus(trace: Trace, corpus: Corpus): void {
  trace.corpus = corpus.statistics;
  trace.due = corpus.due;
  trace.isIndexed = corpus.index.segments.length > 0;
  trace.isScanned = corpus.isScanned;
  trace.reports = () => corpus.reports();
}

interface Looked extends Trimmed {
  /** How many candidates were read. */
  readonly looked: number;
  /** Whether no worse candidate could have mattered. */
  readonly isEnough: boolean;
}

/** What else there was, with the reason why it is not shown. */
function others(shown: readonly Scored[], all: readonly Scored[]): readonly Scored[] {
  const known = new Set(shown.map(({ record }) => `${record.source}\n${record.id}`));
  return all
    .filter(({ record }) => !known.has(`${record.source}\n${record.id}`))
    .map((scored) => (scored.rejected === null ? { ...scored, rejected: { by: "rank" } } : scored));
}

function readOwn({ context, trace, isLate }: Run, index: CorpusIndex, sources: readonly SourceName[]): readonly LoreRecord[] {
  const { stores, stamps, project, knownProjects, loadScanner } = context;
  const corpus = new Corpus({ stores, stamps, only: sources, keywords: null, project, knownProjects, index, loadScanner, isLate });
  try {
    noteCorpus(trace, corpus);
    const records = corpus.ownRecords((source) => sources.includes(source));
    trace.problems.push(...corpus.problems);
    return records;
  } finally {
    corpus.close();
  }
}
