"use strict";
// Runs the hook's bundle on one event and keeps V8's compiled code: node make-code-cache.cjs <folder> <package>.
// In a process of its own, as the hook ends its process. Functions compiled while running are what counts.
const fs = require("node:fs");
const path = require("node:path");
const { Script } = require("node:vm");

const [, , folder, packageDir] = process.argv;
const dist = path.join(packageDir, "dist");
const script = new Script(fs.readFileSync(path.join(folder, "hook.cjs"), "latin1"), { filename: "hook.cjs" });
// The hook ends its process without telling anybody.
const end = process.reallyExit.bind(process);
process.reallyExit = (code) => {
  fs.writeFileSync(path.join(folder, "hook.cache"), script.createCachedData());
  end(code);
};
const provide = (id) => require(id.startsWith("../dist/") ? path.join(folder, path.basename(id)) : id);
const hook = { exports: {} };
script.runInThisContext()(hook.exports, provide, hook, path.join(dist, "hook.cjs"), dist);
