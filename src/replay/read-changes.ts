/** What happened to a store, line by line, and when, as far as its lines tell. */
import { readFileSync, statSync } from "node:fs";
import { textOf } from "../sources/fields.ts";
import { idText, type JsonObject, lineId, parseObject } from "../store/parse-line.ts";
import { MAX_LINE } from "../store/read-lines.ts";
import { namedProjects } from "../store/record-text.ts";
import { parserOf, type StoreFile } from "../store/store-file.ts";
import type { EpochMs, LoreRecord } from "../types.ts";

/** Something that happened to a store: a line came, or a line that stands there was retired. */
export interface Change {
  readonly at: EpochMs;
  readonly offset: number;
  readonly length: number;
  /** Null for a line that cannot be read, or has no name. */
  readonly id: string | null;
  readonly record: LoreRecord | null;
  readonly projects: readonly string[];
  /** False when it changes a line that was there before. */
  readonly isNew: boolean;
}

const DAY_MS = 86_400_000;

export function inlineChanges(records: readonly LoreRecord[]): readonly Change[] {
  return records.map((record, offset) => recordChange(record, offset, 0)).sort(byTime);
}

/** A record of a document: there since its date; without one, always. */
function recordChange(record: LoreRecord, offset: number, length: number): Change {
  const projects = record.projects.map((name) => name.toLowerCase());
  return { at: record.at ?? Number.NEGATIVE_INFINITY, offset, length, id: record.id, record, projects, isNew: true };
}

function byTime(a: Change, b: Change): number {
  return a.at === b.at ? a.offset - b.offset : a.at - b.at;
}

/** A line as it stands in the file. */
interface Line {
  readonly offset: number;
  readonly text: string;
  readonly value: JsonObject | null;
}

export function readChanges(store: StoreFile): readonly Change[] {
  const parse = parserOf(store);
  const lines = readLines(store.path);
  // A derived file has a header and a footer; its records are dated, not written line by line.
  if (store.derived)
    return lines
      .flatMap(({ value, text, offset }) => {
        const record = value === null ? null : parse(value, lineId(value, store.source, text));
        return record === null ? [] : [recordChange(record, offset, text.length)];
      })
      .sort(byTime);
  const writtenAt = findTimes(lines, modifiedAt(store.path));
  const seen = new Set<string>();
  const changes = lines.flatMap(({ value, text, offset }, number): readonly Change[] => {
    const base = { offset, length: text.length, isNew: true };
    const at = writtenAt[number] as EpochMs;
    if (value === null) return [{ ...base, at, id: null, record: null, projects: [] }];
    const id = lineId(value, store.source, text);
    const isFirst = !seen.has(id);
    seen.add(id);
    const change = { ...base, at, id, record: parse(value, id), projects: namedProjects(value) };
    const since = isFirst && change.record === null ? retiredInPlace(value, at) : null;
    if (since === null) return [change];
    // It is retired where it stands: before that it was a record.
    return [
      { ...change, at: since, record: parse(asItWas(value), id) },
      { ...change, isNew: false },
    ];
  });
  return changes.sort(byTime);
}

/** Since when a line that was retired later, and is the only one of its id, had been there; null when nothing tells. */
function retiredInPlace(value: JsonObject, retiredAt: EpochMs): EpochMs | null {
  const since = timeOf(value.timestamp) ?? timeOf(value.created_at);
  const changedAt = timeOf(value.status_changed_at);
  return since !== null && changedAt !== null && since < changedAt ? Math.min(since, retiredAt) : null;
}

function asItWas({ status: _status, superseded_by: _by, retracted_reason: _reason, ...fields }: JsonObject): JsonObject {
  return fields;
}

/** Every line with its place in bytes; Latin-1 has one character a byte. */
function readLines(path: string): readonly Line[] {
  const text = readFileSync(path).toString("latin1");
  const lines: Line[] = [];
  for (let offset = 0; offset < text.length; ) {
    const newline = text.indexOf("\n", offset);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(offset, end);
    lines.push({ offset, text: line, value: line.length > MAX_LINE ? null : parseObject(Buffer.from(line, "latin1").toString("utf8")) });
    offset = end + 1;
  }
  return lines;
}

function modifiedAt(path: string): EpochMs {
  return statSync(path).mtimeMs;
}

/** Of all pairs of dated neighbours so many must be in order for a file to count as written from top to bottom. */
const ORDERED = 0.9;

/**
 * When each line was written, as far as it can be told: what it says itself, but not before the lines above it, where the
 * file was written from top to bottom. A copy that retires a record carries the date of the record.
 */
function findTimes(lines: readonly Line[], modified: EpochMs): readonly EpochMs[] {
  const said = lines.map(({ value }) => (value === null ? null : saidTime(value)));
  const dated = said.filter((at) => at !== null);
  const inOrder = dated.filter((at, index) => index > 0 && at >= (dated[index - 1] as EpochMs)).length;
  const isOrdered = inOrder >= ORDERED * (dated.length - 1);
  const seen = new Set<string>();
  let latest = Number.NEGATIVE_INFINITY;
  return lines.map(({ value }, number) => {
    const at = said[number] ?? null;
    const id = idText(value);
    const isCopy = id !== null && seen.has(id);
    if (id !== null) seen.add(id);
    const time = isOrdered || isCopy || at === null ? Math.max(at ?? Number.NEGATIVE_INFINITY, latest) : at;
    // A date that is still to come must not hold back what stands below it.
    if (time <= modified + DAY_MS) latest = Math.max(latest, time);
    return time;
  });
}

function saidTime(value: JsonObject): EpochMs | null {
  const times = [value.timestamp, value.created_at, value.edited_at, value.status_changed_at].map(timeOf).filter((at) => at !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function timeOf(value: unknown): EpochMs | null {
  if (typeof value === "number") return Math.abs(value) < 1e11 ? value * 1000 : value;
  const at = Date.parse(textOf(value));
  return Number.isFinite(at) ? at : null;
}
