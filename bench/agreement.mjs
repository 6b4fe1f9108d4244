/**
 * Whether the index, or choosing forty candidates before reading any, ever changes an answer. The hook's bytes for many
 * prompts against those of a run that reads every line; and the records it shows against the best of a thousand candidates
 * that are all read and weighed by their text, without the index.
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
    tally.same += answer === truth ? 1 : 0;
    if (truth !== "") judge(home, prompt, tally);
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

/** What the hook chooses, with or without room for it, against what it would choose had it weighed a thousand. */
function judge(home, prompt, tally) {
  const chosen = candidatesFor(home, prompt, []).filter(({ rejected }) => rejected === null || rejected === NO_ROOM);
  const fit = candidatesFor(home, prompt, EXHAUSTIVE).filter(({ rejected }) => [null, NO_ROOM, NOT_READ].includes(rejected));
  const best = fit.sort((a, b) => b.score - a.score).slice(0, 5);
  tally.spoke++;
  tally.first += chosen[0]?.id === best[0]?.id ? 1 : 0;
  tally.five += best.every(({ id }) => chosen.some((candidate) => candidate.id === id)) ? 1 : 0;
}

const NO_ROOM = "no room";
/** Good enough, and not among those that the hook reads. */
const NOT_READ = "many better ones";

function candidatesFor(home, prompt, flags) {
  const { args, file, env, cwd } = home.hook(prompt);
  const run = { file, env, args: [...args, "explain", "--json", "--all", "--cwd", home.project, ...flags, prompt], cwd };
  return JSON.parse(runOrThrow(run, "explain").stdout).candidates;
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
    `\`npm run bench:agreement\`: ${environmentLine()}. Bytes: against a run that reads every line. Best records, of prompts with an answer: against the best of a thousand candidates, all read and weighed, without the index.`,
    "",
    table(
      ["records", "prompts", "with an answer", "same bytes", "same best record", "same best five"],
      results.map(({ records, prompts, spoke, same, first, five }) => [
        showSize(records),
        prompts,
        spoke,
        share(same, prompts),
        share(first, spoke),
        share(five, spoke),
      ]),
    ),
  ].join("\n"),
});
process.exitCode = results.every(({ same, prompts }) => same === prompts) ? 0 : 1;
