/** Many writers of one store at once, some of them killed, with readers and a compaction between them: nothing acknowledged is lost, nothing is torn. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, expect, it } from "vitest";
import { ROOT } from "../e2e/run-hook.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-writers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WRITERS = 32;
const APPENDS = 500;
const KILLED = 8;

for (const name of ["append-line", "rewrite-store"]) {
  buildSync({ entryPoints: [join(ROOT, `src/store/writer/${name}.ts`)], outfile: join(folder, `${name}.cjs`), bundle: true, platform: "node", format: "cjs" });
}
const WRITER = join(folder, "writer.cjs");
writeFileSync(
  WRITER,
  `const { appendLine } = require("./append-line.cjs");
const { writeSync } = require("node:fs");
const [file, name, count] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) {
  const id = name + "-" + i;
  appendLine(file, { id, text: "x".repeat((i * 37) % 3000) }, { fsync: false });
  writeSync(1, id + "\\n");
}`,
);
const COMPACTER = join(folder, "compacter.cjs");
writeFileSync(
  COMPACTER,
  `const { rewriteStore } = require("./rewrite-store.cjs");
const [file, rounds] = process.argv.slice(2);
for (let i = 0; i < Number(rounds); i++) {
  rewriteStore(file, (lines) => [...lines]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}`,
);

interface Ended {
  readonly acknowledged: readonly string[];
  readonly status: number | null;
  readonly errors: string;
}

function start(script: string, args: readonly string[], killAfterMs: number | null): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  if (killAfterMs !== null) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  return new Promise((resolve) => child.on("close", (status) => resolve({ acknowledged: out.split("\n").slice(0, -1), status, errors })));
}

function idsIn(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line).id as string);
}

it("32 writers of 500 records, 8 of them killed, beside a compaction and readers", async () => {
  const file = join(folder, "data", "decisions.jsonl");
  const startedAt = performance.now();
  const writers = Array.from({ length: WRITERS }, (_, index) => start(WRITER, [file, `w${index}`, String(APPENDS)], index < KILLED ? 800 + index * 150 : null));
  let isDone = false;
  const all = Promise.all(writers).then((ended) => {
    isDone = true;
    return ended;
  });
  let compacter: Promise<Ended> | null = null;
  while (!isDone) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    // Every whole line that a reader meets is sound.
    let text = "";
    try {
      text = readFileSync(file, "utf8");
    } catch {
      continue;
    }
    for (const line of text.split("\n").slice(0, -1)) JSON.parse(line);
    compacter ??= start(COMPACTER, [file, "20"], null);
  }
  const ended = await all;
  const seconds = (performance.now() - startedAt) / 1000;
  expect((await compacter)?.errors ?? "").toBe("");
  expect(ended.slice(KILLED).map(({ status, errors }) => [status, errors])).toEqual(Array.from({ length: WRITERS - KILLED }, () => [0, ""]));
  const stored = idsIn(file);
  const counts = new Map<string, number>();
  for (const id of stored) counts.set(id, (counts.get(id) ?? 0) + 1);
  const acknowledged = ended.flatMap((each) => each.acknowledged);
  expect(acknowledged.filter((id) => counts.get(id) !== 1)).toEqual([]);
  expect([...counts.values()].every((count) => count === 1)).toBe(true);
  console.log(`      ${stored.length} records by ${WRITERS} writers, ${Math.round(stored.length / seconds)} a second`);
}, 300_000);

it("a lock of a killed writer, and one that lore left behind, do not stop the next", async () => {
  const file = join(folder, "locked", "decisions.jsonl");
  mkdirSync(`${file}.lock`, { recursive: true });
  writeFileSync(join(`${file}.lock`, `999999999@${encodeURIComponent(hostname())}`), "");
  expect(await start(WRITER, [file, "a", "1"], null)).toMatchObject({ status: 0, acknowledged: ["a-0"] });
  mkdirSync(`${file}.lock`);
  const startedAt = performance.now();
  expect(await start(WRITER, [file, "b", "1"], null)).toMatchObject({ status: 0, acknowledged: ["b-0"] });
  // A fresh one without a name is honoured for a while.
  expect(performance.now() - startedAt).toBeGreaterThan(3000);
  expect(readdirSync(join(folder, "locked"))).toEqual(["decisions.jsonl"]);
}, 60_000);
