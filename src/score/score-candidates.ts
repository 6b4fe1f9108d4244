/** score = source weight × recency × match, with every factor kept, and the reason when a candidate may not be shown. Pure. */
import type { Config } from "../config/config.ts";
import type { Affinity, Candidate, Corpus, Day, EpochMs, Hits, Judge, Judged, Keyword, Matched, Rejection, SourceName } from "../types.ts";
import { informationIn } from "./information.ts";
import { Matcher } from "./match.ts";
import { recency } from "./recency.ts";

export interface JudgeInput {
  readonly corpus: Corpus;
  /** The columns of every row of hits. */
  readonly keys: readonly string[];
  /** Those that enter the match. */
  readonly keywords: readonly Keyword[];
  readonly today: Day;
  readonly config: Config;
  /** Judge the hopeless candidates as well, so that they can be explained. */
  readonly thorough: boolean;
}

const DAY_MS = 86_400_000;
/** The sum of all bounds, in steps: fits into two bytes whatever comes together. */
const STEPS = 60_000;
/** Room for rounding: a bound must never be below what it bounds. */
const SLACK = 1e-9;

export class Scorer implements Judge {
  readonly bounds: Uint16Array;
  readonly least: number;
  readonly matcher: Matcher;
  readonly compare = byScore;
  readonly scale: Judge["scale"];
  private readonly perStep: number;

  constructor(private readonly input: JudgeInput) {
    const { corpus, keys, keywords, config, thorough } = input;
    const { threshold } = config;
    this.matcher = new Matcher(keywords, keys, informationIn(corpus), config);
    // A plain word covers no more than its information times the largest boost, so the threshold on the match asks for so much information.
    const forMatch = (threshold.match * this.matcher.total) / this.matcher.largestBoost;
    const most = this.matcher.mostByKey(this.matcher.total);
    const needed = thorough ? 0 : Math.max(forMatch, threshold.information) - SLACK;
    const all = most.reduce((sum, value) => sum + value, 0);
    this.perStep = all / STEPS || 1;
    this.bounds = Uint16Array.from(most, (value) => (value === 0 ? 0 : Math.ceil(value / this.perStep)));
    this.least = Math.max(1, Math.min(0xffff, Math.floor(needed / this.perStep)));
    this.scale = {
      weights: Uint16Array.from(this.matcher.mostByField(), (value) => Math.min(0xffff, Math.ceil(value / this.perStep))),
      full: Math.min(0xffff, Math.ceil(this.matcher.total / this.perStep)),
      foreign: Math.min(256, Math.ceil(256 * config.match.other_project)),
      strong: thorough ? 0 : Math.max(0, Math.min(0xffff, Math.floor(((config.match.other_project_min - SLACK) * this.matcher.total) / this.perStep))),
    };
  }

  needed(match: number): number {
    const { total, largestBoost } = this.matcher;
    return match <= 0 ? 0 : Math.min(0xffff, Math.floor(((match - SLACK) * total) / (this.perStep * largestBoost)));
  }

  weightNeeded(match: number): number {
    const { threshold } = this.input.config;
    const needed = this.input.thorough ? match : Math.max(match, threshold.match);
    return needed <= 0 ? 0 : Math.max(0, Math.min(0xffff, Math.floor(((needed - SLACK) * this.matcher.total) / this.perStep)));
  }

  reach(source: SourceName, newest: EpochMs | null): number {
    const { weight } = this.input.config.sources[source];
    // A record without a date is given one by the settings.
    return weight * Math.max(this.recencyOf(source, newest), this.recencyOf(source, null));
  }

  neutral(source: SourceName): number {
    return neutralFactor(source, this.input.config.match);
  }

  private recencyOf(source: SourceName, at: EpochMs | null): number {
    const { config, today } = this.input;
    return recency({
      day: at === null ? null : Math.floor(at / DAY_MS),
      today,
      halfLifeDays: config.sources[source].half_life_days,
      floor: config.recency.floor,
      undatedDays: config.recency.undated_days,
    });
  }

  match(hits: Hits, start: number): Matched | null {
    const matched = this.matcher.match(hits, start);
    const { threshold } = this.input.config;
    if (!(matched.information > 0)) return null;
    if (this.input.thorough) return matched;
    return matched.match < threshold.match || matched.information < threshold.information ? null : matched;
  }

  judge(candidate: Candidate, matched: Matched): Judged | null {
    const { config, thorough } = this.input;
    const source = config.sources[candidate.source];
    const match = matched.match * projectFactor(candidate, config);
    const age = this.recencyOf(candidate.source, candidate.at);
    const score = source.weight * age * match;
    const rejected = rejection({ affinity: candidate.affinity, raw: matched.match, match, information: matched.information, score }, config);
    if (rejected !== null && !thorough) return null;
    return { candidate, score, weight: source.weight, recency: age, match, information: matched.information, rejected };
  }
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

/** Best first; the order depends on nothing but the values. */
export function byScore(a: Judged, b: Judged): number {
  return b.score - a.score || b.information - a.information || (b.candidate.at ?? 0) - (a.candidate.at ?? 0) || b.candidate.place - a.candidate.place;
}

function projectFactor({ affinity, source }: Candidate, { match }: Config): number {
  if (affinity === "own") return 1;
  if (affinity === "other") return match.other_project;
  return neutralFactor(source, match);
}

/** Patterns and concepts hold everywhere, so naming no project is no flaw in them. */
function neutralFactor(source: SourceName, { neutral_project }: Config["match"]): number {
  return source === "patterns" || source === "concepts" ? 1 : neutral_project;
}

interface Judgement {
  readonly affinity: Affinity;
  /** Before the project's factor. */
  readonly raw: number;
  readonly match: number;
  readonly information: number;
  readonly score: number;
}

function rejection({ affinity, raw, match, information, score }: Judgement, { threshold, match: settings }: Config): Rejection | null {
  if (affinity === "other" && raw < settings.other_project_min) return { by: "other project", value: raw, needed: settings.other_project_min };
  if (match < threshold.match) return { by: "match", value: match, needed: threshold.match };
  if (information < threshold.information) return { by: "information", value: information, needed: threshold.information };
  return score < threshold.score ? { by: "score", value: score, needed: threshold.score } : null;
}
