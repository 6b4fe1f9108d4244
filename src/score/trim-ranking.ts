/** From the ranking of all candidates to those worth showing: no outdated lines, no copies, no weak tail. */
import type { Config } from "../config/config.ts";
import type { LoreRecord, Rejection, Scored } from "../types.ts";

const LOOKED_AT = 4;

/** `ranked` is best first; what is turned down stays in place with the reason. */
export function trimRanking(ranked: readonly Scored[], isCurrent: (record: LoreRecord) => boolean, { budget, threshold }: Config): readonly Scored[] {
  const seen = new Map<string, string>();
  let kept = 0;
  let least = 0;
  return ranked.map((scored) => {
    if (scored.rejected !== null) return scored;
    // A record far weaker than the best one is noise beside it.
    if (scored.score < least) return { ...scored, rejected: { by: "distance to the best", value: scored.score, needed: least } };
    // Of what is left out for lack of room only the number is told, so a few screens of it are enough.
    if (kept >= budget.max_items * LOOKED_AT) return { ...scored, rejected: { by: "rank" } };
    const rejected = rejection(scored.record, seen, isCurrent);
    if (rejected !== null) return { ...scored, rejected };
    if (kept === 0) least = scored.score * threshold.relative;
    kept++;
    return scored;
  });
}

function rejection(record: LoreRecord, seen: Map<string, string>, isCurrent: (record: LoreRecord) => boolean): Rejection | null {
  if (!isCurrent(record)) return { by: "a later line of this id" };
  // Copies of one text (a batch import run twice) count once: the best, which among equals is the newest.
  const text = JSON.stringify([record.kind, record.title, record.body]);
  const first = seen.get(text);
  if (first !== undefined) return { by: "the same text", as: first };
  seen.set(text, record.id);
  return null;
}
