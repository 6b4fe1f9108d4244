/**
 * What a prompt costs with an index, from a thousand records to a million: wall clock against
 * `node -e 0`, memory, instructions, a cold page cache, appended records, and the index itself.
 * Usage: npm run bench:index [-- --sizes 1k,10k,100k,1m --rounds 40 --out bench/RESULTS.md --without-index --no-callgrind]
 */
import { parseArgs } from "node:util";
import { measureAppends } from "./lib/appends.mjs";
import { measureIndex } from "./lib/build-cost.mjs";
import { openHome, warmUp } from "./lib/home.mjs";
import { renderIndexReport } from "./lib/index-report.mjs";
import { interleave, median, runOnce, runOrThrow, summarize } from "./lib/measure.mjs";
import { announce } from "./lib/progress.mjs";
import { publish } from "./lib/report.mjs";
import { countFloor, countPrompts, dropPageCache, hasValgrind, measureMemory, seeded } from "./lib/resources.mjs";
import { parseSizes, showSize } from "./lib/sizes.mjs";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1k,10k,100k,1m" },
    rounds: { type: "string", default: "40" },
    out: { type: "string" },
    /** Measures the scan that runs where there is no index. */
    "without-index": { type: "boolean", default: false },
    "no-callgrind": { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const indexed = !values["without-index"];
const callgrind = !values["no-callgrind"] && hasValgrind();
const PROMPTS = 8;
const FLOOR = "node -e 0";
const COUNTED = ["typical", "common", "silent"];

const results = parseSizes(values.sizes).map(measureSize);
const markdown = renderIndexReport(results, { rounds, prompts: PROMPTS, indexed, callgrind });
publish({ section: "bench:index", markdown, numbers: { rounds, indexed, results }, out: values.out });
const unanswered = results.filter(({ answered }) => answered < PROMPTS);
for (const { records, answered } of unanswered) console.error(`${showSize(records)} records: only ${answered} of ${PROMPTS} typical prompts found something`);
if (unanswered.length > 0 && indexed) process.exitCode = 1;

function measureSize(records) {
  announce(`${showSize(records)} records`);
  const home = openHome(records);
  const built = indexed ? measureIndex(home) : null;
  const prompts = promptRuns(home);
  const every = [home.bare, ...Object.values(prompts).flat()];
  warmUp(every, runOnce);
  const result = {
    records,
    flags: home.flags,
    built,
    answered: prompts.typical.filter((run) => runOnce(run).stdout !== "").length,
    times: summarize(interleave(casesFor(home, prompts), { rounds, label: "prompts" }), FLOOR),
    memory: memoryOf(home, prompts),
    cold: measureCold(home, prompts),
    appends: measureAppends(home, prompts.typical, { rounds: Math.max(3, Math.ceil(rounds / 2)), indexed }),
    instructions: callgrind ? measureInstructions(home, prompts) : null,
  };
  home.remove();
  return result;
}

/** As the installer registers them, but for `plain`. */
function promptRuns({ prompts, hook, registered }) {
  return {
    typical: prompts.typicalPrompts(PROMPTS).map(registered),
    plain: prompts.typicalPrompts(PROMPTS).map(hook),
    common: prompts.commonPrompts(PROMPTS).map(registered),
    unknown: prompts.unknownPrompts(PROMPTS).map(registered),
    silent: [registered("thanks, looks good, commit it")],
  };
}

function casesFor({ bare }, prompts) {
  const rotating = Object.entries(prompts).map(([name, runs]) => ({ name, runAt: (round) => runs[round % runs.length] }));
  return [{ name: FLOOR, runAt: () => bare }, ...rotating];
}

/** MB over bare node, the largest of several prompts. */
function memoryOf({ bare, folder }, { typical, common }) {
  const floor = median([1, 2, 3].map(() => measureMemory(bare, folder) ?? Number.NaN));
  const most = (runs) => Math.max(...runs.map((run) => measureMemory(run, folder) ?? Number.NaN));
  return { bare: floor, typical: most(typical.slice(0, 4)) - floor, common: most(common.slice(0, 4)) - floor };
}

function measureCold(home, { typical }) {
  if (!dropPageCache()) return null;
  const cases = casesFor(home, { typical });
  return summarize(interleave(cases, { rounds: Math.max(3, Math.ceil(rounds / 5)), label: "cold page cache", before: dropPageCache }), FLOOR);
}

/** callgrind slows everything fiftyfold: the deadline must not cut the work short there. */
function measureInstructions(home, prompts) {
  announce("instructions under callgrind");
  home.setDeadline(10_000);
  if (indexed) runOrThrow(home.index("rebuild"), "index rebuild");
  const counted = (name) => prompts[name].slice(0, 3).map(seeded);
  warmUp(COUNTED.flatMap(counted), runOnce);
  const floor = countFloor(seeded(home.bare), home.folder);
  const ratio = (runs) => countPrompts(runs, home.folder) / floor;
  return { bare: floor, ...Object.fromEntries(COUNTED.map((name) => [name, ratio(counted(name))])) };
}
