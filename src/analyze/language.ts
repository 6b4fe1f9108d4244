/**
 * Stopwords, generic words and synonyms of a person's settings, each as one text that is searched. Sets and maps of them
 * would be filled anew in every process, for the ten words of a prompt.
 */
import { foldInflection } from "./fold-word.ts";

export interface Language {
  /** Words of plain letters, grouped (see `grouped`). */
  readonly stopwords: string;
  /** The others, in a text of their own, grouped too: one such letter would double the length of the whole text in memory. */
  readonly otherStopwords: string;
  /** Of the stopwords those of other languages than English: enough of them tell what a prompt is written in. */
  readonly foreign: string;
  /** Stopwords only there: they name a subject in English. */
  readonly ambiguous: string;
  /** Words that name no subject, without inflection, grouped. */
  readonly generic: string;
  /** `\nkey term term\nkey term\n`, keys and terms as the tokenizer emits them. */
  readonly synonyms: string;
}

export interface LanguageParts {
  readonly stopwords: readonly string[];
  readonly foreign: readonly string[];
  readonly ambiguous: readonly string[];
  /** In any form. */
  readonly generic: readonly string[];
  readonly synonyms: Iterable<readonly [key: string, terms: readonly string[]]>;
}

export function makeLanguage({ stopwords, foreign, ambiguous, generic, synonyms }: LanguageParts): Language {
  const lines = [...synonyms].map(([key, terms]) => [key, ...terms].join(" "));
  const others = foldAll(foreign);
  const own = new Set(foldAll(stopwords));
  const folded = [...new Set([...own, ...others])];
  return {
    stopwords: grouped(folded.filter((word) => !NOT_PLAIN.test(word))),
    otherStopwords: grouped(folded.filter((word) => NOT_PLAIN.test(word))),
    // "is" and "we" are Dutch words too, and tell nothing.
    foreign: ` ${others.filter((word) => !NOT_PLAIN.test(word) && !own.has(word)).join(" ")} `,
    ambiguous: ` ${ambiguous.join(" ")} `,
    generic: grouped([...new Set(generic.map(foldInflection))]),
    synonyms: `\n${lines.join("\n")}\n`,
  };
}

/** ` a and as \n be by \n`, by first letter: a word that is not there, as most are not, is looked for among a few instead of in the whole text. */
function grouped(words: readonly string[]): string {
  const groups = new Map<string, string>();
  for (const word of words) groups.set(word.charAt(0), `${groups.get(word.charAt(0)) ?? " "}${word} `);
  return `\n${[...groups.values()].join("\n")}\n`;
}

function holds(words: string, word: string): boolean {
  const start = words.indexOf(`\n ${word.charAt(0)}`);
  return start >= 0 && words.slice(start, words.indexOf("\n", start + 1)).includes(` ${word} `);
}

/** A prompt's words lose their accents before they are looked up. */
function foldAll(words: readonly string[]): readonly string[] {
  return words.map(withoutMarks);
}

function withoutMarks(text: string): string {
  return text.normalize("NFKD").replace(MARKS, "").normalize("NFC");
}

const MARKS = /[\u0300-\u036f]/g;
const NOT_PLAIN = /[^ -~]/;

export function isStopword({ stopwords, otherStopwords }: Language, word: string): boolean {
  return holds(word.charCodeAt(0) > 127 ? otherStopwords : stopwords, word);
}

export function isAmbiguous({ ambiguous }: Language, word: string): boolean {
  return ambiguous.includes(` ${word} `);
}

/** So many words of another language are no chance, nor is one among so few. */
const TELLING = 2;
const FEW = 4;

export function isForeign({ foreign }: Language, text: string): boolean {
  const words = new Set(withoutMarks(text.toLowerCase()).split(" "));
  let found = 0;
  for (const word of words) if (word !== "" && foreign.includes(` ${word} `) && ++found === TELLING) return true;
  return found > 0 && words.size <= FEW;
}

export function isGeneric({ generic }: Language, word: string): boolean {
  return holds(generic, foldInflection(word.toLowerCase()));
}

export const NO_SYNONYMS: readonly string[] = [];

export function synonymsOf({ synonyms }: Language, key: string): readonly string[] {
  const at = synonyms.indexOf(`\n${key} `);
  if (at < 0) return NO_SYNONYMS;
  const start = at + key.length + 2;
  return synonyms.slice(start, synonyms.indexOf("\n", start)).split(" ");
}
