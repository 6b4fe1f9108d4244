#!/usr/bin/env node
"use strict";
// Chooses the hook's bundle or the commands'. Without arguments this is the hook, unless a person
// sits at the terminal; debugging needs the commands' bundle. The hook is loaded from V8's code
// cache, as compiling it anew costs a fifth of Node's start on every prompt. All in one small file:
// each further module costs a millisecond.
const fs = require("node:fs");
const path = require("node:path");

/** How far a run came: 0 silent, 1 an answer, 2 an answer from the index. */
const LEVELS = 2;

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
  const file = `${path.dirname(__dirname)}${path.sep}dist${path.sep}hook.cjs`;
  const bytes = fs.readFileSync(file);
  // The same as toString("latin1"), for which V8 would have to compile three of Node's functions.
  const source = bytes.latin1Slice(0, bytes.length);
  const cached = process.versions.bun ? null : findCachedCode(file, source.length);
  const script = new (require("node:vm").Script)(source, { filename: file, cachedData: cached?.code });
  const hook = { exports: {} };
  const keptLevel = cached?.code && !script.cachedDataRejected ? cached.level : -1;
  // Functions compiled while running belong into the cache as well, so it is made at the end of a run that came further than any before.
  if (cached && keptLevel < LEVELS) hook.exports.onEnd = (level) => level > keptLevel && writeTwice(cached, level, script);
  // Every module of the bundle asks for these again, and each time through the loader would cost 30 µs.
  const known = { "node:fs": fs, "node:path": path };
  script.runInThisContext()(hook.exports, (id) => known[id] ?? require(id), hook, file, path.dirname(file));
}

/** The folder is as src/store/locations.ts has it; null where there is none. */
function findCachedCode(file, length) {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  let base = XDG_CACHE_HOME;
  if (!base || !path.isAbsolute(base)) base = LOCALAPPDATA;
  if (!base || !path.isAbsolute(base)) base = HOME && `${HOME}/.cache`;
  if (!base || !path.isAbsolute(base)) return null;
  const flags = process.execArgv.length === 0 ? "" : `-${process.execArgv.join("").replace(/[^\w=-]/g, "_")}`;
  // V8 itself compares its version, its flags and the length of the source, but not its text.
  const name = `code-${process.version}-${process.arch}-${Math.round(fs.statSync(file).mtimeMs)}-${length}${flags}`;
  const folder = `${base}/lore-inject`;
  for (let level = LEVELS; level >= 0; level--) {
    const code = readTwice(`${folder}/${name}-${level}.bin`);
    if (code) return { folder, name, level, code };
  }
  return { folder, name, level: -1, code: undefined };
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
    // Caches of other builds, and what a killed process left, are of no further use; a month without a rewrite tells them.
    for (const other of fs.readdirSync(cacheDir)) {
      const old = path.join(cacheDir, other);
      if (/^code-.*\.bin$|\.tmp$/.test(other) && Date.now() - fs.statSync(old).mtimeMs > 30 * 86_400_000) fs.unlinkSync(old);
    }
  } catch {
    // A read-only or full disk: the hook is compiled each time.
    fs.rmSync(aside, { force: true });
  }
}
