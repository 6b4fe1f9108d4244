/** The folder in which a session worked → its project, named as it is when something is written there today, and what `.loreignore` there keeps out. */
import { isAbsolute, join, sep } from "node:path";
import { parse as parseYaml } from "yaml";
import { type IsIgnored, parseLoreIgnore } from "../privacy/lore-ignore.ts";
import { findWorkspace, type Workspace } from "../project/find-workspace.ts";
import { pathBelow } from "../project/path-below.ts";
import { type ProjectOverride, resolveProject } from "../project/resolve-project.ts";
import { fieldsOf, textOf, textsOf } from "../sources/fields.ts";
import { readBounded } from "../store/read-bounded.ts";
import { isFile } from "./places.ts";

export interface SessionProject {
  readonly name: string | null;
  /** Of paths as the client gives them; null when nothing is. */
  readonly isIgnored: IsIgnored | null;
}

const MAX_SMALL_FILE = 256 * 1024;

export class SessionProjects {
  private readonly known = new Map<string, SessionProject>();

  constructor(private readonly home: string | null) {}

  /** `start` is the folder in which the session began: where there is no repository, those below it belong to it. */
  of(cwd: string, start: string): SessionProject {
    const folder = cwd === "" ? start : cwd;
    const key = `${folder}\0${start}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const project = this.find(folder, start);
    this.known.set(key, project);
    return project;
  }

  private find(folder: string, start: string): SessionProject {
    // Of another system, or none at all: the name is what is left of it.
    if (!isAbsolute(folder)) return { name: folder.split(/[\\/]/).findLast((part) => part !== "") ?? null, isIgnored: null };
    const workspace = findWorkspace(folder, this.home);
    if (workspace.gitTop === null && folder.startsWith(start + sep)) return this.of(start, start);
    const { name } = resolveProject({ workspace, override: readOverride(workspace), workspaceRoots: [], home: this.home });
    return { name, isIgnored: readIgnored(workspace) };
  }
}

/** What cannot be read says nothing, as for the hook. */
function readSmall(path: string): string | null {
  try {
    return isFile(path) ? readBounded(path, MAX_SMALL_FILE) : null;
  } catch {
    return null;
  }
}

function readOverride({ overrideFile }: Workspace): ProjectOverride | null {
  const text = overrideFile === null ? null : readSmall(overrideFile);
  if (text === null) return null;
  try {
    const fields = fieldsOf(parseYaml(text, { logLevel: "error" }));
    const name = textOf(fields.name) || textOf(fields.project);
    return name === "" ? null : { name, aliases: textsOf(fields.aliases) };
  } catch {
    return null;
  }
}

function readIgnored(workspace: Workspace): IsIgnored | null {
  const text = readSmall(join(workspace.gitTop ?? workspace.cwd, ".loreignore"));
  if (text === null) return null;
  const isIgnored = parseLoreIgnore(text);
  return (path) => path !== "" && isIgnored(pathBelow(workspace, path));
}
