#!/usr/bin/env node
"use strict";
// The short way into the hook: a release of Node that was tried, and V8's code cache complete. Everything else takes the long
// way, bin/start.js. Straight on and without any module of Node's: what is in no code cache, V8 compiles anew for every prompt.

/** Where Node's own bindings are known to take what we give them; what Node wraps around them costs a tenth of its start. */
const TRIED = "v20.20 v22.23 v24.21 v26.10";
/**
 * When the compiled code needs no further run: the hook is silent (0), answers (1), answers from the index (2), and does so for
 * the second to fifth time (6), as other prompts need other functions; the scanner only starts a refresh (0), reads (1);
 * other events are answered for the first to fifth time (6).
 */
const COMPLETE = { hook: 6, scan: 1, events: 6 };
/** So much of the second copy of the code is compared at a time. */
const CHUNK = 32768;

const { argv, env, version, execArgv } = process;
const folder = `${__dirname.slice(0, -3)}dist`;
/** The hook's module: what it is lent, what it calls in the end, the parts that it asked for, its script and where its code is kept. */
const main = { exports: {}, lent: null, parts: {}, kept: null };

/**
 * A bundle is a function of what a module gets: (exports, require, module, __filename, __dirname). Throws where there is no short way.
 * In parentheses V8 compiles it at once; else it would look through it here, and read it again when it is called.
 */
// biome-ignore format: the parentheses are wanted.
// biome-ignore lint/complexity/useArrowFunction: of an arrow function V8 does not know in time that it is in parentheses.
const open = (function (bundle) {
  const { fs, buffer, Script } = main.lent;
  const file = `${folder}/${bundle}.cjs`;
  const cache = env.XDG_CACHE_HOME || env.LOCALAPPDATA || `${env.HOME}/.cache`;
  const flags = execArgv.length === 0 ? "" : `-${execArgv.join("")}`;
  if (cache[0] !== "/" || flags.includes("/")) throw null;
  const text = fs.open(file, 0, 0);
  const stat = fs.fstat(text, false, undefined, false);
  const length = stat[8];
  const changed = Math.round(stat[12] * 1000 + stat[13] / 1e6);
  const name = `code-${bundle}-${version}-${process.arch}-${changed}-${length}${flags}`;
  const code = fs.open(`${cache}/lore-inject/${name}-${COMPLETE[bundle]}.bin`, 0, 0);
  const size = fs.fstat(code, false, undefined, false)[8];
  // A whole number, whatever became of the file: the binding ends the process for any other.
  const half = size >> 1;
  if (half === 0 || half * 2 !== size) throw null;
  // One stretch of memory for all of it: each page that is touched for the first time costs as much as a small file.
  const bytes = new Uint8Array(Math.max(half, length) + CHUNK);
  if (fs.read(text, bytes, 0, length, 0) !== length) throw null;
  const source = buffer.latin1Slice.call(bytes, 0, length);
  if (fs.read(code, bytes, 0, half, 0) !== half) throw null;
  // V8 does not notice a flipped bit in its cache, and may crash: so the file holds the code twice, and both must be equal.
  for (let at = 0; at < half; at += CHUNK) {
    const count = Math.min(CHUNK, half - at);
    if (fs.read(code, bytes, half, count, half + at) !== count) throw null;
    if (buffer.compare(bytes.subarray(at, at + count), bytes.subarray(half, half + count)) !== 0) throw null;
  }
  fs.close(text);
  fs.close(code);
  const script = new Script(source, file, 0, 0, bytes.subarray(0, half), false, undefined, Symbol(file));
  if (script.cachedDataRejected) throw null;
  main.kept ??= { folder: `${cache}/lore-inject`, name, script };
  return script.runInContext(null, -1, true, false, false);
});

function lend(id) {
  const bundle = { "../dist/scan.cjs": "scan", "../dist/events.cjs": "events" }[id];
  if (bundle === undefined) return require(id);
  main.parts[bundle] ??= load(bundle);
  return main.parts[bundle].exports;
}

/** Of a part that came the long way, `keep` keeps the compiled code. */
function load(bundle) {
  const module = { exports: {}, lent: main.lent, keep: null };
  let run;
  try {
    run = open(bundle);
  } catch {
    const long = require("./start.js");
    const opened = long.open(bundle, COMPLETE[bundle]);
    run = opened.run;
    module.keep = opened.keep;
    main.exports.onEnd ??= (_level, scanned) => long.keepParts(main.parts, scanned, main.kept, COMPLETE.hook);
  }
  run(module.exports, lend, module, `${folder}/${bundle}.cjs`, folder);
  return module;
}

let hook = null;
try {
  if (argv.length === 2 && !env.LORE_CONTEXT_DEBUG && TRIED.includes(version.slice(0, 6)) && !process.versions.bun) {
    const { binding } = process;
    const { utf8Slice, latin1Slice } = Buffer.prototype;
    const { compare, isAscii } = binding("buffer");
    const buffer = { compare, isAscii, utf8Slice, latin1Slice };
    const fs = binding("fs");
    main.lent = { fs, buffer, constants: binding("constants").fs, Script: binding("contextify").ContextifyScript };
    // A device may be a terminal with a person at it.
    if ((fs.fstat(0, false, undefined, true)?.[1] & 0o170000) !== 0o020000) hook = open("hook");
  }
} catch {
  // The long way.
}
if (hook === null) takeLongWay();
else hook(main.exports, lend, main, `${folder}/hook.cjs`, folder);

function takeLongWay() {
  let start;
  try {
    ({ start } = require("./start.js"));
  } catch (error) {
    // In the midst of an update, say. Never in the way of a prompt.
    if (argv.length === 2) process.exit(0);
    throw error;
  }
  start(COMPLETE, lend, main);
}
