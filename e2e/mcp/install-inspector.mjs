/**
 * Installs the official inspector from the registry into a folder that later runs use again, without running install scripts, and
 * tells what starts it. What cannot be had is said, never thrown.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const PACKAGE = "@modelcontextprotocol/inspector";
const VERSION = process.env.LORE_E2E_INSPECTOR_VERSION ?? "2.12.0";
const INSTALL_MS = 240_000;
/** How npm reaches its registry, and nothing else of the environment. */
const FOR_NPM =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|TMPDIR|SystemRoot|ComSpec|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cafile|ca|userconfig|globalconfig|cache))$/i;

/** @returns {{ command: string, version: string } | { fault: string }} */
export function installInspector() {
  if (!/^[\w.-]+$/.test(VERSION)) return { fault: `"${VERSION}" is no version` };
  const folder = process.env.LORE_E2E_INSPECTOR_DIR ?? join(tmpdir(), `lore-inject-inspector-${userInfo().username}-${VERSION}`);
  try {
    if (findCommand(folder) === null) fetchInto(folder);
    return findCommand(folder) ?? { fault: `${PACKAGE}@${VERSION} has no command` };
  } catch (error) {
    const said = String(error.stderr ?? "")
      .split("\n")
      .find((line) => line.includes("error"));
    return { fault: said ?? error.message.split("\n")[0] };
  }
}

/** Aside, then renamed: another run never sees half of it. */
function fetchInto(folder) {
  const aside = `${folder}.${process.pid}`;
  try {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    writeFileSync(join(aside, "package.json"), '{ "private": true }\n');
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => FOR_NPM.test(name)));
    const args = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `${PACKAGE}@${VERSION}`];
    const isWindows = process.platform === "win32";
    execFileSync(isWindows ? "npm.cmd" : "npm", args, { cwd: aside, env, shell: isWindows, timeout: INSTALL_MS, stdio: ["ignore", "ignore", "pipe"] });
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function findCommand(folder) {
  const home = join(folder, "node_modules", ...PACKAGE.split("/"));
  if (!existsSync(join(home, "package.json"))) return null;
  const { bin, version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const file = typeof bin === "string" ? bin : Object.values(bin ?? {})[0];
  return file === undefined ? null : { command: join(home, file), version };
}
