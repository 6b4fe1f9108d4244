/** What tune may suggest, with the evidence for it. */
export interface SettingSuggestion {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly why: string;
}

export interface SynonymSuggestion {
  /** As a person writes it. */
  readonly word: string;
  /** The whole list that the word is to have, as a person writes it. */
  readonly terms: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly why: string;
}

export interface Suggestions {
  readonly settings: readonly SettingSuggestion[];
  readonly synonyms: readonly SynonymSuggestion[];
  /** Where the evidence is too little to say anything. */
  readonly open: readonly string[];
}
