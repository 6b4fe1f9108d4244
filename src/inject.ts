/** One event in, one answer out. Start reading here: this file is the order of the steps. */

import { analyzePrompt } from "./analyze/analyze-prompt.ts";
import { estimateTokens } from "./budget/estimate-tokens.ts";
import { type BudgetLimits, selectWithinBudget } from "./budget/select-within-budget.ts";
import { clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Context } from "./open-context.ts";
import { selectOrientation } from "./orient/select-orientation.ts";
import { matchProject } from "./project/match-project.ts";
import { type FrameOptions, renderFrame } from "./render/render-frame.ts";
import { jsonUnits, MAX_TEXT_UNITS } from "./render/render-hook-output.ts";
import { renderRecord } from "./render/render-record.ts";
import { unitOf } from "./score/confidence.ts";
import { Evidence } from "./score/evidence.ts";
import { rankCandidates } from "./score/rank.ts";
import { Scorer } from "./score/score-candidates.ts";
import { type Term, weighTerms } from "./score/terms.ts";
import { type Trimmed, trimRanking } from "./score/trim-ranking.ts";
import { Corpus, type StoreReport } from "./store/corpus.ts";
import { discardIndex } from "./store/index/open-index.ts";
import { Damaged } from "./store/index/segment.ts";
import { occurrencesOf } from "./store/occurrences.ts";
import type { Analysis, HookEvent, LoreRecord, Problem, PromptEvent, Scored, Selection, SourceName, Corpus as Statistics } from "./types.ts";

/** What happened on the way, for --debug and explain. Nothing in it is needed for the answer. */
export interface Trace {
  analysis: Analysis | null;
  /** The keywords that entered the match, with what each tells here. */
  terms: readonly Term[];
  /** How sure it is that the best record belongs to the prompt; null when none was looked for. */
  confidence: number | null;
  corpus: Statistics | null;
  reports: readonly StoreReport[];
  /** Why the index should be refreshed; null when there is no need. */
  due: string | null;
  scored: readonly Scored[];
  selection: Selection | null;
  silent: string | null;
  readonly steps: (readonly [name: string, ms: number])[];
  readonly problems: Problem[];
}

export interface Injection {
  /** What the agent is to see; empty for silence. */
  readonly text: string;
  readonly trace: Trace;
}

const NO_LORE = /(?:^|\W)#nolore\b/i;
/** Of the deadline, so much is kept for scoring, selection and output. */
const RESERVED_MS = 40;

export interface InjectOptions {
  /** The clock when our own work began. */
  readonly startedAt: number;
  /** Whether somebody will ask about the candidates that had no chance. */
  readonly explain: boolean;
  /** Ask goals even if the prompt does not speak of them: a search. */
  readonly allSources?: boolean;
}

export function inject(event: HookEvent, context: Context, options: InjectOptions): Injection {
  const trace: Trace = {
    analysis: null,
    terms: [],
    confidence: null,
    corpus: null,
    reports: [],
    due: null,
    scored: [],
    selection: null,
    silent: null,
    steps: [],
    problems: [...context.problems],
  };
  // A run that had to prepare its settings anew, as after an edit, gets its time on top: late once is better than silent.
  const latestAt = (context.cached ? options.startedAt : clock()) + context.config.deadline_ms - RESERVED_MS;
  const isLate = (): boolean => clock() > latestAt;
  if (!context.config.enabled) return silence(trace, "switched off");
  if (event.name === "UserPromptSubmit") return injectForPrompt(event, context, trace, { isLate, ...options });
  if (event.name === "SessionStart") return orient(context, trace, isLate);
  return silence(trace, `nothing to say to ${event.hookEventName}`);
}

function injectForPrompt(
  event: PromptEvent,
  context: Context,
  trace: Trace,
  { isLate, explain, allSources }: InjectOptions & { readonly isLate: () => boolean },
): Injection {
  if (event.prompt.includes("#") && NO_LORE.test(event.prompt)) return silence(trace, "the prompt says #nolore");
  const { config, language, project } = context;
  const analysis = timed(trace, "analyze", () => analyzePrompt({ prompt: event.prompt, project, config, language }));
  trace.analysis = analysis;
  if (config.max_wrong < 1 && analysis.keywords.every(({ generic }) => generic)) return silence(trace, "the prompt names no subject");
  const isAsked = (source: SourceName): boolean => allSources || source !== "goals" || analysis.mentionsGoal;
  trace.scored = askStores(context, trace, (index) => rank(context, { analysis, index, trace, isLate, isAsked, explain }));
  return finish(trace, config, { purpose: "auto-injected" });
}

