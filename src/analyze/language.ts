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
  /** ` fix chang test `, without inflection: words that name no subject. */
  readonly generic: string;
  /** `\nkey term term\nkey term\n`, keys and terms as the tokenizer emits them. */
  readonly synonyms: string;
}

export interface LanguageParts {
  readonly stopwords: readonly string[];
  /** In any form. */
  readonly generic: readonly string[];
  readonly synonyms: Iterable<readonly [key: string, terms: readonly string[]]>;
}

export function makeLanguage({ stopwords, generic, synonyms }: LanguageParts): Language {
  const lines = [...synonyms].map(([key, terms]) => [key, ...terms].join(" "));
  // A prompt's words lose their accents before they are looked up.
  const folded = [...new Set(stopwords.map((word) => word.normalize("NFKD").replace(MARKS, "").normalize("NFC")))];
  return {
    stopwords: ` ${folded.filter((word) => !NOT_PLAIN.test(word)).join(" ")} `,
    otherStopwords: ` ${folded.filter((word) => NOT_PLAIN.test(word)).join(" ")} `,
    generic: ` ${[...new Set(generic.map(foldInflection))].join(" ")} `,
    synonyms: `\n${lines.join("\n")}\n`,
  };
}

const MARKS = /[\u0300-\u036f]/g;
const NOT_PLAIN = /[^ -~]/;

export function isStopword({ stopwords, otherStopwords }: Language, word: string): boolean {
  return (word.charCodeAt(0) > 127 ? otherStopwords : stopwords).includes(` ${word} `);
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
