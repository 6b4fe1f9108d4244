"use strict";
// Entry of the single executable: the hook and nothing else. It does what bin/lore-inject.js does, but
// everything the hook asks for lies in the executable itself, so that it runs from any folder, also where
// nothing can be written. What differs between Node and Bun is in parts.cjs, of which each has its own.
const fs = require("node:fs");
const path = require("node:path");
const parts = require("./parts.cjs");

/** A folder that need not exist: the shipped files are asked for by these paths and found in memory. */
const SHIPPED_DIR = path.resolve("/", "lore-inject-standalone");
const ONLY_THE_HOOK = "lore-inject: this executable is only the hook (an event on stdin, no arguments); commands and debugging need the installed package\n";

if (process.argv.length > 2 || isTerminal()) {
  say(ONLY_THE_HOOK);
  process.exit(1);
}
const debug = process.env.LORE_CONTEXT_DEBUG;
if (debug && !["0", "false", "no", "off"].includes(debug)) say(ONLY_THE_HOOK);
try {
  runHook();
} catch {
  // Never in the way of a prompt.
  process.exit(0);
}

function runHook() {
  const known = { "node:fs": fs, "node:path": path };
  const provide = (id) => known[id] ?? (id.startsWith("../dist/") ? provideBundle(path.basename(id)) : require(id));
  const dist = path.join(SHIPPED_DIR, "dist");
  const hook = { exports: {} };
  parts.loadHook()(hook.exports, provide, hook, path.join(dist, "hook.cjs"), dist);
}

/** Whoever prepares settings gets the shipped ones along. */
function provideBundle(name) {
  const bundle = parts.loadBundle(name);
  if (name !== "prepare.cjs") return bundle;
  const embedded = Object.fromEntries(Object.entries(parts.loadTexts()).map(([file, text]) => [path.join(SHIPPED_DIR, file), text]));
  return { ...bundle, prepareWorkspace: (request, options) => bundle.prepareWorkspace(request, { ...options, embedded }) };
}

function isTerminal() {
  try {
    return fs.fstatSync(0).isCharacterDevice() && require("node:tty").isatty(0);
  } catch {
    return false;
  }
}

function say(line) {
  try {
    fs.writeSync(2, line);
  } catch {
    // Nobody listens.
  }
}
