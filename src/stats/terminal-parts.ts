/** What the report for a terminal is made of: wrapped text, bars side by side, a share against its target. Pure. */
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { bar, numberText, percentText } from "./charts.ts";
import type { Paint } from "./paint.ts";
import type { Measure } from "./summary.ts";

export interface TerminalOptions {
  readonly width: number;
  readonly paint: Paint;
}

/** The width of the first column. */
export const LABEL = 16;
/** Of a list, so many; the rest together. */
export const LISTED = 6;
/** On less than this, notes at the end of a line are left out. */
export const NARROW = 68;

export function wrapped(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

export type Row = readonly [name: string, count: number, note: string];

const NUMBERS_WIDTH = 14;
const NOTE_WIDTH = 15;

export function bars(title: string, rows: readonly Row[], { width, paint, label = LABEL }: TerminalOptions & { readonly label?: number }): readonly string[] {
  if (rows.length === 0) return [];
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  const listed = rows.length > LISTED ? [...rows.slice(0, LISTED - 1), restOf(rows.slice(LISTED - 1))] : rows;
  const max = Math.max(...listed.map(([, count]) => count));
  const names = listed.map(([name]) => shorten(neutralizeLine(name), Math.min(label, Math.floor(width * 0.45))));
  const nameWidth = Math.max(LABEL, ...names.map(({ length }) => length + 2));
  const noteWidth = width >= NARROW && rows.some(([, , note]) => note !== "") ? NOTE_WIDTH : 0;
  const room = Math.max(4, width - 2 - nameWidth - NUMBERS_WIDTH - noteWidth);
  return [
    title,
    ...listed.map(([, count, note], i) => {
      const drawn = bar(count, max, room);
      const numbers = `${numberText(count).padStart(7)} ${percentText(total === 0 ? 0 : count / total).padStart(6)}`;
      const said = noteWidth === 0 || note === "" ? "" : paint.dim(note.padStart(NOTE_WIDTH));
      return `  ${(names[i] ?? "").padEnd(nameWidth)}${paint.chart(drawn)}${" ".repeat(room - drawn.length)}${numbers}${said}`;
    }),
  ];
}

function restOf(rows: readonly Row[]): Row {
  return [`${rows.length} others`, rows.reduce((sum, [, count]) => sum + count, 0), ""];
}

const TARGET_WIDTH = 15;

/** `sign`: on which side of its target a share should be. */
export function meter(name: string, { value, target, isMet }: Measure, { sign, width, paint }: TerminalOptions & { readonly sign: "<" | ">" }): string {
  const isNarrow = width < NARROW;
  const room = Math.max(8, width - LABEL - 17 - (isNarrow ? 0 : TARGET_WIDTH));
  const mark = Math.round(target * room);
  const full = Math.round(value * room);
  const line = Array.from({ length: room }, (_, i) => (i === mark ? "│" : i < full ? "█" : "░")).join("");
  const said = isNarrow ? "" : `  target ${sign} ${percentText(target)}`;
  return `  ${name.padEnd(LABEL)}${paint.chart(line)} ${percentText(value).padStart(6)}${said}  ${isMet ? paint.good("met") : paint.bad("missed")}`;
}
