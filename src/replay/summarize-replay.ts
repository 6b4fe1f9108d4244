/** From what would have been said to figures that a person can act on, and what two sets of settings do differently. Pure. */
import type { EpochMs, Tokens } from "../types.ts";
import type { Outcome, ShownItem, VariantOutcomes } from "./outcome.ts";

export interface RecordFigures {
  readonly key: string;
  readonly title: string;
  readonly shown: number;
  readonly used: number;
  readonly tokens: Tokens;
}

export interface VariantSummary {
  readonly name: string;
  readonly prompts: number;
  /** Prompts that got something. */
  readonly injected: number;
  /** Why the others got nothing, the most frequent first. */
  readonly silence: readonly (readonly [reason: string, prompts: number])[];
  readonly sessions: number;
  /** Beside prompts, and at session starts and after compactions. */
  readonly promptTokens: Tokens;
  readonly otherTokens: Tokens;
  readonly records: number;
  readonly used: number;
  readonly contradicted: number;
  /** Spent on records that were not used. */
  readonly wastedTokens: Tokens;
  readonly p50: number;
  readonly p95: number;
  readonly bySource: readonly (readonly [source: string, figures: { readonly shown: number; readonly used: number; readonly tokens: Tokens }])[];
  /** Used most often. */
  readonly useful: readonly RecordFigures[];
  /** Shown often and never used. */
  readonly useless: readonly RecordFigures[];
  /** Prompts that got nothing although a record that was there turned up in the answer. */
  readonly missed: readonly Missed[];
}

interface Missed {
  readonly prompt: string;
  readonly session: string;
  readonly at: EpochMs;
  readonly records: Outcome["missed"];
}

/** Shown so often without any use, a record is worth a look. */
const OFTEN = 3;

export function summarize({ name, outcomes: all }: VariantOutcomes): VariantSummary {
  const outcomes = all.filter(({ kind }) => kind !== "search");
  const prompts = outcomes.filter(({ kind }) => kind === "prompt");
  const items = outcomes.flatMap((outcome) => outcome.items);
  const times = prompts.map(({ ms }) => ms).sort((a, b) => a - b);
  const figures = recordFigures(items);
  return {
    name,
    prompts: prompts.length,
    injected: prompts.filter((outcome) => outcome.items.length > 0).length,
    silence: countBy(prompts.flatMap(({ silent }) => silent ?? [])),
    sessions: new Set(outcomes.map(({ session }) => session)).size,
    promptTokens: sum(prompts.map(({ tokens }) => tokens)),
    otherTokens: sum(outcomes.filter(({ kind }) => kind !== "prompt").map(({ tokens }) => tokens)),
    records: items.length,
    used: items.filter(({ use }) => use === "used").length,
    contradicted: items.filter(({ use }) => use === "contradicted").length,
    wastedTokens: sum(items.filter(({ use }) => use !== "used").map(({ tokens }) => tokens)),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    bySource: sourceFigures(items),
    useful: figures.filter(({ used }) => used > 0).sort((a, b) => b.used - a.used || a.tokens - b.tokens || compareText(a.key, b.key)),
    // What is shown at a start is there for orientation: nobody asked for it.
    useless: recordFigures(prompts.flatMap((outcome) => outcome.items))
      .filter(({ used, shown }) => used === 0 && shown >= OFTEN)
      .sort((a, b) => b.tokens - a.tokens || compareText(a.key, b.key)),
    missed: prompts.filter(({ missed }) => missed.length > 0).map(({ prompt, session, at, missed }) => ({ prompt, session, at, records: missed })),
  };
}

function recordFigures(items: readonly ShownItem[]): RecordFigures[] {
  const byKey = new Map<string, { key: string; title: string; shown: number; used: number; tokens: Tokens }>();
  for (const { key, title, tokens, use } of items) {
    const figures = byKey.get(key) ?? { key, title, shown: 0, used: 0, tokens: 0 };
    figures.shown++;
    figures.tokens += tokens;
    if (use === "used") figures.used++;
    byKey.set(key, figures);
  }
  return [...byKey.values()];
}

function sourceFigures(items: readonly ShownItem[]): VariantSummary["bySource"] {
  const names = [...new Set(items.map(({ source }) => source))];
  return names
    .map((source) => {
      const own = items.filter((item) => item.source === source);
      return [source, { shown: own.length, used: own.filter(({ use }) => use === "used").length, tokens: sum(own.map(({ tokens }) => tokens)) }] as const;
    })
    .sort(([, a], [, b]) => b.tokens - a.tokens);
}

/** A prompt that two sets of settings answer differently. */
export interface Changed {
  readonly prompt: string;
  readonly session: string;
  readonly at: EpochMs;
  readonly gained: readonly ShownItem[];
  readonly lost: readonly ShownItem[];
  readonly tokens: Tokens;
}

/** Those that changed most first: what was used counts most, then how much is shown. */
export function compareOutcomes(a: VariantOutcomes, b: VariantOutcomes): readonly Changed[] {
  const others = new Map(b.outcomes.map((outcome) => [placeOf(outcome), outcome]));
  const changed = a.outcomes.flatMap((before): readonly Changed[] => {
    const after = others.get(placeOf(before));
    if (after === undefined || before.kind !== "prompt") return [];
    const gained = without(after.items, before.items);
    const lost = without(before.items, after.items);
    if (gained.length + lost.length === 0) return [];
    const { prompt, session, at } = before;
    return [{ prompt, session, at, gained, lost, tokens: after.tokens - before.tokens }];
  });
  return changed.sort((first, second) => weightOf(second) - weightOf(first) || first.at - second.at);
}

function placeOf({ session, at, kind, prompt }: Outcome): string {
  return `${session}\n${at}\n${kind}\n${prompt}`;
}

function without(items: readonly ShownItem[], others: readonly ShownItem[]): readonly ShownItem[] {
  const keys = new Set(others.map(({ key }) => key));
  return items.filter(({ key }) => !keys.has(key));
}

const USED_COUNTS = 1000;

function weightOf({ gained, lost, tokens }: Changed): number {
  return USED_COUNTS * [...gained, ...lost].filter(({ use }) => use !== "ignored").length + Math.abs(tokens);
}

/** Of sorted values. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function countBy(texts: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, first], [b, second]) => second - first || compareText(a, b));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
