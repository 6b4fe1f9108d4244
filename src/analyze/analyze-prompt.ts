/** A prompt becomes keywords with weights. Pure: config, stopwords and synonyms arrive as values. */
import type { Config } from "../config/config.ts";
import type { Analysis, Keyword, KeywordKind, Project, Trigger } from "../types.ts";
import { findErrorSignatures, findQuestionSubjects, mentionsAny } from "./find-triggers.ts";
import { isStopword, type Language, synonymsOf } from "./language.ts";
import { splitPrompt } from "./split-prompt.ts";
import { type TokenKind, tokenize } from "./tokenize.ts";
import { isWeakWord } from "./weak-words.ts";

export interface AnalyzeInput {
  readonly prompt: string;
  readonly project: Project;
  readonly config: Config;
  readonly language: Language;
}

/** Saying a word again shows that it matters, but not in proportion. */
const REPEAT_BONUS = 0.15;
const MAX_REPEATS = 2;
const SUBJECT_BONUS = 1.25;

interface Draft {
  readonly text: string;
  readonly key: string;
  readonly kind: KeywordKind;
  readonly parts: readonly string[];
  readonly pasted: boolean;
  readonly weak: boolean;
  count: number;
}

export function analyzePrompt({ prompt, project, config, language }: AnalyzeInput): Analysis {
  const { own, pasted, bounded } = splitPrompt(prompt);
  const drafts = new Map<string, Draft>();
  draftKeywords(own, false, drafts, language);
  draftKeywords(pasted, true, drafts, language);
  const signals = findSignals(own, pasted, config);
  const keywords = [...drafts.values()]
    .map((draft) => finish(draft, signals, config, language))
    // Stable: among equals the earlier word of the prompt stays first.
    .sort((a, b) => b.weight - a.weight)
    .slice(0, config.keywords.candidates);
  return {
    project,
    keywords,
    triggers: listTriggers(keywords, signals, config),
    mentionsGoal: mentionsAny(own, config.goals.words),
    bounded,
  };
}

function draftKeywords(text: string, pasted: boolean, drafts: Map<string, Draft>, language: Language): void {
  if (text === "") return;
  tokenize(text, (key, surface, kind, parts) => {
    const seen = drafts.get(key);
    if (seen) {
      if (seen.pasted === pasted) seen.count++;
      return;
    }
    const lower = surface.toLowerCase();
    if (isStopword(language, lower) || isNoise(key, kind)) return;
    const weak = kind === "word" && (isWeakWord(lower) || isWeakWord(key));
    const ownParts = parts.filter((part) => !isStopword(language, part));
    drafts.set(key, { text: surface, key, kind: keywordKind(kind), parts: ownParts, pasted, weak, count: 1 });
  });
}

/** Single letters and bare small numbers say nothing; `c++` and a CJK character do. */
function isNoise(key: string, kind: TokenKind): boolean {
  if (kind !== "word") return false;
  const first = key.charCodeAt(0);
  if (first >= 48 && first <= 57) return /^(?:\d{1,2}|\d{7,})$/.test(key);
  return key.length === 1 && first < 128;
}

function keywordKind(kind: TokenKind): KeywordKind {
  return kind === "flag" ? "symbol" : kind;
}

interface Signals {
  readonly subjectKeys: ReadonlySet<string>;
  readonly subjects: readonly string[];
  readonly errorKeys: ReadonlySet<string>;
}

function findSignals(own: string, pasted: string, config: Config): Signals {
  const subjects = config.triggers.questions.enabled ? findQuestionSubjects(own) : [];
  const errors = config.triggers.errors.enabled ? findErrorSignatures(`${own}\n${pasted}`) : [];
  return { subjects, subjectKeys: keysOf(subjects), errorKeys: keysOf(errors) };
}

function keysOf(texts: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const text of texts) tokenize(text, (key) => keys.add(key));
  return keys;
}

function finish(draft: Draft, signals: Signals, config: Config, language: Language): Keyword {
  const { keywords, triggers } = config;
  const error = signals.errorKeys.has(draft.key);
  let weight = draft.pasted ? keywords.pasted_weight : 1;
  if (draft.weak && !error) weight *= keywords.weak_weight;
  if (!draft.weak && signals.subjectKeys.has(draft.key)) weight *= 1 + (SUBJECT_BONUS - 1) * triggers.questions.weight;
  weight *= 1 + REPEAT_BONUS * Math.min(MAX_REPEATS, draft.count - 1);
  return {
    text: draft.text,
    key: draft.key,
    kind: error ? "error" : switchedKind(draft.kind, config),
    weight,
    synonyms: synonymsOf(language, draft.key),
    parts: draft.parts,
    pasted: draft.pasted,
    weak: draft.weak && !error,
  };
}

/** A switched-off trigger leaves the word a word, with no strength beyond that. */
function switchedKind(kind: KeywordKind, { triggers }: Config): KeywordKind {
  if (kind === "symbol" && !triggers.symbols.enabled) return "word";
  if (kind === "path" && !triggers.paths.enabled) return "word";
  return kind;
}

function listTriggers(keywords: readonly Keyword[], signals: Signals, { triggers }: Config): readonly Trigger[] {
  const kinds = { symbol: "symbols", path: "paths", error: "errors" } as const;
  const found: Trigger[] = signals.subjects.map((text) => ({ kind: "questions", text, weight: triggers.questions.weight }));
  for (const { kind, text } of keywords) {
    if (kind !== "word") found.push({ kind: kinds[kind], text, weight: triggers[kinds[kind]].weight });
  }
  return found;
}
