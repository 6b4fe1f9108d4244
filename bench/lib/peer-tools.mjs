/**
 * Installs what the peers need, at bench time and outside the project: they have install scripts, which
 * nobody who works on the product should have to run. What cannot be had is told, not fatal.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { announce } from "./progress.mjs";

const FOLDER = join(tmpdir(), "lore-bench-peers");
export const MODULES = join(FOLDER, "node_modules");

/** Null when it works, else the reason why not. */
export function installPackage(name, version) {
  mkdirSync(FOLDER, { recursive: true });
  if (!existsSync(join(FOLDER, "package.json"))) writeFileSync(join(FOLDER, "package.json"), '{ "private": true }\n');
  if (!loads(name)) {
    announce(`installing ${name}@${version} into a temporary folder`);
    spawnSync("npm", ["install", "--no-audit", "--no-fund", `${name}@${version}`], { cwd: FOLDER, stdio: "ignore" });
  }
  return loads(name) ? null : `${name} could not be installed`;
}

function loads(name) {
  // In its own process, as an addon built for another Node takes the process down; made use of, as addons are loaded late.
  const test = name === "better-sqlite3" ? 'new (require("better-sqlite3"))(":memory:")' : `require(${JSON.stringify(name)})`;
  return spawnSync(process.execPath, ["-e", test], { cwd: FOLDER, stdio: "ignore" }).status === 0;
}

export function missingTool(...names) {
  const missing = names.filter((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status !== 0);
  return missing.length === 0 ? null : `${missing.join(" and ")} not installed`;
}

/** The first of these Nodes that has SQLite with FTS5 built in; null when none has. */
export function findSqliteNode(candidates) {
  const test = 'new (require("node:sqlite").DatabaseSync)(":memory:").exec("create virtual table t using fts5(x)")';
  return candidates.filter(Boolean).find((node) => spawnSync(node, ["-e", test], { stdio: "ignore" }).status === 0) ?? null;
}
