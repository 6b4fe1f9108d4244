/** What one run of the hook did becomes one line of metrics. Pure, and bounded whatever the run was like: it is part of every prompt. */
import { asksFor } from "../session/session.ts";
import type { Injection } from "../trace.ts";
import type { EpochMs, HookEvent, Selected } from "../types.ts";
import type { MetricLine } from "./metric-line.ts";

export interface RunFacts {
  readonly at: EpochMs;
  readonly ms: number;
  readonly project: string | null;
  readonly warm?: boolean;
  /** Whether the settings ask for the prompt's text. */
  readonly keepsPrompt: boolean;
  /** Keys that were kept back to compare with. */
  readonly withheld?: readonly string[];
}

const MAX_SHOWN = 40;
const MAX_KEYS = 20;
/** In characters, of a prompt: a line must stay one write. */
const MAX_PROMPT = 4000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export function composeMetric(event: HookEvent, { trace }: Injection, { at, ms, project, warm, keepsPrompt, withheld }: RunFacts): MetricLine {
  const { selection, silent, problems, budget } = trace;
  const items = selection?.items ?? [];
  const isPrompt = event.name !== "other";
  const steps: Record<string, number> = {};
  for (const [name, took] of trace.steps) steps[name] = rounded((steps[name] ?? 0) + took, 100);
  const line: Mutable<MetricLine> = {
    v: 1,
    at,
    event: isPrompt ? event.name : event.hookEventName,
    session: event.sessionId,
    project,
    shown: items.slice(0, MAX_SHOWN).map(({ offer, form, tokens }) => [offer.key, form, tokens, rounded(offer.score, 1000)]),
    tokens: items.length > 0 ? (selection?.tokens ?? 0) : 0,
    budget,
    ms: rounded(ms, 100),
    steps,
  };
  const suppressed = suppressedBy(trace);
  const named = isPrompt ? namedIn(event.prompt, items) : [];
  if (event.agent !== null) line.agent = event.agent;
  if (named.length > 0) line.named = named;
  if (suppressed.length > 0) line.suppressed = suppressed;
  if (withheld?.length) line.withheld = withheld.slice(0, MAX_KEYS);
  if (silent !== null) line.silent = silent;
  if (warm) line.warm = true;
  if (problems.length > 0) line.problems = problems.length;
  if (keepsPrompt && isPrompt) line.prompt = event.prompt.slice(0, MAX_PROMPT);
  return line;
}

function namedIn(prompt: string, items: readonly Selected[]): readonly string[] {
  return items.slice(0, MAX_SHOWN).flatMap(({ offer: { key, scored } }) => (scored !== null && asksFor(prompt, scored.record) ? [key] : []));
}

/** Whatever was fit to be shown, were it not that the session has it. */
function suppressedBy({ suppressed, scored, selection }: Injection["trace"]): readonly string[] {
  const keys = new Set(suppressed.map(({ key }) => key));
  for (const { record, rejected } of scored) if (rejected?.by === "already shown") keys.add(`${record.source}:${record.id}`);
  for (const { key, seen } of selection?.known ?? []) if (seen !== null) keys.add(key);
  return [...keys].slice(0, MAX_KEYS);
}

function rounded(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}
