/** What a threshold over the confidence would keep and let through, were it the only gate. Pure. */
import { thin } from "./load-sets.mjs";
import { mean, passes, thresholdServing } from "./metrics.mjs";
import { unrelated } from "./summarize.mjs";

const SERVED = [1, 0.99, 0.98, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5];
const MAX_POINTS = 80;

/** At thresholds that serve a round share of the queries. */
export function curveRows(judged) {
  const positives = judged.queries.map(({ confidence }) => confidence);
  const thresholds = SERVED.map((share) => thresholdServing(positives, share)).filter((threshold) => threshold !== null);
  return [...new Set(thresholds)].map((threshold) => pointAt(threshold, judged));
}

/** At every threshold that makes a difference, from the strictest on. */
export function curvePoints(judged) {
  const all = [...judged.queries, ...judged.negatives].map(({ confidence }) => confidence);
  const distinct = [...new Set(all)].filter((confidence) => confidence > 0).sort((a, b) => b - a);
  return thin(distinct, MAX_POINTS).map((threshold) => pointAt(threshold, judged));
}

function pointAt(threshold, { queries, negatives }) {
  const shareOf = (prompts) => mean(prompts.map(({ confidence }) => (passes(confidence, threshold) ? 1 : 0)));
  const total = queries.reduce((sum, { packed }) => sum + packed, 0);
  const kept = queries.reduce((sum, { packed, confidence }) => sum + (passes(confidence, threshold) ? packed : 0), 0);
  return {
    threshold,
    served: shareOf(queries),
    kept: total === 0 ? null : kept / total,
    fir: shareOf(unrelated(negatives)),
    near: shareOf(negatives.filter(({ kind }) => kind === "near")),
  };
}
