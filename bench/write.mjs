/**
 * What writing costs: records a second by one writer, with and without waiting for the disk, and by 8 and 32 processes that
 * contend for one store; then the capture hook, end to end, against `node -e 0`. The writers are bundled from src/, the hook is
 * the built one. Usage: node bench/write.mjs [--records 4000] [--rounds 20] [--folder <dir>]
 * The folder decides on which disk it is measured: many systems keep the temporary one in memory.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { age } from "./generate.mjs";
import { interleave, runOrThrow, summarize } from "./lib/measure.mjs";

const { values } = parseArgs({
  options: { records: { type: "string", default: "4000" }, rounds: { type: "string", default: "20" }, folder: { type: "string", default: tmpdir() } },
});
const records = Number(values.records);
const hook = fileURLToPath(new URL("../bin/lore-inject.js", import.meta.url));
const source = fileURLToPath(new URL("../src/store/writer/append-line.ts", import.meta.url));

const folder = mkdtempSync(join(values.folder, "lore-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
// Without a listener an interrupt would end the process before the folder is removed.
process.on("SIGINT", () => process.exit(130));

buildSync({ entryPoints: [source], outfile: join(folder, "append-line.cjs"), bundle: true, platform: "node", format: "cjs" });
const WRITER = join(folder, "writer.cjs");
// All begin at one moment, so that the start of the processes is not measured.
writeFileSync(
  WRITER,
  `const { appendLine } = require("./append-line.cjs");
const [file, name, count, fsync, startAt] = process.argv.slice(2);
const text = "A decision of ordinary length, with its reasons. ".repeat(8);
const times = [];
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, Number(startAt) - Date.now()));
for (let i = 0; i < Number(count); i++) {
  const before = performance.now();
  appendLine(file, { id: name + "-" + i, timestamp: "2026-11-01T10:00:00Z", decision: text, tags: ["bench"] }, { fsync: fsync === "true" });
  times.push(performance.now() - before);
}
process.stdout.write(JSON.stringify({ endedAt: Date.now(), times }));`,
);

console.log("| writers | fsync | records/s | append p50 ms | p95 | longest |");
console.log("| ---: | --- | ---: | ---: | ---: | ---: |");
for (const writers of [1, 8, 32]) for (const fsync of [false, true]) console.log(renderRow(writers, fsync, await measureWriters(writers, fsync)));

const times = measureHook();
console.log("\n| process | p50 ms | p95 ms | x `node -e 0` |\n| --- | ---: | ---: | ---: |");
for (const [name, { p50, p95, ratio }] of Object.entries(summarize(times, "node -e 0")))
  console.log(`| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${ratio.toFixed(2)} |`);

async function measureWriters(writers, fsync) {
  const file = join(folder, `${writers}-${fsync}`, "decisions.jsonl");
  const each = Math.max(1, Math.floor(records / writers));
  const startAt = Date.now() + 1000 + writers * 150;
  const ended = await Promise.all(Array.from({ length: writers }, (_, index) => startWriter([file, `w${index}`, each, fsync, startAt])));
  const lines = readFileSync(file, "utf8").split("\n").length - 1;
  if (lines !== each * writers) throw new Error(`${lines} lines where ${each * writers} were written`);
  const seconds = (Math.max(...ended.map(({ endedAt }) => endedAt)) - startAt) / 1000;
  return { rate: lines / seconds, times: ended.flatMap((one) => one.times).sort((a, b) => a - b) };
}

function startWriter(args) {
  const child = spawn(process.execPath, [WRITER, ...args.map(String)], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("close", (status) => (status === 0 ? resolve(JSON.parse(out)) : reject(new Error(`a writer failed with ${status}`))));
  });
}

function renderRow(writers, fsync, { rate, times }) {
  const at = (share) => times[Math.round((times.length - 1) * share)].toFixed(2);
  return `| ${writers} | ${fsync ? "yes" : "no"} | ${Math.round(rate)} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`;
}

function measureHook() {
  const project = join(folder, "dev", "project7");
  mkdirSync(project, { recursive: true });
  const store = join(folder, "store");
  mkdirSync(join(store, "failures", "data"), { recursive: true });
  // NODE_EXTRA_CA_CERTS makes Node 20 parse a certificate file at each start: a false denominator.
  const env = { PATH: process.env.PATH, HOME: folder, LORE_DATA_DIR: store };
  const event = (fields) => JSON.stringify({ session_id: "bench", cwd: project, ...fields });
  const command = { tool_name: "Bash", tool_input: { command: "npm run check" } };
  // Each failure another one: what is known already is not written again.
  const failure = (round) =>
    event({ hook_event_name: "PostToolUseFailure", ...command, error: `TypeError: carts[${"abcdefghij"[round % 10]}${round}] is not a function` });
  const run = (input) => ({ file: process.execPath, args: [hook, "capture-hook"], env, input });
  runOrThrow(run(failure(0)), "the capture hook");
  age(folder);
  const cases = [
    { name: "node -e 0", runAt: () => ({ file: process.execPath, args: ["-e", "0"], env }) },
    { name: "capture-hook, a failure is kept", runAt: (round) => run(failure(round + 1)) },
    { name: "capture-hook, nothing to keep", runAt: () => run(event({ hook_event_name: "PostToolUse", ...command, tool_response: {} })) },
  ];
  const measured = interleave(cases, { rounds: Number(values.rounds), label: "capture hook" });
  const kept = readFileSync(join(store, "failures", "data", "failures.jsonl"), "utf8").split("\n").length - 1;
  if (kept < 2) throw new Error("the failures were meant to be kept");
  console.log(`\n${kept} failures kept`);
  return measured;
}
