/**
 * How much a term tells, from how rare it is in the person's own stores: ln(1 + (records without it) / (records with it)),
 * in nats. A term that no record has tells the most.
 */
import type { Corpus } from "../types.ts";

/** In a handful of records every word is in all of them or in none; a smaller store counts as this large. */
const SMALLEST = 100;

export function informationIn({ records, documentFrequency }: Corpus): (key: string) => number {
  const size = Math.max(records, SMALLEST);
  return (key) => {
    const frequency = documentFrequency.get(key) ?? 0;
    return Math.log(1 + (Math.max(0, size - frequency) + 0.5) / (frequency + 0.5));
  };
}
