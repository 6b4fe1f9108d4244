/** What became of files that records name: from git where there is any, else from the disk. Git is asked with a time limit and never needed. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { EpochMs } from "../types.ts";

interface Change {
  readonly at: EpochMs;
  /** Added and removed. */
  readonly lines: number;
}

export type FileFact =
  | { readonly state: "gone"; readonly path: string; readonly at: EpochMs | null; readonly likely: string | null }
  | { readonly state: "there"; readonly path: string; readonly lines: number; readonly changes: readonly Change[] | null; readonly modifiedAt: EpochMs };

interface FactRequest {
  readonly root: string;
  readonly names: readonly string[];
  /** Changes before this do not matter. */
  readonly since: EpochMs;
  readonly timeLimitMs?: number;
}

const TIME_LIMIT_MS = 8000;
/** A longer command line, or a longer answer, is cut: what is not known is not accused. */
const MAX_ASKED = 400;
const MAX_ANSWER = 64 * 1024 * 1024;
const MAX_FILE = 4 * 1024 * 1024;

type Git = (args: readonly string[]) => string | null;

/** Names without a fact are not of this repository, or nothing is known of them. */
export function readFileFacts({ root, names, since, timeLimitMs = TIME_LIMIT_MS }: FactRequest): ReadonlyMap<string, FileFact> {
  if (names.length === 0) return new Map();
  const git = gitIn(root, timeLimitMs);
  const tracked = git(["ls-files", "-z"])
    ?.split("\u0000")
    .filter((path) => path !== "");
  return tracked === undefined || tracked.length === 0 ? fromDisk(root, names) : fromGit({ root, names, git, tracked, since });
}

function gitIn(cwd: string, timeout: number): Git {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" };
  const always = ["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.quotepath=off", "-c", "log.showSignature=false"];
  return (args) => {
    const { status, stdout } = spawnSync("git", [...always, ...args], {
      cwd,
      env,
      encoding: "utf8",
      timeout,
      maxBuffer: MAX_ANSWER,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return status === 0 ? stdout : null;
  };
}

interface GitRequest {
  readonly root: string;
  readonly names: readonly string[];
  readonly git: Git;
  readonly tracked: readonly string[];
  readonly since: EpochMs;
}

function fromGit({ root, names, git, tracked, since }: GitRequest): ReadonlyMap<string, FileFact> {
  const byBase = groupByBase(tracked);
  const facts = new Map<string, FileFact>();
  const found = new Map(names.map((name) => [name, trackedAs(name, byBase)] as const));
  const changes = changesOf(git, [...new Set([...found.values()].flat())].slice(0, MAX_ASKED), since);
  const missing: string[] = [];
  for (const [name, paths] of found) {
    const [path] = paths;
    // Of several files of that name nobody knows which is meant.
    const there = paths.length > 1 ? null : statFile(root, path ?? name);
    if (there !== null)
      facts.set(name, { state: "there", path: path ?? name, ...there, changes: changes?.get(path ?? name) ?? (changes === null ? null : []) });
    else if (paths.length === 0) missing.push(name);
  }
  for (const [name, fact] of deleted(git, missing.slice(0, MAX_ASKED), byBase)) facts.set(name, fact);
  return facts;
}

function groupByBase(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const group = groups.get(baseOf(path));
    if (group === undefined) groups.set(baseOf(path), [path]);
    else group.push(path);
  }
  return groups;
}

/** A record may name a file from a folder below the root. */
function trackedAs(name: string, byBase: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const same = byBase.get(baseOf(name)) ?? [];
  return same.includes(name) ? [name] : same.filter((path) => isSameFile(path, name));
}

function isSameFile(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`);
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** By exact path. Null when git did not answer in time. */
function changesOf(git: Git, paths: readonly string[], since: EpochMs): ReadonlyMap<string, readonly Change[]> | null {
  if (paths.length === 0) return new Map();
  const asked = paths.map((path) => `:(top,literal)${path}`);
  const answer = git([
    "log",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--numstat",
    "--format=%x01%ct",
    `--since=${new Date(since).toISOString()}`,
    "--",
    ...asked,
  ]);
  if (answer === null) return null;
  const changes = new Map<string, Change[]>();
  for (const [at, lines] of commitsIn(answer))
    for (const line of lines) {
      const [added = "", removed = "", path = ""] = line.split("\t");
      const known = changes.get(path) ?? [];
      known.push({ at, lines: (Number(added) || 0) + (Number(removed) || 0) });
      changes.set(path, known);
    }
  return changes;
}

/** Only what git saw going is gone: a name in a text may be anything. */
function deleted(git: Git, names: readonly string[], byBase: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, FileFact> {
  const facts = new Map<string, FileFact>();
  if (names.length === 0) return facts;
  const asked = names.map((name) => `:(top,glob)**/${name}`);
  const answer = git(["log", "--no-renames", "--diff-filter=D", "--name-only", "--format=%x01%ct", "--", ...asked]) ?? "";
  for (const [at, lines] of commitsIn(answer))
    for (const path of lines)
      for (const name of names) {
        if (facts.has(name) || !isSameFile(path, name)) continue;
        const others = byBase.get(baseOf(name)) ?? [];
        facts.set(name, { state: "gone", path, at, likely: others.length === 1 ? (others[0] ?? null) : null });
      }
  return facts;
}

function commitsIn(answer: string): readonly (readonly [EpochMs, readonly string[]])[] {
  return answer
    .split("\u0001")
    .slice(1)
    .map((text) => {
      const [seconds = "", ...lines] = text.split("\n");
      return [Number(seconds) * 1000, lines.filter((line) => line !== "")] as const;
    });
}

/** Without git, a nested file whose folder is there and that is not there itself was of this project. */
function fromDisk(root: string, names: readonly string[]): ReadonlyMap<string, FileFact> {
  const facts = new Map<string, FileFact>();
  for (const name of names) {
    const there = statFile(root, name);
    if (there !== null) facts.set(name, { state: "there", path: name, ...there, changes: null });
    else if (name.includes("/") && isFolder(join(root, name.slice(0, name.lastIndexOf("/")))))
      facts.set(name, { state: "gone", path: name, at: null, likely: null });
  }
  return facts;
}

function statFile(root: string, name: string): { readonly lines: number; readonly modifiedAt: EpochMs } | null {
  try {
    const path = join(root, name);
    const stat = statSync(path);
    if (!stat.isFile()) return null;
    return { lines: stat.size > MAX_FILE ? Number.POSITIVE_INFINITY : readFileSync(path, "latin1").split("\n").length, modifiedAt: stat.mtimeMs };
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
