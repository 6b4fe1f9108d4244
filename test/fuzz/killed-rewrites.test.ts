/**
 * `compact`, `edit` and `forget`, killed before and after each of their calls to the file system and in the midst of those that
 * can be half done; and the same with a disk that is full from some call on. Deterministic: the process kills itself.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildSync } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appendLine } from "../../src/store/writer/append-line.ts";
import { rewriteStore } from "../../src/store/writer/rewrite-store.ts";
import { readLines } from "../../src/write/read-lines.ts";
import { ROOT } from "../e2e/run-hook.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-killed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const RUNNER = join(folder, "runner.cjs");
/** A lock that nobody holds any more must not be waited for. */
const PROMPT_MS = 1500;

beforeAll(() => {
  const entryPoints = [join(ROOT, "src/write/record-store.ts")];
  buildSync({ entryPoints, outfile: join(folder, "record-store.cjs"), bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  writeFileSync(RUNNER, RUNNER_CODE);
});

/** Counts the calls, and at the n-th does what it was asked to. Prints the names of all calls when it gets through. */
const RUNNER_CODE = `
const fs = require("node:fs");
const path = require("node:path");
const [file, operation, mode, at] = process.argv.slice(2);
const calls = [];
let isArmed = false;
function die() {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}
function doHalf(name, real, args) {
  if (name === "writeSync") {
    const bytes = Buffer.from(args[1]).subarray(args[2] ?? 0, args[3] === undefined ? undefined : (args[2] ?? 0) + args[3]);
    return real(args[0], bytes, 0, bytes.length >> 1);
  }
  if (name === "writeFileSync") real(args[0], "", args[2]);
  if (name === "rmSync" && fs.existsSync(args[0]) && fs.statSync(args[0]).isDirectory())
    for (const inner of fs.readdirSync(args[0])) fs.unlinkSync(path.join(args[0], inner));
}
for (const name of ["writeSync", "writeFileSync", "openSync", "renameSync", "linkSync", "fsyncSync", "ftruncateSync", "rmSync", "mkdirSync", "rmdirSync", "unlinkSync", "closeSync"]) {
  const real = fs[name];
  fs[name] = (...args) => {
    if (!isArmed) return real(...args);
    calls.push(name);
    // As the system does it: what there was room for is written, the next call fails.
    if (mode === "staysFull" && name === "writeSync" && calls.length === Number(at)) return doHalf(name, real, args);
    const isFull = mode === "full" ? calls.length === Number(at) : mode === "staysFull" && calls.length >= Number(at);
    if (isFull && ["writeSync", "writeFileSync", "openSync", "fsyncSync", "mkdirSync"].includes(name) && !(name === "openSync" && args[1] === "r"))
      throw Object.assign(new Error("ENOSPC: no space left on device, " + name), { code: "ENOSPC" });
    if (calls.length !== Number(at) || mode.endsWith("ull")) return real(...args);
    isArmed = false;
    if (mode === "before") die();
    try {
      if (mode === "half") doHalf(name, real, args);
      else real(...args);
    } finally {
      die();
    }
  };
}
const { RecordStore } = require("./record-store.cjs");
const store = new RecordStore({ stores: [{ source: "journal", path: file, derived: false, shownAs: file }], config: { write: { fsync: true } } });
const version = store.versionsOf("b").at(-1);
isArmed = true;
if (operation === "compact") store.compact();
if (operation === "forget") store.remove("a");
if (operation === "edit") store.addVersion(version, { text: "edited ".repeat(50), edited_at: "2026-11-16T00:00:00Z" });
isArmed = false;
process.stdout.write(JSON.stringify(calls));
`;

const OLD = [
  '{"id":"a","text":"first"}',
  '{"id":"b","text":"second"}',
  "not a record",
  '{"id":"a","text":"changed"}',
  `{"id":"c","text":"${"long ".repeat(300)}"}`,
  // Without its end, as a program that was killed leaves it.
  '{"id":"d","text":"to',
].join("\n");

interface Run {
  readonly file: string;
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

let runs = 0;

function run(operation: string, mode: string, at: number): Run {
  const file = join(folder, `${operation}-${runs++}`, "decisions.jsonl");
  mkdirSync(dirname(file));
  writeFileSync(file, OLD, { mode: 0o640 });
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [RUNNER, file, operation, mode, String(at)], { encoding: "utf8" });
  return { file, status, signal, stdout, stderr };
}

/** Undisturbed: the new content, and the calls that it takes. */
function undisturbed(operation: string): { readonly after: string; readonly calls: readonly string[] } {
  const { file, status, stdout, stderr } = run(operation, "none", 0);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(readdirSync(dirname(file))).toEqual(["decisions.jsonl"]);
  return { after: readFileSync(file, "utf8"), calls: JSON.parse(stdout) };
}

function idsIn(file: string): readonly string[] {
  const ids: string[] = [];
  readLines(file, { visit: ({ value }) => ids.push(String(value.id)), tick: () => {} });
  return ids;
}

/** The old content or the new one; behind an append, any part of the line. */
function expectOldOrNew(operation: string, content: string, after: string): void {
  if (operation === "edit") {
    expect(content.startsWith(OLD)).toBe(true);
    expect(after.startsWith(content)).toBe(true);
  } else expect([OLD, after]).toContain(content);
}

/** A lock that names nobody may be lore's own, and is honoured for five seconds: they pass at once here. */
function passNamelessTime(lock: string): void {
  if (!existsSync(lock) || readdirSync(lock).some((name) => statSync(join(lock, name)).size > 0)) return;
  const then = new Date(Date.now() - 6000);
  utimesSync(lock, then, then);
}

function expectNextWriter(file: string, content: string): void {
  const before = idsIn(file);
  passNamelessTime(`${file}.lock`);
  const startedAt = performance.now();
  appendLine(file, { id: "next" }, { fsync: false });
  expect(performance.now() - startedAt).toBeLessThan(PROMPT_MS);
  expect(idsIn(file)).toEqual([...before, "next"]);
  expect(readFileSync(file, "utf8")).toBe(`${content}${content.endsWith("\n") ? "" : "\n"}{"id":"next"}\n`);
  rewriteStore(file, (lines) => [...lines]);
  expect(idsIn(file)).toEqual([...before, "next"]);
  expect(readdirSync(dirname(file))).toEqual(["decisions.jsonl"]);
  expect(statSync(file).mode & 0o777).toBe(0o640);
}

const HALVES = ["writeSync", "writeFileSync", "rmSync"];

describe.each(["compact", "edit", "forget"])("%s", (operation) => {
  it("killed at every step", () => {
    const { after, calls } = undisturbed(operation);
    expect(calls.length).toBeGreaterThan(5);
    expect(after).not.toBe(OLD);
    for (const [index, name] of calls.entries()) {
      for (const mode of ["before", "after", ...(HALVES.includes(name) ? ["half"] : [])]) {
        const { file, signal, stderr } = run(operation, mode, index + 1);
        const step = `${mode} call ${index + 1}, ${name}`;
        try {
          expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
          const content = readFileSync(file, "utf8");
          expectOldOrNew(operation, content, after);
          expectNextWriter(file, content);
        } catch (error) {
          throw new Error(`${step}: ${(error as Error).message}`);
        }
      }
    }
  });

  it.each(["full", "staysFull"])("with a disk that is full at every step: %s", (mode) => {
    const { after, calls } = undisturbed(operation);
    for (const [index, name] of calls.entries()) {
      const { file, status, stderr } = run(operation, mode, index + 1);
      try {
        const content = readFileSync(file, "utf8");
        // What is not needed for the result may fail.
        expect(content).toBe(status === 0 ? after : OLD);
        if (status !== 0) expect(stderr).toMatch(/ENOSPC|disk is full/);
        expect(readdirSync(dirname(file))).toEqual(["decisions.jsonl"]);
        expectNextWriter(file, content);
      } catch (error) {
        throw new Error(`call ${index + 1}, ${name}: ${(error as Error).message}`);
      }
    }
  });
});
