/**
 * Guards the cost of a prompt: instructions under callgrind of typical prompts, started as the installer registers
 * them, over `node -e 0`, against fixed limits and against the ratios in bench/recorded.json. Instructions hardly depend on the machine's load.
 * Usage: npm run bench:check [-- --sizes 100k,1m --record]
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openHome, warmUp } from "./lib/home.mjs";
import { runOnce, runOrThrow } from "./lib/measure.mjs";
import { showProgress } from "./lib/progress.mjs";
import { digits, environmentLine, table } from "./lib/report.mjs";
import { countFloor, countPrompts, hasValgrind, PROMPT_RUNS, seeded } from "./lib/resources.mjs";
import { parseSizes, showSize } from "./lib/sizes.mjs";

const RECORDED = fileURLToPath(new URL("recorded.json", import.meta.url));
const PROMPTS = 3;
/** Stores up to `records` may cost this many times `node -e 0`. */
const LIMITS = [
  { records: 100_000, most: 1.3 },
  { records: Number.POSITIVE_INFINITY, most: 1.45 },
];
/** How much more than recorded is taken for a change and not for chance. */
const TOLERANCE = 1.08;

const { values } = parseArgs({ options: { sizes: { type: "string", default: "100k,1m" }, record: { type: "boolean", default: false } } });
if (!hasValgrind()) {
  console.error("bench:check counts instructions with valgrind, which is not installed. On Debian: apt-get install valgrind");
  process.exit(2);
}
const recorded = existsSync(RECORDED) ? JSON.parse(readFileSync(RECORDED, "utf8")) : {};
const measured = parseSizes(values.sizes).map((records) => ({ records, ratio: measureRatio(records) }));
const verdicts = measured.map(judge);
console.log(`${environmentLine(`${PROMPTS} prompts`, `the least of ${PROMPT_RUNS} runs each`)}\n`);
console.log(table(["records", "instructions × node -e 0", "limit", "recorded", "verdict"], verdicts));
if (values.record) record();
// With --record the new ratio is the wanted one, but the limits still hold.
if (verdicts.some((row) => row.at(-1) !== "ok")) process.exitCode = 1;

function measureRatio(records) {
  const home = openHome(records);
  home.setDeadline(10_000);
  runOrThrow(home.index("rebuild"), "index rebuild");
  const runs = home.prompts.typicalPrompts(PROMPTS).map(home.registered).map(seeded);
  warmUp(runs, runOnce);
  if (runs.some((run) => runOnce(run).stdout === ""))
    throw new Error(`${showSize(records)} records: a typical prompt found nothing, so its cost tells nothing`);
  const progress = showProgress(`${showSize(records)} records under callgrind`);
  const floor = countFloor(seeded(home.bare), home.folder);
  const count = countPrompts(runs, home.folder, (index) => progress.at((index + 1) / (runs.length + 1)));
  progress.end();
  home.remove();
  return count / floor;
}

function judge({ records, ratio }) {
  const { most } = LIMITS.find((limit) => records <= limit.records);
  const known = recorded[nodeName()]?.[showSize(records)];
  const verdict = ratio > most ? "over the limit" : !values.record && known !== undefined && ratio > known * TOLERANCE ? "more than recorded" : "ok";
  return [showSize(records), digits(ratio, 3), digits(most, 2), digits(known, 3) ?? "none", verdict];
}

/** Another Node has another floor. */
function nodeName() {
  return `node ${process.versions.node.split(".")[0]} ${process.arch}`;
}

function record() {
  const ratios = Object.fromEntries(measured.map(({ records, ratio }) => [showSize(records), Number(ratio.toFixed(3))]));
  writeFileSync(RECORDED, `${JSON.stringify({ ...recorded, [nodeName()]: { ...recorded[nodeName()], ...ratios } }, null, 2)}\n`);
  console.log("\nrecorded in bench/recorded.json");
}
