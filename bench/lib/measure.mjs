/** Wall-clock times of fresh processes: interleaved and shuffled, so that a noisy machine is noisy for all alike. */
import { spawnSync } from "node:child_process";
import { inFreshSession } from "./fresh-session.mjs";
import { showProgress } from "./progress.mjs";

const MEGABYTE = 1024 * 1024;

/** `{ file, args, env, input }` end to end. */
export function runOnce({ file, args, env, input = "", cwd }) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr, error } = spawnSync(file, args, { input: inFreshSession(input), env, cwd, maxBuffer: 2048 * MEGABYTE });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  return { ms, status, stdout: stdout?.toString("latin1", 0, MEGABYTE) ?? "", stderr: stderr?.toString() ?? "", error };
}

export function runOrThrow(run, what) {
  const result = runOnce(run);
  if (result.status !== 0)
    throw new Error(`${what} failed (${result.error?.message ?? `exit code ${result.status}`}): ${result.stderr.trim().split("\n").at(-1)}`);
  return result;
}

/**
 * Cases are `{ name, runAt(round) }`. A case that has used up `budgetMs` is left out of the rounds after
 * its third: a peer that takes a minute a run would otherwise take an hour.
 */
export function interleave(cases, { rounds, label, budgetMs = Number.POSITIVE_INFINITY, least = 3, before = () => {} }) {
  const times = new Map(cases.map(({ name }) => [name, []]));
  const progress = showProgress(label);
  for (let round = 0; round < rounds; round++) {
    for (const { name, runAt } of shuffle(cases)) {
      const list = times.get(name);
      if (list.length >= least && list.reduce((sum, ms) => sum + ms, 0) > budgetMs) continue;
      before();
      list.push(runOnce(runAt(round)).ms);
      progress.at(round / rounds, name);
    }
  }
  progress.end();
  return times;
}

export function shuffle(list) {
  const mixed = [...list];
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

function quantile(list, share) {
  return [...list].sort((a, b) => a - b)[Math.round((list.length - 1) * share)] ?? Number.NaN;
}

export const median = (list) => quantile(list, 0.5);

/** Median, 95th percentile and the ratio to the median of `floor`. */
export function summarize(times, floor) {
  const base = median(times.get(floor));
  return Object.fromEntries(
    [...times].map(([name, list]) => [name, { p50: median(list), p95: quantile(list, 0.95), ratio: median(list) / base, runs: list.length }]),
  );
}
