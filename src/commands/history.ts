/** `history`: every line of a record, the oldest first, and what each changed. */

import type { CommonOptions } from "../open-for-command.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { JsonObject } from "../store/parse-line.ts";
import type { Version } from "../write/record-store.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface HistoryOptions extends CommonOptions {
  readonly json?: boolean;
}

export function history(id: string, { json, ...options }: HistoryOptions): void {
  const versions = withRecords(options, (records) => records.history(id));
  if (json) return printJson(versions);
  print(versions.flatMap((version, index) => describe(version, versions[index - 1]?.fields ?? {})));
}

function describe({ file, line, fields }: Version, before: JsonObject): readonly string[] {
  const changed = Object.keys({ ...before, ...fields }).filter((key) => JSON.stringify(fields[key]) !== JSON.stringify(before[key]));
  return [`${file}:${line}`, ...changed.map((key) => `  ${key}: ${fields[key] === undefined ? "(gone)" : shorten(neutralizeLine(textOf(fields[key])), 160)}`)];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
