/** A prompt becomes keywords with weights. Pure: config, stopwords and synonyms arrive as values. */
import type { Config } from "../config/config.ts";
import type { Analysis, Keyword, KeywordKind, Project, Trigger } from "../types.ts";
import { findErrorSignatures, findQuestionSubjects, mentionsAny } from "./find-triggers.ts";
import { isAmbiguous, isForeign, isGeneric, isStopword, type Language, synonymsOf } from "./language.ts";
import { splitPrompt } from "./split-prompt.ts";
import { type TokenKind, tokenize } from "./tokenize.ts";

export interface AnalyzeInput {
  readonly prompt: string;
  readonly project: Project;
  readonly config: Config;
  readonly language: Language;
}

const SUBJECT_BONUS = 1.25;
const MAX_COUNT = 4;
/** Naming a record by its id is asking for it. */
const ID_WEIGHT = 4;
/** Words with so many others between them do not belong together. */
const PAIR_GAP = 2;

interface Draft {
  readonly text: string;
  readonly key: string;
  readonly kind: KeywordKind;
  readonly compound: boolean;
  readonly pasted: boolean;
  readonly generic: boolean;
  count: number;
}

export function analyzePrompt({ prompt, project, config, language }: AnalyzeInput): Analysis {
  const { own, pasted, bounded } = splitPrompt(prompt);
  const drafting = new Drafting(language, own);
  drafting.read(own, false);
  drafting.read(pasted, true);
  const signals = findSignals(own, pasted, config);
  const keywords = [...drafting.drafts.values()]
    .map((draft) => finish(draft, signals, config, language))
    // Stable: among equals the earlier word of the prompt stays first.
    .sort((a, b) => b.weight - a.weight)
    .slice(0, config.keywords.candidates);
  return {
    project,
    keywords,
    pairs: drafting.pairs,
    triggers: listTriggers(keywords, signals, config),
    mentionsGoal: mentionsAny(own, config.goals.words),
    bounded,
  };
}

/** Collects the distinct terms of a prompt, and which of them stand side by side. */
class Drafting {
  readonly drafts = new Map<string, Draft>();
  readonly pairs: (readonly [string, string])[] = [];
  private position = 0;
  private last: { readonly key: string; readonly position: number } | null = null;

  private foreign: boolean | null = null;

  constructor(
    private readonly language: Language,
    private readonly own: string,
  ) {}

  /** Some words say nothing in one language and name a subject in another: MIT, AI, DER. What the prompt is written in tells. */
  private isStopword(word: string): boolean {
    if (isStopword(this.language, word)) return true;
    if (!isAmbiguous(this.language, word)) return false;
    this.foreign ??= isForeign(this.language, this.own);
    return this.foreign;
  }

  read(text: string, pasted: boolean): void {
    if (text === "") return;
    this.last = null;
    tokenize(text, (key, surface, kind, parts) => {
      this.position++;
      if (this.isStopword(surface.toLowerCase())) return;
      const ownParts = parts.filter((part) => !this.isStopword(part));
      if (ownParts.length > 0) {
        for (const part of ownParts) {
          this.add({ key: part, text: part, kind: "word", compound: false, pasted });
          this.position++;
        }
        this.add({ key, text: surface, kind: keywordKind(kind), compound: true, pasted });
      } else if (!isNoise(key, kind)) this.add({ key, text: surface, kind: keywordKind(kind), compound: false, pasted });
    });
  }

  private add(draft: Omit<Draft, "generic" | "count">): void {
    const { key, compound, kind, pasted } = draft;
    const seen = this.drafts.get(key);
    if (seen) {
      if (seen.pasted === pasted) seen.count++;
    } else this.drafts.set(key, { ...draft, generic: kind === "word" && !compound && (isGeneric(this.language, draft.text) || isNumber(key)), count: 1 });
    if (!compound && !pasted) this.pair(key);
  }

  private pair(key: string): void {
    const { last, position } = this;
    if (last !== null && last.key !== key && position - last.position <= PAIR_GAP) this.pairs.push([last.key, key]);
    this.last = { key, position };
  }
}

/** Single letters and bare small numbers say nothing; `c++` and a CJK character do. */
function isNoise(key: string, kind: TokenKind): boolean {
  if (kind !== "word") return false;
  const first = key.charCodeAt(0);
  if (first >= 48 && first <= 57) return /^(?:\d{1,2}|\d{7,})$/.test(key);
  return key.length === 1 && first < 128;
}

function isNumber(key: string): boolean {
  for (let i = 0; i < key.length; i++) if (key.charCodeAt(i) < 48 || key.charCodeAt(i) > 57) return false;
  return true;
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
  const { text, key, compound, pasted } = draft;
  const kind = signals.errorKeys.has(key) ? "error" : draft.kind;
  const generic = draft.generic && kind !== "error";
  // Saying a word again shows that it matters, but not in proportion, and a log says everything again.
  let weight = Math.sqrt(Math.min(draft.count, MAX_COUNT)) * (pasted ? keywords.pasted_weight : 1);
  if (!generic && signals.subjectKeys.has(key)) weight *= 1 + (SUBJECT_BONUS - 1) * triggers.questions.weight;
  const trigger = triggerOf(kind, config);
  // The parts of a compound count by themselves, so the whole adds what it says beyond them.
  if (compound) weight *= trigger;
  else if (kind === "error") weight *= 1 + trigger;
  else if (kind === "id") weight *= ID_WEIGHT;
  return { text, key, kind, weight, synonyms: synonymsOf(language, key), compound, pasted, generic };
}

/** How far an exact hit speaks beyond its words. Hyphenated prose is a compound too. */
function triggerOf(kind: KeywordKind, { triggers }: Config): number {
  const { enabled, weight } = kind === "path" ? triggers.paths : kind === "error" ? triggers.errors : triggers.symbols;
  return enabled ? weight : 0;
}

function listTriggers(keywords: readonly Keyword[], signals: Signals, config: Config): readonly Trigger[] {
  const kinds = { symbol: "symbols", id: "symbols", path: "paths", error: "errors" } as const;
  const found: Trigger[] = signals.subjects.map((text) => ({ kind: "questions", text, weight: config.triggers.questions.weight }));
  for (const { kind, text } of keywords) {
    if (kind !== "word" && triggerOf(kind, config) > 0) found.push({ kind: kinds[kind], text, weight: triggerOf(kind, config) });
  }
  return found;
}
