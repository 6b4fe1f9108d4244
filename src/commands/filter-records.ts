/** Which records somebody asked for: by kind, project and age, for every command that goes through all of them. */

import { fieldsOf, projectsOf, textsOf, whenOf } from "../sources/fields.ts";
import type { JsonObject } from "../store/parse-line.ts";
import type { EpochMs, SourceName } from "../types.ts";
import { parseSince } from "./parse-since.ts";

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

const RETIRED = ["superseded", "retracted", "discarded", "promoted", "deprecated"];

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

function namesProject({ project, projects, tags, context }: JsonObject, name: string): boolean {
  return projectsOf(project, projects, fieldsOf(context).project).includes(name) || textsOf(tags).includes(name);
}
