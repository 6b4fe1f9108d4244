/**
 * Which project a folder belongs to: an override file, the git remote, the first segment below a
 * workspace root, the folder's name. One resolver for reading and writing, so that what is stored
 * from one clone is found from another.
 */
import { basename, parse, relative, sep } from "node:path";
import { expandHome } from "../store/locations.ts";
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
    const segment = firstSegmentBelow(folder, expandHome(root, home));
    if (segment) return { name: segment, slug: null, aliases: [], foundBy: `first folder below ${root}` };
  }
  if (folder === home || folder === parse(folder).root) {
    return { name: null, slug: null, aliases: [], foundBy: "none: not inside a project folder" };
  }
  return { name: basename(folder), slug: null, aliases: [], foundBy: "folder name" };
}

/** A repository too broken to read is a plain folder. */
function readGit(top: string): GitRepository | null {
  try {
    return readGitRepository(top);
  } catch {
    return null;
  }
}

function firstSegmentBelow(folder: string, root: string): string | null {
  const below = relative(root, folder);
  if (below === "" || below.startsWith("..") || parse(below).root !== "") return null;
  return below.split(sep)[0] ?? null;
}
