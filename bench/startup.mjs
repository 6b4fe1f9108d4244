/**
 * What a prompt costs: the built hook against `node -e 0`, interleaved and shuffled, on a store of
 * 1,000 records with settings and synonyms in effect; then instructions under callgrind, where it is
 * installed. Usage: npm run bench:startup [-- --rounds 60 --records 1000]
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { generateStore } from "./generate.mjs";
import { inFreshSession } from "./lib/fresh-session.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "60" }, records: { type: "string", default: "1000" } } });
const rounds = Number(values.rounds);
const records = Number(values.records);
const hook = fileURLToPath(new URL("../bin/lore-inject.js", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "lore-bench-"));
const project = join(folder, "dev", "project7");
mkdirSync(project, { recursive: true });
const words = [...new Set(generateStore(join(folder, "store"), records))];
// callgrind slows everything fiftyfold: the deadline must not cut the work short there.
mkdirSync(join(folder, ".config/lore-inject"), { recursive: true });
const settings = join(folder, ".config/lore-inject/config.yaml");
writeFileSync(settings, "deadline_ms: 10000\n");
// NODE_EXTRA_CA_CERTS makes Node 20 parse a certificate file at each start: a false denominator.
const env = { PATH: process.env.PATH, HOME: folder, LORE_DATA_DIR: join(folder, "store"), LORE_CONTEXT_NOW: "2026-11-01" };
const prompt = `why does the ${words.slice(0, 3).join(" ")} deploy fail with ${words.slice(3, 7).join(" and ")} on staging?`;
const input = JSON.stringify({ session_id: "bench", cwd: project, hook_event_name: "UserPromptSubmit", prompt });

const cases = [
  ["node -e 0", ["-e", "0"]],
  ["hook, prompt", [hook]],
  [
    "hook, silent prompt",
    [hook],
    JSON.stringify({ session_id: "bench", cwd: project, hook_event_name: "UserPromptSubmit", prompt: "thanks, looks good, commit it" }),
  ],
];
const run = ([, args, stdin = input]) => spawnSync(process.execPath, args, { input: inFreshSession(stdin), env });

/** New settings, as old as files usually are: just written ones would be read anew by the following runs as well. */
let edits = 0;
function editSettings() {
  const then = new Date(Date.now() - 1_000_000 - ++edits * 1000);
  writeFileSync(settings, `deadline_ms: ${9000 + (edits % 900)}\n`);
  utimesSync(settings, then, then);
}

// The files were written just now; caches are trusted once they are two seconds old.
if (spawnSync(process.execPath, [hook, "index", "rebuild"], { env }).status !== 0) throw new Error("the index could not be built");
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
for (const each of cases) for (let i = 0; i < 3; i++) run(each);
const answer = run(cases[1]).stdout.toString();
if (answer === "") throw new Error("the prompt was meant to find something");

const times = new Map(cases.map((each) => [each[0], []]));
for (let round = 0; round < rounds; round++) {
  for (const each of [...cases].sort(() => Math.random() - 0.5)) {
    const start = process.hrtime.bigint();
    run(each);
    times.get(each[0]).push(Number(process.hrtime.bigint() - start) / 1e6);
  }
}
const afterEdit = [];
for (let round = 0; round < rounds / 4; round++) {
  editSettings();
  const start = process.hrtime.bigint();
  run(cases[1]);
  afterEdit.push(Number(process.hrtime.bigint() - start) / 1e6);
}
const quantile = (list, share) => [...list].sort((a, b) => a - b)[Math.floor((list.length - 1) * share)];
const floor = quantile(times.get("node -e 0"), 0.5);
console.log(`node ${process.version}, ${records} records, ${rounds} interleaved rounds, answer of ${answer.length} characters\n`);
console.log("| case | p50 ms | p95 ms | × node -e 0 | instructions × |");
console.log("| --- | ---: | ---: | ---: | ---: |");
const instructions = countAll();
for (const [name] of cases) {
  const list = times.get(name);
  const ratio = instructions ? (instructions.get(name) / instructions.get("node -e 0")).toFixed(3) : "n/a";
  console.log(`| ${name} | ${quantile(list, 0.5).toFixed(2)} | ${quantile(list, 0.95).toFixed(2)} | ${(quantile(list, 0.5) / floor).toFixed(3)} | ${ratio} |`);
}
console.log(`\nThe first prompt after an edit of the settings: p50 ${quantile(afterEdit, 0.5).toFixed(1)} ms.`);
if (!instructions) console.log("\ncallgrind is not installed: no instruction counts");
rmSync(folder, { recursive: true, force: true });

function countAll() {
  if (spawnSync("valgrind", ["--version"]).status !== 0) return null;
  return new Map(cases.map((each) => [each[0], countInstructions(each)]));
}

function countInstructions([, args, stdin = input]) {
  const { stderr } = spawnSync("valgrind", ["--tool=callgrind", `--callgrind-out-file=${join(folder, "callgrind.out")}`, process.execPath, ...args], {
    input: inFreshSession(stdin),
    env,
  });
  return Number(/Collected\s*:\s*(\d+)/.exec(stderr.toString())?.[1] ?? Number.NaN);
}
