/** What all commands share: the context with flags applied, and output. Commands look at files, not at cached settings. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { clock } from "../clock.ts";
import { parseFlagSettings } from "../config/build-config.ts";
import type { Settings } from "../config/parse-config.ts";
import type { StopwordLists } from "../config/stopwords.ts";
import * as events from "../events.ts";
import { type Context, openContext } from "../open-context.ts";
import { prepareSurroundings, prepareWorkspace } from "../prepare.ts";
import { prefilter, scanStore, startRefresh } from "../scan.ts";
import type { Progress } from "../store/index/refresh-index.ts";
import { lineAt } from "../store/line-at.ts";
import type { Problem } from "../types.ts";

declare const VERSION: string;
export const version = VERSION;

export interface CommonOptions {
  readonly cwd?: string;
  readonly budget?: string;
  readonly set?: readonly string[];
}

/** An expected failure of a command: message and hint, exit 1. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** `fresh` looks at the files themselves; else the cached settings serve, as they do for the hook. */
export function openForCommand(options: CommonOptions, { cwd = options.cwd ?? process.cwd(), fresh = true } = {}): Context {
  const pairs = [...(options.set ?? []), ...(options.budget === undefined ? [] : [`budget.tokens=${options.budget}`])];
  const flags = parseFlagSettings(pairs);
  const [problem] = flags.problems;
  if (problem) throw new CommandError(`${problem.where}: ${problem.what}`, problem.hint);
  const env = withoutOverridden(process.env, flags.settings);
  return openContext({
    cwd,
    env,
    shippedDir: join(__dirname, ".."),
    version,
    fresh: fresh || pairs.length > 0,
    loadScanner: () => ({ prefilter, scanStore, startRefresh }),
    loadEvents: () => events,
    lookAround: prepareSurroundings,
    prepare: (request) => prepareWorkspace(request, { loadStopwords, ...(pairs.length > 0 ? { flags: flags.settings } : {}) }),
  });
}

/** A flag beats the environment: the variables it stands above are not looked at. */
function withoutOverridden(env: NodeJS.ProcessEnv, flags: Settings): NodeJS.ProcessEnv {
  const variables: Readonly<Record<string, readonly string[]>> = {
    "budget.tokens": ["LORE_CONTEXT_BUDGET"],
    enabled: ["LORE_CONTEXT_DISABLED"],
    data_dir: ["LORE_DATA_DIR", "LORE_DIR"],
  };
  const hidden = [...flags.keys()].flatMap((key) => variables[key] ?? []);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !hidden.includes(name)));
}

function loadStopwords(): StopwordLists {
  return require("../dist/stopwords.cjs") as StopwordLists;
}

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
