/** score = source weight × recency × match, with every factor kept, and the reason when a candidate may not be shown. Pure. */
import type { Config } from "../config/config.ts";
import type { ProjectMatcher } from "../project/match-project.ts";
import type { Affinity, Candidate, Corpus, Day, Keyword, Rejection, Scored } from "../types.ts";
import { informationIn } from "./information.ts";
import { type Match, matcherFor } from "./match.ts";
import { recency } from "./recency.ts";

export interface ScoreInput {
  readonly candidates: readonly Candidate[];
  readonly corpus: Corpus;
  readonly keywords: readonly Keyword[];
  readonly matcher: ProjectMatcher;
  readonly today: Day;
  readonly config: Config;
  /** Score the hopeless candidates as well, so that they can be explained. */
  readonly thorough: boolean;
}

/** Best first; the order depends on nothing but the values. */
export function scoreCandidates(input: ScoreInput): readonly Scored[] {
  const { match, bound } = matcherFor(input.keywords, informationIn(input.corpus), input.config);
  const { candidates, thorough, config } = input;
  const hopeful = thorough ? candidates : candidates.filter(({ hits }) => bound(hits) >= config.threshold.match);
  return hopeful.map((candidate) => scoreOne(candidate, match(candidate.hits), input)).sort(byScore);
}

/** The keywords that enter the match: those with the most weight × information. Unknown words rank as middling. */
export function significantKeywords(keywords: readonly Keyword[], corpus: Corpus, max: number): readonly Keyword[] {
  if (keywords.length <= max) return keywords;
  const informationOf = informationIn(corpus);
  const isKnown = ({ key, parts, synonyms }: Keyword): boolean => [key, ...parts, ...synonyms].some((term) => corpus.documentFrequency.has(term));
  const known = keywords.filter(isKnown);
  const middling = known.reduce((sum, { key }) => sum + informationOf(key), 0) / Math.max(1, known.length);
  const rank = new Map(keywords.map((keyword) => [keyword, keyword.weight * (isKnown(keyword) ? informationOf(keyword.key) : middling)]));
  const kept = new Set([...keywords].sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0)).slice(0, max));
  return keywords.filter((keyword) => kept.has(keyword));
}

function scoreOne(candidate: Candidate, found: Match, { matcher, today, config }: ScoreInput): Scored {
  const { record } = candidate;
  const source = config.sources[record.source];
  const affinity = matcher.affinity(record);
  const match = found.match * projectFactor(affinity, candidate, config);
  const age = recency({
    day: record.day,
    today,
    halfLifeDays: source.half_life_days,
    floor: config.recency.floor,
    undatedDays: config.recency.undated_days,
  });
  const scored = {
    record,
    score: source.weight * age * match,
    weight: source.weight,
    recency: age,
    match,
    information: found.information,
    affinity,
    credits: found.credits,
    rejected: null as Rejection | null,
  };
  scored.rejected = rejection(scored, found.match, config);
  return scored;
}

/** Patterns and concepts hold everywhere, so naming no project is no flaw in them. */
function projectFactor(affinity: Affinity, { record }: Candidate, { match }: Config): number {
  if (affinity === "own") return 1;
  if (affinity === "other") return match.other_project;
  return record.source === "patterns" || record.source === "concepts" ? 1 : match.neutral_project;
}

function rejection(scored: Omit<Scored, "rejected">, rawMatch: number, { threshold, match }: Config): Rejection | null {
  if (scored.affinity === "other" && rawMatch < match.other_project_min) return { by: "other project", value: rawMatch, needed: match.other_project_min };
  if (scored.match < threshold.match) return { by: "match", value: scored.match, needed: threshold.match };
  if (scored.information < threshold.information) return { by: "information", value: scored.information, needed: threshold.information };
  return scored.score < threshold.score ? { by: "score", value: scored.score, needed: threshold.score } : null;
}

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || b.information - a.information || (b.record.at ?? 0) - (a.record.at ?? 0) || compareText(a.record.id, b.record.id);
}

/** By code unit: localeCompare costs a third of Node's start at its first use. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
