/**
 * What a change costs on the hot path: instructions of typical prompts with this build over those with another one, each the
 * first of its session. Usage: npm run bench:compare -- DIR [--sizes 1k,100k], where DIR is another checkout, built.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openHome, warmUp } from "./lib/home.mjs";
import { runOnce, runOrThrow } from "./lib/measure.mjs";
import { showProgress } from "./lib/progress.mjs";
import { digits, environmentLine, table } from "./lib/report.mjs";
import { countPrompts, hasValgrind, seeded } from "./lib/resources.mjs";
import { parseSizes, showSize } from "./lib/sizes.mjs";

const PROMPTS = 6;
/** Code caches are complete after so many prompts. */
const WARM_ROUNDS = 3;

const { values, positionals } = parseArgs({ options: { sizes: { type: "string", default: "1k,100k" } }, allowPositionals: true });
const other = resolve(positionals[0] ?? ".");
if (positionals.length !== 1 || !existsSync(join(other, "dist", "hook.cjs"))) {
  console.error("usage: npm run bench:compare -- DIR, another checkout of this repository in which `npm run build` was run");
  process.exit(2);
}
if (!hasValgrind()) {
  console.error("bench:compare counts instructions with valgrind, which is not installed. On Debian: apt-get install valgrind");
  process.exit(2);
}
console.log(`${environmentLine(`${PROMPTS} prompts`, "each the first of its session")}\n`);
console.log(table(["records", "before", "now", "ratio"], parseSizes(values.sizes).map(compare)));

function compare(records) {
  const home = openHome(records);
  home.setDeadline(10_000);
  runOrThrow(home.index("rebuild"), "index rebuild");
  const [now, before] = [null, join(other, "bin", "lore-inject.js")].map((binary) => measure(home, binary));
  home.remove();
  return [showSize(records), digits(before / 1e6, 1), digits(now / 1e6, 1), digits(now / before, 3)];
}

/** Millions of instructions in the mean, with the binary of this checkout or of the other. */
function measure(home, binary) {
  const runs = home.prompts.typicalPrompts(PROMPTS).map((prompt) => {
    const run = home.hook(prompt);
    return seeded({ ...run, args: [binary ?? run.args[0]] });
  });
  for (let round = 0; round < WARM_ROUNDS; round++) warmUp(runs, runOnce);
  const progress = showProgress(`${showSize(home.records)} records, ${binary === null ? "now" : "before"}`);
  const count = countPrompts(runs, home.folder, (index) => progress.at((index + 1) / (runs.length + 1)));
  progress.end();
  return count;
}
