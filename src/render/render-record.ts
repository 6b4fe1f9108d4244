/** One record as the agent sees it, in three lengths. Pure. */
import type { Day, Form, LoreRecord, RecordKind, Tokens } from "../types.ts";
import { neutralize, neutralizeLine, shorten } from "./neutralize.ts";

/** Kinds whose name says more than their id: the name stands in the header. */
const NAMED: ReadonlySet<RecordKind> = new Set(["pattern", "anti-pattern", "concept", "goal", "registry"]);

const MAX_HEAD = 160;
const MAX_ID = 80;
/** Nothing longer can fit any budget; bounds the work on a 119 kB record. */
const MAX_TEXT = 8000;
const SHORT_TEXT = 240;
const SHORT_TITLE = 160;
const INDENT = "  ";

/** `size` is told in a line: what the whole record would cost. */
export function renderRecord(record: LoreRecord, form: Form, size: Tokens): string {
  if (form === "line") return renderLine(record, size);
  const head = renderHead(record);
  const lines = form === "full" ? fullLines(record) : shortLines(record);
  return [head, ...lines.map((line) => `${INDENT}${line}`)].join("\n");
}

/** `[decision] dec-a1b2c3d4 (2026-02-10, accepted)` or `[pattern] Name (confidence: 0.9)`. */
function renderHead(record: LoreRecord): string {
  const name = NAMED.has(record.kind) ? shorten(neutralizeLine(record.title.slice(0, MAX_TEXT)), MAX_HEAD) : renderId(record);
  const date = NAMED.has(record.kind) || record.day === null ? [] : [formatDay(record.day)];
  const notes = [...date, ...record.notes.map((note) => shorten(neutralizeLine(note.slice(0, MAX_TEXT)), 60))];
  return `[${record.kind}] ${name}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

function fullLines(record: LoreRecord): readonly string[] {
  const lines = NAMED.has(record.kind) ? [] : titleLines(record);
  for (const [label, text] of bodyAfterTitle(record)) lines.push(...labelled(label, neutralize(text.slice(0, MAX_TEXT))));
  return lines;
}

/** A decision reads as one sentence: what was decided -- why. */
function titleLines(record: LoreRecord): string[] {
  const why = record.kind === "decision" ? record.body.find(([label]) => label === "Why")?.[1] : undefined;
  const title = record.title.slice(0, MAX_TEXT);
  if (!why) return labelled("", neutralize(title));
  const reason = why.slice(0, MAX_TEXT);
  // Our own dashes must not make a marker of what follows them.
  const joined = reason.slice(0, 40).toLowerCase().includes("lore") ? neutralize(`${title} -- ${reason}`) : `${neutralize(title)} -- ${neutralize(reason)}`;
  return labelled("", joined);
}

function bodyAfterTitle(record: LoreRecord): LoreRecord["body"] {
  return record.kind === "decision" ? record.body.filter(([label]) => label !== "Why") : record.body;
}

/** Continuation lines stay indented, so that no line of a record can begin where our own lines do. */
function labelled(label: string, text: string): string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const [first = "", ...rest] = lines.filter((line, index) => line !== "" || index === 0);
  return [label === "" ? first.trimStart() : `${label}: ${first.trimStart()}`, ...rest.map((line) => `${INDENT}${line}`)];
}

function shortLines(record: LoreRecord): readonly string[] {
  const lines: string[] = [];
  if (!NAMED.has(record.kind)) lines.push(shorten(neutralizeLine(record.title.slice(0, MAX_TEXT)), SHORT_TITLE));
  const telling = mostTelling(record);
  if (telling) lines.push(shorten(neutralizeLine(`${telling[0] === "" ? "" : `${telling[0]}: `}${telling[1].slice(0, MAX_TEXT)}`), SHORT_TEXT));
  return [...lines, `(shortened: ${showCommand(record)})`];
}

const TELLING = ["Solution", "Fix", "Why", "Next", ""];

/** The one body line that helps most when there is room for one. */
export function mostTelling(record: LoreRecord): readonly [string, string] | undefined {
  return TELLING.flatMap((label) => record.body.filter(([other]) => other === label))[0] ?? record.body[0];
}

/** An entry of the index: `- [decision] dec-a1b2c3d4 Title (2026-02-10, ~120 tokens)`. */
function renderLine(record: LoreRecord, size: Tokens): string {
  const title = shorten(neutralizeLine(record.title.slice(0, MAX_TEXT)), 100);
  const date = record.day === null ? "" : `${formatDay(record.day)}, `;
  return `- [${record.kind}] ${renderId(record)} ${title} (${date}~${size} tokens)`;
}

function showCommand(record: LoreRecord): string {
  return `lore-inject show ${renderId(record)}`;
}

export function renderId(record: LoreRecord): string {
  return shorten(neutralizeLine(record.id.slice(0, MAX_TEXT)).replaceAll(" ", "_"), MAX_ID);
}

/** Dates beyond these come from broken records. */
const MAX_DAY = 100_000_000;

/** By arithmetic: at its first use Date looks up the time zone, which takes as long as a tenth of our own work. */
export function formatDay(day: Day): string {
  if (!(Math.abs(day) <= MAX_DAY)) return "undated";
  // Eras of 400 years that begin in March, so that the leap day comes last.
  const shifted = Math.floor(day) + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const date = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return `${formatYear(year)}-${twoDigits(month)}-${twoDigits(date)}`;
}

function formatYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, "0");
  return `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
