/** What a finder of secrets says: where a secret lies, and of which kind it is. */

export interface SecretRange {
  /** Lower case words and dashes, as it stands in the marker. */
  readonly kind: string;
  readonly start: number;
  readonly length: number;
}

/** In the order of the text, without overlaps, in time linear in its length. */
export type FindSecrets = (text: string) => readonly SecretRange[];
