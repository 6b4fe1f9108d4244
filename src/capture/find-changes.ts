/** Which files a session changed, grouped by the project they belong to. Knows paths only; the disk is not asked. */
import { basename, dirname, isAbsolute, join, normalize } from "node:path/posix";
import type { Step } from "./find-steps.ts";

export interface ProjectChanges {
  readonly root: string;
  readonly edits: number;
  /** Below the root, most edited first. */
  readonly files: readonly string[];
}

/** Where a file belongs; null when to no project. */
export type RootOf = (file: string) => string | null;

/** Scratch files and the client's own notes. */
const NOT_A_PROJECT = /^(?:\/private)?\/(?:tmp|var\/(?:tmp|folders)|dev|proc)\/|\/\.claude\/(?:plans|projects|todos|memory)\//;

/** The project with most edits first. */
export function findChanges(steps: readonly Step[], rootOf: RootOf): readonly ProjectChanges[] {
  const counts = new Map<string, Map<string, number>>();
  for (const step of steps) {
    if (step.kind !== "edit") continue;
    const file = normalize(isAbsolute(step.file) || /^[A-Za-z]:/.test(step.file) ? step.file : join(step.cwd, step.file)).replaceAll("\\", "/");
    const root = rootOf(file);
    if (root === null) continue;
    const files = counts.get(root) ?? new Map<string, number>();
    const below = file.startsWith(`${root}/`) ? file.slice(root.length + 1) : basename(file);
    counts.set(root, files.set(below, (files.get(below) ?? 0) + 1));
  }
  return [...counts]
    .map(([root, files]) => ({
      root,
      edits: [...files.values()].reduce((sum, count) => sum + count, 0),
      // Equal counts stay in the order of their first edit.
      files: [...files].sort(([, a], [, b]) => b - a).map(([file]) => file),
    }))
    .sort((a, b) => b.edits - a.edits);
}

/** The outermost folder in which the session worked, or a folder beside one: what can be told without asking the disk. */
export function guessRoots(cwds: readonly string[]): RootOf {
  const known = [...new Set(cwds.map((cwd) => normalize(cwd.replaceAll("\\", "/")).replace(/\/$/, "")))].filter((cwd) => cwd !== "" && cwd !== ".");
  const outermost = known.filter((cwd) => !known.some((other) => other !== cwd && cwd.startsWith(`${other}/`)));
  return (file) => {
    const own = outermost.find((root) => file.startsWith(`${root}/`));
    if (own !== undefined && !/\/\.claude\/(?:plans|projects|todos|memory)\//.test(file)) return own;
    if (NOT_A_PROJECT.test(file)) return null;
    const parent = outermost.map((root) => dirname(root)).find((folder) => folder !== "/" && folder !== "/home" && file.startsWith(`${folder}/`));
    const sibling = parent === undefined ? "" : (file.slice(parent.length + 1).split("/")[0] ?? "");
    // A file right beside the project, or a hidden folder in the home, is no project.
    return parent === undefined || sibling.startsWith(".") || `${parent}/${sibling}` === file ? null : `${parent}/${sibling}`;
  };
}
