#!/usr/bin/env node
"use strict";
// Chooses the hook's bundle, the capture hook's, the MCP server's or the commands'. Without arguments this is the hook, unless a person
// sits at the terminal; debugging needs the commands' bundle. The hook is loaded from V8's code
// cache, as compiling it anew costs a fifth of Node's start on every prompt. All in one small file:
// each further module costs a millisecond.
const fs = require("node:fs");
const path = require("node:path");

/**
 * The compiled code is kept anew when a run came further than any before: the hook is silent (0), answers (1), answers from
 * the index (2), and does so for the second to fifth time (6), as other prompts need other functions; the scanner only starts
 * a refresh (0), reads (1); other events are answered for the first to fifth time (6).
 */
const LEVELS = { hook: 6, scan: 1, events: 6 };
/** Where Node's own binding is known to take what we give it; node:vm around it costs 2 % of the start. */
const DIRECT = ["v20.20", "v22.23", "v24.21"];
const LENT = { "../dist/scan.cjs": "scan", "../dist/events.cjs": "events" };

const debug = process.env.LORE_CONTEXT_DEBUG;
const isCapture = process.argv.length === 3 && process.argv[2] === "capture-hook";
const isServer = process.argv.length === 3 && process.argv[2] === "mcp";
const isCommand = process.argv.length > 2 || (debug && !["0", "false", "no", "off"].includes(debug)) || isTerminal();
try {
  if (isCapture) require("../dist/capture.cjs");
  else if (isServer) require("../dist/mcp.cjs");
  else if (isCommand) require("../dist/cli.cjs");
  else loadHook();
} catch (error) {
  // In the midst of an update, say. Never in the way of a prompt.
  if (isCapture || !isCommand) process.exit(0);
  if (error.code !== "MODULE_NOT_FOUND" || !error.message.includes("dist")) throw error;
  process.stderr.write(`lore-inject: it is not built (npm install in ${path.dirname(__dirname)} does it)\n`);
  process.exit(1);
}

function isTerminal() {
  try {
    // Asking node:tty costs more than a stat, and only a character device can be a terminal.
    return fs.fstatSync(0).isCharacterDevice() && require("node:tty").isatty(0);
  } catch {
    return false;
  }
}

function loadHook() {
  // Every module of a bundle asks for these again, and each time through the loader would cost 30 µs.
  const known = { "node:fs": fs, "node:path": path };
  const lend = (id) => known[id] ?? (LENT[id] ? loadPart(id) : require(id));
  const hook = open("hook");
  const parts = {};
  const loadPart = (id) => {
    const part = open(LENT[id]);
    parts[LENT[id]] = part;
    known[id] = part.run({ exports: {} }, lend);
    return known[id];
  };
  const onEnd = (level, scanned) => {
    hook.keep(level);
    parts.scan?.keep(scanned ? 1 : 0);
    parts.events?.keep(2);
  };
  hook.run({ exports: { onEnd } }, lend);
}

/** A bundle is a function of what a module gets: (exports, require, module, __filename, __dirname). */
function open(bundle) {
  const file = `${path.dirname(__dirname)}${path.sep}dist${path.sep}${bundle}.cjs`;
  const bytes = fs.readFileSync(file);
  // The same as toString("latin1"), for which V8 would have to compile three of Node's functions.
  const source = bytes.latin1Slice(0, bytes.length);
  const cached = process.versions.bun ? null : findCachedCode(bundle, file, source.length);
  const script = compile(source, file, cached?.code);
  const kept = cached?.code && !script.cachedDataRejected ? cached.level : -1;
  return {
    run(module, lend) {
      script.start()(module.exports, lend, module, file, path.dirname(file));
      return module.exports;
    },
    // Functions compiled while running belong into the cache as well, so it is made at the end of a run that came further than any before.
    keep(reached) {
      const level = reached === 2 && kept >= 2 ? Math.min(kept + 1, LEVELS[bundle]) : reached;
      if (cached && level > kept) writeTwice(cached, level, script);
    },
  };
}

function compile(source, file, code) {
  let script;
  if (DIRECT.includes(process.version.slice(0, 6)) && !process.versions.bun) {
    const { ContextifyScript } = process.binding("contextify");
    script = new ContextifyScript(source, file, 0, 0, code, false, undefined, Symbol(file));
    script.start = () => script.runInContext(null, -1, true, false, false);
  } else {
    script = new (require("node:vm").Script)(source, { filename: file, cachedData: code });
    script.start = () => script.runInThisContext();
  }
  return script;
}

/** The folder is as src/store/locations.ts has it; null where there is none. */
function findCachedCode(bundle, file, length) {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  let base = XDG_CACHE_HOME;
  if (!base || !path.isAbsolute(base)) base = LOCALAPPDATA;
  if (!base || !path.isAbsolute(base)) base = HOME && `${HOME}/.cache`;
  if (!base || !path.isAbsolute(base)) return null;
  const flags = process.execArgv.length === 0 ? "" : `-${process.execArgv.join("").replace(/[^\w=-]/g, "_")}`;
  // V8 itself compares its version, its flags and the length of the source, but not its text.
  const name = `code-${bundle}-${process.version}-${process.arch}-${Math.round(fs.statSync(file).mtimeMs)}-${length}${flags}`;
  const folder = `${base}/lore-inject`;
  for (let level = LEVELS[bundle]; level >= 0; level--) {
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
