/** Runs a table of patterns over a text. A pattern either is the secret, or has what stands before it in group 1 and the secret in group 2. */
import { isPlaceholder } from "./is-placeholder.ts";
import { mergeRanges } from "./merge-ranges.ts";
import type { SecretRange } from "./secret-range.ts";

export interface SecretPattern {
  readonly kind: string;
  /** Without this in the text the pattern is not run. Only for slow ones: a pattern that begins with a fixed text is as fast as the question. */
  readonly needs?: string;
  /** Global. After its first letters, what it repeats must be bounded or must not be tried again from within: that keeps it linear. */
  readonly pattern: RegExp;
  /** For shapes that ordinary text has too. */
  readonly accept?: (secret: string) => boolean;
}

/** Where two patterns overlap, the earlier one names the range. */
export function findPatterns(patterns: readonly SecretPattern[], text: string): readonly SecretRange[] {
  return patterns.reduce<readonly SecretRange[]>((found, pattern) => mergeRanges(found, findPattern(pattern, text)), []);
}

function findPattern({ kind, needs = "", pattern, accept = () => true }: SecretPattern, text: string): SecretRange[] {
  if (!text.includes(needs)) return [];
  const found: SecretRange[] = [];
  for (const match of text.matchAll(pattern)) {
    const secret = match[2] ?? match[0];
    if (isPlaceholder(secret) || !accept(secret)) continue;
    found.push({ kind, start: match.index + (match[2] === undefined ? 0 : (match[1]?.length ?? 0)), length: secret.length });
  }
  return found;
}
