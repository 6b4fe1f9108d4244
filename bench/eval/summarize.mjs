/** From a set and its answers to judged prompts, and from those to the figures of a set or a slice. Pure. */
import { auc, falseRateServing, firstOfEach, mean, ndcg, pack, recall, reciprocalRank } from "./metrics.mjs";
import { KINDS } from "./parse-lines.mjs";

/** Of these prompts nobody wants an answer; `near` and `adversarial` are about the subject, and reported apart. */
const UNRELATED = ["off", "chat", "cross"];

/** Each query with its measures, each negative with whether anything was shown. `answers` are in the order of both. */
export function judgeSet({ records, queries, negatives }, answers) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const judged = queries.map((query, index) => judgeQuery(query, answers[index], byId));
  const quiet = negatives.map(({ id, kind }, index) => {
    const { injected, confidence } = answers[queries.length + index];
    return { id, kind, spoke: injected.length > 0, confidence: confidence ?? 0 };
  });
  return { queries: judged, negatives: quiet, isConfident: answers.some(({ confidence }) => confidence !== null) };
}

function judgeQuery({ id, slice, relevant }, { ranked, injected, confidence }, byId) {
  const records = ranked.map((each) => byId.get(each.id));
  const units = firstOfEach(records.map(({ unit }) => unit));
  const shown = injected.map((each) => byId.get(each).unit);
  return {
    id,
    slice,
    ndcg: ndcg(units, relevant),
    reciprocalRank: reciprocalRank(units, relevant),
    recallAt5: recall(units.slice(0, 5), relevant),
    packed: recall(
      pack(records).map(({ unit }) => unit),
      relevant,
    ),
    injected: recall(shown, relevant),
    shown: shown.length,
    relevantShown: shown.filter((unit) => relevant.has(unit)).length,
    confidence: confidence ?? 0,
  };
}

export function summarize({ queries, negatives, isConfident }) {
  return { ...summarizeQueries(queries), ...summarizeNegatives(negatives), ...summarizeConfidence({ queries, negatives, isConfident }) };
}

export function summarizeQueries(queries) {
  const average = (key) => mean(queries.map((query) => query[key]));
  const sum = (key) => queries.reduce((total, query) => total + query[key], 0);
  return {
    queries: queries.length,
    ndcg: average("ndcg"),
    mrr: average("reciprocalRank"),
    recallAt5: average("recallAt5"),
    packed: average("packed"),
    injected: average("injected"),
    kept: ratio(sum("injected"), sum("packed")),
    precision: ratio(sum("relevantShown"), sum("shown")),
    answered: mean(queries.map(({ shown }) => (shown > 0 ? 1 : 0))),
  };
}

function summarizeNegatives(negatives) {
  const rate = (kinds) => mean(negatives.filter(({ kind }) => kinds.includes(kind)).map(({ spoke }) => (spoke ? 1 : 0)));
  return { negatives: negatives.length, fir: rate(UNRELATED), firByKind: Object.fromEntries(KINDS.map((kind) => [kind, rate([kind])])) };
}

function summarizeConfidence({ queries, negatives, isConfident }) {
  if (!isConfident) return { auc: null, firAt90: null };
  const positives = queries.map(({ confidence }) => confidence);
  const others = unrelated(negatives).map(({ confidence }) => confidence);
  return { auc: auc(positives, others), firAt90: falseRateServing(positives, others) };
}

export function unrelated(negatives) {
  return negatives.filter(({ kind }) => UNRELATED.includes(kind));
}

function ratio(part, whole) {
  return whole === 0 ? null : part / whole;
}
