/** Lists a folder and all below it, within limits, and says which folders it has seen: a new file shows in one of them. */
import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { leadsInside } from "./read-inside.ts";

export interface Walked {
  /** Absolute, of any kind but folders, in stable order. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Links to folders that lead out. */
  readonly refused: readonly string[];
  /** False when there was more than we look at. */
  readonly complete: boolean;
}

export interface WalkLimits {
  readonly maxDepth: number;
  /** Links must not lead out of it. Null where the person alone decides. */
  readonly inside: string | null;
}

/** Every folder is asked for its stamp on each prompt. */
const MAX_FOLDERS = 400;
const MAX_FILES = 5000;
const SKIPPED: readonly string[] = [".git", "node_modules"];

export function walkFolder(top: string, { maxDepth, inside }: WalkLimits): Walked {
  const files: string[] = [];
  const folders: string[] = [];
  const refused: string[] = [];
  const seen = new Set<string>();
  const open = [{ folder: top, depth: 0 }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { folder, depth } = next;
    if (folders.length >= MAX_FOLDERS || files.length >= MAX_FILES) return { files: files.sort(), folders, refused, complete: false };
    if (inside !== null && !leadsInside(folder, [inside])) {
      refused.push(folder);
      continue;
    }
    // A link may lead to a folder above itself.
    const real = realpathSync(folder);
    if (seen.has(real)) continue;
    seen.add(real);
    folders.push(folder);
    for (const entry of readEntries(folder)) {
      const path = join(folder, entry.name);
      if (!isFolder(entry, path)) files.push(path);
      else if (depth < maxDepth && !SKIPPED.includes(entry.name)) open.push({ folder: path, depth: depth + 1 });
    }
  }
  return { files: files.sort(), folders, refused, complete: true };
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
