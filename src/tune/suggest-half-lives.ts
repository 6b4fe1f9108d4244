/** Whether the records of a source age faster or slower than its half-life says: by how often old ones were used, compared with young ones. Pure. */
import { interval, type Share } from "../calibrate/intervals.ts";
import type { Config } from "../config/config.ts";
import type { SourceName } from "../types.ts";
import type { Observation } from "./observation.ts";
import { percent, sourcesIn, type TunedAt, type Weighed } from "./suggest-weights.ts";
import type { SettingSuggestion } from "./suggestion.ts";

/** So many of each age are needed. */
const LEAST_EACH = 20;
const SHORTEST = 7;
const LONGEST = 365;
/** Old ones that are used this much of what young ones are do not age at this pace. */
const AS_GOOD = 0.8;

export function suggestHalfLives(observations: readonly Observation[], config: Config, tunedAt: TunedAt = new Map()): Weighed {
  const suggestions: SettingSuggestion[] = [];
  const open: string[] = [];
  for (const source of sourcesIn(observations)) {
    const halfLife = config.sources[source].half_life_days;
    if (halfLife === 0) continue;
    const since = tunedAt.get(halfLifeKey(source)) ?? 0;
    const dated = observations.filter((each) => each.source === source && each.ageDays !== null && each.at >= since);
    const young = shareOf(dated.filter(({ ageDays }) => (ageDays ?? 0) <= halfLife));
    const old = shareOf(dated.filter(({ ageDays }) => (ageDays ?? 0) > halfLife));
    if (young.of < LEAST_EACH || old.of < LEAST_EACH)
      open.push(`half-life of ${source}: ${young.of} younger and ${old.of} older than ${halfLife} days, at least ${LEAST_EACH} of each are needed`);
    else suggestions.push(...judgeAges(source, halfLife, young, old));
  }
  return { suggestions, open };
}

function judgeAges(source: SourceName, from: number, young: Share, old: Share): readonly SettingSuggestion[] {
  const why = `older than ${from} days: used ${old.count} of ${old.of} (${percent(old.count / old.of)}); younger: ${young.count} of ${young.of} (${percent(young.count / young.of)})`;
  const suggest = (to: number): readonly SettingSuggestion[] => (to === from ? [] : [{ key: halfLifeKey(source), from, to, why }]);
  if (interval(old).high < interval(young).low) return suggest(Math.min(from, Math.max(SHORTEST, Math.round(from / 2))));
  if (old.count > 0 && interval(old).low >= AS_GOOD * (young.count / young.of)) return suggest(Math.max(from, Math.min(LONGEST, from * 2)));
  return [];
}

function halfLifeKey(source: SourceName): string {
  return `sources.${source}.half_life_days`;
}

function shareOf(observations: readonly Observation[]): Share {
  return { count: observations.filter(({ isUsed }) => isUsed).length, of: observations.length };
}
