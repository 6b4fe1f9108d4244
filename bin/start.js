"use strict";
// The long way: every command, and the hook where bin/lore-inject.js knows no shorter one: a first run, another release of Node,
// Bun, debugging, a person at the terminal. Here V8's code cache is made, as compiling the hook anew costs a fifth of Node's start.
const fs = require("node:fs");
const path = require("node:path");

/** Chooses the hook's bundle, the capture hook's, the MCP server's or the commands'. Without arguments it is the hook, unless a person asks. */
exports.start = (complete, lend, main) => {
  const debug = process.env.LORE_CONTEXT_DEBUG;
  const [name, ...rest] = process.argv.slice(2);
  const isCapture = name === "capture-hook" && rest.length === 0;
  const isServer = name === "mcp" && rest.length === 0;
  const isCommand = name !== undefined || (debug && !["0", "false", "no", "off"].includes(debug)) || isTerminal();
  try {
    if (isCapture) require("../dist/capture.cjs");
    else if (isServer) require("../dist/mcp.cjs");
    else if (isCommand) require("../dist/cli.cjs");
    else startHook(complete.hook, lend, main);
  } catch (error) {
    // In the midst of an update, say. Never in the way of a prompt.
    if (isCapture || !isCommand) process.exit(0);
    if (error.code !== "MODULE_NOT_FOUND" || !error.message.includes("dist")) throw error;
    process.stderr.write(`lore-inject: it is not built (npm install in ${path.dirname(__dirname)} does it)\n`);
    process.exit(1);
  }
};

function isTerminal() {
  try {
    // Asking node:tty costs more than a stat, and only a character device can be a terminal.
    return fs.fstatSync(0).isCharacterDevice() && require("node:tty").isatty(0);
  } catch {
    return false;
  }
}

function startHook(complete, lend, main) {
  const hook = open("hook", complete);
  main.exports.onEnd = (level, scanned) => {
    hook.keep(level);
    keepParts(main.parts, scanned);
  };
  const file = bundleFile("hook");
  hook.run(main.exports, lend, main, file, path.dirname(file));
}

exports.open = open;
exports.keepParts = keepParts;

/** The hook has more to do with a new part, and functions that no cache holds: it is kept anew with it, as complete as it was. */
function keepParts({ scan, events }, scanned, hook, complete) {
  const isScanKept = scan?.keep?.(scanned ? 1 : 0);
  const isEventsKept = events?.keep?.(2);
  if (hook && (isScanKept || isEventsKept)) writeTwice(hook, complete, hook.script);
}

/** A bundle and its compiled code, which is kept anew when a run came further than any before. */
function open(bundle, complete) {
  const file = bundleFile(bundle);
  const source = fs.readFileSync(file, "latin1");
  const cached = process.versions.bun ? null : findCachedCode(bundle, complete);
  const script = new (require("node:vm").Script)(source, { filename: file, cachedData: cached?.code });
  const kept = cached?.code && !script.cachedDataRejected ? cached.level : -1;
  return {
    run: script.runInThisContext(),
    // Functions compiled while running belong into the cache as well, so it is made at the end of a run.
    keep(reached) {
      const level = reached === 2 && kept >= 2 ? Math.min(kept + 1, complete) : reached;
      const isNews = cached !== null && level > kept;
      if (isNews) writeTwice(cached, level, script);
      return isNews;
    },
  };
}

function bundleFile(bundle) {
  return path.join(path.dirname(__dirname), "dist", `${bundle}.cjs`);
}

/** The folder is as src/store/locations.ts has it; null where there is none. The names are those that bin/lore-inject.js looks for. */
function cacheOf(bundle) {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  const base = [XDG_CACHE_HOME, LOCALAPPDATA, HOME && `${HOME}/.cache`].find((each) => each && path.isAbsolute(each));
  if (!base) return null;
  const flags = process.execArgv.length === 0 ? "" : `-${process.execArgv.join("").replaceAll("/", "_")}`;
  // V8 itself compares its version, its flags and the length of the source, but not its text.
  const { mtimeMs, size } = fs.statSync(bundleFile(bundle));
  return { folder: `${base}/lore-inject`, name: `code-${bundle}-${process.version}-${process.arch}-${Math.round(mtimeMs)}-${size}${flags}` };
}

function findCachedCode(bundle, complete) {
  const cache = cacheOf(bundle);
  if (cache === null) return null;
  for (let level = complete; level >= 0; level--) {
    const code = readTwice(`${cache.folder}/${cache.name}-${level}.bin`);
    if (code) return { ...cache, level, code };
  }
  return { ...cache, level: -1, code: undefined };
}

/** V8 does not notice a flipped bit in its cache, and may crash: so the file holds the code twice, and both halves must be equal. */
function readTwice(file) {
  try {
    const bytes = fs.readFileSync(file);
    const half = bytes.length >> 1;
    const first = bytes.subarray(0, half);
    return half > 0 && first.equals(bytes.subarray(half)) ? first : undefined;
  } catch {
    return undefined;
  }
}

function writeTwice({ folder: cacheDir, name: stem }, level, script) {
  const name = `${stem}-${level}.bin`;
  const aside = path.join(cacheDir, `${name}.${process.pid}.tmp`);
  try {
    const code = script.createCachedData();
    fs.mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(aside, Buffer.concat([code, code]), { mode: 0o600 });
    fs.renameSync(aside, path.join(cacheDir, name));
    // What this one replaces is of no further use, nor are caches of other builds and what a killed process left: a month without a rewrite tells them.
    for (const other of fs.readdirSync(cacheDir)) {
      const old = path.join(cacheDir, other);
      const isReplaced = /^-\d\.bin$/.test(other.replace(stem, "")) && other < name;
      const isForgotten = /^code-.*\.bin$|\.tmp$/.test(other) && Date.now() - fs.statSync(old).mtimeMs > 30 * 86_400_000;
      if (isReplaced || isForgotten) fs.unlinkSync(old);
    }
  } catch {
    // A read-only or full disk: the hook is compiled each time.
    fs.rmSync(aside, { force: true });
  }
}
