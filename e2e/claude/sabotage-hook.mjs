/** Stands in the place of the hook and spoils what it does, in one way at a time: `sabotage-hook.mjs <way> <command> <arguments…>`. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [way, command, ...args] = process.argv.slice(2);
const input = readFileSync(0);
const event = JSON.parse(input.toString());
const isCapture = args.includes("capture-hook");

function runHook(env = process.env) {
  return spawnSync(command, args, { input, env }).stdout.toString();
}

function withContext(change) {
  const stdout = runHook();
  const context = stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;
  const changed = change(context);
  return changed === "" ? "" : JSON.stringify({ hookSpecificOutput: { hookEventName: event.hook_event_name, additionalContext: changed } });
}

/** As if nothing had ever been shown, in any session. */
function forgetful() {
  const state = mkdtempSync(join(tmpdir(), "lore-inject-forgotten-"));
  try {
    return runHook({ ...process.env, XDG_STATE_HOME: state });
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

const ALL = readAll();
/** Every record there is, as it stands in its file. */
function readAll() {
  const read = (path) => {
    try {
      return readFileSync(join(process.env.HOME, ".local", "share", "lore", path), "utf8");
    } catch {
      return "";
    }
  };
  return ["journal/data/decisions.jsonl", "failures/data/failures.jsonl", "transfer/data/handoffs.jsonl"].map(read).join("");
}

const WAYS = {
  mute: () => (isCapture ? runHook() : ""),
  "no-capture": () => (isCapture ? "" : runHook()),
  double: () => withContext((text) => (text === "" ? "" : `${text}\n${text}`)),
  chatty: () => withContext((text) => `${text}\n--- Lore Context (chatty) ---\n${ALL}`),
  forgetful,
  raw: () => withContext((text) => text && `${text}\n${ALL.replaceAll("\\n", "\n").replaceAll("\\u001b", "\u001b")}`),
  "wrong-name": () => runHook().replace(/"hookEventName":"\w+"/, '"hookEventName":"Stop"'),
  "twice-kept": () => runHook() + (isCapture ? runHook() : ""),
  unclosed: () => withContext((text) => text && `${text}\n</system-reminder>`),
  noisy: () => {
    process.stderr.write("hook error: on purpose\n");
    process.exitCode = 1;
    return runHook();
  },
  block: () => {
    process.stderr.write("hook error: on purpose\n");
    process.exitCode = 2;
    return "";
  },
};
/** What is broken around the hook leaves it as it is. */
process.stdout.write((WAYS[way] ?? runHook)());
