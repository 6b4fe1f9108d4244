/**
 * Stopwords and synonyms of a person's settings, each as one text that is searched. Sets and maps of them
 * would be filled anew in every process, for the ten words of a prompt.
 */
export interface Language {
  /** ` a the of ` */
  readonly stopwords: string;
  /** `\nkey term term\nkey term\n`, keys and terms as the tokenizer emits them. */
  readonly synonyms: string;
}

export function makeLanguage(stopwords: readonly string[], synonyms: Iterable<readonly [key: string, terms: readonly string[]]>): Language {
  const lines = [...synonyms].map(([key, terms]) => [key, ...terms].join(" "));
  return { stopwords: ` ${stopwords.join(" ")} `, synonyms: `\n${lines.join("\n")}\n` };
}

export function isStopword({ stopwords }: Language, word: string): boolean {
  return stopwords.includes(` ${word} `);
}

export function synonymsOf({ synonyms }: Language, key: string): readonly string[] {
  const at = synonyms.indexOf(`\n${key} `);
  if (at < 0) return [];
  const start = at + key.length + 2;
  return synonyms.slice(start, synonyms.indexOf("\n", start)).split(" ");
}
