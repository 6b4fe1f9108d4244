/** Four words in a row that a record has: a command or a phrase that was taken over as it stands. Pure. */
import type { Term } from "./distinctive-terms.ts";
import { walkTerms } from "./walk-terms.ts";

export const RUN = 4;
/** What its terms must weigh together, known or not: four plain words in a row are said every day. */
const LEAST = 1;

/** By the four keys, joined by spaces, as the record has them. */
export function quotesOf(texts: readonly string[], terms: ReadonlyMap<string, Term>): ReadonlyMap<string, string> {
  const quotes = new Map<string, string>();
  for (const text of texts) {
    let keys: readonly string[] = [];
    let surfaces: readonly string[] = [];
    walkTerms(text, ({ key, surface, kind }) => {
      if (kind === "part" || kind === "quantity") return;
      keys = [...keys.slice(1 - RUN), key];
      surfaces = [...surfaces.slice(1 - RUN), surface];
      const weight = keys.length < RUN ? 0 : [...new Set(keys)].reduce((sum, each) => sum + (terms.get(each)?.weight ?? 0), 0);
      if (weight >= LEAST) quotes.set(keys.join(" "), surfaces.join(" "));
    });
  }
  return quotes;
}
