/** Records as a review sees them, made from the fields of a stored line. */

import type { Finding, ReviewRecord } from "../../../src/review/finding.ts";
import { ALL_SOURCES } from "../../../src/sources/all-sources.ts";
import { whenOf } from "../../../src/sources/fields.ts";
import type { SourceName } from "../../../src/types.ts";

export const DAY = 86_400_000;
export const NOW = Date.parse("2026-11-16T12:00:00Z");

let made = 0;

export interface Line {
  readonly source?: SourceName;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly over?: Partial<ReviewRecord>;
}

export function reviewed({ source = "journal", fields, over = {} }: Line): ReviewRecord {
  const whole = { id: `rec-${String(++made).padStart(6, "0")}`, timestamp: "2026-11-01T10:00:00Z", ...fields };
  const record = ALL_SOURCES.find(({ name }) => name === source)?.parseLine(whole, whole.id) ?? null;
  if (record === null) throw new Error(`no record: ${JSON.stringify(whole)}`);
  return {
    key: `${source}:${whole.id}`,
    id: whole.id,
    record,
    fields: whole,
    affinity: "own",
    projects: record.projects,
    document: null,
    isProposed: false,
    changedAt: whenOf("edited_at" in whole ? whole.edited_at : undefined, record.at).at,
    ...over,
  };
}

/** A decision that says this; each later one a day younger. */
export function decisions(...texts: readonly (string | Readonly<Record<string, unknown>>)[]): readonly ReviewRecord[] {
  return texts.map((text, index) =>
    reviewed({ fields: { timestamp: new Date(NOW - (texts.length - index) * DAY).toISOString(), ...(typeof text === "string" ? { decision: text } : text) } }),
  );
}

export function titlesOf(findings: readonly Finding[]): readonly (readonly string[])[] {
  return findings.map(({ records }) => records.map(({ record }) => record.title));
}

/** The same order for the same seed. */
export function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const copy = [...items];
  let state = seed + 1;
  for (let index = copy.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    const other = state % (index + 1);
    [copy[index], copy[other]] = [copy[other] as T, copy[index] as T];
  }
  return copy;
}
