/**
 * Reads a document that others may have put there. A repository can carry links: one that leads out of it would show us, and the
 * agent, somebody's private file; and in a shared folder such as /tmp anybody may leave a file.
 */
import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { readBounded } from "../store/read-bounded.ts";

/** Nobody writes more for an agent to read. */
const MAX_DOCUMENT_BYTES = 256 * 1024;

/** Throws with a reason. `folders`: it must lie in one of them, links followed; null where the person alone decides. */
export function readInside(file: string, folders: readonly string[] | null): string {
  if (folders !== null && !leadsInside(file, folders)) throw new Error(`leads out of ${folders.join(" and ")}`);
  // The link as well as what it leads to.
  refuseStranger(lstatSync(file));
  refuseStranger(statSync(file));
  const text = readBounded(file, MAX_DOCUMENT_BYTES);
  if (text.includes("\0")) throw new Error("is not text");
  return text;
}

export function leadsInside(path: string, folders: readonly string[]): boolean {
  const real = realpathSync(path);
  return folders.some((folder) => isWithin(real, realOf(folder)));
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** The folder itself is within it. By name only. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function refuseStranger({ uid }: Stats): void {
  const self = process.getuid?.();
  if (self !== undefined && uid !== self && uid !== 0) throw new Error("belongs to another user");
}
