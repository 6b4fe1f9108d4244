#!/usr/bin/env node
"use strict";
// Chooses the hook's bundle or the commands'. Without arguments this is the hook, unless a person
// sits at the terminal; debugging needs the commands' bundle. The hook is loaded from V8's code
// cache, as compiling it anew costs a fifth of Node's start on every prompt. All in one small file:
// each further module costs a millisecond.
const fs = require("node:fs");
const path = require("node:path");

const debug = process.env.LORE_CONTEXT_DEBUG;
if (process.argv.length > 2 || (debug && !["0", "false", "no", "off"].includes(debug)) || isTerminal()) require("../dist/cli.cjs");
else {
  try {
    loadHook();
  } catch {
    // In the midst of an update, say. Never in the way of a prompt.
    process.exit(0);
  }
}

function isTerminal() {
  try {
    // Asking node:tty costs more than a stat, and only a character device can be a terminal.
    return fs.fstatSync(0).isCharacterDevice() && require("node:tty").isatty(0);
  } catch {
    return false;
  }
}

/** dist/hook.cjs is a function of what a module gets: (exports, require, module, __filename, __dirname). */
function loadHook() {
  const file = path.join(__dirname, "../dist/hook.cjs");
  const source = fs.readFileSync(file, "latin1");
  const cacheDir = findCacheDir(process.env);
  const flags = process.execArgv.length === 0 ? "" : `-${process.execArgv.join("").replace(/[^\w=-]/g, "_")}`;
  // V8 itself compares its version, its flags and the length of the source, but not its text.
  const name = `code-${process.version}-${process.arch}-${Math.round(fs.statSync(file).mtimeMs)}-${source.length}${flags}.bin`;
  const cachedData = cacheDir === null || process.versions.bun ? undefined : readTwice(path.join(cacheDir, name));
  const script = new (require("node:vm").Script)(source, { filename: file, cachedData });
  const hook = { exports: {} };
  if (cacheDir !== null && !process.versions.bun && (!cachedData || script.cachedDataRejected)) {
    // Functions compiled while running belong into the cache as well: it is made at the end of the first run with an answer.
    process.once("exit", () => hook.exports.answered && writeTwice(cacheDir, name, script));
  }
  // Every module of the bundle asks for these again, and each time through the loader would cost 30 µs.
  const known = { "node:fs": fs, "node:path": path };
  script.runInThisContext()(hook.exports, (id) => known[id] ?? require(id), hook, file, path.dirname(file));
}

/** As src/store/locations.ts has it. */
function findCacheDir(env) {
  const base = [env.XDG_CACHE_HOME, env.LOCALAPPDATA, env.HOME && path.join(env.HOME, ".cache")].find((folder) => folder && path.isAbsolute(folder));
  return base ? path.join(base, "lore-inject") : null;
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

function writeTwice(cacheDir, name, script) {
  try {
    const code = script.createCachedData();
    const aside = path.join(cacheDir, `${name}.${process.pid}.tmp`);
    fs.mkdirSync(cacheDir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(aside, Buffer.concat([code, code]), { mode: 0o600 });
    fs.renameSync(aside, path.join(cacheDir, name));
    // Caches of other builds, and what a killed process left, are of no further use; a month without a rewrite tells them.
    for (const other of fs.readdirSync(cacheDir)) {
      const old = path.join(cacheDir, other);
      if (/^code-.*\.bin$|\.tmp$/.test(other) && Date.now() - fs.statSync(old).mtimeMs > 30 * 86_400_000) fs.unlinkSync(old);
    }
  } catch {
    // A read-only or full disk: the hook is compiled each time.
  }
}
