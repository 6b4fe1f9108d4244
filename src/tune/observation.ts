/** One record that was shown once, and whether it was used: what suggestions are made from. */
import type { Outcome } from "../replay/outcome.ts";
import type { EpochMs, LoreRecord, SourceName } from "../types.ts";
import type { ObservedFeedback } from "../usefulness/rate.ts";

export interface Observation {
  readonly key: string;
  readonly source: SourceName;
  readonly session: string;
  readonly at: EpochMs;
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
  feedback: readonly ObservedFeedback[],
  outcomes: readonly Outcome[],
  records: ReadonlyMap<string, LoreRecord>,
): readonly Observation[] {
  const observations = new Map<string, Observation>();
  const judged = new Set(feedback.flatMap(({ session }) => session ?? []));
  for (const { session, at, items, kind } of outcomes)
    for (const { key, source, ageDays, use } of kind !== "prompt" || judged.has(session) ? [] : items)
      observations.set(`${session}\n${key}`, { key, source, session, at, ageDays, isUsed: use === "used" });
  feedback.forEach(({ key, session, verdict, at, withheld, unasked }, number) => {
    const record = records.get(key);
    // What is no longer stored tells nothing about its age, and its source may be gone too. What was kept
    // back was not shown, and what is shown at a start nobody asked for.
    if (record === undefined || withheld === true || unasked === true) return;
    const ageDays = ageAt(record, at);
    observations.set(`${session ?? number}\n${key}`, {
      key,
      source: record.source,
      session: session ?? "",
      at,
      ageDays,
      isUsed: verdict === "used" || verdict === "helped",
    });
  });
  return [...observations.values()];
}

/** So many verdicts on one record count. */
const MOST_EACH = 5;

/** The newest of each record: one that is shown all the time must not speak for its whole source. */
export function newestOfEach(observations: readonly Observation[]): readonly Observation[] {
  const counts = new Map<string, number>();
  return [...observations]
    .sort((a, b) => b.at - a.at)
    .filter(({ key }) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= MOST_EACH;
    });
}

function ageAt({ at }: LoreRecord, when: EpochMs): number | null {
  return at === null ? null : Math.max(0, (when - at) / DAY_MS);
}
