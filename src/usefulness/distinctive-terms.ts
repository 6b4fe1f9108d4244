/** What of a record would not be said by chance: its terms, each with what its appearance in a session tells. Pure. */
import { isAmbiguous, isForeign, isGeneric, isStopword, type Language, synonymsOf } from "../analyze/language.ts";
import type { Corpus, Form, LoreRecord } from "../types.ts";
import { looseKey } from "./loose-key.ts";
import { isPlainWord } from "./plain-words.ts";
import { type WalkedTerm, walkTerms } from "./walk-terms.ts";

export type RecordText = Pick<LoreRecord, "id" | "title" | "body" | "entities" | "tags">;

export interface Term {
  readonly key: string;
  /** As the record has it. */
  readonly surface: string;
  /** 0..1 for words; a name, a flag or a path counts for more. */
  readonly weight: number;
  /** Keys of the terms that follow it closely in the record. */
  readonly next: ReadonlySet<string>;
  readonly synonyms: readonly string[];
}

/** The least store by which rarity is judged: in a handful of records all words are rare. */
const SMALLEST = 1000;
/** An ordinary word. */
const PLAIN = 0.3;
/** One that names no subject: enough of them in one place tell something all the same. */
const GENERIC = 0.15;
/** A number by its digits: one may be anybody's, a year or a port many people's, five are nearly a name. */
const NUMBERS: readonly number[] = [0, 0, 0.3, 0.3, 0.4, 1.2];
/** PartnerBreaker, --repo-update, tools/recall.py: nobody makes them up twice. */
const NAME = 1.7;
/** package.json, user_id: made of ordinary words, and in every project. */
const PLAIN_NAME = 0.8;
/** Two terms with no more than so many tokens between them make a phrase. */
const NEAR = 2;
const MAX_TERMS = 300;

/** Rarity in the stores, from 0 for what all records have to 1 for what only one has. */
export function rarityIn({ records, documentFrequency }: Corpus): (key: string) => number {
  const size = Math.max(records, SMALLEST);
  const most = Math.log(1 + (size + 0.5) / 0.5);
  return (key) => {
    const others = Math.max(0, (documentFrequency.get(key) ?? 0) - 1);
    return Math.log(1 + (Math.max(0, size - others) + 0.5) / (others + 0.5)) / most;
  };
}

interface TermRequest {
  readonly record: RecordText;
  readonly form: Form;
  readonly language: Language;
  readonly rarity: (key: string) => number;
}

/** By key, as texts are searched for them. */
export function distinctiveTerms({ record, form, language, rarity }: TermRequest): ReadonlyMap<string, Term> {
  const terms = new Map<string, Term & { readonly next: Set<string> }>();
  const texts = shownTexts(record, form);
  const isOther = isForeign(language, texts.join(" "));
  const isSilent = (word: string): boolean => isStopword(language, word) || (isOther && isAmbiguous(language, word));
  for (const text of texts) {
    let recent: readonly (readonly [key: string, at: number])[] = [];
    walkTerms(text, (walked, at) => {
      const { token, key, surface, kind } = walked;
      const word = kind === "word" ? surface.toLowerCase() : token;
      const weight = isSilent(word) ? 0 : weigh(walked, (each) => isGeneric(language, each), rarity(token));
      if (weight <= 0 || terms.size >= MAX_TERMS) return;
      if (!terms.has(key)) terms.set(key, { key, surface, weight, next: new Set(), synonyms: synonymsOf(language, token).map(looseKey) });
      if (kind === "part" || kind === "quantity") return;
      recent = recent.filter(([, before]) => at - before <= NEAR);
      for (const [before] of recent) if (before !== key) terms.get(before)?.next.add(key);
      recent = [...recent, [key, at]];
    });
  }
  return terms;
}

/** What the agent saw of it: of a mention the title, of a short form the most telling lines too. */
export function shownTexts({ title, body, entities }: RecordText, form: Form): readonly string[] {
  if (form === "line") return [title];
  return form === "short" ? [title, ...body.slice(0, 2).map(([, text]) => text)] : [title, ...body.map(([, text]) => text), ...entities];
}

function weigh({ token, surface, kind, parts }: WalkedTerm, isGeneric: (word: string) => boolean, rarity: number): number {
  if (kind === "number") return NUMBERS[Math.min(token.length, NUMBERS.length - 1)] ?? 0;
  if (kind === "quantity") return 1;
  if (token.length < 2) return 0;
  if (kind === "name") return (parts.every((part) => isPlainWord(part) || isGeneric(part)) ? PLAIN_NAME : NAME) * rarity;
  return (isGeneric(kind === "word" ? surface : token) ? GENERIC : isPlainWord(token) ? PLAIN : 1) * rarity;
}
