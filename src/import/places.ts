/** Looks at the disk for importers: what is there, and how much. Never throws. */
import { type Stats, statSync } from "node:fs";
import { walkFolder } from "../surroundings/walk-folder.ts";
import type { ImportReport } from "./importer.ts";

export function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** The files of a folder and of those below it, in stable order; links in a circle are walked once. */
export function filesBelow(folder: string, maxDepth: number, report?: ImportReport): readonly string[] {
  try {
    if (!isFolder(folder)) return [];
    const { files, complete } = walkFolder(folder, { maxDepth, inside: null });
    if (!complete) report?.problem({ where: folder, what: `only the first ${files.length} files are looked at`, hint: "name the folders below it one by one" });
    return files;
  } catch {
    return [];
  }
}

/** How much there is to read, for the progress display. */
export function bytesOf(path: string): number {
  if (isFile(path)) return statOf(path)?.size ?? 0;
  return filesBelow(path, 8).reduce((sum, file) => sum + (statOf(file)?.size ?? 0), 0);
}
