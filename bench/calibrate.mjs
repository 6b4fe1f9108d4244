/**
 * Whether calibration keeps its word: a copy of a folder of stores is calibrated, and the rate of wrong injections is measured
 * on prompts that were not used to choose the threshold. Usage: node bench/calibrate.mjs [folder] [--rate 0.05] [--text] [--typed]
 * Without a folder: demo/store. --typed takes the prompts of the evaluation set for what was typed in other projects. Exits with 1 when the measured rate is above the wanted one.
 */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { buildOptions, root } from "../scripts/bundles.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rate: { type: "string", default: "0.05" }, text: { type: "boolean", default: false }, typed: { type: "boolean", default: false } },
});
const source = resolve(positionals[0] ?? join(root, "demo", "store"));
const home = mkdtempSync(join(tmpdir(), "lore-calibrate-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

const cwd = join(home, "dev", "project");
mkdirSync(cwd, { recursive: true });
cpSync(source, join(home, "store"), { recursive: true });
for (const name of ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "LORE_DIR", "CLAUDE_CONFIG_DIR"]) delete process.env[name];
Object.assign(process.env, { HOME: home, LORE_DATA_DIR: join(home, "store") });

if (values.typed) writeTranscripts();
const { calibrate } = await loadCommand();
if (values.text) calibrate({ cwd, rate: values.rate });
const { after, before, choice } = JSON.parse(captured(() => calibrate({ cwd, rate: values.rate, apply: true, json: true })));
const rate = after.wrong.count / after.wrong.of;
console.log(`${source}: ${show(choice.threshold)} (before: ${show(before.threshold)})`);
console.log(
  `wrong on prompts not used to choose: ${after.wrong.count} of ${after.wrong.of}, ${percent(rate)}, 95 % interval ${percent(after.interval.low)} to ${percent(after.interval.high)}; before ${before.wrong.count}`,
);
console.log(
  `questions about records that get something: ${percent(after.answered.count / after.answered.of)}, the record itself ${percent(after.right.count / after.right.of)}; before ${percent(before.answered.count / before.answered.of)}`,
);
console.log(readFileSync(join(home, ".config", "lore-inject", "config.yaml"), "utf8").trimEnd());
if (!(rate <= Number(values.rate))) {
  console.error(`above the wanted ${percent(Number(values.rate))}`);
  process.exitCode = 1;
}

/** One session for each project of the set. */
function writeTranscripts() {
  const data = join(root, "bench", "eval", "data", "developer-memory");
  const prompts = ["queries.jsonl", "negatives.jsonl"].flatMap((name) =>
    readFileSync(join(data, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  for (const project of new Set(prompts.map((prompt) => prompt.project))) {
    const own = prompts.filter((prompt) => prompt.project === project);
    const lines = own.map(({ prompt }, number) => {
      const timestamp = new Date(Date.UTC(2026, 9, 1) + number * 60_000).toISOString();
      return JSON.stringify({
        type: "user",
        uuid: `${project}-${number}`,
        sessionId: project,
        cwd: join(home, "dev", project),
        timestamp,
        message: { role: "user", content: prompt },
      });
    });
    mkdirSync(join(home, ".claude", "projects", project), { recursive: true });
    writeFileSync(join(home, ".claude", "projects", project, `${project}.jsonl`), `${lines.join("\n")}\n`);
  }
}

async function loadCommand() {
  const packageDir = join(home, "package");
  mkdirSync(join(packageDir, "dist"), { recursive: true });
  for (const name of ["config.yaml", "keyword-synonyms.yaml"]) copyFileSync(join(root, name), join(packageDir, name));
  await build({ ...buildOptions({ name: "calibrate" }), entryPoints: { calibrate: "src/commands/calibrate.ts" }, outdir: join(packageDir, "dist") });
  return createRequire(import.meta.url)(join(packageDir, "dist", "calibrate.cjs"));
}

function captured(run) {
  const { write } = process.stdout;
  let text = "";
  process.stdout.write = (chunk) => {
    text += chunk;
    return true;
  };
  try {
    run();
  } finally {
    process.stdout.write = write;
  }
  return text;
}

function show({ maxWrong, score }) {
  return `max_wrong ${maxWrong}${score > 0 ? `, threshold.score ${score}` : ""}`;
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}
