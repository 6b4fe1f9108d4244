/** One event in, one answer out. Start reading here: the steps of a prompt, in order. Every other event: src/events.ts. */
import { analyzePrompt } from "./analyze/analyze-prompt.ts";
import { clock } from "./clock.ts";
import { deliver } from "./deliver.ts";
import { findRecords, type Run, readOwnRecords } from "./find-records.ts";
import { mayMeanMode } from "./modes/may-mean-mode.ts";
import type { Context } from "./open-context.ts";
import { carryOver, topicsOf } from "./session/carry-over.ts";
import { recentFiles } from "./session/recent-activity.ts";
import { asksFor, type LedgerStore, Session } from "./session/session.ts";
import { readActivity } from "./store/activity-file.ts";
import { hashLanes, hashText } from "./store/identity.ts";
import { LedgerFile } from "./store/ledger-file.ts";
import { isStated } from "./surroundings/is-stated.ts";
import { type Injection, silence, startTrace, timed } from "./trace.ts";
import type { Analysis, HookEvent, LoreRecord, PromptEvent, Scored, SourceName } from "./types.ts";

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

/** The steps that other events share with a prompt. */
export interface Steps {
  readonly answer: typeof answer;
  readonly offerRecords: typeof offerRecords;
  readonly openSession: typeof openSession;
  readonly deliver: typeof deliver;
  readonly findRecords: typeof findRecords;
  readonly readOwnRecords: typeof readOwnRecords;
}

export function inject(event: HookEvent, context: Context, { startedAt, explain, allSources }: InjectOptions): Injection {
  const trace = startTrace(context.problems);
  // A run that had to prepare its settings anew, as after an edit, gets its time on top: late once is better than silent.
  const latestAt = (context.cached ? startedAt : clock()) + context.config.deadline_ms - RESERVED_MS;
  const run: Run = { context, trace, isLate: () => clock() > latestAt, explain };
  if (!context.config.enabled) return silence(trace, "switched off");
  if (event.name === "UserPromptSubmit") return injectForPrompt(event, run, allSources === true);
  return context.loadEvents().handleEvent(event, run, { answer, offerRecords, openSession, deliver, findRecords, readOwnRecords });
}

function injectForPrompt(event: PromptEvent, run: Run, allSources: boolean): Injection {
  const { context, trace } = run;
  if (event.prompt.includes("#") && NO_LORE.test(event.prompt)) return silence(trace, "the prompt says #nolore");
  const { config } = context;
  const session = openSession(context, event.sessionId, event.agent);
  if (event.agent === null) session.offerWaiting();
  const found = answer(run, session, event.prompt, { allSources, heldBackBy: event.agent === null ? event.sessionId : null });
  offerSurroundings(event, run, session, found.analysis);
  const topics = topicsOf(trace.terms);
  const isNews = topics.length > 0 || found.isNewTopic || trace.withheld.length > 0;
  const withheld = trace.withheld.length > 0 ? { withheld: trace.withheld } : {};
  return deliver(run, session, {
    purpose: "auto-injected",
    style: config.styles.prompt,
    tokens: config.budget.tokens,
    line: isNews ? { event: "prompt", topics, fresh: found.isNewTopic, ...withheld } : { event: "prompt" },
    isNews,
    silentBecause: found.silentBecause,
  });
}

interface AnswerOptions {
  readonly allSources?: boolean;
  /** The session that decides what is kept back to compare with; null: nothing is. */
  readonly heldBackBy?: string | null;
}

interface Answer {
  readonly analysis: Analysis;
  /** Whether it has left what the prompts before it were about. */
  readonly isNewTopic: boolean;
  readonly silentBecause: string;
}

/** Finds the records that belong to a prompt and offers to the session those that it does not have. */
function answer(run: Run, session: Session, prompt: string, { allSources = false, heldBackBy = null }: AnswerOptions = {}): Answer {
  const { context, trace } = run;
  const { config, language, project } = context;
  const analyze = (text: string): Analysis => analyzePrompt({ prompt: text, project, config, language });
  const analysis = timed(trace, "analyze", () => analyze(prompt));
  trace.analysis = analysis;
  const subjects = analysis.keywords.filter(({ generic, compound }) => !generic && !compound);
  if (config.max_wrong < 1 && analysis.keywords.every(({ generic }) => generic)) {
    return { analysis, isNewTopic: false, silentBecause: "the prompt names no subject" };
  }
  const isAsked = (source: SourceName): boolean => allSources || source !== "goals" || analysis.mentionsGoal;
  let scored = findRecords(run, analysis, isAsked);
  const isSure = scored.some(({ rejected }) => rejected === null);
  const lent = isSure
    ? []
    : carryOver({
        ...{ prompt, terms: trace.terms, ledger: session.ledger, open: () => openFiles(context), config, now: context.now },
        keywordsOf: (text) => analyze(text).keywords,
      });
  if (lent.length > 0) scored = followUp(run, { ...analysis, keywords: [...analysis.keywords, ...lent] }, isAsked) ?? scored;
  trace.scored = offerRecords(run, session, scored, { prompt, occasion: "found", isHeldBack: chanceOf(context, heldBackBy) });
  trace.withheld = trace.scored.filter(({ rejected }) => rejected?.by === "held back").map(({ record }) => `${record.source}:${record.id}`);
  const isKnown = trace.terms.some(({ known, keyword }) => known && !keyword.generic && !keyword.carried);
  return {
    analysis,
    isNewTopic: isKnown ? lent.length === 0 : subjects.length > 1,
    silentBecause: trace.withheld.length > 0 ? "kept back to compare with" : scored.length === 0 ? "no record holds any of it" : "no record is good enough",
  };
}

