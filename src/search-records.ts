/** A search: the best matching records of all projects, whether or not a prompt would get them. For the command and for other doors. */
import type { Config } from "./config/config.ts";
import { SPEC } from "./config/spec.ts";
import type { Trace } from "./trace.ts";
import type { Scored } from "./types.ts";

/** Most that are given at once. */
export const MOST_FOUND = 150;

/** No threshold holds, and nothing but the match counts, so that nothing but outdated lines and copies is left out. */
export const EVERYTHING: readonly (readonly [key: string, value: number])[] = [
  ...Object.keys(SPEC.sources).map((source) => [`sources.${source}.weight`, 1] as const),
  ["recency.floor", 1],
  ["projects.other", 1],
  ["projects.neutral", 1],
  ["projects.other_max_wrong", 1],
  ["max_wrong", 1],
  ["threshold.score", 0],
  ["threshold.relative", 0],
  ["deadline_ms", 10_000],
  ["budget.max_items", 200],
];

type Settings = { readonly [key: string]: unknown };

/** The settings under which everything is found, for whoever has a config already. Switched off means: no prompts, not no searches. */
export function configForSearch(config: Config): Config {
  const settings = EVERYTHING.reduce<Settings>((all, [key, value]) => withValue(all, key.split("."), value), { ...config, enabled: true });
  return settings as unknown as Config;
}

function withValue(settings: Settings, [first = "", ...rest]: readonly string[], value: number): Settings {
  return { ...settings, [first]: rest.length === 0 ? value : withValue(settings[first] as Settings, rest, value) };
}

/** Of the best match: less is no answer. */
const LEAST_SHARE = 0.3;

/** What a run under these settings found, best match first; also what a prompt would have had no room for. */
export function bestMatches({ scored }: Pick<Trace, "scored">): readonly Scored[] {
  const best = scored.reduce((most, { match, rejected }) => (rejected === null ? Math.max(most, match) : most), 0);
  const isFound = ({ rejected, match }: Scored): boolean => rejected === null || (rejected.by === "rank" && match >= best * LEAST_SHARE);
  return scored.filter(isFound).sort((a, b) => b.match - a.match || b.score - a.score);
}
