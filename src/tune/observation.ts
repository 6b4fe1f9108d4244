/** One record that was shown once, and whether it was used: what suggestions are made from. */
import type { Outcome } from "../replay/outcome.ts";
import type { Feedback } from "../store/feedback-file.ts";
import type { EpochMs, LoreRecord, SourceName } from "../types.ts";

export interface Observation {
  readonly key: string;
  readonly source: SourceName;
  readonly session: string;
  /** How old the record was; null when it has no date. */
  readonly ageDays: number | null;
  readonly isUsed: boolean;
}

const DAY_MS = 86_400_000;

/**
 * What people and the ends of sessions said, and for sessions of which nothing is said what a replay tells. Of a record in a
 * session the last verdict counts.
 */
export function collectObservations(
  feedback: readonly Feedback[],
  outcomes: readonly Outcome[],
  records: ReadonlyMap<string, LoreRecord>,
): readonly Observation[] {
  const observations = new Map<string, Observation>();
  const judged = new Set(feedback.flatMap(({ session }) => session ?? []));
  for (const { session, items, kind } of outcomes)
    for (const { key, source, ageDays, use } of kind === "search" || judged.has(session) ? [] : items)
      observations.set(`${session}\n${key}`, { key, source, session, ageDays, isUsed: use === "used" });
  feedback.forEach(({ key, session, verdict, at }, number) => {
    const record = records.get(key);
    // What is no longer stored tells nothing about its age, and its source may be gone too.
    if (record === undefined) return;
    const ageDays = ageAt(record, at);
    observations.set(`${session ?? number}\n${key}`, {
      key,
      source: record.source,
      session: session ?? "",
      ageDays,
      isUsed: verdict === "used" || verdict === "helped",
    });
  });
  return [...observations.values()];
}

function ageAt({ at }: LoreRecord, when: EpochMs): number | null {
  return at === null ? null : Math.max(0, (when - at) / DAY_MS);
}
