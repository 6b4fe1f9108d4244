/**
 * What the hook would have answered at a moment of a session: its own steps, with a memory that is kept here instead of in the
 * state folder. The steps are had from `inject` itself, by way of an event that is answered here.
 */
import { clock } from "../clock.ts";
import * as events from "../events.ts";
import type { Run } from "../find-records.ts";
import { inject, type Steps } from "../inject.ts";
import type { Context } from "../open-context.ts";
import { pathBelow } from "../project/path-below.ts";
import { configForSearch } from "../search-records.ts";
import { topicsOf } from "../session/carry-over.ts";
import { Ledger } from "../session/ledger.ts";
import { type LedgerStore, Session } from "../session/session.ts";
import { hashText } from "../store/identity.ts";
import { type Injection, silence } from "../trace.ts";
import type { OtherEvent, Scored } from "../types.ts";
import type { Moment } from "./read-session.ts";

export interface Answered extends Injection {
  readonly ms: number;
  /** What would have come next, had the gate been open: only where it was asked for and nothing was shown. */
  readonly nearest: readonly Scored[];
}

export interface AnswerOptions {
  readonly explain: boolean;
  /** So many records that were not good enough are looked for where nothing was shown. */
  readonly nearest: number;
}

const DAY_MS = 86_400_000;
const NO_LORE = /(?:^|\W)#nolore\b/i;

/** The memory of one session under one set of settings. */
export class SessionMemory implements LedgerStore {
  readonly ledger = new Ledger();
  readonly fault = null;

  append(line: Parameters<LedgerStore["append"]>[0]): null {
    this.ledger.add(line);
    return null;
  }

  isWritable(): boolean {
    return true;
  }
}

export function answerMoment(moment: Moment, memory: SessionMemory, settled: Context, options: AnswerOptions): Answered {
  const startedAt = clock();
  let nearest: readonly Scored[] = [];
  let endedAt = 0;
  const isSearch = moment.kind === "search";
  const context: Context = {
    ...settled,
    ...(isSearch ? { config: configForSearch(settled.config) } : {}),
    now: moment.at,
    today: Math.floor(moment.at / DAY_MS),
    loadEvents: () => ({
      ...events,
      handleEvent: (event, run, steps) => {
        const own: Steps = { ...steps, openSession: () => openMemory(run, memory) };
        if (moment.kind !== "prompt" && !isSearch) return events.handleEvent(event, run, own);
        const answered = answerPrompt(moment.text, run, own, isSearch);
        endedAt = clock();
        if (answered.text === "" && options.nearest > 0) nearest = findNearest(run, own, options.nearest);
        return answered;
      },
    }),
  };
  const injection = inject(eventOf(moment), context, { startedAt, explain: options.explain });
  return { ...injection, nearest, ms: (endedAt || clock()) - startedAt };
}

function eventOf({ kind, cwd }: Moment): OtherEvent {
  const base = { name: "other", sessionId: "replay", agent: null, transcript: "", cwd } as const;
  if (kind === "prompt" || kind === "search") return { ...base, hookEventName: "UserPromptSubmit", fields: {} };
  return { ...base, hookEventName: "SessionStart", fields: { source: kind === "compaction" ? "compact" : "startup" } };
}

function openMemory({ context: { config, now } }: Run, memory: SessionMemory): Session {
  return new Session({ store: config.session.enabled ? memory : null, agent: null, now, pid: 0, hash: (text) => hashText(text).slice(0, 8) });
}

/** The steps of a prompt, in the hook's order, without what lies around the folder today. */
function answerPrompt(prompt: string, run: Run, steps: Steps, allSources: boolean): Injection {
  const { context, trace } = run;
  if (NO_LORE.test(prompt)) return silence(trace, "the prompt says #nolore");
  const session = steps.openSession(context, "replay", null);
  session.offerWaiting();
  const { isNewTopic, silentBecause } = steps.answer(run, session, prompt, { allSources });
  const topics = topicsOf(trace.terms);
  const isNews = topics.length > 0 || isNewTopic;
  return steps.deliver(run, session, {
    purpose: "auto-injected",
    style: context.config.styles.prompt,
    tokens: context.config.budget.tokens,
    line: isNews ? { event: "prompt", topics, fresh: isNewTopic } : { event: "prompt" },
    isNews,
    silentBecause,
  });
}

/** What a word tells, in nats, that stands in a twentieth of the records: commoner ones lead nowhere. */
const TELLING = 3;

/** The best that the gate kept back. */
function findNearest(run: Run, { findRecords }: Steps, most: number): readonly Scored[] {
  const { context, trace } = run;
  const isTelling = trace.terms.some(({ known, keyword, information }) => known && !keyword.generic && information >= TELLING);
  if (trace.analysis === null || !isTelling || trace.scored.some(({ rejected }) => rejected?.by === "already shown")) return [];
  const config = { ...context.config, max_wrong: 1, threshold: { score: 0, relative: 0 } };
  const { terms, confidence, steps } = trace;
  const count = steps.length;
  const found = findRecords({ ...run, context: { ...context, config }, explain: false }, trace.analysis, (source) => source !== "goals");
  Object.assign(trace, { terms, confidence });
  steps.length = count;
  return found.filter(({ rejected }) => rejected === null).slice(0, most);
}

/** A file that the agent worked on: earlier prompts may lend its name to later ones. */
export function noteFile({ at, text }: Moment, memory: SessionMemory, { workspace }: Context): void {
  memory.append({ at, by: 0, event: "tool", file: pathBelow(workspace, text) });
}
