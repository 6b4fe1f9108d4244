/** A repository's own stores, `.lore/*.jsonl`: which there are, and which of them may be read. Off the hot path. */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Workspace } from "../project/find-workspace.ts";
import type { Problem, SourceName } from "../types.ts";
import { hashContent, type TrustEntry } from "./trust-file.ts";

/** The name of a file says what it holds. */
export const PROJECT_STORES: readonly (readonly [file: string, source: SourceName])[] = [
  ["decisions.jsonl", "journal"],
  ["patterns.jsonl", "patterns"],
  ["failures.jsonl", "failures"],
  ["handoffs.jsonl", "transfer"],
  ["observations.jsonl", "inbox"],
  ["signals.jsonl", "inbox"],
  ["evidence.jsonl", "evidence"],
];

export interface ProjectStore {
  readonly source: SourceName;
  readonly path: string;
  readonly bytes: Buffer;
  readonly hash: string;
  readonly isTrusted: boolean;
}

export interface ProjectStores {
  readonly stores: readonly ProjectStore[];
  readonly problems: readonly Problem[];
}

/** What a team writes down by hand stays far below. */
const MAX_BYTES = 64 * 1024 * 1024;

export function findProjectStores(workspace: Workspace, trusted: ReadonlySet<string>): ProjectStores {
  const { loreFolder } = workspace;
  const stores: ProjectStore[] = [];
  const problems: Problem[] = [];
  for (const name of loreFolder === null ? [] : namesIn(loreFolder)) {
    const path = join(loreFolder ?? "", name);
    const source = PROJECT_STORES.find(([file]) => file === name)?.[1];
    if (source === undefined) {
      problems.push({ where: path, what: "its name tells no kind of record", hint: `rename it to one of ${PROJECT_STORES.map(([file]) => file).join(", ")}` });
      continue;
    }
    try {
      stores.push(readStore(path, source, workspace, trusted));
    } catch (error) {
      problems.push({ where: path, what: `cannot be read: ${(error as Error).message}`, hint: "it is not used; the rest is" });
    }
  }
  return { stores, problems };
}

/** In the order of the list, whatever the file system says. */
function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    const order = (name: string): number => (PROJECT_STORES.findIndex(([file]) => file === name) + PROJECT_STORES.length + 1) % (PROJECT_STORES.length + 1);
    return names.sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  } catch {
    return [];
  }
}

function readStore(path: string, source: SourceName, workspace: Workspace, trusted: ReadonlySet<string>): ProjectStore {
  refuseForeign(path, workspace);
  const stat = statSync(path);
  if (!stat.isFile()) throw new Error("it is not a regular file");
  if (stat.size > MAX_BYTES) throw new Error(`it has ${stat.size} bytes, at most ${MAX_BYTES} are read`);
  const bytes = readFileSync(path);
  const hash = hashContent(bytes);
  // An empty one has nothing to say, and the first record is then one's own.
  return { source, path, bytes, hash, isTrusted: bytes.length === 0 || trusted.has(hash) };
}

/** A repository can carry links: one that leads out of it would show us, and the cache, somebody's private file. */
export function refuseForeign(file: string, { gitTop, cwd }: Workspace): void {
  const root = realpathSync(gitTop ?? dirname(dirname(file)));
  const inside = relative(root, realpathSync(file));
  if (inside.startsWith("..") || inside === "") throw new Error(`leads out of ${gitTop ?? cwd}`);
  const owner = statSync(file).uid;
  const self = process.getuid?.();
  // In a shared folder such as /tmp anybody may have put it.
  if (self !== undefined && owner !== self && owner !== 0) throw new Error("belongs to another user");
}

/** For people: what waits to be looked at. */
export function describeUntrusted({ path, hash, bytes }: ProjectStore, known: readonly TrustEntry[]): Problem {
  const count = countLines(bytes);
  const isRevoked = known.some((entry) => entry.hash === hash);
  const hasChanged = known.some((entry) => entry.path === path && entry.trusted);
  const what = isRevoked ? "is no longer trusted" : hasChanged ? "has changed since you trusted it" : "comes with the repository and is not trusted yet";
  return { where: path, what: `${what}: ${count} line${count === 1 ? "" : "s"} not used`, hint: `look at ${basename(path)}, then run \`lore-inject trust\`` };
}

export function countLines(bytes: Buffer): number {
  return bytes
    .toString("latin1")
    .split("\n")
    .filter((line) => line.trim() !== "").length;
}
