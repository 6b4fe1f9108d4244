/** Reads what git knows of a repository's origin from its files, without starting git. */
import { statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readBounded } from "../store/read-bounded.ts";

export interface GitRepository {
  /** The main worktree's folder: one for all worktrees of a repository. */
  readonly mainFolder: string;
  readonly remotes: readonly GitRemote[];
}

export interface GitRemote {
  readonly remote: string;
  readonly name: string;
  /** `owner/repo`, when the address has two segments. */
  readonly slug: string | null;
}

/** A git config is a few hundred bytes; one of many branches a few thousand. */
const MAX_BYTES = 64 * 1024;
/** An archive can hold any `.git`: what is longer is no line of git's, and no pattern is tried on it. */
const MAX_LINE = 1000;

export function readGitRepository(top: string): GitRepository {
  const gitDir = findGitDir(top);
  const commonDir = followCommonDir(gitDir);
  return { mainFolder: mainFolder(top, commonDir), remotes: parseRemotes(readSmall(join(commonDir, "config")) ?? "") };
}

/** `.git` is a folder, or in worktrees and submodules a file that names one. */
export function findGitDir(top: string): string {
  const dotGit = join(top, ".git");
  if (statSync(dotGit, { throwIfNoEntry: false })?.isFile()) {
    const text = (readSmall(dotGit) ?? "").trim();
    if (text.startsWith("gitdir:") && text.length <= MAX_LINE) return resolve(top, text.slice("gitdir:".length).trim());
  }
  return dotGit;
}

export function followCommonDir(gitDir: string): string {
  const target = readSmall(join(gitDir, "commondir"))?.trim();
  return target && target.length <= MAX_LINE ? resolve(gitDir, target) : gitDir;
}

function mainFolder(top: string, commonDir: string): string {
  if (basename(commonDir) === ".git") return dirname(commonDir);
  // A bare repository with worktrees, or a submodule, whose own folder is the best name.
  return commonDir.endsWith(".git") && !/\.git[/\\]modules[/\\]/.test(commonDir) ? commonDir.slice(0, -4) : top;
}

const SECTION = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;
const URL_LINE = /^url\s*=\s*"?([^"#;]+)/i;

export function parseRemotes(config: string): readonly GitRemote[] {
  const remotes: GitRemote[] = [];
  let current: string | null = null;
  for (const raw of config.split(/\r?\n/)) {
    if (raw.length > MAX_LINE) continue;
    const line = raw.trim();
    const section = SECTION.exec(line);
    if (section) current = section[1]?.toLowerCase() === "remote" ? (section[2] ?? null) : null;
    const url = current === null ? null : URL_LINE.exec(section ? line.slice(section[0].length).trim() : line)?.[1];
    if (url && current !== null) remotes.push({ remote: current, ...parseAddress(url) });
  }
  return remotes.filter(({ name }) => name !== "").sort((a, b) => rank(a.remote) - rank(b.remote));
}

function rank(remote: string): number {
  return remote === "origin" ? 0 : remote === "upstream" ? 1 : 2;
}

/** `git@host:owner/repo.git`, `https://host/owner/repo`, `/srv/git/repo.git`, `C:\git\repo`. */
export function parseAddress(url: string): { readonly name: string; readonly slug: string | null } {
  const path = url
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "")
    .replace(/^[^/\\]*@?[^/\\:]{2,}:/, "");
  const segments = path
    .replace(/\.git\/*$/i, "")
    .split(/[/\\]+/)
    .filter((segment) => segment !== "" && segment !== "." && segment !== "..");
  const name = segments.at(-1) ?? "";
  const owner = segments.at(-2);
  return { name, slug: owner === undefined ? null : `${owner}/${name}` };
}

export function readSmall(path: string): string | null {
  try {
    return readBounded(path, MAX_BYTES);
  } catch {
    return null;
  }
}
