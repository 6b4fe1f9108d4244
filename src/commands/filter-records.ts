/** Which records somebody asked for: by kind, project and age, for every command that goes through all of them. */

import { Refusal } from "../refusal.ts";
import { fieldsOf, projectsOf, textsOf, whenOf } from "../sources/fields.ts";
import type { JsonObject } from "../store/parse-line.ts";
import type { EpochMs, SourceName } from "../types.ts";

export interface RecordFilter {
  /** A source, or the beginning of ids. */
  readonly kind?: string;
  readonly project?: string;
  readonly since?: string;
  /** Retired ones too. */
  readonly all?: boolean;
}

interface Filtered {
  readonly source: SourceName;
  readonly fields: JsonObject;
}

const DAY_MS = 86_400_000;
const RETIRED = ["superseded", "retracted", "discarded", "promoted", "deprecated"];
const AGO = /^(\d{1,5})([dwmy])$/;
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

/** The newest first. */
export function filterRecords<T extends Filtered>(records: readonly T[], { kind, project, since, all }: RecordFilter, now: EpochMs): readonly T[] {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : parseSince(since, now);
  return records
    .filter(({ fields }) => all || !isRetired(fields))
    .filter(({ fields, source }) => kind === undefined || source === kind || String(fields.id).startsWith(`${kind}-`))
    .filter(({ fields }) => project === undefined || namesProject(fields, project))
    .map((record) => ({ record, at: timeOf(record.fields) }))
    .filter(({ at }) => at >= from)
    .sort((a, b) => b.at - a.at)
    .map(({ record }) => record);
}

export function isRetired({ status }: JsonObject): boolean {
  return RETIRED.includes(String(status ?? ""));
}

/** 0 for a record without a time. Session files say when they ended. */
export function timeOf({ timestamp, created_at, ended_at, started_at }: JsonObject): EpochMs {
  return whenOf(timestamp, created_at, ended_at, started_at).at ?? 0;
}

function parseSince(text: string, now: EpochMs): EpochMs {
  const ago = AGO.exec(text);
  const at = ago ? now - Number(ago[1]) * (DAYS[ago[2] ?? "d"] ?? 1) * DAY_MS : Date.parse(text);
  if (Number.isNaN(at)) throw new Refusal(`--since ${text}: neither a date nor an age`, "2026-11-01, 7d, 2w, 3m, 1y");
  return at;
}

function namesProject({ project, projects, tags, context }: JsonObject, name: string): boolean {
  return projectsOf(project, projects, fieldsOf(context).project).includes(name) || textsOf(tags).includes(name);
}
