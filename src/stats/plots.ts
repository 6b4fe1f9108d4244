/** Plots as SVG text, drawn for a width of 430 units and scaled by the page. Colours are the page's classes; names are escaped here. Pure. */

import { neutralizeLine } from "../render/neutralize.ts";
import { numberText, percentText } from "./charts.ts";
import { escapeHtml } from "./escape-html.ts";

export interface Plot {
  /** Read out in place of the picture. */
  readonly title: string;
}

export interface Column {
  readonly name: string;
  /** From the bottom up. */
  readonly parts: readonly number[];
}

export interface Line {
  readonly name: string;
  readonly value: number;
  /** Stands behind the bar. */
  readonly note: string;
}

const WIDTH = 430;
const LEFT = 40;
const WIDEST = 56;
const RIGHT = 8;
const TOP = 10;
const HEIGHT = 150;
const BOTTOM = 22;
/** The width of a letter, measured generously: nothing can ask the font here. */
const LETTER = 7;
const ROW = 26;
/** Of a row of bars, in characters. */
const MAX_NAME = 20;
/** Of a title that has a line of its own. */
const MAX_TITLE = 56;
const TITLED_ROW = 38;

function svg({ title }: Plot, height: number, body: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(title)}">${body}</svg>`;
}

/** Stacked columns over days or buckets. `classes` colour the parts, `names` say what they are. */
export function columnPlot(columns: readonly Column[], style: Plot & { readonly classes: readonly string[]; readonly names: readonly string[] }): string {
  const { classes, names } = style;
  const top = niceTop(Math.max(1, ...columns.map(({ parts }) => sum(parts))));
  const y = (value: number): number => round(TOP + HEIGHT * (1 - value / top));
  const room = (WIDTH - LEFT - RIGHT) / Math.max(1, columns.length);
  // A single day is no wall.
  const gap = Math.max(room - WIDEST, Math.min(6, room * 0.2));
  const labelWidth = Math.max(0, ...columns.map(({ name }) => name.length)) * LETTER + 8;
  const every = Math.ceil(labelWidth / room);
  const drawn = columns.map(({ name, parts }, i) => {
    const x = round(LEFT + i * room + gap / 2);
    const told = parts.map((part, p) => `${numberText(part)} ${names[p] ?? ""}`).join(", ");
    const rects = parts.map((part, p) => {
      const below = sum(parts.slice(0, p));
      return part === 0 ? "" : rect(classes[p] ?? "", { x, y: y(below + part), width: room - gap, height: y(below) - y(below + part) });
    });
    // Counted from the right: the last day is what people look for.
    const isLabelled = (columns.length - 1 - i) % every === 0;
    const label = isLabelled ? text(name, Math.min(x + (room - gap) / 2, WIDTH - labelWidth * 0.4), TOP + HEIGHT + 15, "middle") : "";
    return `<g><title>${escapeHtml(`${name}: ${told}`)}</title>${rects.join("")}</g>${label}`;
  });
  return svg(style, TOP + HEIGHT + BOTTOM, gridLines(top, y) + drawn.join(""));
}

function gridLines(top: number, y: (value: number) => number): string {
  return [0, 0.25, 0.5, 0.75, 1]
    .filter((share) => Number.isInteger(top * share))
    .map((share) => {
      const at = y(top * share);
      const line = `<line class="${share === 0 ? "axis" : "grid"}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/>`;
      return line + text(axisText(top * share, top), LEFT - 6, at + 4, "end");
    })
    .join("");
}

/** Short, as there is little room, and all of an axis in one unit. */
function axisText(value: number, top: number): string {
  const [unit, sign] = top >= 1e7 ? [1e6, " M"] : top >= 1e4 ? [1e3, " k"] : [1, ""];
  return value === 0 ? "0" : `${numberText(value / unit)}${sign}`;
}

/** 1, 2, 4, 8 or 10 times a power of ten: all of them have whole quarters, or halves. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 4, 8, 10].find((times) => times * power >= value) ?? 10) * power;
}

/** One bar below the other, the longest as long as there is room. */
export function barPlot(lines: readonly Line[], style: Plot): string {
  const nameWidth = 118;
  const max = Math.max(1, ...lines.map(({ value }) => value));
  const room = WIDTH - nameWidth - noteWidth(lines);
  const rows = lines.map(({ name, value, note }, i) => {
    const y = i * ROW;
    const long = round((value / max) * room);
    return `<g><title>${escapeHtml(`${name}: ${note}`)}</title>${text(cut(name), 0, y + 17, "start", "name")}${rect("one", { x: nameWidth, y: y + 6, width: Math.max(1, long), height: 14 })}${text(note, nameWidth + Math.max(1, long) + 6, y + 17, "start")}</g>`;
  });
  return svg(style, Math.max(1, lines.length) * ROW, rows.join(""));
}

export interface Rate extends Line {
  readonly target?: number;
}

/** Shares of 1 on a track each, with a mark where they should be. */
export function ratePlot(rates: readonly Rate[], style: Plot): string {
  const nameWidth = 158;
  const room = WIDTH - nameWidth - noteWidth(rates);
  const rows = rates.map(({ name, value, note, target }, i) => {
    const y = i * ROW;
    const share = Math.max(0, Math.min(1, value));
    const mark = target === undefined ? 0 : round(nameWidth + room * target);
    const line = target === undefined ? "" : `<line class="target" x1="${mark}" x2="${mark}" y1="${y + 3}" y2="${y + 23}"/>`;
    const track = rect("track", { x: nameWidth, y: y + 6, width: room, height: 14 });
    const full = share === 0 ? "" : rect("one", { x: nameWidth, y: y + 6, width: room * share, height: 14 });
    const told = `${name}: ${percentText(share)}, ${note}`;
    return `<g><title>${escapeHtml(told)}</title>${text(cut(name), 0, y + 17, "start", "name")}${track}${full}${line}${text(note, nameWidth + room + 6, y + 17, "start")}</g>`;
  });
  return svg(style, Math.max(1, rates.length) * ROW, rows.join(""));
}

/** The same below titles, which are long. */
export function titledRatePlot(rates: readonly Line[], style: Plot): string {
  const room = WIDTH - noteWidth(rates);
  const rows = rates.map(({ name, value, note }, i) => {
    const y = i * TITLED_ROW;
    const share = Math.max(0, Math.min(1, value));
    const track = rect("track", { x: 0, y: y + 20, width: room, height: 9 });
    const full = share === 0 ? "" : rect("one", { x: 0, y: y + 20, width: room * share, height: 9 });
    const told = `${name}: ${percentText(share)}, ${note}`;
    return `<g><title>${escapeHtml(told)}</title>${text(cut(name, MAX_TITLE), 0, y + 14, "start", "name")}${track}${full}${text(note, room + 6, y + 29, "start")}</g>`;
  });
  return svg(style, Math.max(1, rates.length) * TITLED_ROW, rows.join(""));
}

/** What the widest of them takes. */
function noteWidth(lines: readonly Line[]): number {
  return Math.max(...lines.map(({ note }) => note.length), 0) * LETTER + 8;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function rect(name: string, { x, y, width, height }: Box): string {
  return `<rect class="${name}" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="1.5"/>`;
}

function text(content: string, x: number, y: number, anchor: "start" | "middle" | "end", name = ""): string {
  const kind = name === "" ? "" : ` class="${name}"`;
  return `<text${kind} x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(content)}</text>`;
}

function cut(name: string, max = MAX_NAME): string {
  const characters = [...neutralizeLine(name)];
  return characters.length <= max ? characters.join("") : `${characters.slice(0, max - 1).join("")}…`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
