/** From what was shown, used and searched for to suggestions, and what they would have changed. Writes nothing. */
import { join } from "node:path";
import { analyzePrompt } from "../analyze/analyze-prompt.ts";
import { synonymsOf } from "../analyze/language.ts";
import type { Context } from "../open-context.ts";
import { EveryKey } from "../replay/every-key.ts";
import type { FoundTranscript } from "../replay/find-transcripts.ts";
import { runReplay } from "../replay/run-replay.ts";
import { summarize, type VariantSummary } from "../replay/summarize-replay.ts";
import { CURRENT, type OpenOptions, type Variant } from "../replay/variant.ts";
import { findHits } from "../store/find-hits.ts";
import { readRecords } from "../store/read-records.ts";
import type { LoreRecord, Problem } from "../types.ts";
import type { ObservedFeedback } from "../usefulness/rate.ts";
import { findPairs, type Reading } from "./find-pairs.ts";
import { findSearches } from "./find-searches.ts";
import { collectObservations, newestOfEach } from "./observation.ts";
import { suggestHalfLives } from "./suggest-half-lives.ts";
import { type Brought, countBrought, suggestSynonyms } from "./suggest-synonyms.ts";
import { suggestWeights, type TunedAt, usedShare } from "./suggest-weights.ts";
import type { Suggestions } from "./suggestion.ts";
import { variantOf } from "./tuned-variant.ts";
import { readWrittenSynonyms } from "./written-synonyms.ts";

export interface TuneRequest {
  readonly context: Context;
  readonly open: OpenOptions;
  readonly transcripts: readonly FoundTranscript[];
  readonly feedback: readonly ObservedFeedback[];
  /** When settings were tuned before. */
  readonly tunedAt?: TunedAt;
  readonly advance?: (bytes: number) => void;
}

export interface Tuned extends Suggestions {
  readonly observations: number;
  readonly sessions: number;
  /** The synonyms that brought records, the most useful first. */
  readonly brought: readonly Brought[];
  /** Without and with what is suggested; empty when nothing is, or there is nothing to replay. */
  readonly expected: readonly VariantSummary[];
  readonly problems: readonly Problem[];
}

const SYNONYMS = "keyword-synonyms.yaml";

export function runTune({ context, open, transcripts, feedback, tunedAt = new Map(), advance = () => {} }: TuneRequest): Tuned {
  const { config, language, stores } = context;
  const records = recordsByKey(readRecords(stores, () => false).stores.flatMap((store) => store.records));
  const played = runReplay({ transcripts, variants: [CURRENT], open, explain: true, findSearches, advance });
  const outcomes = played.variants[0]?.outcomes ?? [];
  const observations = newestOfEach(collectObservations(feedback, outcomes, records));
  const reading = readingOf(context, records);
  const weights = suggestWeights(observations, config, tunedAt);
  const halfLives = suggestHalfLives(observations, config, tunedAt);
  const inForce = (key: string): readonly string[] => synonymsOf(language, key);
  const prompts = outcomes.filter(({ kind }) => kind === "prompt");
  const written = readWrittenSynonyms(tablesOf(context, open));
  const using = { outcomes: prompts, synonymsOf: inForce, wordsIn: reading.wordsIn };
  const synonyms = suggestSynonyms({
    ...using,
    writtenOf: (key) => written.get(key) ?? null,
    pairs: findPairs(outcomes, reading),
    usedShare: usedShare(observations),
  });
  const suggestions: Suggestions = {
    settings: [...weights.suggestions, ...halfLives.suggestions],
    synonyms: synonyms.suggestions,
    open: [...weights.open, ...halfLives.open, ...synonyms.open],
  };
  const sessions = new Set(observations.map(({ session }) => session)).size;
  const expected = expect({ open, transcripts }, variantOf(suggestions));
  return { ...suggestions, observations: observations.length, sessions, brought: countBrought(using), expected, problems: played.problems };
}

function tablesOf({ locations: { userConfigDir }, workspace }: Context, { shippedDir }: OpenOptions): readonly string[] {
  return [join(shippedDir, SYNONYMS), userConfigDir === null ? null : join(userConfigDir, SYNONYMS), workspace.synonymsFile].filter((file) => file !== null);
}

function expect({ open, transcripts }: Pick<TuneRequest, "open" | "transcripts">, tuned: Variant | null): readonly VariantSummary[] {
  if (tuned === null || transcripts.length === 0) return [];
  return runReplay({ transcripts, variants: [CURRENT, tuned], open }).variants.map(summarize);
}

function recordsByKey(records: readonly LoreRecord[]): ReadonlyMap<string, LoreRecord> {
  return new Map(records.map((record) => [`${record.source}:${record.id}`, record]));
}

function readingOf({ config, language, project }: Context, records: ReadonlyMap<string, LoreRecord>): Reading {
  const known = new Map<string, ReadonlySet<string>>();
  return {
    wordsOf: (text) =>
      analyzePrompt({ prompt: text, project, config, language })
        .keywords.filter(({ generic, compound, pasted, kind }) => kind === "word" && !generic && !compound && !pasted)
        .map(({ key, text: written }) => ({ key, text: written })),
    wordsIn: (key) => {
      const words = known.get(key) ?? wordsOf(records.get(key));
      known.set(key, words);
      return words;
    },
  };
}

function wordsOf(record: LoreRecord | undefined): ReadonlySet<string> {
  if (record === undefined) return new Set();
  const every = new EveryKey(record);
  findHits(record, every, null);
  return new Set(every.keys());
}
