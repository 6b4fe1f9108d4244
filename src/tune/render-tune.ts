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
  const lines = [
    ...settings.map(({ key, from, to, why }) => `${key}: ${from} -> ${to}   ${why}`),
    ...synonyms.map(
      ({ word, added, removed, why }) =>
        `${[...added.map((term) => `${word} also finds ${term}`), ...removed.map((term) => `${word} no longer finds ${term}`)].join(", ")}   ${why}`,
    ),
  ].map(neutralizeLine);
  return [
    `Evidence: ${observations} shown records in ${sessions} sessions with a verdict; metrics of ${prompts} prompts, ${shown} records shown`,
    "",
    ...(lines.length === 0 ? ["Nothing is suggested: what is known does not speak for any change."] : ["Suggested", ...lines.map((line) => `  ${line}`)]),
    ...(expected.length === 0 ? [] : ["", "What that would have changed", ...renderTable(expected)]),
    ...(isWorse(expected) ? ["", "Replayed, fewer records would have been used: leave it as it is."] : []),
    ...section(
      "Synonyms that brought useful records",
      brought.filter(({ used }) => used > 0).map(({ word, synonym, shown: times, used }) => `${word} > ${synonym}: used ${used} of ${times}`),
    ),
    ...section("Too little evidence yet", open),
  ];
}

/** Fewer records used is no gain, whatever else changes. */
export function isWorse([before, after]: readonly VariantSummary[]): boolean {
  return before !== undefined && after !== undefined && after.used < before.used;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  const more = lines.length > LISTED ? [`  and ${lines.length - LISTED} more`] : [];
  return lines.length === 0 ? [] : ["", title, ...lines.slice(0, LISTED).map((line) => `  ${neutralizeLine(line)}`), ...more];
}
