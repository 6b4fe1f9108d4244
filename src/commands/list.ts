/** `list`: the records there are, newest first, as a table or JSON. */

import type { CommonOptions } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { Version } from "../write/record-store.ts";
import { filterRecords, isRetired, type RecordFilter, timeOf } from "./filter-records.ts";
import { print, printJson } from "./runtime.ts";
import { withRecords } from "./writing.ts";

export interface ListOptions extends CommonOptions, RecordFilter {
  readonly limit: string;
  readonly json?: boolean;
}

export function list({ limit, json, ...options }: ListOptions): void {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new Refusal(`--limit ${limit}: not a whole number from 1`);
  const found = withRecords(options, (records) => filterRecords(records.current(), options, records.context.now));
  const shown = found.slice(0, most);
  if (json) return printJson(shown.map(({ file, line, source, fields }) => ({ source, file, line, ...fields })));
  if (shown.length === 0) throw new Refusal("no record fits", "lore-inject sources shows what is read; --all lists retired ones too");
  print([...shown.map(describe), ...(found.length > shown.length ? [`(${found.length - shown.length} more: --limit ${found.length})`] : [])]);
}

function describe({ source, fields }: Version): string {
  const text = String(fields.title ?? fields.decision ?? fields.name ?? fields.error_message ?? fields.content ?? fields.message ?? "");
  const date = timeOf(fields) === 0 ? "undated   " : new Date(timeOf(fields)).toISOString().slice(0, 10);
  const status = isRetired(fields) ? ` (${String(fields.status)})` : "";
  return `${date}  ${source.padEnd(9)} ${neutralizeLine(String(fields.id)).padEnd(24)} ${shorten(neutralizeLine(text), 90)}${status}`;
}
