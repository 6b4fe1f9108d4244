/** What we write into a trusted store of a repository ourselves does not make it a stranger's. */
import { readFileSync } from "node:fs";
import type { Context } from "../open-context.ts";
import { findProjectStores } from "../store/project-stores.ts";
import { hashContent, noteTrust, readTrust, trustedHashes } from "../store/trust-file.ts";

/** Runs `work`, after which the file holds lines that it had, and `written`: then, and only then, it stays trusted. */
export function keepTrust<T>(file: string, written: readonly string[], { workspace, locations: { stateDir } }: Context, work: () => T): T {
  const before = readLinesOf(file);
  const { stores } = findProjectStores(workspace, trustedHashes(readTrust(stateDir)));
  const own = stores.find(({ path }) => path === file);
  // One that is there and not among them leads out of the repository, or cannot be read.
  if (own === undefined ? before.length > 0 : !own.isTrusted) throw new Error(`${file} is not trusted: look at it, then run \`lore-inject trust\``);
  const result = work();
  const known = new Set([...before, ...written, ""]);
  if (stateDir !== null && readLinesOf(file).every((line) => known.has(line)))
    noteTrust(stateDir, { hash: hashContent(readFileSync(file)), path: file, at: new Date().toISOString(), trusted: true });
  return result;
}

function readLinesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
