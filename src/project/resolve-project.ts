/**
 * Which project a folder belongs to: an override file, the git remote, the first segment below a
 * workspace root, the folder's name. One resolver for reading and writing, so that what is stored
 * from one clone is found from another.
 */
import { sep } from "node:path";
import { expandHome, tidy } from "../store/locations.ts";
import type { Project } from "../types.ts";
import type { Workspace } from "./find-workspace.ts";
import { type GitRepository, readGitRepository } from "./read-git-remotes.ts";

/** What `.lore/project.yaml` may say. */
export interface ProjectOverride {
  readonly name: string;
  readonly aliases: readonly string[];
}

export interface ResolveInput {
  readonly workspace: Workspace;
  readonly override: ProjectOverride | null;
  readonly workspaceRoots: readonly string[];
  readonly home: string | null;
}

export function resolveProject({ workspace, override, workspaceRoots, home }: ResolveInput): Project {
  const git = workspace.gitTop === null ? null : readGit(workspace.gitTop);
  const slugs = git ? git.remotes.flatMap(({ slug }) => slug ?? []) : [];
  const slug = slugs[0] ?? null;
  if (override) return { name: override.name, slug, aliases: override.aliases, foundBy: `override file ${workspace.overrideFile}` };
  const remote = git?.remotes[0];
  if (remote) return { name: remote.name, slug, aliases: slugs.slice(1), foundBy: `git remote ${remote.remote}` };
  const folder = git?.mainFolder ?? workspace.cwd;
  for (const root of workspaceRoots) {
    const segment = firstSegmentBelow(folder, tidy(expandHome(root, home)));
    if (segment) return { name: segment, slug: null, aliases: [], foundBy: `first folder below ${root}` };
  }
  if (folder === home || isRoot(folder)) {
    return { name: null, slug: null, aliases: [], foundBy: "none: not inside a project folder" };
  }
  return { name: folder.slice(folder.lastIndexOf(sep) + 1), slug: null, aliases: [], foundBy: "folder name" };
}

/** A repository too broken to read is a plain folder. */
function readGit(top: string): GitRepository | null {
  try {
    return readGitRepository(top);
  } catch {
    return null;
  }
}

/** Both are absolute and tidy. Slicing instead of node:path, whose functions are compiled anew in every process. */
function firstSegmentBelow(folder: string, root: string): string | null {
  const parent = root.endsWith(sep) ? root : root + sep;
  if (!folder.startsWith(parent)) return null;
  const below = folder.slice(parent.length);
  const end = below.indexOf(sep);
  return (end < 0 ? below : below.slice(0, end)) || null;
}

/** `/`, `C:\`. */
function isRoot(folder: string): boolean {
  return folder.endsWith(sep);
}
