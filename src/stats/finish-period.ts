/** From the counts of a period to what it comes to: shares, percentiles, order. Pure. */
import type { Verdict } from "../store/feedback-file.ts";
import type { Day, EpochMs } from "../types.ts";
import { differenceOf, percentiles, type Share, shareOf } from "./numbers.ts";
import { rankRecords } from "./rank-records.ts";
import type { Bucket, Counted, DayCount, Holdout, Measure, Period, Spent, Step, Usefulness } from "./summary.ts";
import { type Amount, BOUNDS, type RecordTally, type Tally } from "./tally.ts";
import { isGood, type Verdicts } from "./verdicts.ts";

export interface PeriodSpan {
  readonly name: string;
  readonly from: Day;
  readonly to: Day;
}

/** What the plan for this program set itself. */
const HELPFUL = 0.7;
const WASTED = 0.3;
const IRRELEVANT = 0.2;
/** With fewer on either side the two cannot be told apart. */
const NEEDED = 20;
/** More days than this are not listed one by one. */
const MAX_DAYS = 400;

export interface JudgedBy {
  readonly verdicts: Verdicts;
  readonly dayOf: (at: EpochMs) => Day;
}

export function finishPeriod(span: PeriodSpan, tally: Tally, { verdicts, dayOf }: JudgedBy): Period {
  const sessions = tally.sessions.size;
  const usual = ratio(tally.good, tally.judged);
  return {
    ...span,
    runs: tally.runs,
    events: counted(tally.events),
    sessions,
    prompts: tally.prompts,
    silent: { prompts: tally.silentPrompts, rate: ratio(tally.silentPrompts, tally.prompts), reasons: counted(tally.reasons) },
    tokens: { total: tally.tokens, perPrompt: ratio(tally.promptTokens, tally.prompts), perSession: ratio(tally.tokens, sessions) },
    items: tally.items,
    sources: spent(tally.sources).map(({ name, items, tokens }) => ({ name, items, tokens })),
    projects: spent(tally.projects),
    latency: { cold: percentiles(tally.cold), warm: percentiles(tally.warm), histogram: histogram(tally) },
    steps: stepsOf(tally),
    repeats: { items: tally.repeated, rate: ratio(tally.repeated, tally.items) },
    suppressed: tally.suppressed,
    withheld: tally.withheld,
    problems: tally.problems,
    days: daysOf(span, tally),
    usefulness: usefulnessOf(tally),
    records: rankRecords(
      withLoose(tally.records, verdicts, (at) => dayOf(at) >= span.from && dayOf(at) <= span.to),
      usual,
    ),
    holdout: holdoutOf(tally, verdicts),
  };
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function counted(map: ReadonlyMap<string, number>): readonly Counted[] {
  return [...map].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count || byName(a, b));
}

function spent(map: ReadonlyMap<string, Amount>): readonly (Spent & { readonly runs: number })[] {
  return [...map].map(([name, amount]) => ({ name, ...amount })).sort((a, b) => b.items - a.items || b.runs - a.runs || byName(a, b));
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function histogram({ cold, warm }: Tally): readonly Bucket[] {
  const buckets = [...BOUNDS, null].map((below) => ({ below, cold: 0, warm: 0 }));
  const bucketOf = (ms: number) => buckets.find(({ below }) => below === null || ms < below);
  for (const ms of cold) increase(bucketOf(ms), "cold");
  for (const ms of warm) increase(bucketOf(ms), "warm");
  return buckets;
}

function increase(bucket: { cold: number; warm: number } | undefined, which: "cold" | "warm"): void {
  if (bucket) bucket[which]++;
}

function stepsOf({ steps }: Tally): readonly Step[] {
  const all = [...steps.values()].reduce((sum, { took }) => sum + took, 0);
  return [...steps]
    .map(([name, { runs, took }]) => ({ name, runs, meanMs: took / 100 / runs, share: ratio(took, all) }))
    .sort((a, b) => b.share - a.share || byName(a, b));
}

/** Every day of the period, those on which nothing happened too. */
function daysOf({ from, to }: PeriodSpan, { days }: Tally): readonly DayCount[] {
  const first = Math.max(from, to - MAX_DAYS + 1);
  return Array.from({ length: Math.max(0, to - first + 1) }, (_, i) => ({ day: first + i, ...(days.get(first + i) ?? { answered: 0, silent: 0, tokens: 0 }) }));
}

function usefulnessOf({ shownOnce, judged, good, judgedTokens, wastedTokens, judgedRuns, uselessRuns }: Tally): Usefulness {
  return {
    shown: shownOnce,
    judged,
    helpful: measure(good, judged, HELPFUL, (value) => value > HELPFUL),
    wasted: measure(wastedTokens, judgedTokens, WASTED, (value) => value < WASTED),
    irrelevant: measure(uselessRuns, judgedRuns, IRRELEVANT, (value) => value < IRRELEVANT),
  };
}

function measure(part: number, whole: number, target: number, isMet: (value: number) => boolean): Measure | null {
  return whole === 0 ? null : { value: part / whole, target, isMet: isMet(part / whole) };
}

/** What was said of a record outside a session counts for the record, and for nothing else. */
function withLoose(records: ReadonlyMap<string, RecordTally>, { loose }: Verdicts, isInside: (at: number) => boolean): ReadonlyMap<string, RecordTally> {
  const all = new Map(records);
  for (const { key, at, verdict } of loose) {
    const before = all.get(key);
    if (before === undefined || !isInside(at)) continue;
    all.set(key, { ...before, judged: before.judged + 1, good: before.good + (isGood(verdict) ? 1 : 0) });
  }
  return all;
}

/**
 * Only what the transcripts show: nobody can say of a record that was never seen whether it helped. And like with like: what is
 * shown at a start or asked for by name is never withheld, so it is left out on both sides.
 */
function holdoutOf({ sessions }: Tally, verdicts: Verdicts): Holdout {
  const shown: Verdict[] = [];
  const withheld: Verdict[] = [];
  for (const [session, { shown: all, chosen, given, withheld: keys }] of sessions) {
    shown.push(...[...chosen].flatMap((key) => (given.has(key) ? [] : (verdicts.of(session, key)?.observed ?? []))));
    withheld.push(...[...keys].flatMap((key) => (all.has(key) ? [] : (verdicts.ofWithheld(session, key) ?? []))));
  }
  const usedOf = (observed: readonly Verdict[]): Share => shareOf(observed.filter((verdict) => verdict === "used").length, observed.length);
  const shares = { shown: usedOf(shown), withheld: usedOf(withheld) };
  const isEnough = shown.length >= NEEDED && withheld.length >= NEEDED;
  return { ...shares, effect: isEnough ? differenceOf(shares.shown, shares.withheld) : null, needed: NEEDED };
}
