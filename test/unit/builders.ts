/** Builders that all tests share: values of our own nouns with sensible defaults, and temp folders that clean up after themselves. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { analyzePrompt } from "../../src/analyze/analyze-prompt.ts";
import { foldWord } from "../../src/analyze/fold-word.ts";
import { makeLanguage as joinLanguage, type Language } from "../../src/analyze/language.ts";
import { buildConfig } from "../../src/config/build-config.ts";
import type { Config } from "../../src/config/config.ts";
import { AMBIGUOUS_WORDS, FUNCTION_WORDS } from "../../src/config/function-words.ts";
import { GENERIC_WORDS } from "../../src/config/generic-words.ts";
import type { SettingValue } from "../../src/config/parse-config.ts";
import { readStopwords } from "../../src/config/stopwords.ts";
import { Evidence } from "../../src/score/evidence.ts";
import type { Term } from "../../src/score/terms.ts";
import { occurrencesOf } from "../../src/store/occurrences.ts";
import { FIELD_CODES } from "../../src/store/record-text.ts";
import type { Analysis, Candidate, Field, Hits, Judged, Keyword, LoreRecord, Offer, Project, Scored } from "../../src/types.ts";

/** 2026-11-16: the day on which all tests happen. */
export const TODAY = 20773;

export const REPO_ROOT = join(import.meta.dirname, "..", "..");

const NO_PROJECT: Project = { name: null, slug: null, aliases: [], foundBy: "test" };

export function makeConfig(settings: Readonly<Record<string, SettingValue>> = {}): Config {
  return buildConfig([new Map(Object.entries(settings))]);
}

export function makeRecord(over: Partial<LoreRecord> = {}): LoreRecord {
  return {
    id: "dec-a1b2c3d4",
    source: "journal",
    kind: "decision",
    title: "Use JSONL for storage",
    body: [],
    notes: [],
    tags: [],
    entities: [],
    projects: [],
    day: TODAY,
    at: null,
    value: 0.5,
    ...over,
  };
}

export function makeKeyword(key: string, over: Partial<Keyword> = {}): Keyword {
  return { text: key, key, kind: "word", weight: 1, synonyms: [], compound: false, pasted: false, generic: false, ...over };
}

/** A term that some record has. */
export function makeTerm(key: string, over: Partial<Term> = {}): Term {
  return { keyword: makeKeyword(key), weight: 1, information: 3, known: true, synonyms: [], ...over };
}

/** A row of hits with one column a key. */
export function makeHits(keys: readonly string[], hits: Readonly<Record<string, Field>>): Hits {
  return Uint8Array.from(keys, (key) => (Object.hasOwn(hits, key) ? FIELD_CODES[hits[key] as Field] : 0));
}

export function makeCandidate(record: Partial<LoreRecord>, hits: Hits, over: Partial<Candidate> = {}): Candidate {
  const whole = makeRecord(record);
  const { source, at } = whole;
  return { source, at, affinity: "neutral", hits, place: 0, read: () => whole, isCurrent: () => true, neighbours: () => [], ...over };
}

export function makeJudged(candidate: Candidate, over: Partial<Judged> = {}): Judged {
  return { candidate, score: 0.5, weight: 1, recency: 1, affinity: 1, ...over };
}

/** The order that every list of candidates has: the best, then the newest, then the later line. */
export function byEstimate(a: Judged, b: Judged): number {
  return b.score - a.score || (b.candidate.at ?? 0) - (a.candidate.at ?? 0) || b.candidate.place - a.candidate.place;
}

export function makeScored(record: Partial<LoreRecord>, over: Partial<Scored> = {}): Scored {
  return {
    record: makeRecord(record),
    score: 0.5,
    weight: 1,
    recency: 1,
    usefulness: 1,
    match: 0.5,
    support: 0,
    confidence: 1,
    affinity: "neutral",
    credits: new Map(),
    rejected: null,
    ...over,
  };
}

/** A record as a session offers it. */
export function makeOffer(record: Partial<LoreRecord>, over: Partial<Offer> = {}): Offer {
  const scored = makeScored(record, over.score === undefined ? {} : { score: over.score });
  const { source, id, title } = scored.record;
  return {
    key: `${source}:${id}`,
    hash: "h",
    source,
    id,
    score: scored.score,
    scored,
    seen: null,
    whole: false,
    persistent: false,
    longest: "full",
    render: () => title,
    ...over,
  };
}

/** Keys and synonyms as a person would write them. */
export function makeLanguage(synonyms: Readonly<Record<string, readonly string[]>> = {}): Language {
  return joinLanguage({
    stopwords: readStopwords(["en"], () => ({})).words,
    foreign: FUNCTION_WORDS,
    ambiguous: AMBIGUOUS_WORDS,
    generic: GENERIC_WORDS,
    synonyms: Object.entries(synonyms).map(([key, terms]) => [foldWord(key), terms.map(foldWord)]),
  });
}

export function analyze(prompt: string, config: Config = makeConfig(), language: Language = makeLanguage()): Analysis {
  return analyzePrompt({ prompt, project: NO_PROJECT, config, language });
}

/** A folder that is gone when the test ends. Resolved, as the temp folder of macOS is a link. */
export function makeTempDir(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function writeFile(path: string, text: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

export function makeEvidence(terms: readonly Term[], pairs: readonly (readonly [string, string])[], genericWeight: number): Evidence {
  return new Evidence(terms, pairs, genericWeight, occurrencesOf(terms.flatMap(({ keyword, synonyms }) => [keyword.key, ...synonyms.map(({ key }) => key)])));
}
