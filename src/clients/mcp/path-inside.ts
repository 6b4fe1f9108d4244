/** Paths that a client names, as paths below the workspace's root. What leads out of it, by name or by a link, is refused. */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { Refusal } from "../../refusal.ts";
import { tidy } from "../../store/locations.ts";
import { isWithin } from "../../surroundings/read-inside.ts";

/** Longer ones are no files of a project. */
const MAX_PATH = 1024;
const DRIVE = /^[A-Za-z]:/;

/** A variable of a resource's address, which arrives encoded. */
export function decodeVariable(variable: unknown): string {
  try {
    return decodeURIComponent(String(variable));
  } catch {
    throw new Refusal(`"${String(variable).slice(0, 80)}" is not encoded rightly`, "write % as %25");
  }
}

/** Of a path from the root: the same, with slashes and without detours. Throws a Refusal for every other. */
export function pathFromRoot(path: string, root: string): string {
  if (isAbsolute(path) || path.startsWith("\\") || DRIVE.test(path)) throw outside();
  return checked(join(root, path), path, root);
}

/** Editors name files by their whole path. Null when it lies elsewhere. */
export function pathBelowRoot(path: string, root: string): string | null {
  try {
    if (!isAbsolute(path)) return pathFromRoot(path, root);
    const real = realRoot(root);
    return isWithin(tidy(path), root) ? checked(path, path, root) : checked(join(root, relative(real, path)), path, root);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function checked(absolute: string, path: string, root: string): string {
  if (path === "" || path.length > MAX_PATH || path.includes("\0")) throw new Refusal("that is no path", "name a file from the project's root: src/index.ts");
  const file = tidy(absolute);
  if (file === root || !isWithin(file, root) || !isWithin(realNearest(file), realRoot(root))) throw outside();
  return relative(root, file).split(sep).join("/");
}

function outside(): Refusal {
  return new Refusal("that path leads out of the project", "name a file from the project's root: src/index.ts");
}

function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

/** Links followed as far as there is something: the file itself may be yet to be written. */
function realNearest(file: string): string {
  for (let path = file; ; path = dirname(path)) {
    try {
      return join(realpathSync(path), relative(path, file));
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT" && lstatSync(path, { throwIfNoEntry: false }) === undefined;
      // A link that leads in a circle, or to nowhere, might lead anywhere tomorrow.
      if (!isMissing || dirname(path) === path) throw outside();
    }
  }
}
