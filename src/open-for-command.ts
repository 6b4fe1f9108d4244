/** The context for whoever is not the hook: looks at the files themselves, not at cached settings, with flags above everything. */
import { join } from "node:path";
import { parseFlagSettings } from "./config/build-config.ts";
import type { Settings } from "./config/parse-config.ts";
import type { StopwordLists } from "./config/stopwords.ts";
import * as events from "./events.ts";
import { type Context, openContext } from "./open-context.ts";
import { prepareSurroundings, prepareWorkspace } from "./prepare.ts";
import { Refusal } from "./refusal.ts";
import { prefilter, scanStore, startRefresh } from "./scan.ts";

declare const VERSION: string;
export const version = VERSION;

export interface CommonOptions {
  readonly cwd?: string;
  readonly budget?: string;
  readonly set?: readonly string[];
}

/** `fresh` looks at the files themselves; else the cached settings serve, as they do for the hook. */
export function openForCommand(options: CommonOptions, { cwd = options.cwd ?? process.cwd(), fresh = true } = {}): Context {
  const pairs = [...(options.set ?? []), ...(options.budget === undefined ? [] : [`budget.tokens=${options.budget}`])];
  const flags = parseFlagSettings(pairs);
  const [problem] = flags.problems;
  if (problem) throw new Refusal(`${problem.where}: ${problem.what}`, problem.hint);
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
