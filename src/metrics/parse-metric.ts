/** One line of metrics as it stands in the file becomes a value that can be counted with, or null: whoever may write the folder may have written the line. */
import type { MetricLine } from "./metric-line.ts";

type Unchecked = { readonly [K in keyof MetricLine]?: unknown };

const BEGINNING = '{"v":1,';

/** A line that a full disk cut off in the middle has the next one behind it, which is whole. */
export function parseMetric(text: string): MetricLine | null {
  const line = parseWhole(text);
  if (line !== null) return line;
  const last = text.lastIndexOf(BEGINNING);
  return last > 0 ? parseWhole(text.slice(last)) : null;
}

function parseWhole(text: string): MetricLine | null {
  let value: Unchecked | null;
  try {
    value = JSON.parse(text) as Unchecked | null;
  } catch {
    return null;
  }
  return value !== null && typeof value === "object" && isSound(value) ? (value as MetricLine) : null;
}

function isSound(line: Unchecked): boolean {
  return (
    line.v === 1 &&
    isNumber(line.at) &&
    typeof line.event === "string" &&
    isTextOrNull(line.session) &&
    isTextOrNull(line.project) &&
    isTextOrMissing(line.agent) &&
    isTextOrMissing(line.silent) &&
    isListOf(line.shown, isShown) &&
    isAmount(line.tokens) &&
    isAmount(line.budget) &&
    isAmount(line.ms) &&
    isSteps(line.steps) &&
    isListOf(line.named ?? [], isText) &&
    isListOf(line.suppressed ?? [], isText) &&
    isListOf(line.withheld ?? [], isText) &&
    isAmount(line.problems ?? 0)
  );
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value < Number.MAX_SAFE_INTEGER;
}

/** Of tokens or milliseconds: one line that has more than any run can have would be all that sums and means tell of. */
const MOST = 1e9;

function isAmount(value: unknown): boolean {
  return isNumber(value) && (value as number) <= MOST;
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isShown(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string" && isAmount(value[2]) && typeof value[3] === "number";
}

function isSteps(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every(isAmount);
}
