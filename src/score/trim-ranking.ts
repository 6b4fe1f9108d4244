/** From the ranking of all candidates to those worth showing: no outdated lines, no copies, no weak tail. */
import type { Config } from "../config/config.ts";
import type { Judged, LoreRecord, Rejection, Scored } from "../types.ts";

/** Of the records that may be shown, so many times the most that fit are looked at. */
const LOOKED_AT = 3;

export interface TrimOptions {
  readonly config: Config;
  /** Keep what is turned down, in its place and with the reason. */
  readonly thorough: boolean;
  readonly creditsOf: (judged: Judged) => Scored["credits"];
}

export interface Trimmed {
  readonly scored: readonly Scored[];
  /** Whether no worse candidate could have mattered. */
  readonly isEnough: boolean;
}

/** `ranked` is best first. A record is read only when it may be shown. */
export function trimRanking(ranked: readonly Judged[], { config, thorough, creditsOf }: TrimOptions): Trimmed {
  const { budget, threshold } = config;
  const seen = new Map<string, string>();
  const scored: Scored[] = [];
  let kept = 0;
  let least = 0;
  for (const judged of ranked) {
    // Of what is left out for lack of room only the number is told, so a few screens of it are enough.
    const full = kept >= budget.max_items * LOOKED_AT;
    // A record far weaker than the best one is noise beside it.
    const distant = judged.score < least;
    if (!thorough && (full || distant)) return { scored, isEnough: true };
    const record = judged.candidate.read();
    let { rejected } = judged;
    if (rejected === null && distant) rejected = { by: "distance to the best", value: judged.score, needed: least };
    else if (rejected === null && full) rejected = { by: "rank" };
    rejected ??= rejection(record, judged, seen);
    if (rejected === null) {
      if (kept === 0) least = judged.score * threshold.relative;
      kept++;
    }
    if (rejected === null || thorough) scored.push(withRecord(judged, record, rejected, creditsOf(judged)));
  }
  return { scored, isEnough: false };
}

function withRecord({ candidate, ...factors }: Judged, record: LoreRecord, rejected: Rejection | null, credits: Scored["credits"]): Scored {
  return { ...factors, record, affinity: candidate.affinity, rejected, credits };
}

function rejection(record: LoreRecord, { candidate }: Judged, seen: Map<string, string>): Rejection | null {
  if (!candidate.isCurrent()) return { by: "a later line of this id" };
  // Copies of one text (a batch import run twice) count once: the best, which among equals is the newest.
  const text = JSON.stringify([record.kind, record.title, record.body]);
  const first = seen.get(text);
  if (first !== undefined) return { by: "the same text", as: first };
  seen.set(text, record.id);
  return null;
}
