/**
 * A trial for a runtime: a home with one record and an event that must bring it, in a folder that tries
 * to get its own code run, as a cloned repository could.
 */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Environment } from "../config/environment.ts";

export interface Trial {
  readonly cwd: string;
  readonly event: string;
  readonly env: Environment;
  /** Part of every right answer. */
  readonly recordId: string;
  readonly close: () => void;
}

const RECORD = {
  id: "dec-7a1a1b2c",
  timestamp: "2026-01-01T00:00:00Z",
  decision: "Start the hook with the runtime that answers the trial event",
  rationale: "A runtime that answers differently from Node is not used, however fast it starts.",
  outcome: "successful",
};
const HOSTILE = 'process.stdout.write("the folder ran its own code");';
/** Longer ago than what counts as just written: else the settings would be read anew on each start. */
const AGE_SECONDS = 600;

export function openTrial(env: Environment): Trial {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-trial-")));
  const cwd = join(home, "dev", "trial");
  const files: Readonly<Record<string, string>> = {
    "lore/journal/data/decisions.jsonl": `${JSON.stringify(RECORD)}\n`,
    // A busy machine must not change the answer.
    ".config/lore-inject/config.yaml": "deadline_ms: 10000\n",
    "dev/trial/hostile.js": HOSTILE,
    "dev/trial/bunfig.toml": 'preload = ["./hostile.js"]\n',
    "dev/trial/.env": "LORE_CONTEXT_DISABLED=1\n",
    "dev/trial/tsconfig.json": JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { "*": ["./hostile.js"] } } }),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  age(home);
  return {
    cwd,
    event: JSON.stringify({ cwd, hook_event_name: "UserPromptSubmit", prompt: "which runtime answers the trial event?" }),
    env: {
      PATH: env.PATH,
      SystemRoot: env.SystemRoot,
      HOME: home,
      XDG_CONFIG_HOME: join(home, ".config"),
      XDG_CACHE_HOME: join(home, ".cache"),
      LORE_DATA_DIR: join(home, "lore"),
      LORE_CONTEXT_NOW: "2026-01-02",
    },
    recordId: RECORD.id,
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

function age(folder: string): void {
  const then = Date.now() / 1000 - AGE_SECONDS;
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) utimesSync(join(folder, entry), then, then);
}
