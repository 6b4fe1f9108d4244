/** What all commands share: output, signs of life, and text from standard input. */
import { readFileSync } from "node:fs";
import { clock } from "../clock.ts";
import type { Progress } from "../store/index/refresh-index.ts";
import { lineAt } from "../store/line-at.ts";
import type { Problem } from "../types.ts";

export function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, (_key, item: unknown) => (item instanceof Map ? Object.fromEntries(item) : item), 2)}\n`);
}

export function locateProblem({ where, offset }: Problem): string {
  const line = offset === undefined ? null : lineAt(where, offset);
  return line === null ? where : `${where}:${line}`;
}

/** A sign of life for whoever waits at a terminal. `tick` is asked between two parts of a store, and says that there is time. */
export function makeProgress(what: string): { readonly tick: () => boolean; readonly done: () => void } {
  const startedAt = clock();
  let shown = false;
  return {
    tick() {
      const seconds = (clock() - startedAt) / 1000;
      if (process.stderr.isTTY) {
        process.stderr.write(`\r${what} …${seconds < 1 ? "" : ` ${seconds.toFixed(0)} s`}`);
        shown = true;
      }
      return false;
    },
    done() {
      if (shown) process.stderr.write("\r\u001b[K");
    },
  };
}

/** How far a long task is, its rate and the time left, for whoever waits at a terminal. Shown once it has taken a second. */
export function makeProgressBar(): Progress & { readonly done: () => void } {
  let task = { what: "", size: 0, startedAt: 0 };
  let shownAt = 0;
  let shown = false;
  return {
    start(what, size) {
      task = { what, size, startedAt: clock() };
    },
    advance(done) {
      const now = clock();
      if (!process.stderr.isTTY || now - task.startedAt < 1000 || now - shownAt < 100) return;
      shownAt = now;
      shown = true;
      process.stderr.write(`\r\u001b[K${renderProgress(task.what, done, task.size, now - task.startedAt)}`);
    },
    wait(what) {
      if (!process.stderr.isTTY) return;
      shown = true;
      process.stderr.write(`\r\u001b[K${what} …`);
    },
    done() {
      if (shown) process.stderr.write("\r\u001b[K");
    },
  };
}

const BAR_WIDTH = 24;

function renderProgress(what: string, done: number, size: number, ms: number): string {
  const share = size === 0 ? 1 : Math.min(1, done / size);
  const full = Math.round(share * BAR_WIDTH);
  const left = share === 0 ? "" : `, ${Math.ceil((ms / share - ms) / 1000)} s left`;
  return `${what} [${"#".repeat(full)}${".".repeat(BAR_WIDTH - full)}] ${Math.floor(share * 100)} %, ${(done / 1000 / ms).toFixed(0)} MB/s${left}`;
}

/** Text given as an argument, or `-` for standard input. */
export function readText(argument: string): string {
  return argument === "-" ? readFileSync(0, "utf8") : argument;
}
