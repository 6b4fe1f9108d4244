/** All lines, once through, into what today, the last seven and the last thirty days come to. Pure. */
import type { MetricLine } from "../metrics/metric-line.ts";
import type { Day, EpochMs } from "../types.ts";
import type { ObservedFeedback } from "../usefulness/rate.ts";
import { finishPeriod, type PeriodSpan } from "./finish-period.ts";
import type { Summary } from "./summary.ts";
import { Tally } from "./tally.ts";
import { Verdicts } from "./verdicts.ts";

export interface Ledgers {
  /** Sessions that have a ledger. */
  readonly sessions: number;
}

export interface SummarizeOptions {
  readonly now: EpochMs;
  /** The day of an instant where the reader lives. */
  readonly dayOf: (at: EpochMs) => Day;
  /** One more period, from this day on. */
  readonly since?: { readonly name: string; readonly day: Day };
  /** Of this project alone. */
  readonly project?: string;
}

export function summarize(
  lines: Iterable<MetricLine>,
  { feedback, ledgers }: { readonly feedback: readonly ObservedFeedback[]; readonly ledgers: Ledgers },
  { now, dayOf, since, project }: SummarizeOptions,
): Summary {
  const verdicts = new Verdicts(feedback);
  const periods = spansTo(dayOf(now), since).map((span) => ({ span, tally: new Tally(verdicts) }));
  let count = 0;
  for (const line of lines) {
    if (project !== undefined && line.project !== project) continue;
    const day = dayOf(line.at);
    count++;
    for (const { span, tally } of periods) if (day >= span.from && day <= span.to) tally.add(line, day);
  }
  return {
    now,
    project: project ?? null,
    lines: count,
    broken: 0,
    sessionsKnown: ledgers.sessions,
    sessionsJudged: verdicts.sessions.size,
    periods: periods.map(({ span, tally }) => finishPeriod(span, tally, { verdicts, dayOf })),
  };
}

function spansTo(today: Day, since: SummarizeOptions["since"]): readonly PeriodSpan[] {
  return [
    { name: "today", from: today, to: today },
    { name: "7 days", from: today - 6, to: today },
    { name: "30 days", from: today - 29, to: today },
    ...(since === undefined ? [] : [{ name: since.name, from: Math.min(since.day, today), to: today }]),
  ];
}
