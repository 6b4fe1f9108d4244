/** One record as the agent sees it, in three lengths. Pure. */
import type { Day, Form, LoreRecord, RecordKind } from "../types.ts";
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

export function renderRecord(record: LoreRecord, form: Form): string {
  if (form === "line") return renderLine(record);
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
  return labelled("", neutralize(`${record.title.slice(0, MAX_TEXT)}${why ? ` -- ${why.slice(0, MAX_TEXT)}` : ""}`));
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
function mostTelling(record: LoreRecord): readonly [string, string] | undefined {
  return TELLING.flatMap((label) => record.body.filter(([other]) => other === label))[0] ?? record.body[0];
}

function renderLine(record: LoreRecord): string {
  const title = shorten(neutralizeLine(record.title.slice(0, MAX_TEXT)), 100);
  return `[${record.kind}] ${renderId(record)} ${title} (${showCommand(record)})`;
}

function showCommand(record: LoreRecord): string {
  return `lore-inject show ${renderId(record)}`;
}

function renderId(record: LoreRecord): string {
  return shorten(neutralizeLine(record.id.slice(0, MAX_TEXT)).replace(/\s/g, "_"), MAX_ID);
}

export function formatDay(day: Day): string {
  // Dates beyond what Date can hold come from broken records.
  const date = new Date(day * 86_400_000);
  return Number.isNaN(date.getTime()) ? "undated" : date.toISOString().slice(0, 10);
}
