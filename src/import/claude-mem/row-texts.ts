/** The fields of claude-mem's rows, whose lists are JSON within text: as it wrote them in any version, or as somebody mended them. Never throws. */
import { oneLine, shorten } from "../../capture/shorten.ts";
import { type Fields, textOf, textsOf, whenOf } from "../../sources/fields.ts";
import type { EpochMs } from "../../types.ts";

/** In characters, default 3000. Four times what its model is asked to write. */
const MAX_DETAIL = 3_000;
const MAX_HEADLINE = 200;

const PLACEHOLDER = /^(?:none|n\/a|null|undefined|unknown|untitled|nothing|tbd|-+|\[\]|\{\})\.?$/i;
/** The model gave back the form that it should have filled in. */
const FORM = /^\[?\*\*\w+\*\*\s*:/;

export function plainText(value: unknown): string {
  const text = textOf(value);
  return PLACEHOLDER.test(text) || FORM.test(text) ? "" : text;
}

/** A list as JSON, as a list, or as text with this between its items. */
export function listOf(value: unknown, separator: RegExp): readonly string[] {
  const items = typeof value === "string" ? (parseList(value) ?? value.split(separator)) : value;
  const texts = textsOf(items).map((text) => plainText(text.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, "")));
  return [...new Set(texts)].filter((text) => text !== "");
}

function parseList(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith("[")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

export const LINES = /\r?\n/;
export const COMMAS = /\s*[,\n]\s*/;

/** The time in the column that counts, else in the one to read; 0 was never measured. */
export function timeOf({ created_at_epoch: epoch, created_at: text }: Fields): EpochMs | null {
  return whenOf(typeof epoch === "number" && epoch > 0 ? epoch : undefined, text).at;
}

/** Worktrees are merged into the project that they were made from. */
export function projectOf(row: Fields): string | null {
  return textOf(row.merged_into_project) || textOf(row.project) || null;
}

/** Texts that follow one another, each of them a sentence at least; none that another holds already. */
export function join(texts: readonly string[]): string {
  const said: string[] = [];
  for (const text of texts.map(oneLine)) {
    if (text === "" || said.some((other) => other.includes(text))) continue;
    said.push(/[.!?…:;]$/.test(text) ? text : `${text}.`);
  }
  return shorten(said.join(" "), MAX_DETAIL);
}

export function headlineOf(texts: readonly string[]): string {
  return shorten(texts.find((text) => text !== "") ?? "", MAX_HEADLINE);
}
