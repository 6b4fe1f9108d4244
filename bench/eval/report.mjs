/** Figures as Markdown tables, and their place in a file that people write around them. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { digits, table } from "../lib/report.mjs";
import { curveRows } from "./curve.mjs";
import { InputError } from "./input-error.mjs";
import { KINDS } from "./parse-lines.mjs";
import { summarizeQueries } from "./summarize.mjs";

const FOUND_HEAD = ["queries", "nDCG@10", "MRR", "R@5", "R@budget, ungated", "R@budget, injected", "kept", "precision", "prompts answered"];

/** `results` are `{ name, judged, figures }`, one a set. */
export function renderReport(results, { split, slices, curve, settings }) {
  return [
    `Split: ${split}.${settings.length === 0 ? "" : ` Settings: ${settings.map((pair) => `\`${pair}\``).join(", ")}.`}`,
    "### Prompts with an answer",
    foundTable(results),
    "### Prompts without one: the share that gets something",
    silenceTable(results),
    ...(slices ? ["### By slice", sliceTable(results)] : []),
    ...(curve ? results.flatMap(curveSection) : []),
  ].join("\n\n");
}

function foundTable(results) {
  return table(
    ["set", ...FOUND_HEAD],
    results.map(({ name, figures }) => [name, ...foundCells(figures)]),
  );
}

function foundCells({ queries, ndcg, mrr, recallAt5, packed, injected, kept, precision, answered }) {
  return [queries, ...[ndcg, mrr, recallAt5, packed, injected, kept, precision, answered].map(figure)];
}

function silenceTable(results) {
  return table(
    ["set", "negatives", "FIR (off, chat, cross)", ...KINDS.map((kind) => `FIR ${kind}`), "AUC", "FIR@90"],
    results.map(({ name, figures: { negatives, fir, firByKind, auc, firAt90 } }) => [
      name,
      negatives,
      ...[fir, ...KINDS.map((kind) => firByKind[kind]), auc, firAt90].map(figure),
    ]),
  );
}

function sliceTable(results) {
  const rows = results.flatMap(({ name, judged: { queries } }) => {
    const slices = [...new Set(queries.map(({ slice }) => slice))].sort();
    return slices.map((slice) => [`${name}, ${slice}`, ...foundCells(summarizeQueries(queries.filter((query) => query.slice === slice)))]);
  });
  return table(["set, slice", ...FOUND_HEAD], rows);
}

/** Good confidences crowd below 1, so what is missing to it is told. */
function curveSection({ name, judged }) {
  if (!judged.isConfident) return [`### ${name}: thresholds over the confidence`, "The product reports no confidence."];
  const rows = curveRows(judged).map(({ threshold, served, kept, fir, near }) => [(1 - threshold).toPrecision(2), ...[served, kept, fir, near].map(figure)]);
  return [`### ${name}: thresholds over the confidence`, table(["1 − threshold", "queries served", "R@budget kept", "FIR", "FIR near"], rows)];
}

function figure(value) {
  return digits(value, 3);
}

const [OPEN, CLOSE] = ["<!-- results -->", "<!-- /results -->"];

/** Only what stands between the markers is replaced. */
export function writeReport(file, markdown) {
  const before = existsSync(file) ? readFileSync(file, "utf8") : `# Relevance\n\n${OPEN}\n${CLOSE}\n`;
  const [from, until] = [before.indexOf(OPEN), before.indexOf(CLOSE)];
  if (from < 0 || until < from) throw new InputError(`${file}: the markers ${OPEN} and ${CLOSE} are not there`);
  writeFileSync(file, `${before.slice(0, from)}${OPEN}\n\n${markdown}\n\n${before.slice(until)}`);
}
