/**
 * Which sets of terms reach a sum, as the few steps that tell it of many documents at once: adding up bounds, document by
 * document, takes a hundred times as long for a word that stands in every fourth one. A binary decision diagram.
 */

/** The values that need no step; the others are numbered from `STEPS` on. */
export const NONE = 0;
export const ALL = 1;
export const STEPS = 2;

/** Beyond so many steps the sums are told in coarser units. */
const MOST_STEPS = 400;
/** Above any sum. */
const ENDLESS = 1e9;

/**
 * Three numbers a step: a term, and two values. Its own value is the second one, and where a document has the term the first
 * one too. The last step tells which documents reach `least`, all of them and, beyond `MOST_STEPS`, some that nearly do. Null
 * when none can. No bound may be 0.
 */
export function stepsFor(bounds: readonly number[], least: number, unit = 1): readonly number[] | null {
  const steps: number[] = [];
  /** What each term has in these units, and what it has with all behind it. */
  const own: number[] = [];
  const rest: number[] = [];
  /** For each term, the sums that lead to a value: above the first number, up to the second. */
  const known: number[][] = [];
  let sum = 0;
  for (let i = bounds.length - 1; i >= 0; i--) {
    own[i] = Math.ceil((bounds[i] as number) / unit);
    sum += own[i] as number;
    rest[i] = sum;
    known[i] = [];
  }
  /** The same of the value that was told last. */
  let above = 0;
  let upTo = 0;
  const tell = (from: number, to: number, value: number): number => {
    above = from;
    upTo = to;
    return value;
  };
  /** Whether the terms from this one on have `needed` together. */
  const reached = (term: number, needed: number): number => {
    const all = rest[term] ?? 0;
    if (needed <= 0) return tell(-ENDLESS, 0, ALL);
    if (needed > all) return tell(all, ENDLESS, NONE);
    const told = known[term] as number[];
    for (let i = 0; i < told.length; i += 3)
      if (needed > (told[i] as number) && needed <= (told[i + 1] as number)) return tell(told[i] as number, told[i + 1] as number, told[i + 2] as number);
    // Whatever it is, it will be thrown away.
    if (steps.length > MOST_STEPS * 3 && unit < least) return ALL;
    const bound = own[term] as number;
    const first = reached(term + 1, needed - bound);
    const low = above + bound;
    const high = upTo + bound;
    const second = reached(term + 1, needed);
    const value = first === second ? first : steps.push(term, first, second) / 3 + STEPS - 1;
    tell(Math.max(low, above), Math.min(high, upTo), value);
    told.push(above, upTo, value);
    return value;
  };
  const last = reached(0, Math.max(1, Math.floor(least / unit)));
  if (last === NONE) return null;
  if (steps.length > MOST_STEPS * 3 && unit < least) return stepsFor(bounds, least, unit * 4);
  if (last !== steps.length / 3 + STEPS - 1) steps.push(0, NONE, last);
  return steps;
}
