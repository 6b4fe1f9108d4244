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
import { scoreCandidates, significantKeywords } from "./score/score-candidates.ts";
import { trimRanking } from "./score/trim-ranking.ts";
import { type Collected, collectCandidates } from "./store/collect-candidates.ts";
import { readStores } from "./store/read-stores.ts";
import type { Analysis, HookEvent, Keyword, Problem, PromptEvent, Scored, Selection, SourceName } from "./types.ts";

/** What happened on the way, for --debug and explain. Nothing in it is needed for the answer. */
export interface Trace {
  analysis: Analysis | null;
  /** The keywords that entered the match. */
  keywords: readonly Keyword[];
  collected: Pick<Collected, "corpus" | "reads"> | null;
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
  const trace: Trace = { analysis: null, keywords: [], collected: null, scored: [], selection: null, silent: null, steps: [], problems: [...context.problems] };
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
  if (config.keywords.weak_weight < 1 && analysis.keywords.every(({ weak }) => weak)) return silence(trace, "the prompt names no subject");
  const stores = context.stores.filter(({ source }) => allSources || isAsked(source, analysis));
  const inline = context.inline.filter(({ source }) => allSources || isAsked(source, analysis));
  const collected = timed(trace, "collect", () => collectCandidates({ stores, inline, keywords: analysis.keywords, isLate }));
  trace.collected = collected;
  trace.problems.push(...collected.problems);
  trace.keywords = significantKeywords(analysis.keywords, collected.corpus, config.keywords.max);
  const matcher = matchProject(project, [...context.knownProjects, ...collected.candidates.flatMap(({ record }) => record.projects)]);
  trace.scored = timed(trace, "score", () => {
    const scored = scoreCandidates({ ...collected, keywords: trace.keywords, matcher, today: context.today, config, thorough: explain });
    return trimRanking(scored, collected.isCurrent, config);
  });
  return finish(trace, config, { purpose: "auto-injected" });
}

/** Goals are noise unless the prompt speaks of goals. */
function isAsked(source: SourceName, { mentionsGoal }: Analysis): boolean {
  return source !== "goals" || mentionsGoal;
}

const ORIENTING: readonly SourceName[] = ["transfer", "goals", "registry", "patterns"];

function orient(context: Context, trace: Trace, isLate: () => boolean): Injection {
  const { config, project, today } = context;
  if (!config.session_start.enabled) return silence(trace, "session_start is switched off");
  if (project.name === null) return silence(trace, "no project here");
  const stores = context.stores.filter(({ source }) => ORIENTING.includes(source));
  const { reads, problems, isCurrent } = timed(trace, "collect", () => readStores(stores, { pattern: null, isLate }));
  trace.problems.push(...problems);
  const inline = context.inline.filter(({ source }) => ORIENTING.includes(source));
  const records = [...inline, ...reads.flatMap(({ live }) => live)];
  trace.collected = { corpus: { records: records.length, documentFrequency: new Map() }, reads };
  const matcher = matchProject(project, context.knownProjects);
  trace.scored = selectOrientation({ records, matcher, isCurrent, today, config });
  return finish(trace, config, { purpose: "session start" });
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
