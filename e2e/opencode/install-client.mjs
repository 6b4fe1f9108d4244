/**
 * Installs the real OpenCode from the registry into a folder that later runs use again, without running its install scripts, and
 * tells what starts it. What cannot be had is said, never thrown.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const VERSION = process.env.LORE_E2E_OPENCODE_VERSION ?? "1.18.33";
const INSTALL_MS = 180_000;
const START_MS = 30_000;
/** How npm reaches its registry, and nothing else of the environment. */
const FOR_NPM =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|TMPDIR|SystemRoot|ComSpec|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cafile|ca|userconfig|globalconfig|cache))$/i;

/** @returns {{ command: string, version: string } | { fault: string }} */
export function installClient() {
  if (!/^[\w.-]+$/.test(VERSION)) return { fault: `"${VERSION}" is no version` };
  const folder = process.env.LORE_E2E_OPENCODE_DIR ?? join(tmpdir(), `lore-inject-opencode-${userInfo().username}-${VERSION}`);
  const kept = findCommand(folder);
  if (kept !== null) return { command: kept, version: VERSION };
  try {
    fetchInto(folder);
  } catch (error) {
    return { fault: reasonOf(error) };
  }
  const command = findCommand(folder);
  return command === null ? { fault: `version ${VERSION} has no binary that starts on ${process.platform}-${process.arch}` } : { command, version: VERSION };
}

/** Aside, then renamed: another run never sees half of it. */
function fetchInto(folder) {
  const aside = `${folder}.${process.pid}`;
  try {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    writeFileSync(join(aside, "package.json"), '{ "private": true }\n');
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => FOR_NPM.test(name)));
    const args = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--loglevel=error", `opencode-ai@${VERSION}`];
    const isWindows = process.platform === "win32";
    execFileSync(isWindows ? "npm.cmd" : "npm", args, { cwd: aside, env, shell: isWindows, timeout: INSTALL_MS, stdio: ["ignore", "ignore", "pipe"] });
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** The binary lies in a package of its own for each platform; npm brings those that fit, for newer and for older processors. */
function findCommand(folder) {
  const modules = join(folder, "node_modules");
  if (!existsSync(modules)) return null;
  const found = readdirSync(modules)
    .filter((name) => name.startsWith("opencode-") && name !== "opencode-ai")
    .sort()
    .flatMap((name) => ["opencode", "opencode.exe"].map((file) => join(modules, name, "bin", file)));
  return found.find((path) => existsSync(path) && starts(path)) ?? null;
}

function starts(command) {
  try {
    const env = { PATH: process.env.PATH, HOME: join(tmpdir(), "lore-inject-no-home") };
    return execFileSync(command, ["--version"], { env, timeout: START_MS, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim()
      .startsWith(VERSION);
  } catch {
    return false;
  }
}

function reasonOf(error) {
  if (error.code === "ETIMEDOUT") return `npm took more than ${INSTALL_MS / 1000} s`;
  const said = String(error.stderr ?? "")
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("npm warn") && !line.startsWith("A complete log"));
  return said.slice(0, 2).join("; ") || error.message.split("\n")[0];
}
