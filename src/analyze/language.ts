/**
 * Stopwords, generic words and synonyms of a person's settings, each as one text that is searched. Sets and maps of them
 * would be filled anew in every process, for the ten words of a prompt.
 */
import { foldInflection } from "./fold-word.ts";

export interface Language {
  /** ` a the of ` */
  readonly stopwords: string;
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
  const plain = new Set(stopwords.flatMap((word) => [word, word.normalize("NFKD").replace(MARKS, "")]));
  return { stopwords: ` ${[...plain].join(" ")} `, generic: ` ${[...new Set(generic.map(foldInflection))].join(" ")} `, synonyms: `\n${lines.join("\n")}\n` };
}

const MARKS = /[\u0300-\u036f]/g;

export function isStopword({ stopwords }: Language, word: string): boolean {
  return stopwords.includes(` ${word} `);
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
