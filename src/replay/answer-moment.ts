/** What the hook would have answered at a moment of a session: its own steps, with a memory that is kept here instead of in the state folder. */
import { clock } from "../clock.ts";
import { findRecords } from "../find-records.ts";
import { inject } from "../inject.ts";
import type { Context } from "../open-context.ts";
import { pathBelow } from "../project/path-below.ts";
import { configForSearch } from "../search-records.ts";
import { Ledger } from "../session/ledger.ts";
import type { LedgerStore } from "../session/session.ts";
import { type Injection, startTrace, type Trace } from "../trace.ts";
import type { HookEvent, Scored } from "../types.ts";
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

export function answerMoment(moment: Moment, memory: SessionMemory, settled: Context, { explain, nearest: most }: AnswerOptions): Answered {
  const startedAt = clock();
  const isSearch = moment.kind === "search";
  const context: Context = {
    ...settled,
    ...(isSearch ? { config: configForSearch(settled.config) } : {}),
    now: moment.at,
    today: Math.floor(moment.at / DAY_MS),
    openLedger: () => memory,
  };
  const injection = inject(eventOf(moment), context, { startedAt, explain, allSources: isSearch });
  const ms = clock() - startedAt;
  const isUnanswered = moment.kind === "prompt" && injection.text === "" && most > 0;
  return { ...injection, ms, nearest: isUnanswered ? findNearest(context, injection.trace, most) : [] };
}

function eventOf({ kind, cwd, text }: Moment): HookEvent {
  const base = { sessionId: "replay", agent: null, transcript: "", cwd } as const;
  if (kind === "prompt" || kind === "search") return { ...base, name: "UserPromptSubmit", prompt: text };
  return { ...base, name: "other", hookEventName: "SessionStart", fields: { source: kind === "compaction" ? "compact" : "startup" } };
}

/** What a word tells, in nats, that stands in a twentieth of the records: commoner ones lead nowhere. */
const TELLING = 3;

/** The best that the gate kept back. */
function findNearest(context: Context, trace: Trace, most: number): readonly Scored[] {
  const isTelling = trace.terms.some(({ known, keyword, information }) => known && !keyword.generic && information >= TELLING);
  if (trace.analysis === null || !isTelling || trace.scored.some(({ rejected }) => rejected?.by === "already shown")) return [];
  const config = { ...context.config, max_wrong: 1, threshold: { score: 0, relative: 0 } };
  // Its trace is nobody's: what is told of the prompt is how it was answered.
  const run = { context: { ...context, config }, trace: startTrace([]), isLate: () => false, explain: false };
  const found = findRecords(run, trace.analysis, (source) => source !== "goals");
  return found.filter(({ rejected }) => rejected === null).slice(0, most);
}

/** A file that the agent worked on: earlier prompts may lend its name to later ones. */
export function noteFile({ at, text }: Moment, memory: SessionMemory, { workspace }: Context): void {
  memory.append({ at, by: 0, event: "tool", file: pathBelow(workspace, text) });
}
