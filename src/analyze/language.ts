/**
 * Stopwords, generic words and synonyms of a person's settings, each as one text that is searched. Sets and maps of them
 * would be filled anew in every process, for the ten words of a prompt.
 */
import { foldInflection } from "./fold-word.ts";

export interface Language {
  /** ` a the of `: words of plain letters. */
  readonly stopwords: string;
  /** The others, in texts of their own: one such letter would double the length of the whole text in memory. */
  readonly otherStopwords: string;
  /** Of the stopwords those of other languages than English: enough of them tell what a prompt is written in. */
  readonly foreign: string;
  /** Stopwords only there: they name a subject in English. */
  readonly ambiguous: string;
  /** ` fix chang test `, without inflection: words that name no subject. */
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
    stopwords: ` ${folded.filter((word) => !NOT_PLAIN.test(word)).join(" ")} `,
    otherStopwords: ` ${folded.filter((word) => NOT_PLAIN.test(word)).join(" ")} `,
    // "is" and "we" are Dutch words too, and tell nothing.
    foreign: ` ${others.filter((word) => !NOT_PLAIN.test(word) && !own.has(word)).join(" ")} `,
    ambiguous: ` ${ambiguous.join(" ")} `,
    generic: ` ${[...new Set(generic.map(foldInflection))].join(" ")} `,
    synonyms: `\n${lines.join("\n")}\n`,
  };
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
  return (word.charCodeAt(0) > 127 ? otherStopwords : stopwords).includes(` ${word} `);
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
  return generic.includes(` ${foldInflection(word.toLowerCase())} `);
}

export function synonymsOf({ synonyms }: Language, key: string): readonly string[] {
  const at = synonyms.indexOf(`\n${key} `);
  if (at < 0) return [];
  const start = at + key.length + 2;
  return synonyms.slice(start, synonyms.indexOf("\n", start)).split(" ");
}
