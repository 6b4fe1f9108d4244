/** Lines of metrics and feedback with sensible defaults, for everything that counts them. */
import type { MetricLine } from "../../../src/metrics/metric-line.ts";
import { type SummarizeOptions, summarize } from "../../../src/stats/summarize.ts";
import type { Period, Summary } from "../../../src/stats/summary.ts";
import type { Feedback } from "../../../src/store/feedback-file.ts";
import type { ObservedFeedback } from "../../../src/usefulness/rate.ts";
import { TODAY } from "../builders.ts";

export const DAY_MS = 86_400_000;
/** Noon of the day on which all tests happen. */
export const NOW = TODAY * DAY_MS + DAY_MS / 2;

export function makeMetric(over: Partial<MetricLine> = {}): MetricLine {
  return { v: 1, at: NOW, event: "UserPromptSubmit", session: "s-1", project: "flow", shown: [], tokens: 0, budget: 2000, ms: 20, steps: {}, ...over };
}

/** A run that showed these, at 100 tokens each. */
export function makeShown(keys: readonly string[], over: Partial<MetricLine> = {}): MetricLine {
  return makeMetric({ shown: keys.map((key) => [key, "full", 100, 0.5]), tokens: keys.length * 100, ...over });
}

export function makeFeedback(over: Partial<Feedback> = {}): Feedback {
  return { at: NOW, key: "journal:a", verdict: "used", session: "s-1", by: "session", ...over };
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

export function sum(lines: Iterable<MetricLine>, feedback: readonly ObservedFeedback[] = [], options: Partial<SummarizeOptions> = {}): Summary {
  return summarize(lines, { feedback, ledgers: { sessions: 3 } }, { now: NOW, dayOf, ...options });
}

/** What the last thirty days come to. */
export function month(lines: Iterable<MetricLine>, feedback: readonly ObservedFeedback[] = [], options: Partial<SummarizeOptions> = {}): Period {
  const period = sum(lines, feedback, options).periods[2];
  if (period === undefined) throw new Error("no month");
  return period;
}
