/**
 * Installs a package from the registry into a folder that later runs use again, without running its install scripts, and tells
 * what is found there. What cannot be had is said, never thrown.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** How npm reaches its registry, and nothing else of the environment. */
const FOR_NPM =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|TMPDIR|SystemRoot|ComSpec|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cafile|ca|userconfig|globalconfig|cache))$/i;

/**
 * @template T
 * @param {{ name: string, package: string, version: string, folder?: string, limitMs: number, find: (folder: string) => T | null }} wanted
 * @returns {T | { fault: string }}
 */
export function installPackage({ name, package: spec, version, folder, limitMs, find }) {
  if (!/^[\w.-]+$/.test(version)) return { fault: `"${version}" is no version` };
  const target = folder ?? join(tmpdir(), `lore-inject-${name}-${userInfo().username}-${version}`);
  try {
    const kept = find(target);
    if (kept !== null) return kept;
    fetchInto(target, `${spec}@${version}`, limitMs);
    return find(target) ?? { fault: `version ${version} has nothing that starts on ${process.platform}-${process.arch}` };
  } catch (error) {
    return { fault: reasonOf(error, limitMs) };
  }
}

/** Aside, then renamed: another run never sees half of it. */
function fetchInto(folder, spec, limitMs) {
  const aside = `${folder}.${process.pid}`;
  try {
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    writeFileSync(join(aside, "package.json"), '{ "private": true }\n');
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => FOR_NPM.test(name)));
    // Not --prefix: npm would then look for its global settings, and the registry's certificates, in there.
    const args = ["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1", "--loglevel=error", spec];
    const isWindows = process.platform === "win32";
    execFileSync(isWindows ? "npm.cmd" : "npm", args, { cwd: aside, env, shell: isWindows, timeout: limitMs, stdio: ["ignore", "ignore", "pipe"] });
    rmSync(folder, { recursive: true, force: true });
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** Whether a program says that it is this version. */
export function isVersion(command, version, { limitMs, env = {} }) {
  try {
    const scrubbed = { PATH: process.env.PATH, HOME: join(tmpdir(), "lore-inject-no-home"), ...env };
    return execFileSync(command, ["--version"], { env: scrubbed, timeout: limitMs, stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim()
      .startsWith(version);
  } catch {
    return false;
  }
}

function reasonOf(error, limitMs) {
  if (error.code === "ETIMEDOUT") return `npm took more than ${limitMs / 1000} s`;
  const said = String(error.stderr ?? "")
    .split("\n")
    .map((line) => line.replace(/^npm (?:error|ERR!)\s*/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("npm warn") && !line.startsWith("A complete log"));
  return said.slice(0, 2).join("; ") || error.message.split("\n")[0];
}