/** A first impression needs all of it. */
const SESSIONS_BEFORE = 50;

/** A small share, by chance but the same for the whole session: whether such records are missed tells what showing them is worth. */
function chanceOf({ config, usefulness }: Context, sessionId: string | null): (record: LoreRecord) => boolean {
  const { holdout } = config.usefulness;
  if (sessionId === null || holdout === 0 || (usefulness()?.sessions ?? 0) < SESSIONS_BEFORE) return () => false;
  return ({ source, id }) => hashLanes(`${sessionId}\n${source}:${id}`)[0] < holdout * 0x1_0000_0000;
}

/** What the person works on in an editor. What agents do in other sessions is their own affair. */
function openFiles({ locations: { stateDir }, workspace: { gitTop, cwd }, now }: Context): readonly string[] {
  if (stateDir === null) return [];
  const own = readActivity({ stateDir, root: gitTop ?? cwd }).filter(({ agent }) => !agent);
  return recentFiles(own, now).map(({ path, symbols }) => [path, ...symbols].join("\n"));
}

/** What a guess at the subject may cost, of what a prompt that names it may. */
const GUESSED = 0.25;

/** The answer with the words that earlier prompts lend; null when it is not sure even so, and nothing has changed. */
function followUp(run: Run, analysis: Analysis, isAsked: (source: SourceName) => boolean): readonly Scored[] | null {
  const { context, trace } = run;
  const { terms, confidence } = trace;
  const config = { ...context.config, max_wrong: context.config.max_wrong * GUESSED };
  const scored = findRecords({ ...run, context: { ...context, config } }, analysis, isAsked);
  if (scored.some(({ rejected }) => rejected === null)) {
    trace.carried = analysis.keywords.filter(({ carried }) => carried);
    return scored;
  }
  Object.assign(trace, { terms, confidence });
  return null;
}

/** A question for reasons wants more than a statement of the fact. */
const WHY = ["why", "reason", "rationale", "warum", "wieso", "pourquoi", "por qué", "perché", "waarom", "почему"];

interface RecordOffer {
  /** What was asked; empty when nobody asked. */
  readonly prompt: string;
  readonly occasion: "found" | "resumed";
  /** Whether it is kept back to compare with. Default: nothing is. */
  readonly isHeldBack?: (record: LoreRecord) => boolean;
}

/** Offers to the session what neither it nor the client has; the others come back with the reason. */
function offerRecords({ context }: Run, session: Session, scored: readonly Scored[], { prompt, occasion, isHeldBack }: RecordOffer): readonly Scored[] {
  const { config } = context;
  const lower = prompt.toLowerCase();
  const bodyToo = WHY.some((word) => lower.includes(word));
  return scored.map((each) => {
    if (each.rejected !== null) return each;
    const { record } = each;
    const isNamed = asksFor(prompt, record);
    const statements = isNamed || !config.already_loaded ? [] : context.surroundings().statements;
    const body = record.body.map(([, text]) => text).join("\n");
    if (statements.length > 0 && isStated({ title: record.title, body }, statements, { bodyToo })) return { ...each, rejected: { by: "already loaded" } };
    // Last, so that nothing is held back that would not have been shown; what the person asks for is shown.
    if (!isNamed && isHeldBack?.(record)) return { ...each, rejected: { by: "held back" } };
    return session.offerRecord(each, isNamed ? "named" : occasion);
  });
}

/** Rules, documents of folders, modes: what is found is offered, and most prompts need none of it. */
function offerSurroundings(event: PromptEvent, run: Run, session: Session, analysis: Analysis): void {
  const { context, trace } = run;
  const { config } = context;
  const isMode = event.agent === null && mayMeanMode(config.modes, event.prompt);
  const paths = analysis.keywords.filter(({ kind, pasted }) => kind === "path" && !pasted).map(({ text }) => text);
  const isRuled = config.rules.enabled && context.surroundings().rules.some(({ nativeTo }) => !nativeTo.includes(context.client));
  if (config.rules.enabled) trace.problems.push(...context.surroundings().problems);
  if (!isMode && !isRuled && paths.length === 0) return;
  context.loadEvents().offerForPrompt(run, session, { prompt: event.prompt, paths, transcript: event.transcript, isMode });
}

/** Without a session id there is nothing to remember by. */
function openSession(context: Context, sessionId: string | null, agent: string | null): Session {
  const isKept = sessionId !== null && sessionId !== "" && context.config.session.enabled;
  return new Session({ store: isKept ? ledgerOf(context, sessionId) : null, agent, now: context.now, pid: process.pid, hash: shortHash });
}

/** A file stays open until the process ends, unless the context has a way of its own. */
function ledgerOf({ locations: { stateDir }, isTrial, openLedger }: Context, sessionId: string): LedgerStore | null {
  if (openLedger !== undefined) return openLedger(sessionId);
  return stateDir === null ? null : new LedgerFile({ stateDir, sessionId, isTrial });
}

function shortHash(text: string): string {
  return hashText(text).slice(0, 8);
}
