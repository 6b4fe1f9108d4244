/** The measures, each a pure function over units (what is judged), best first, or over confidences. Null: there is nothing to measure. */

/** Characters that may be injected, as the budget of 2000 tokens allows. */
const BUDGET = 8000;
/** A record is shown with so many characters at the most, */
const LONGEST = 1200;
/** and its date, kind and bullet take so many more. */
const OVERHEAD = 30;

export function mean(values) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Each unit once, where it came first. */
export function firstOfEach(units) {
  return [...new Set(units)];
}

/** Discounted gain of the first `depth` over the best that could be had. */
export function ndcg(units, relevant, depth = 10) {
  const gainAt = (index) => 1 / Math.log2(index + 2);
  const gain = units.slice(0, depth).reduce((sum, unit, index) => sum + (relevant.has(unit) ? gainAt(index) : 0), 0);
  const best = Array.from({ length: Math.min(depth, relevant.size) }, (_, index) => gainAt(index));
  return best.length === 0 ? null : gain / best.reduce((sum, value) => sum + value, 0);
}

/** 1 / rank of the first relevant one; 0 when none is among the first `depth`. */
export function reciprocalRank(units, relevant, depth = 100) {
  const index = units.slice(0, depth).findIndex((unit) => relevant.has(unit));
  return index < 0 ? 0 : 1 / (index + 1);
}

/** Share of the relevant units that are among these. */
export function recall(units, relevant) {
  return relevant.size === 0 ? null : firstOfEach(units).filter((unit) => relevant.has(unit)).length / relevant.size;
}

/** Characters that a record takes up when it is shown. */
export function costOf({ title, text }) {
  return Math.min(LONGEST, (title === "" ? 0 : title.length + 1) + text.length) + OVERHEAD;
}

/** Greedy, in order: what does not fit is skipped. */
export function pack(records, budget = BUDGET) {
  let used = 0;
  return records.filter((record) => {
    const cost = costOf(record);
    if (used + cost > budget) return false;
    used += cost;
    return true;
  });
}

/** The chance that a prompt with an answer has more confidence than one without; a tie counts half. */
export function auc(positives, negatives) {
  if (positives.length === 0 || negatives.length === 0) return null;
  const sorted = [...negatives].sort((a, b) => a - b);
  const wins = positives.map((value) => (countBelow(sorted, value, false) + countBelow(sorted, value, true)) / 2);
  return mean(wins) / sorted.length;
}

/** How many of the ascending values are less than `limit`, or at most that. */
function countBelow(sorted, limit, inclusive) {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] < limit || (inclusive && sorted[middle] === limit)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The highest threshold at which so large a share of the prompts with an answer is still served. */
export function thresholdServing(positives, share) {
  const sorted = [...positives].sort((a, b) => b - a);
  // 0.9 × 10 may come out a little above 9.
  return sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)] ?? null;
}

/** Nobody injects without any confidence, whatever the threshold. */
export function passes(confidence, threshold) {
  return confidence > 0 && confidence >= threshold;
}

/** Share of the prompts without an answer that get something at the threshold that serves `share` of the others. */
export function falseRateServing(positives, negatives, share = 0.9) {
  const threshold = thresholdServing(positives, share);
  return threshold === null ? null : mean(negatives.map((confidence) => (passes(confidence, threshold) ? 1 : 0)));
}
