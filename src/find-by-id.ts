/** The record that an id names: by the index where it is in force, else by reading the stores, which also know retired ones. */
import { analyzePrompt } from "./analyze/analyze-prompt.ts";
import { findRecords, type Run } from "./find-records.ts";
import type { Context } from "./open-context.ts";
import { ALL_SOURCES } from "./sources/all-sources.ts";
import { findIdLine } from "./store/find-id-line.ts";
import type { JsonObject } from "./store/parse-line.ts";
import { parserOf } from "./store/store-file.ts";
import { startTrace } from "./trace.ts";
import type { LoreRecord, SourceName } from "./types.ts";

export interface FoundRecord {
  readonly id: string;
  readonly source: SourceName;
  /** Null: it is retired, or says nothing. */
  readonly record: LoreRecord | null;
  /** As stored, of a retired one. */
  readonly fields: JsonObject | null;
}

/** `id`, or `source:id` as injected text and ledgers name it. */
export function findById(context: Context, asked: string): FoundRecord | null {
  const { source, id } = splitKey(asked.trim());
  if (id === "") return null;
  const record = findCurrent(context, id, source);
  if (record !== null) return { id, source: record.source, record, fields: null };
  const stores = source === null ? context.stores : context.stores.filter((store) => store.source === source);
  // The last store that has it speaks.
  for (const store of stores.toReversed()) {
    const value = findIdLine(id, [store]);
    const parsed = value === null ? null : parserOf(store)(value, id);
    if (value !== null) return { id, source: store.source, record: parsed, fields: parsed === null ? value : null };
  }
  return null;
}

/** A run of no event, for whoever asks the stores alone. */
export function runIn(context: Context): Run {
  return { context, trace: startTrace(context.problems), isLate: () => false, explain: false };
}

function splitKey(asked: string): { readonly source: SourceName | null; readonly id: string } {
  const at = asked.indexOf(":");
  const named = at < 0 ? undefined : SOURCES.find((name) => name === asked.slice(0, at));
  return named === undefined ? { source: null, id: asked } : { source: named, id: asked.slice(at + 1) };
}

const SOURCES: readonly SourceName[] = [...ALL_SOURCES.map(({ name }) => name), "registry", "goals", "concepts"];

/** The id is looked for as a whole: the words that it is made of stand in half the store. */
function findCurrent(context: Context, id: string, source: SourceName | null): LoreRecord | null {
  const { project, language } = context;
  const config = { ...context.config, max_wrong: 1, threshold: { score: 0, relative: 0 } };
  const analysis = analyzePrompt({ prompt: id, project, config, language });
  const whole = analysis.keywords.filter(({ kind, compound }) => compound || kind === "id");
  if (whole.length === 0) return null;
  const found = findRecords(runIn({ ...context, config }), { ...analysis, keywords: whole }, (name) => source === null || name === source);
  const current = found.find(({ record, rejected }) => record.id === id && rejected?.by !== "a later line of this id");
  return current?.record ?? null;
}
