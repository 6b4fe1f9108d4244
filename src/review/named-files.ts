/** Which files a record names, in its entities and in its text. Pure: whether they exist is asked elsewhere. */
import type { LoreRecord } from "../types.ts";

/** Longer texts are logs: what they name is not what they are about. */
const MAX_TEXT = 4000;
const MAX_FILES = 12;
const IN_TEXT = /(?<![\w@~$:/\\.-])(?:\.\/)?(?:[\w.-]+\/)+[\w.-]*\w/g;
const FILE_NAME = /^[\w-][\w.-]*\.[A-Za-z][A-Za-z0-9]{0,7}$/;
const LINE_SUFFIX = /:\d+(?::\d+)?$/;

/** Relative to the root, with slashes, sorted. `root` turns paths below it into relative ones; others are not of this repository. */
export function namedFiles({ title, body, entities }: LoreRecord, root: string): readonly string[] {
  const text = [title, ...body.filter(([label]) => label !== "Files" && label !== "Instead of").map(([, line]) => line)].join("\n").slice(0, MAX_TEXT);
  const names = [...entities, ...(text.match(IN_TEXT) ?? [])].flatMap((name) => fileName(name, root) ?? []);
  return [...new Set(names)].sort().slice(0, MAX_FILES);
}

/** Null for what is no file of this repository: an address, a package, a folder, a pattern, a file of the person's own. */
function fileName(text: string, root: string): string | null {
  const slashed = text.trim().replaceAll("\\", "/").replace(LINE_SUFFIX, "");
  const below = slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed.replace(/^\.\//, "");
  if (below.length > 300 || /[\s*?{}[\]<>$~"'`|;,()]|\.\.|:|^[/@]/.test(below)) return null;
  const base = below.slice(below.lastIndexOf("/") + 1);
  return FILE_NAME.test(base) && !isAddress(below) ? below : null;
}

/** example.com/page.html: a host, not a folder. */
function isAddress(path: string): boolean {
  return /^(?:www\.|[\w-]+\.(?:com|org|net|io|dev|ai)\/)/.test(path);
}
