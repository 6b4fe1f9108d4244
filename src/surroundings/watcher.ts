/** Notes everything that a result depends on, with the stamp it has now: when one changes, the result no longer holds. */
import { dirname } from "node:path";
import { ABSENT, readIdentity } from "../store/identity.ts";
import type { EpochMs } from "../types.ts";

export type Inputs = readonly (readonly [path: string, stamp: string])[];

export class Watcher {
  private readonly stamps = new Map<string, string>();
  settled = true;

  constructor(private readonly now: EpochMs) {}

  /** Whether it is there. */
  watch(path: string): boolean {
    const { stamp, settled } = readIdentity(path, this.now);
    if (!settled) this.settled = false;
    if (stamp === ABSENT) this.stamps.set(this.highestAbsent(path), ABSENT);
    else this.stamps.set(path, stamp);
    return stamp !== ABSENT;
  }

  get inputs(): Inputs {
    return [...this.stamps];
  }

  /** While a folder is absent, so is all below it: one input stands for them all. */
  private highestAbsent(path: string): string {
    const parent = dirname(path);
    if (parent === path || readIdentity(parent, this.now).stamp !== ABSENT) return path;
    return this.highestAbsent(parent);
  }
}
