/** The `@path` lines of a CLAUDE.md: files that the client reads with it. */
import { isAbsolute, join, resolve } from "node:path";

/** Nobody imports more from one file. */
const MAX_IMPORTS = 50;
const IMPORT = /^\s*(?:[-*+]\s+)?@(\S+)\s*$/;
const CODE_FENCE = /^\s*(?:```|~~~)/;

/** Absolute paths. Lines inside of code blocks are examples. */
export function findImports(text: string, folder: string, home: string | null): readonly string[] {
  const found: string[] = [];
  let code = false;
  for (const line of text.split("\n")) {
    if (CODE_FENCE.test(line)) code = !code;
    const path = code ? undefined : IMPORT.exec(line)?.[1];
    const resolved = path === undefined ? null : resolveImport(path, folder, home);
    if (resolved !== null) found.push(resolved);
    if (found.length === MAX_IMPORTS) break;
  }
  return found;
}

function resolveImport(path: string, folder: string, home: string | null): string | null {
  if (path.startsWith("~/")) return home === null ? null : join(home, path.slice(2));
  return isAbsolute(path) ? resolve(path) : resolve(folder, path);
}
