/** AGENTS.md and README.md of the folders that an event touches, and of those above them, unless the client loads them itself. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Problem } from "../types.ts";
import { type ClientRelease, isNativeAgents } from "./native-agents.ts";
import { isWithin, readInside } from "./read-inside.ts";

export interface DirectoryDocument {
  readonly file: string;
  /** Below the root, with slashes. */
  readonly shownAs: string;
  readonly kind: "agents" | "readme";
  readonly text: string;
}

export interface DirectoryRequest extends ClientRelease {
  /** Absolute. */
  readonly folders: readonly string[];
  readonly root: string;
  /** Absolute paths that the client has reported as loaded. */
  readonly loaded: ReadonlySet<string>;
}

export interface DirectoryDocuments {
  /** Nearest first, each once. */
  readonly documents: readonly DirectoryDocument[];
  readonly problems: readonly Problem[];
}

export function findDirectoryDocuments(request: DirectoryRequest): DirectoryDocuments {
  const documents: DirectoryDocument[] = [];
  const problems: Problem[] = [];
  for (const folder of nearestFirst(request.folders, request.root)) {
    for (const { file, kind } of candidatesIn(folder, request)) {
      try {
        const text = readInside(file, [request.root]);
        if (text.trim() !== "") documents.push({ file, shownAs: relative(request.root, file).replaceAll(sep, "/"), kind, text });
      } catch (error) {
        problems.push({ where: file, what: `cannot be read: ${(error as Error).message}`, hint: "this file is skipped; the rest is used" });
      }
    }
  }
  return { documents, problems };
}

function candidatesIn(folder: string, request: DirectoryRequest): readonly Pick<DirectoryDocument, "file" | "kind">[] {
  const found: Pick<DirectoryDocument, "file" | "kind">[] = [];
  const agents = join(folder, "AGENTS.md");
  if (existsSync(agents) && !request.loaded.has(agents) && !isNativeAgents(agents, request.root, request)) found.push({ file: agents, kind: "agents" });
  const readme = [join(folder, "README.md"), join(folder, "readme.md")].find((file) => existsSync(file));
  if (readme !== undefined && !request.loaded.has(readme)) found.push({ file: readme, kind: "readme" });
  return found;
}

/** Each folder up to the root, those first that are nearest to one of the given. */
function nearestFirst(folders: readonly string[], root: string): readonly string[] {
  const distances = new Map<string, number>();
  for (const start of folders) {
    let folder = start;
    for (let distance = 0; isWithin(folder, root); distance++) {
      distances.set(folder, Math.min(distance, distances.get(folder) ?? distance));
      if (folder === root) break;
      folder = dirname(folder);
    }
  }
  return [...distances].sort(([, a], [, b]) => a - b).map(([folder]) => folder);
}
