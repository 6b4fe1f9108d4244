/** The nouns of the report: what a stretch of days comes to. Its fields are what `stats --json` prints. */
import type { Day, Tokens } from "../types.ts";
import type { Percentiles, Share } from "./numbers.ts";

export interface Period {
  /** today, 7 days, 30 days, since 2026-11-01 */
  readonly name: string;
  readonly from: Day;
  readonly to: Day;
  readonly runs: number;
  /** By event, the most frequent first. */
  readonly events: readonly Counted[];
  readonly sessions: number;
  readonly prompts: number;
  /** Prompts that got nothing, with the reasons. */
  readonly silent: { readonly prompts: number; readonly rate: number; readonly reasons: readonly Counted[] };
  readonly tokens: { readonly total: Tokens; readonly perPrompt: number; readonly perSession: number };
  readonly items: number;
  readonly sources: readonly Spent[];
  readonly projects: readonly (Spent & { readonly runs: number })[];
  readonly latency: { readonly cold: Percentiles | null; readonly warm: Percentiles | null; readonly histogram: readonly Bucket[] };
  readonly steps: readonly Step[];
  /** Of the items, those that the same session or subagent had been shown before. */
  readonly repeats: { readonly items: number; readonly rate: number };
  /** What was not shown because the session has it. */
  readonly suppressed: number;
  readonly withheld: number;
  readonly problems: number;
  readonly days: readonly DayCount[];
  readonly usefulness: Usefulness;
  readonly records: { readonly most: readonly RankedRecord[]; readonly least: readonly RankedRecord[] };
  readonly holdout: Holdout;
}

export interface Counted {
  readonly name: string;
  readonly count: number;
}

export interface Spent {
  readonly name: string;
  readonly items: number;
  readonly tokens: Tokens;
}

/** Runs that took less than `below` ms and no less than the bucket before. */
export interface Bucket {
  readonly below: number | null;
  readonly cold: number;
  readonly warm: number;
}

export interface Step {
  readonly name: string;
  readonly runs: number;
  /** Of the runs that had it. */
  readonly meanMs: number;
  /** Of the time of all steps. */
  readonly share: number;
}

export interface DayCount {
  readonly day: Day;
  /** Runs that said something. */
  readonly answered: number;
  /** Prompts that got nothing. */
  readonly silent: number;
  readonly tokens: Tokens;
}

export interface Usefulness {
  /** Records shown, each once a session, and those of them that have been judged. */
  readonly shown: number;
  readonly judged: number;
  /** Of the judged, those that were used or said to help. Null without any. */
  readonly helpful: Measure | null;
  /** Of the tokens of the judged, those of records that were not. */
  readonly wasted: Measure | null;
  /** Of the runs whose records have been judged, those in which none was of use. */
  readonly irrelevant: Measure | null;
}

export interface Measure {
  readonly value: number;
  readonly target: number;
  readonly isMet: boolean;
}

export interface RankedRecord {
  readonly key: string;
  /** Empty when the record is not found any more. */
  readonly title: string;
  readonly shown: number;
  readonly good: number;
  readonly judged: number;
  /** Smoothed towards what is usual here. */
  readonly rate: number;
}

/** What was withheld on purpose, against what was shown: how often its words turned up in the work anyway. */
export interface Holdout {
  readonly shown: Share;
  readonly withheld: Share;
  /** What showing adds; null with too little to tell. */
  readonly effect: Omit<Share, "of"> | null;
  readonly needed: number;
}

export interface Summary {
  readonly now: number;
  /** Null for all. */
  readonly project: string | null;
  /** Sound lines, of whatever age. */
  readonly lines: number;
  readonly broken: number;
  readonly sessionsKnown: number;
  /** Those whose transcript was judged: after fifty, records are withheld to compare. */
  readonly sessionsJudged: number;
  /** today, 7 days, 30 days, and what was asked for by date. */
  readonly periods: readonly Period[];
}
