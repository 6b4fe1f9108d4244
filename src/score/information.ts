/**
 * How much a term tells, from how rare it is in the person's own stores: 0 for a term in every
 * record, 1 for one in none. Scaled by the largest possible value, so that thresholds mean the same
 * in a store of a hundred records and of a million.
 */
import type { Corpus } from "../types.ts";

/** In a handful of records every word is rare; below this size a store counts as this large. */
const SMALLEST_CORPUS = 100;

export function informationIn(corpus: Corpus): (key: string) => number {
  const size = Math.max(corpus.records, SMALLEST_CORPUS);
  const most = inverseFrequency(size, 0);
  const known = new Map<string, number>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = inverseFrequency(size, corpus.documentFrequency.get(key) ?? 0) / most;
      known.set(key, value);
    }
    return value;
  };
}

function inverseFrequency(size: number, frequency: number): number {
  return Math.log(1 + (Math.max(0, size - frequency) + 0.5) / (frequency + 0.5));
}
