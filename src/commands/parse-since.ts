/** `--since`, for every command that looks back: a date, or so long ago. */
import { Refusal } from "../refusal.ts";
import type { EpochMs } from "../types.ts";

const DAY_MS = 86_400_000;
const AGO = /^(\d{1,5})([dwmy])$/;
const DAYS: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, y: 365 };
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const EXAMPLES = "2026-11-01, 7d, 2w, 3m, 1y";

/** A date by itself begins at midnight where the person is. */
export function parseSince(text: string, now: EpochMs): EpochMs {
  const [, count, unit = "d"] = AGO.exec(text) ?? [];
  const [, year, month, day] = DATE.exec(text) ?? [];
  const date = year === undefined ? Date.parse(text) : new Date(Number(year), Number(month) - 1, Number(day)).getTime();
  const at = count === undefined ? date : now - Number(count) * (DAYS[unit] ?? 1) * DAY_MS;
  if (!(at >= 0)) throw new Refusal(`--since ${text}: neither a date nor an age`, EXAMPLES);
  if (at > now) throw new Refusal(`--since ${text}: that is still to come`, EXAMPLES);
  return at;
}
