/** What a run needs besides time: instructions under callgrind, resident memory, and how it does with a cold page cache. Null where a tool is missing. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inFreshSession } from "./fresh-session.mjs";

const GNU_TIME = "/usr/bin/time";
const DROP_CACHES = "/proc/sys/vm/drop_caches";

export function hasValgrind() {
  return spawnSync("valgrind", ["--version"]).status === 0;
}

const SEEDED = "--no-rehash-snapshot";

/**
 * With the same hash seed in each process: otherwise every start of Node looks for a random prime, which alone scatters its 78 M
 * instructions by up to 16 M. Code caches are kept for each set of flags, so warm up with this as well.
 */
export function seeded(run) {
  return { ...run, args: [SEEDED, ...run.args.filter((word) => word !== SEEDED)] };
}

/** The least of several runs: with a fixed seed they agree to four digits, but for what other threads compile. */
function countInstructions(run, folder, runs) {
  return Math.min(...Array.from({ length: runs }, () => countOnce(run, folder)));
}

/** More for bare node: every ratio rests on it. */
const FLOOR_RUNS = 3;
export const PROMPT_RUNS = 2;

export function countFloor(run, folder) {
  return countInstructions(run, folder, FLOOR_RUNS);
}

/** The mean over several prompts, one definition for the report and the check. */
export function countPrompts(runs, folder, onRun = () => {}) {
  const counts = runs.map((run, index) => {
    onRun(index);
    return countInstructions(run, folder, PROMPT_RUNS);
  });
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

function countOnce({ file, args, env, input }, folder) {
  const out = join(folder, "callgrind.out");
  const { stderr } = spawnSync("valgrind", ["--tool=callgrind", `--callgrind-out-file=${out}`, file, ...args], { env, input: inFreshSession(input) });
  rmSync(out, { force: true });
  const count = /Collected\s*:\s*(\d+)/.exec(stderr.toString())?.[1];
  if (count === undefined) throw new Error("callgrind gave no count");
  return Number(count);
}

/** The largest resident set of a process in MB. Only GNU time tells it for a process that is not our own. */
export function measureMemory({ file, args, env, input = "" }, folder) {
  if (!existsSync(GNU_TIME)) return null;
  const out = join(folder, "rss.txt");
  const { status } = spawnSync(GNU_TIME, ["-f", "%M", "-o", out, file, ...args], { env, input: inFreshSession(input), maxBuffer: Number.POSITIVE_INFINITY });
  const kilobytes = status === 0 ? Number(readFileSync(out, "utf8").trim().split("\n").at(-1)) : Number.NaN;
  rmSync(out, { force: true });
  return Number.isFinite(kilobytes) ? kilobytes / 1024 : null;
}

/** Needs root and a kernel that lets us; false where it is not allowed. */
export function dropPageCache() {
  try {
    spawnSync("sync");
    writeFileSync(DROP_CACHES, "3\n");
    return true;
  } catch {
    return false;
  }
}

export function bytesBelow(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
