/** What a review works on and what it finds: records with what is known around them, and findings that somebody can settle. */
import { hashText } from "../store/identity.ts";
import type { JsonObject } from "../store/parse-line.ts";
import type { Affinity, EpochMs, LoreRecord } from "../types.ts";

export const FINDING_KINDS = ["contradictions", "unused", "duplicates", "stale"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** What exactly is wrong, the surest first: the order in which findings are shown. */
const REASONS = ["replaced", "opposed", "wrong", "gone", "duplicate", "proposed", "ignored", "changed", "old"] as const;
export type Reason = (typeof REASONS)[number];

export interface ReviewRecord {
  /** `source:id`, as sessions know it. */
  readonly key: string;
  readonly id: string;
  readonly record: LoreRecord;
  readonly fields: JsonObject;
  readonly affinity: Affinity;
  /** Names of its projects in lower case, all names of the current one as one; empty for a record of none. */
  readonly projects: readonly string[];
  /** The document that it stands in, which no verb can change; null for a line of a store. */
  readonly document: string | null;
  readonly isProposed: boolean;
  /** When it was written or edited last. */
  readonly changedAt: EpochMs | null;
}

export interface Finding {
  readonly kind: FindingKind;
  readonly reason: Reason;
  /** Those concerned; of several, the one that should stay comes first. */
  readonly records: readonly ReviewRecord[];
  /** For people, and not neutralized: it may quote records. */
  readonly why: string;
  /** What to give as the reason when it is retracted. */
  readonly because: string;
  /** What else tells this finding from another about the same records. */
  readonly detail: string;
}

/** The same until a record that it concerns changes, or something else is wrong with it. */
export function fingerprint({ reason, records, detail }: Finding): string {
  const contents = records.map(({ key, fields }) => `${key}\n${JSON.stringify(fields)}`).sort();
  return hashText([reason, detail, ...contents].join("\u0000"));
}

/** The surest first, then by id: whatever the order of the stores. */
export function compareFindings(a: Finding, b: Finding): number {
  return REASONS.indexOf(a.reason) - REASONS.indexOf(b.reason) || compareTexts(idsOf(a), idsOf(b)) || compareTexts(a.why, b.why);
}

export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function idsOf({ records }: Finding): string {
  return records.map(({ key }) => key).join("\n");
}

/** Whether both may speak of the same: records of different projects do not meet. */
export function mayMeet(a: ReviewRecord, b: ReviewRecord): boolean {
  return a.projects.length === 0 || b.projects.length === 0 || a.projects.some((name) => b.projects.includes(name));
}

export function dayText(at: EpochMs | null): string {
  const date = new Date(at ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? "undated" : date.toISOString().slice(0, 10);
}
