/** Bars and lines out of block characters, and numbers as people read them. Pure. */

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const HEIGHTS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const FULL = "█";

/** As long as its share of `max`; anything above nothing is seen. */
export function bar(value: number, max: number, width: number): string {
  if (value <= 0 || max <= 0) return "";
  const eighths = Math.max(1, Math.round((Math.min(value, max) / max) * width * 8));
  return FULL.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** One character a value, or a value a few of them together where there is no room. A day with nothing is a dot. */
export function sparkline(values: readonly number[], width: number): string {
  const each = Math.ceil(values.length / Math.max(1, width));
  const sums = Array.from({ length: Math.ceil(values.length / each) }, (_, i) => values.slice(i * each, (i + 1) * each).reduce((sum, value) => sum + value, 0));
  const max = Math.max(...sums);
  return sums.map((sum) => (sum <= 0 ? "·" : HEIGHTS[Math.min(7, Math.floor((sum / max) * 8))])).join("");
}

export function numberText(value: number): string {
  if (value >= 9_999_500) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 99_999.5) return `${Math.round(value / 1e3).toLocaleString("en")} k`;
  return Math.round(value).toLocaleString("en");
}

/** A share that is not nothing is not said to be nothing. */
export function percentText(share: number): string {
  const percent = share * 100;
  return percent > 0 && percent < 1 ? "< 1 %" : `${Math.round(percent)} %`;
}

export function msText(ms: number): string {
  return ms < 10 ? `${Math.round(ms * 10) / 10}` : numberText(ms);
}

const DAY_MS = 86_400_000;

/** 2026-11-16 */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
