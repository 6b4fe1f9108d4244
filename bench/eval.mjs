/**
 * How well the chosen records fit: every prompt of a labelled set goes through the product's own selection, and what it
 * ranks, shows and keeps to itself is measured. Usage: npm run eval [-- --slices --curve --check ...], see --help.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findRegressions, readRecorded, writeRecorded } from "./eval/check.mjs";
import { curvePoints } from "./eval/curve.mjs";
import { renderCurve } from "./eval/curve-svg.mjs";
import { InputError } from "./eval/input-error.mjs";
import { bundleProduct, openBundle } from "./eval/load-product.mjs";
import { loadSets } from "./eval/load-sets.mjs";
import { HELP, parseOptions } from "./eval/options.mjs";
import { renderReport, writeReport } from "./eval/report.mjs";
import { runPrompts } from "./eval/run-prompts.mjs";
import { withFollowUps, withPredecessors } from "./eval/sessions.mjs";
import { judgeSet, summarize } from "./eval/summarize.mjs";
import { announce } from "./lib/progress.mjs";

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
const SHIPPED = beside("eval/data");
const RECORDED = beside("eval/recorded.json");

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) console.log(HELP);
  else await run(options);
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function run(options) {
  const sets = loadSets(options.data ?? [SHIPPED], { names: options.sets, split: options.split, limit: options.limit });
  const asked = options["follow-ups"] ? sets.map(withFollowUps) : options.continued ? sets.map(withPredecessors) : sets;
  const bundle = await bundleProduct(options.settings);
  const { toRecord } = openBundle(bundle);
  const results = [];
  for (const set of asked) results.push(await measure(set, bundle, toRecord));
  const markdown = renderReport(results, options);
  console.log(markdown);
  if (options.rankings !== undefined) writeRankings(options.rankings, results);
  if (options.curve) drawCurve(results);
  if (options.write) writeReport(beside("RELEVANCE.md"), markdown);
  if (options.check) check(results);
  if (options.record) writeRecorded(RECORDED, results);
}

async function measure(set, bundle, toRecord) {
  const unseen = set.records.filter((record) => toRecord(record) === null).length;
  const { answers, milliseconds } = await runPrompts(set, bundle);
  announce(`${set.name}: ${answers.length} prompts, ${milliseconds.toFixed(1)} ms each; ${set.records.length} records, ${unseen} of them superseded or empty`);
  const judged = judgeSet(set, answers);
  return { name: set.name, set, answers, judged, figures: summarize(judged) };
}

function writeRankings(file, results) {
  const lines = results.flatMap(({ name, set: { queries, negatives }, answers }) =>
    [...queries, ...negatives].map(({ id }, index) => {
      const { ranked, injected, confidence } = answers[index];
      return JSON.stringify({ id, set: name, ranked, injected, confidence: confidence ?? 0 });
    }),
  );
  writeFileSync(file, `${lines.join("\n")}\n`);
}

/** A set without unrelated prompts has no curve. */
function drawCurve(results) {
  const drawn = results.filter(({ judged: { isConfident }, figures: { fir } }) => isConfident && fir !== null);
  if (drawn.length === 0) return announce("no confidence was reported: bench/eval/curve.svg is left as it is");
  const lines = drawn.map(({ name, judged, figures: { fir, kept } }) => ({ label: name, points: curvePoints(judged), now: { fir, kept: kept ?? 0 } }));
  writeFileSync(beside("eval/curve.svg"), renderCurve(lines));
}

function check(results) {
  const worse = results.flatMap(({ name, figures }) => findRegressions(figures, readRecorded(RECORDED, name)).map((line) => `${name}, ${line}`));
  if (worse.length > 0) process.exitCode = 1;
  console.error(
    worse.length === 0
      ? "check: no figure is worse than recorded"
      : `check: worse than bench/eval/recorded.json\n${worse.map((line) => `  ${line}`).join("\n")}`,
  );
}
