/** A path as rules and people name it: below the project's root with slashes, else as it is. Pure. */
import { sep } from "node:path";
import type { Workspace } from "./find-workspace.ts";

export function pathBelow({ gitTop, cwd }: Workspace, file: string): string {
  const root = gitTop ?? cwd;
  const path = file.startsWith(root + sep) ? file.slice(root.length + 1) : file;
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
