/** Whether a source deserves more weight, or less: by how often its records were used, compared with all of them. Pure. */
import { interval } from "../calibrate/intervals.ts";
import type { Config } from "../config/config.ts";
import type { EpochMs, SourceName } from "../types.ts";
import type { Observation } from "./observation.ts";
import type { SettingSuggestion } from "./suggestion.ts";

/** With fewer records shown, chance decides. */
const LEAST_SHOWN = 30;
/** One step changes no more than this: the next one can go on from there. */
const MOST_CHANGE = 1.25;
const GRAIN = 0.05;

export interface Weighed {
  readonly suggestions: readonly SettingSuggestion[];
  readonly open: readonly string[];
}

/** Since when something is known of a setting: what came before has been answered already. */
export type TunedAt = ReadonlyMap<string, EpochMs>;

export function suggestWeights(observations: readonly Observation[], config: Config, tunedAt: TunedAt = new Map()): Weighed {
  const overall = usedShare(observations);
  const suggestions: SettingSuggestion[] = [];
  const open: string[] = [];
  for (const source of sourcesIn(observations)) {
    const since = tunedAt.get(weightKey(source)) ?? 0;
    const own = observations.filter((each) => each.source === source && each.at >= since);
    if (own.length < LEAST_SHOWN)
      open.push(`weight of ${source}: ${own.length} shown${since > 0 ? " since it was tuned" : ""}, at least ${LEAST_SHOWN} are needed`);
    else suggestions.push(...judgeSource(source, own, overall, config));
  }
  return { suggestions, open };
}

function judgeSource(source: SourceName, own: readonly Observation[], overall: number, config: Config): readonly SettingSuggestion[] {
  const used = own.filter(({ isUsed }) => isUsed).length;
  const { low, high } = interval({ count: used, of: own.length });
  if (overall === 0 || (low <= overall && overall <= high)) return [];
  const from = config.sources[source].weight;
  const factor = Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, Math.sqrt(used / own.length / overall)));
  const to = Math.min(1, Math.max(GRAIN, Math.round((from * factor) / GRAIN) * GRAIN));
  if (Math.abs(to - from) < GRAIN / 2) return [];
  const why = `used ${used} of ${own.length} times (${percent(used / own.length)}), all sources ${percent(overall)}`;
  return [{ key: weightKey(source), from, to: Number(to.toFixed(2)), why }];
}

function weightKey(source: SourceName): string {
  return `sources.${source}.weight`;
}

export function usedShare(observations: readonly Observation[]): number {
  return observations.length === 0 ? 0 : observations.filter(({ isUsed }) => isUsed).length / observations.length;
}

export function sourcesIn(observations: readonly Observation[]): readonly SourceName[] {
  return [...new Set(observations.map(({ source }) => source))].sort();
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
