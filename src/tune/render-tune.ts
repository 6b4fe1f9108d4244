/** Suggestions for a person: each with its evidence, what they would have changed, and what cannot be told yet. Pure. */
import { neutralizeLine } from "../render/neutralize.ts";
import { renderTable } from "../replay/render-replay.ts";
import type { VariantSummary } from "../replay/summarize-replay.ts";
import type { Tuned } from "./run-tune.ts";

export interface TuneReport {
  readonly tuned: Tuned;
  /** Runs of the hook, as the metrics have them. */
  readonly prompts: number;
  readonly shown: number;
}

const LISTED = 5;

export function renderTune({ tuned, prompts, shown }: TuneReport): readonly string[] {
  const { settings, synonyms, open, observations, sessions, brought, expected } = tuned;
  const objection = objectionTo(expected);
  const lines = [
    ...settings.map(({ key, from, to, why }) => `${key}: ${from} -> ${to} (${why})`),
    ...synonyms.map(
      ({ word, added, removed, why }) =>
        `${[...added.map((term) => `${word} also finds ${term}`), ...removed.map((term) => `${word} no longer finds ${term}`)].join(", ")} (${why})`,
    ),
  ].map(neutralizeLine);
  return [
    `Evidence: ${observations} shown records in ${sessions} sessions with a verdict; metrics of ${prompts} prompts, ${shown} records shown`,
    "",
    ...(lines.length === 0 ? ["Nothing is suggested: what is known does not speak for any change."] : ["Suggested", ...lines.map((line) => `  ${line}`)]),
    ...(expected.length === 0 ? [] : ["", "What that would have changed in the same sessions", ...renderTable(expected)]),
    ...(objection === null ? [] : ["", `Replayed, ${objection}: leave it as it is.`]),
    ...section(
      "Synonyms that brought useful records",
      brought.filter(({ used }) => used > 0).map(({ word, synonym, shown: times, used }) => `${word} > ${synonym}: used ${used} of ${times}`),
    ),
    ...section("Too little evidence yet", open),
  ];
}

/** So many more records, of those shown before, are noticed. */
const MANY_MORE = 0.05;
/** What is added must be used at least half as often as what was there, and as this share of it. */
const HALF = 0.5;
const LEAST_SHARE = 0.1;

/** Fewer records used is no gain, whatever else changes, and neither is much more of what nobody uses. Null when nothing speaks against it. */
export function objectionTo([before, after]: readonly VariantSummary[]): string | null {
  if (before === undefined || after === undefined) return null;
  if (after.used < before.used) return "fewer records would have been used";
  const [more, gained] = [after.records - before.records, after.used - before.used];
  const usual = Math.max(LEAST_SHARE, before.records === 0 ? 0 : before.used / before.records);
  return more > MANY_MORE * before.records && gained < more * usual * HALF ? `${more} more records would have been shown and ${gained} of them used` : null;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  const more = lines.length > LISTED ? [`  and ${lines.length - LISTED} more`] : [];
  return lines.length === 0 ? [] : ["", title, ...lines.slice(0, LISTED).map((line) => `  ${neutralizeLine(line)}`), ...more];
}
