/** What a count tells about a rate: the exact (Clopper-Pearson) bounds of a binomial share. Pure. */

/** Of this many, so many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const STEPS = 60;

/** The rate above which so few would be seen with less than this probability. */
export function upperBound({ count, of }: Share, alpha: number): number {
  if (of === 0 || count >= of) return 1;
  return solve((rate) => atMost(count, of, rate) > alpha);
}

/** The rate below which so many would be seen with less than this probability. */
export function lowerBound({ count, of }: Share, alpha: number): number {
  if (of === 0 || count <= 0) return 0;
  return solve((rate) => 1 - atMost(count - 1, of, rate) < alpha);
}

/** Two-sided, 95 %. */
export function interval(share: Share): Interval {
  return { low: lowerBound(share, 0.025), high: upperBound(share, 0.025) };
}

/** The largest rate from 0 to 1 that is still too small, for a condition that holds below some rate. */
function solve(isBelow: (rate: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The probability of at most `count` among `of`. In logarithms, as powers of small rates vanish. */
function atMost(count: number, of: number, rate: number): number {
  if (rate <= 0) return 1;
  if (rate >= 1) return count >= of ? 1 : 0;
  let term = of * Math.log1p(-rate);
  let sum = Math.exp(term);
  for (let number = 1; number <= count; number++) {
    term += Math.log((of - number + 1) / number) + Math.log(rate) - Math.log1p(-rate);
    sum += Math.exp(term);
  }
  return Math.min(1, sum);
}
