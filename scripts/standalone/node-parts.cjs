"use strict";
// What the single executable holds, under Node: assets, which cost nothing until they are asked for. The
// hook comes with V8's code cache of a whole run; another V8 would refuse it and compile the source.
const { getRawAsset } = require("node:sea");
const { Script } = require("node:vm");

exports.loadHook = () => {
  const cachedData = Buffer.from(getRawAsset("hook.cache"));
  return new Script(read("hook.cjs", "latin1"), { filename: "hook.cjs", cachedData }).runInThisContext();
};

/** `require` knows only Node's own modules here, which is all that a bundle needs. */
exports.loadBundle = (name) => {
  const wrapped = `(function(exports,require,module){${read(name, "utf8")}\n})`;
  const bundle = { exports: {} };
  new Script(wrapped, { filename: name }).runInThisContext()(bundle.exports, require, bundle);
  return bundle.exports;
};

exports.loadTexts = () => JSON.parse(read("texts.json", "utf8"));

function read(name, encoding) {
  return Buffer.from(getRawAsset(name)).toString(encoding);
}
