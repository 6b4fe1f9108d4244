/** Claude Code's memory of a project: MEMORY.md and the topic files beside it, one record for each statement. */
import { basename, join } from "node:path";
import type { Foreign, Importer, ImportReport } from "../importer.ts";
import { filesBelow, isFile, isFolder } from "../places.ts";
import { readTextFile } from "../read-text.ts";
import { parseMemory } from "./statements.ts";

const MARKDOWN = /\.(?:md|markdown)$/i;

export const memory: Importer = {
  name: "memory",
  title: "Claude Code's memory of this project (MEMORY.md and its topics)",
  usualPlaces: ({ home, root }) => (home === null ? [] : [memoryFolder(home, root)].filter((folder) => filesOf(folder).length > 0)),
  recognizes: (path) => filesOf(path).length > 0,
  read,
};

/** The client names the folder after the project's path, with a dash for all but letters and digits. */
function memoryFolder(home: string, root: string): string {
  return join(home, ".claude", "projects", root.replace(/[^A-Za-z0-9]/g, "-"), "memory");
}

/** A file, the folder `memory`, or a project's folder in which it lies. Any other folder holds documents, not memories. */
function filesOf(path: string, report?: ImportReport): readonly string[] {
  if (isFile(path)) return MARKDOWN.test(path) ? [path] : [];
  const below = join(path, "memory");
  const folder = isFolder(below) && !isFile(join(path, "MEMORY.md")) ? below : path;
  if (basename(folder) !== "memory" && !isFile(join(folder, "MEMORY.md"))) return [];
  return filesBelow(folder, 3, report).filter((file) => MARKDOWN.test(file));
}

async function* read(path: string, report: ImportReport): AsyncGenerator<Foreign> {
  let bytes = 0;
  for (const file of filesOf(path, report)) {
    const read = readTextFile(file, report);
    bytes += read?.bytes ?? 0;
    report.advance(bytes);
    if (read === null) continue;
    const { statements, problem, short } = parseMemory(read.text);
    if (problem !== null) report.problem({ where: `${file}:1`, what: `the header is no YAML: ${problem}`, hint: "it is ignored; the text is imported" });
    for (let left = short; left > 0; left--) report.skip?.("a single word");
    for (const { line, ...statement } of statements) yield { ...statement, at: read.modifiedAt, project: null, from: `${file}:${line}` };
  }
}
