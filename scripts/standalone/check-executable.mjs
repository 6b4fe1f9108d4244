/** Runs an executable as a client would, beside the normal hook: the same bytes wherever it lies, and how long it takes. */
import { spawnSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../bundles.mjs";
import { openStage } from "./stage.mjs";

const ROUNDS = 15;
/** Caches are made by the first run and found by the second. */
const WARM_UP = 2;

/** Throws with the first difference; else its start, and the normal hook's, in relation to `node -e 0`. */
export function checkExecutable(file) {
  const stage = openStage();
  const hook = join(root, "bin", "lore-inject.js");
  const run = (command, args = [], { input = stage.event, env = {} } = {}) =>
    spawnSync(command, args, { cwd: stage.cwd, env: { ...stage.env, ...env }, input, encoding: "utf8", timeout: 20_000 });
  try {
    const moved = join(stage.home, `moved-${basename(file)}`);
    copyFileSync(file, moved);
    // A cache folder below a file can be neither made nor written.
    writeFileSync(join(stage.home, "blocked"), "");
    const blocked = { env: { XDG_CACHE_HOME: join(stage.home, "blocked") } };
    const right = run(process.execPath, [hook]).stdout;
    if (right === "") throw new Error("The normal hook does not answer here.");
    expect("the first answer", run(file), { status: 0, stdout: right, stderr: "" });
    expect("the answer from the cache", run(file), { status: 0, stdout: right, stderr: "" });
    expect("the answer from another folder", run(moved), { status: 0, stdout: right, stderr: "" });
    expect("the answer without a cache", run(moved, [], blocked), { status: 0, stdout: right, stderr: "" });
    expect("the answer to nothing", run(file, [], { input: "" }), { status: 0, stdout: "", stderr: "" });
    expect("the answer to no event", run(file, [], { input: "{" }), { status: 0, stdout: "", stderr: "" });
    expect("the answer while debugging", run(file, [], { env: { LORE_CONTEXT_DEBUG: "1" } }), { status: 0, stdout: right });
    const refused = run(file, ["sources"]);
    expect("the answer to arguments", refused, { status: 1, stdout: "" });
    if (!/^lore-inject: .*only the hook.*\n$/.test(refused.stderr)) throw new Error(`Arguments are answered with ${JSON.stringify(refused.stderr)}.`);
    // A cache of its own: two versions that share one replace each other's files.
    const other = { env: { XDG_CACHE_HOME: join(stage.home, "other-cache") } };
    return measure([() => run(process.execPath, ["-e", "0"]), () => run(file), () => run(process.execPath, [hook], other)]);
  } finally {
    stage.close();
  }
}

function expect(what, { status, stdout, stderr, error }, right) {
  const found = { status, stdout, stderr };
  const wrong = Object.keys(right).find((key) => found[key] !== right[key]);
  if (wrong) throw new Error(`Wrong ${wrong} in ${what}: ${show(found[wrong])}, expected ${show(right[wrong])}${error ? ` (${error.message})` : ""}`);
}

function show(value) {
  const text = JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Interleaved, so that a busy moment hits all alike. */
function measure(starts) {
  const times = starts.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [index, start] of starts.entries()) {
      const before = process.hrtime.bigint();
      start();
      if (round >= 0) times[index].push(Number(process.hrtime.bigint() - before));
    }
  }
  const [base, own, hook] = times.map((values) => values.sort((a, b) => a - b)[ROUNDS >> 1]);
  return { ratio: own / base, hook: hook / base };
}
