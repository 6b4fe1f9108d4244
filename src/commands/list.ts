/** `list`: the records there are, newest first, as a table or JSON. */
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import type { JsonObject } from "../store/parse-line.ts";
import type { Version } from "../write/record-store.ts";
import { CommandError, type CommonOptions, print, printJson } from "./runtime.ts";
import { attempt, openWriter } from "./writing.ts";

export interface ListOptions extends CommonOptions {
  readonly kind?: string;
  readonly project?: string;
  readonly since?: string;
  readonly all?: boolean;
  readonly limit: string;
  readonly json?: boolean;
}

const DAY_MS = 86_400_000;
const RETIRED = ["superseded", "retracted", "discarded", "promoted", "deprecated"];
const AGO = /^(\d{1,5})([dwmy])$/;
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };

export function list({ kind, project, since, all, limit, json, ...options }: ListOptions): void {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw new CommandError(`--limit ${limit}: not a whole number from 1`);
  const { context, store } = openWriter(options);
  const from = since === undefined ? Number.NEGATIVE_INFINITY : parseSince(since, context.now);
  const found = attempt(() => store.current(() => true))
    .filter(({ fields }) => all || !RETIRED.includes(String(fields.status ?? "")))
    .filter(({ fields, source }) => kind === undefined || source === kind || String(fields.id).startsWith(`${kind}-`))
    .filter(({ fields }) => project === undefined || namesProject(fields, project))
    .filter(({ fields }) => timeOf(fields) >= from)
    .sort((a, b) => timeOf(b.fields) - timeOf(a.fields));
  const shown = found.slice(0, most);
  if (json) return printJson(shown.map(({ file, line, source, fields }) => ({ source, file, line, ...fields })));
  if (shown.length === 0) throw new CommandError("no record fits", "lore-inject sources shows what is read; --all lists retired ones too");
  print([...shown.map(describe), ...(found.length > shown.length ? [`(${found.length - shown.length} more: --limit ${found.length})`] : [])]);
}

function parseSince(text: string, now: number): number {
  const ago = AGO.exec(text);
  const at = ago ? now - Number(ago[1]) * (DAYS[ago[2] ?? "d"] ?? 1) * DAY_MS : Date.parse(text);
  if (Number.isNaN(at)) throw new CommandError(`--since ${text}: neither a date nor an age`, "2026-11-01, 7d, 2w, 3m, 1y");
  return at;
}

function timeOf({ timestamp, created_at }: JsonObject): number {
  return Date.parse(String(timestamp ?? created_at ?? "")) || 0;
}

function namesProject({ project, tags }: JsonObject, name: string): boolean {
  return project === name || (Array.isArray(tags) && tags.includes(name));
}

function describe({ source, fields }: Version): string {
  const text = String(fields.title ?? fields.decision ?? fields.name ?? fields.error_message ?? fields.content ?? fields.message ?? "");
  const date = timeOf(fields) === 0 ? "undated   " : new Date(timeOf(fields)).toISOString().slice(0, 10);
  const status = RETIRED.includes(String(fields.status ?? "")) ? ` (${String(fields.status)})` : "";
  return `${date}  ${source.padEnd(9)} ${neutralizeLine(String(fields.id)).padEnd(24)} ${shorten(neutralizeLine(text), 90)}${status}`;
}
