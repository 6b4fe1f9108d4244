/** How long commands take to start and end: in rounds, each command once a round, so that a busy moment hits all alike. */
import { spawnSync } from "node:child_process";
import type { Environment } from "../config/environment.ts";

export interface Start {
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
}

export interface MeasuredStart {
  readonly label: string;
  readonly ms: number;
  /** In relation to the first command's. */
  readonly ratio: number;
}

/** Caches are made by the first run of a command and found by the second. */
const WARM_UP = 2;

export function measureStarts(starts: readonly Start[], { rounds, cwd, input }: { rounds: number; cwd: string; input: string }): readonly MeasuredStart[] {
  const times = starts.map((): number[] => []);
  for (let round = -WARM_UP; round < rounds; round++) {
    for (let step = 0; step < starts.length; step++) {
      // Each command comes first, second, third in turn.
      const index = (step + round + WARM_UP) % starts.length;
      const start = starts[index];
      if (start === undefined) continue;
      const before = process.hrtime.bigint();
      spawnSync(start.command, start.args, { cwd, input, env: start.env, stdio: ["pipe", "ignore", "ignore"] });
      if (round >= 0) times[index]?.push(Number(process.hrtime.bigint() - before) / 1e6);
    }
  }
  const medians = times.map(median);
  return starts.map(({ label }, index) => ({ label, ms: medians[index] ?? 0, ratio: (medians[index] ?? 0) / (medians[0] || 1) }));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
