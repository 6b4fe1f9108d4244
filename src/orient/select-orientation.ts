/**
 * Session start: orientation instead of relevance. The newest handoff of this project, its active
 * goals, its place in the registry, its most valuable patterns, in that order. Pure.
 */
import type { Config } from "../config/config.ts";
import type { ProjectMatcher } from "../project/match-project.ts";
import type { Day, LoreRecord, Scored, SourceName } from "../types.ts";

export const ORIENTING: readonly SourceName[] = ["transfer", "goals", "registry", "patterns"];

export interface OrientationInput {
  readonly records: readonly LoreRecord[];
  readonly matcher: ProjectMatcher;
  readonly today: Day;
  readonly config: Config;
}

/** Best first, each scored by its rank so that `explain` can show one shape for both events. */
export function selectOrientation({ records, matcher, today, config }: OrientationInput): readonly Scored[] {
  const own = records.filter((record) => config.sources[record.source].weight > 0 && matcher.affinity(record) === "own");
  const { patterns, goals, handoff_days } = config.session_start;
  const recent = (record: LoreRecord): boolean => record.day === null || today - record.day <= handoff_days;
  const picked = [
    ...newest(own.filter(({ kind }) => kind === "handoff").filter(recent)).slice(0, 1),
    ...valuable(own.filter(({ kind, notes }) => kind === "goal" && notes[0] !== "draft")).slice(0, goals),
    ...valuable(own.filter(({ kind }) => kind === "registry")).slice(0, 1),
    ...valuable(own.filter(({ kind }) => kind === "pattern" || kind === "anti-pattern")).slice(0, patterns),
  ];
  return picked.map((record, index) => asScored(record, 1 - index / 100, config));
}

function newest(records: readonly LoreRecord[]): readonly LoreRecord[] {
  return [...records].sort((a, b) => (b.at ?? 0) - (a.at ?? 0) || (a.id < b.id ? -1 : 1));
}

function valuable(records: readonly LoreRecord[]): readonly LoreRecord[] {
  return newest(records).toSorted((a, b) => b.value - a.value);
}

function asScored(record: LoreRecord, score: number, config: Config): Scored {
  const { weight } = config.sources[record.source];
  return { record, score, weight, recency: 1, match: 1, support: 0, usefulness: 1, confidence: 1, affinity: "own", credits: new Map(), rejected: null };
}