/** Whatever is wrong with the index, the stores are the truth. */
function askStores<T>({ index }: Context, trace: Trace, ask: (index: CorpusIndex) => T): T {
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
  readonly trace: Trace;
  readonly isLate: () => boolean;
  /** Goals are noise unless the prompt speaks of goals. */
  readonly isAsked: (source: SourceName) => boolean;
  /** Whether somebody will ask about the others. */
  readonly explain: boolean;
}

/** So many of the best, by what their hits tell, are read; more only if these turn out to be copies or outdated. */
const SHORTLIST = 40;
/** What has less than this, of the best one's estimate, is not worth reading. */
const LEAST_SHARE = 0.3;
/** And no more than so many, were they all copies of one text. */
const MOST = 20_480;
/** So many when somebody wants to know about the others too. */
const EXPLAINED = 1000;

function rank(
  { config, project, knownProjects, stores, stamps, today, loadScanner }: Context,
  { analysis, index, trace, isLate, isAsked, explain }: Question,
): readonly Scored[] {
  const { keywords, pairs } = analysis;
  const corpus = timed(trace, "look up", () => new Corpus({ stores, stamps, keywords, project, knownProjects, index, loadScanner, isLate }));
  try {
    trace.corpus = corpus.statistics;
    trace.reports = corpus.reports();
    trace.due = corpus.due;
    trace.problems.push(...corpus.problems);
    const terms = weighTerms(keywords, corpus.statistics, config);
    trace.terms = terms;
    const unit = unitOf(terms, corpus.statistics.records, config.keywords.generic_weight);
    const evidence = config.match === "coverage" ? null : new Evidence(terms, pairs, config.keywords.generic_weight, occurrencesOf(corpus.keys));
    const look = (thorough: boolean, limit: number, leastShare: number): Looked => {
      const scorer = new Scorer({ keys: corpus.keys, terms, unit, today, config, thorough });
      const shortlist = timed(trace, "find", () => corpus.candidates(scorer, { limit, leastShare, isAsked }));
      const judged = shortlist.inOrder();
      const ranked = timed(trace, "read", () => rankCandidates(judged, { evidence, explain }));
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

const ORIENTING: readonly SourceName[] = ["transfer", "goals", "registry", "patterns"];

function orient(context: Context, trace: Trace, isLate: () => boolean): Injection {
  const { config, project, today } = context;
  if (!config.session_start.enabled) return silence(trace, "session_start is switched off");
  if (project.name === null) return silence(trace, "no project here");
  const records = timed(trace, "read", () => askStores(context, trace, (index) => readOwn(context, trace, index, isLate)));
  const matcher = matchProject(project, context.knownProjects);
  trace.scored = selectOrientation({ records, matcher, today, config });
  return finish(trace, config, { purpose: "session start" });
}

function readOwn(
  { stores, stamps, project, knownProjects, loadScanner }: Context,
  trace: Trace,
  index: CorpusIndex,
  isLate: () => boolean,
): readonly LoreRecord[] {
  const corpus = new Corpus({ stores, stamps, only: ORIENTING, keywords: null, project, knownProjects, index, loadScanner, isLate });
  try {
    trace.corpus = corpus.statistics;
    trace.reports = corpus.reports();
    trace.due = corpus.due;
    const records = corpus.ownRecords((source) => ORIENTING.includes(source));
    trace.problems.push(...corpus.problems);
    return records;
  } finally {
    corpus.close();
  }
}

function finish(trace: Trace, config: Config, frame: FrameOptions): Injection {
  const shown = trace.scored.filter(({ rejected }) => rejected === null);
  if (shown.length === 0) return silence(trace, trace.scored.length === 0 ? "no record holds any of it" : "no record is good enough");
  const limits: BudgetLimits = {
    tokens: config.budget.tokens,
    units: MAX_TEXT_UNITS,
    maxItems: config.budget.max_items,
    recordShare: config.budget.record_share,
  };
  const selection = timed(trace, "select", () =>
    selectWithinBudget(shown, limits, {
      renderRecord,
      renderFrame: (texts, leftOut) => renderFrame(texts, leftOut, frame),
      countTokens: (text) => estimateTokens(text, config.budget.token_factor),
      countUnits: jsonUnits,
    }),
  );
  trace.selection = selection;
  if (selection.items.length === 0) return silence(trace, "the budget is too small for any record");
  return { text: selection.text, trace };
}

function silence(trace: Trace, reason: string): Injection {
  trace.silent = reason;
  return { text: "", trace };
}

function timed<T>(trace: Trace, name: string, step: () => T): T {
  const start = clock();
  const result = step();
  trace.steps.push([name, clock() - start]);
  return result;
}
