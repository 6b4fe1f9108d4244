/** Reads fields out of unknown JSON or YAML, tolerating what real stores hold. Never throws. */
import type { Day, EpochMs, LoreRecord } from "../types.ts";

export type Fields = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** Strings as they are, numbers and booleans as text, everything else as nothing. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** A list of texts; a single text counts as a list of one, an object by its most telling field. */
export function textsOf(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return items.map((item) => (isFields(item) ? textOf(item.description ?? item.name ?? item.text) : textOf(item))).filter((text) => text !== "");
}

export function numberOf(value: unknown): number | null {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export interface When {
  readonly at: EpochMs | null;
  readonly day: Day | null;
}

/** The first readable time among the given values. */
export function whenOf(...values: readonly unknown[]): When {
  for (const value of values) {
    const at = typeof value === "number" ? epochOf(value) : typeof value === "string" ? Date.parse(value) : Number.NaN;
    if (Number.isFinite(at)) return { at, day: Math.floor(at / DAY_MS) };
  }
  return { at: null, day: null };
}

/** Seconds and milliseconds both occur. */
function epochOf(value: number): EpochMs {
  return Math.abs(value) < 1e11 ? value * 1000 : value;
}

/** Housekeeping tags of lore: about where a record was made, not what it says. */
export const HOUSEKEEPING = ["session:", "spec:", "checkpoint:", "branch:", "goal-"];

export function tagsOf(value: unknown): readonly string[] {
  return textsOf(value).filter((tag) => !HOUSEKEEPING.some((prefix) => tag.startsWith(prefix)));
}

export function projectsOf(...values: readonly unknown[]): readonly string[] {
  const names = values.flatMap(textsOf);
  return names.length < 2 ? names : [...new Set(names)];
}

/** Lines with something to say, in order. */
export function bodyOf(...lines: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return lines.filter(([, text]) => text !== "");
}

/** A note may have a title; if not, its text stands for one. */
export function titledOr(title: string, text: string): Pick<LoreRecord, "title" | "untitled" | "body"> {
  return title === "" ? { title: text, untitled: true, body: [] } : { title, body: bodyOf(["", text]) };
}

export function noteOf(label: string, value: unknown): readonly string[] {
  const text = textOf(value);
  return text === "" ? [] : [label === "" ? text : `${label}: ${text}`];
}
