/**
 * From verdicts to what a record's score is multiplied by. Pure. A Beta prior whose mean is what records of these stores
 * usually come to: being shown counts for nothing, and a record that does as well as the others stays at 1.
 */
import type { Feedback, Verdict } from "../store/feedback-file.ts";
import type { EpochMs } from "../types.ts";

export interface ObservedFeedback extends Feedback {
  /** The record was kept back: it tells of the session, not of the record. */
  readonly withheld?: true;
  /** It was shown without a question, as at a start: then it is no wonder that nobody used it. */
  readonly unasked?: true;
}

export interface Tally {
  readonly good: number;
  readonly bad: number;
}

/** What people say weighs more than what is observed; what is wrong goes down quickly; what was ignored may only not have been needed. */
const WEIGHTS: Readonly<Record<Verdict, readonly [good: number, bad: number]>> = {
  used: [1, 0],
  ignored: [0, 0.3],
  contradicted: [0, 4],
  helped: [3, 0],
  wrong: [0, 8],
};
/** After so many days a verdict counts half. Records and projects change. */
const HALF_LIFE_DAYS = 90;
const DAY_MS = 86_400_000;
/** So much is believed before anything is known: of one record, and of all records together. */
const OWN_PRIOR = 4;
const BASE_PRIOR = 10;
const USUAL = 0.5;
/** Stores where nothing, or everything, was ever used must leave room on both sides, and no more than that: what is only usual must not move. */
const LEAST_BASE = 0.05;
const MOST_BASE = 0.95;
/** What a rate can rise by counts as no less than this: where nearly everything is used, to be used is nothing special. */
const LEAST_RISE = 0.5;

/** By key; of one session's verdicts on a record the last counts, and of an agent's, one a day. */
export function tallyFeedback(feedback: readonly ObservedFeedback[], now: EpochMs): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>();
  const lines = lastOfEach(feedback).filter(({ verdict, unasked }) => verdict !== "ignored" || unasked !== true);
  const wrongAt = lastWrong(lines, now);
  for (const { key, verdict, at } of lines) {
    if (isGood(verdict) && at < (wrongAt.get(key) ?? at)) continue;
    const before = tallies.get(key) ?? { good: 0, bad: 0 };
    const weight = 0.5 ** (Math.max(0, now - at) / DAY_MS / HALF_LIFE_DAYS);
    const [good, bad] = WEIGHTS[verdict];
    tallies.set(key, { good: before.good + good * weight, bad: before.bad + bad * weight });
  }
  return tallies;
}

/** However often a record was used before somebody found out that it is wrong: that makes it no better. A time to come counts as now. */
function lastWrong(lines: readonly ObservedFeedback[], now: EpochMs): ReadonlyMap<string, EpochMs> {
  const last = new Map<string, EpochMs>();
  for (const { key, verdict, at } of lines) if (verdict === "wrong") last.set(key, Math.max(Math.min(at, now), last.get(key) ?? 0));
  return last;
}

function isGood(verdict: Verdict): boolean {
  return WEIGHTS[verdict][0] > 0;
}

function lastOfEach(feedback: readonly ObservedFeedback[]): readonly ObservedFeedback[] {
  const observed = new Map<string, ObservedFeedback>();
  const said: ObservedFeedback[] = [];
  for (const line of feedback) {
    // An agent may say the same after each turn.
    if (line.by === "agent") observed.set(`agent ${Math.floor(line.at / DAY_MS)}\n${line.key}`, line);
    else if (line.by !== "session" || line.session === undefined) said.push(line);
    else observed.set(`${line.session}\n${line.key}`, line);
  }
  return [...said, ...observed.values()].filter(({ withheld }) => withheld !== true);
}

/** What the observed verdicts come to over all records, 0..1. */
export function baseRate(feedback: readonly ObservedFeedback[], now: EpochMs): number {
  let good = BASE_PRIOR * USUAL;
  let all = BASE_PRIOR;
  for (const tally of tallyFeedback(
    feedback.filter(({ by }) => by === "session"),
    now,
  ).values()) {
    good += tally.good;
    all += tally.good + tally.bad;
  }
  return Math.min(MOST_BASE, Math.max(LEAST_BASE, good / all));
}

/** From -1, as bad as can be, over exactly 0 for what nothing is known of, to 1. */
export function leanOf({ good, bad }: Tally, base: number): number {
  if (good + bad === 0) return 0;
  const rate = (OWN_PRIOR * base + good) / (OWN_PRIOR + good + bad);
  return rate >= base ? (rate - base) / Math.max(LEAST_RISE, 1 - base) : (rate - base) / base;
}

/** `least` and `most` bound it: from the settings. */
export function factorOf(lean: number, least: number, most: number): number {
  return lean >= 0 ? 1 + lean * (most - 1) : 1 + lean * (1 - least);
}
