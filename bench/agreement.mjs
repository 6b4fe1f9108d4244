/**
 * Whether the index ever changes an answer: the hook's bytes for many prompts against those of a run that reads every
 * line and scores every record exactly. Also the share of prompts whose best record, and whose best five, agree.
 * Usage: npm run bench:agreement [-- --sizes 10k --prompts 300 --out bench/RESULTS.md]
 */
import { parseArgs } from "node:util";
import { openHome } from "./lib/home.mjs";
import { runOrThrow } from "./lib/measure.mjs";
import { showProgress } from "./lib/progress.mjs";
import { environmentLine, publish, table } from "./lib/report.mjs";
import { parseSizes, showSize } from "./lib/sizes.mjs";

const { values } = parseArgs({
  options: { sizes: { type: "string", default: "10k" }, prompts: { type: "string", default: "300" }, out: { type: "string" } },
});
const count = Number(values.prompts);
const EXHAUSTIVE = ["--set", "index.enabled=false", "--set", "deadline_ms=10000"];

function measureSize(records) {
  const home = openHome(records);
  runOrThrow(home.index("rebuild"), "index rebuild");
  const prompts = choosePrompts(home.prompts);
  const progress = showProgress(`${showSize(records)} records`);
  const tally = { records, prompts: prompts.length, spoke: 0, same: 0, first: 0, five: 0 };
  prompts.forEach((prompt, index) => {
    const hook = home.hook(prompt);
    const [answer, truth] = [hook, { ...hook, args: [...hook.args, ...EXHAUSTIVE] }].map((run) => runOrThrow(run, "the hook").stdout);
    const [found, wanted] = [answer, truth].map(idsIn);
    tally.spoke += truth === "" ? 0 : 1;
    tally.same += answer === truth ? 1 : 0;
    tally.first += found[0] === wanted[0] ? 1 : 0;
    tally.five += wanted.slice(0, 5).every((id) => found.includes(id)) ? 1 : 0;
    progress.at(index / prompts.length, `${tally.same} of ${index + 1} the same`);
  });
  progress.end();
  home.remove();
  return tally;
}

/** Two thirds about something that is there, the rest of common words, halves of two prompts, and words that nobody has. */
function choosePrompts({ typicalPrompts, commonPrompts, unknownPrompts }) {
  const typical = typicalPrompts(Math.ceil(count * 0.6));
  const halves = typical.slice(1, Math.ceil(count * 0.2)).map((prompt, index) => `${half(prompt)} ${half(typical[index])}`);
  return [...typical, ...halves, ...commonPrompts(Math.ceil(count * 0.15)), ...unknownPrompts(Math.ceil(count * 0.05))];
}

function half(prompt) {
  const words = prompt.split(" ");
  return words.slice(0, words.length >> 1).join(" ");
}

/** In the order in which they are shown. */
function idsIn(output) {
  if (output === "") return [];
  const { additionalContext } = JSON.parse(output).hookSpecificOutput;
  return additionalContext.split("\n").filter((line) => line.startsWith("["));
}

const results = parseSizes(values.sizes).map(measureSize);
const share = (part, whole) => `${((part / whole) * 100).toFixed(1)} %`;
publish({
  section: "agreement",
  out: values.out,
  numbers: results,
  markdown: [
    "## With the index and without",
    "",
    `\`npm run bench:agreement\`: ${environmentLine()}. The hook's answer against a run that reads every line and scores every record exactly.`,
    "",
    table(
      ["records", "prompts", "with an answer", "same bytes", "same best record", "same best five"],
      results.map(({ records, prompts, spoke, same, first, five }) => [
        showSize(records),
        prompts,
        spoke,
        share(same, prompts),
        share(first, prompts),
        share(five, prompts),
      ]),
    ),
  ].join("\n"),
});
process.exitCode = results.every(({ same, prompts }) => same === prompts) ? 0 : 1;
