/** A prompt becomes keywords with weights. Pure: config, stopwords and synonyms arrive as values. */
import type { Config } from "../config/config.ts";
import type { Analysis, Keyword, KeywordKind, Project, Trigger } from "../types.ts";
import { findErrorSignatures, findQuestionSubjects, mentionsAny } from "./find-triggers.ts";
import { isAmbiguous, isForeign, isGeneric, isStopword, type Language, NO_SYNONYMS, synonymsOf } from "./language.ts";
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

/** A keyword in the making. No literal: in code that runs a few times V8 defines the properties of each one by one, at the price of a search. */
class Draft implements Keyword {
  /** Until it is finished, how often it was said. */
  weight: number;
  synonyms: readonly string[];

  constructor(
    readonly text: string,
    readonly key: string,
    public kind: KeywordKind,
    readonly compound: boolean,
    readonly pasted: boolean,
    public generic: boolean,
  ) {
    this.weight = 1;
    this.synonyms = NO_SYNONYMS;
  }
}

export function analyzePrompt({ prompt, project, config, language }: AnalyzeInput): Analysis {
  const { own, pasted, bounded } = splitPrompt(prompt);
  const drafting = new Drafting(language, own);
  drafting.read(own, false);
  drafting.read(pasted, true);
  const signals = findSignals(own, pasted, config);
  const { drafts, pairs } = drafting;
  for (let i = 0; i < drafts.length; i++) finish(drafts[i] as Draft, signals, config, language);
  // Stable: among equals the earlier word of the prompt stays first.
  drafts.sort(byWeight);
  const { candidates } = config.keywords;
  const keywords = drafts.length > candidates ? drafts.slice(0, candidates) : drafts;
  return {
    project,
    keywords,
    pairs,
    triggers: listTriggers(keywords, signals, config),
    mentionsGoal: mentionsAny(own, config.goals.words),
    bounded,
  };
}

function byWeight(a: Keyword, b: Keyword): number {
  return b.weight - a.weight;
}

/** Collects the distinct terms of a prompt, and which of them stand side by side. */
class Drafting {
  readonly drafts: Draft[] = [];
  readonly pairs: (readonly [string, string])[] = [];
  private readonly byKey = new Map<string, Draft>();
  private position = 0;
  private lastKey: string | null = null;
  private lastPosition = 0;
  private pasted = false;

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
    this.lastKey = null;
    this.pasted = pasted;
    tokenize(text, (key, surface, kind, parts) => {
      this.position++;
      if (this.isStopword(surface.toLowerCase())) return;
      const hasParts = parts.length > 0 && this.addParts(parts);
      if (hasParts || !isNoise(key, kind)) this.add(key, surface, keywordKind(kind), hasParts);
    });
  }

  /** Whether there are any that say something. */
  private addParts(parts: readonly string[]): boolean {
    const own = parts.filter((part) => !this.isStopword(part));
    for (const part of own) {
      this.add(part, part, "word", false);
      this.position++;
    }
    return own.length > 0;
  }

  private add(key: string, text: string, kind: KeywordKind, compound: boolean): void {
    const { pasted } = this;
    const seen = this.byKey.get(key);
    if (seen === undefined) {
      const generic = kind === "word" && !compound && (isGeneric(this.language, text) || isNumber(key));
      const draft = new Draft(text, key, kind, compound, pasted, generic);
      this.byKey.set(key, draft);
      this.drafts.push(draft);
    } else if (seen.pasted === pasted) seen.weight++;
    if (!compound && !pasted) this.pair(key);
  }

  private pair(key: string): void {
    const { lastKey, position } = this;
    if (lastKey !== null && lastKey !== key && position - this.lastPosition <= PAIR_GAP) this.pairs.push([lastKey, key]);
    this.lastKey = key;
    this.lastPosition = position;
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

function finish(draft: Draft, signals: Signals, config: Config, language: Language): void {
  const { key, compound } = draft;
  if (signals.errorKeys.has(key)) {
    draft.kind = "error";
    draft.generic = false;
  }
  // Saying a word again shows that it matters, but not in proportion, and a log says everything again.
  let weight = Math.sqrt(Math.min(draft.weight, MAX_COUNT)) * (draft.pasted ? config.keywords.pasted_weight : 1);
  if (!draft.generic && signals.subjectKeys.has(key)) weight *= 1 + (SUBJECT_BONUS - 1) * config.triggers.questions.weight;
  // The parts of a compound count by themselves, so the whole adds what it says beyond them.
  if (compound) weight *= triggerOf(draft.kind, config);
  else if (draft.kind === "error") weight *= 1 + triggerOf("error", config);
  else if (draft.kind === "id") weight *= ID_WEIGHT;
  draft.weight = weight;
  draft.synonyms = synonymsOf(language, key);
}

/** How far an exact hit speaks beyond its words. Hyphenated prose is a compound too. */
function triggerOf(kind: KeywordKind, { triggers }: Config): number {
  const { enabled, weight } = kind === "path" ? triggers.paths : kind === "error" ? triggers.errors : triggers.symbols;
  return enabled ? weight : 0;
}

const TRIGGERS = { symbol: "symbols", id: "symbols", path: "paths", error: "errors" } as const;

function listTriggers(keywords: readonly Keyword[], signals: Signals, config: Config): readonly Trigger[] {
  const found: Trigger[] = [];
  for (const text of signals.subjects) found.push({ kind: "questions", text, weight: config.triggers.questions.weight });
  for (const { kind, text } of keywords) {
    if (kind !== "word" && triggerOf(kind, config) > 0) found.push({ kind: TRIGGERS[kind], text, weight: triggerOf(kind, config) });
  }
  return found;
}
