/** Walks up from the working folder: the repository it belongs to, and the files that speak for the project. */
import { statSync } from "node:fs";
import { dirname, sep } from "node:path";
import { tidy } from "../store/locations.ts";

export interface Workspace {
  readonly cwd: string;
  /** The folder that holds `.git`, when there is one. */
  readonly gitTop: string | null;
  readonly overrideFile: string | null;
  readonly configFile: string | null;
  readonly synonymsFile: string | null;
  /** `.lore` at the root, or as near to it as there is one: records that a team keeps beside its code. */
  readonly loreFolder: string | null;
}

/** Deeper paths exist only by accident or malice. */
const MAX_DEPTH = 64;

type Found = { -readonly [K in keyof Workspace]: Workspace[K] };

export function findWorkspace(cwd: string, home: string | null): Workspace {
  const found: Found = { cwd: tidy(cwd), gitTop: null, overrideFile: null, configFile: null, synonymsFile: null, loreFolder: null };
  let folder = found.cwd;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    // What lies in the home folder itself speaks for the person, not for a project.
    if (folder === home) break;
    look(folder, found);
    if (found.gitTop !== null) break;
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return found;
}

/** The nearest file of each kind wins. */
function look(folder: string, found: Found): void {
  const lore = `${folder + sep}.lore`;
  if (exists(lore)) {
    // The repository's own, rather than one of a part of it.
    found.loreFolder = lore;
    found.overrideFile ??= existing(`${lore + sep}project.yaml`);
    found.configFile ??= existing(`${lore + sep}config.yaml`);
    found.synonymsFile ??= existing(`${lore + sep}keyword-synonyms.yaml`);
  }
  found.overrideFile ??= existing(`${folder + sep}.claude${sep}project.yaml`);
  if (exists(`${folder + sep}.git`)) found.gitTop = folder;
}

function existing(path: string): string | null {
  return exists(path) ? path : null;
}

function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
