/**
 * A temporary home with one generated store, and the product run in it: the hook with an event on
 * stdin, `index rebuild` and its siblings, and the lines that are appended between prompts.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { age, ageFile } from "../generate.mjs";
import { promptsFor } from "./prompts.mjs";
import { freshDecisions, OWN_PROJECT } from "./records.mjs";

const PRODUCT = fileURLToPath(new URL("../../bin/lore-inject.js", import.meta.url));
const GENERATE = fileURLToPath(new URL("../generate.mjs", import.meta.url));
const SEED = 1;
/** Caches trust a file once it is two seconds old. */
const SETTLING_MS = 2500;

// Without a listener an interrupt would end the process before its "exit" handlers remove the folders.
process.on("SIGINT", () => process.exit(130));

export function openHome(records) {
  const folder = mkdtempSync(join(tmpdir(), "lore-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, "store");
  const project = join(folder, "dev", OWN_PROJECT);
  mkdirSync(project, { recursive: true });
  // In a process of its own: forking from one that has grown would be measured with every run.
  const made = spawnSync(process.execPath, [GENERATE, "--records", String(records), "--out", store, "--seed", String(SEED)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (made.status !== 0) throw new Error("the store could not be generated");
  age(folder);
  // NODE_EXTRA_CA_CERTS makes Node 20 parse a certificate file at each start: a false denominator.
  const env = { PATH: process.env.PATH, HOME: folder, LORE_DATA_DIR: store, LORE_CONTEXT_NOW: "2026-11-01" };
  const product = (...args) => ({ file: process.execPath, args: [PRODUCT, ...args], env });
  const flags = registeredFlags(env);
  return {
    folder,
    store,
    project,
    records,
    env,
    bare: { file: process.execPath, args: ["-e", "0"], env, input: eventFor("thanks", project) },
    /** As a plain `node bin/lore-inject.js`, and as `lore-inject install` registers it. */
    hook: (prompt) => ({ ...product(), input: eventFor(prompt, project) }),
    flags,
    registered: (prompt) => ({ ...product(), args: [...flags, PRODUCT], input: eventFor(prompt, project) }),
    index: (...args) => product("index", ...args),
    prompts: promptsFor(records, SEED),
    setDeadline: (milliseconds) => writeSettings(folder, `deadline_ms: ${milliseconds}\n`),
    tail: openTail(join(store, "journal/data/decisions.jsonl")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What the installer would give Node here. */
function registeredFlags(env) {
  const { status, stdout } = spawnSync(process.execPath, [PRODUCT, "runtime", "--json", "--rounds", "0", "--set", "runtime=node"], { env, encoding: "utf8" });
  if (status !== 0) throw new Error("lore-inject runtime failed");
  return JSON.parse(stdout).launch.flags;
}

function eventFor(prompt, cwd) {
  return JSON.stringify({ session_id: "bench", cwd, hook_event_name: "UserPromptSubmit", prompt });
}

function writeSettings(folder, text) {
  const config = join(folder, ".config/lore-inject");
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, "config.yaml"), text);
  age(join(folder, ".config"));
}

/** The end of the decisions: grows by new records and can be cut back to what was generated. */
function openTail(file) {
  const { size } = statSync(file);
  let appended = 0;
  return {
    get appended() {
      return appended;
    },
    append(count, word = "") {
      const lines = freshDecisions(count, SEED, appended).map((record) => `${JSON.stringify(word === "" ? record : { ...record, decision: word })}\n`);
      appendFileSync(file, lines.join(""));
      appended += count;
    },
    age: () => ageFile(file),
    cut() {
      truncateSync(file, size);
      ageFile(file);
      appended = 0;
    },
  };
}

/** First runs write caches; they are trusted, and everything is warm, a little later. */
export function warmUp(runs, run) {
  for (const each of runs) run(each);
  sleep(SETTLING_MS);
  for (let i = 0; i < 2; i++) for (const each of runs) run(each);
}

function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
