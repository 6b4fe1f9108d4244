/** Resolves the configured store paths to files, and says which folders to watch for new ones. Off the hot path. */
import { statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import fastGlob from "fast-glob";
import type { Config } from "../config/config.ts";
import type { Problem, SourceName } from "../types.ts";
import { expandHome } from "./locations.ts";

export interface FoundFile {
  readonly source: SourceName;
  readonly path: string;
}

export interface FoundStores {
  readonly files: readonly FoundFile[];
  /** Literal paths and folders of patterns: when one of them changes, the paths are resolved again. */
  readonly watched: readonly string[];
  readonly problems: readonly Problem[];
}

export function findStores(config: Config, dataRoot: string, home: string | null): FoundStores {
  const files: FoundFile[] = [];
  const watched = new Set<string>();
  const problems: Problem[] = [];
  for (const [name, source] of Object.entries(config.sources)) {
    if (!source.enabled) continue;
    const found = new Set<string>();
    for (const pattern of source.paths) {
      for (const match of resolvePattern(expandHome(pattern, home), dataRoot, watched, problems)) found.add(match);
    }
    for (const path of found) files.push({ source: name as SourceName, path });
  }
  return { files, watched: [...watched], problems };
}

function resolvePattern(path: string, dataRoot: string, watched: Set<string>, problems: Problem[]): readonly string[] {
  try {
    if (fastGlob.isDynamicPattern(path)) return glob(path, dataRoot, watched);
  } catch (error) {
    problems.push({ where: "sources.*.paths", what: `"${path}" cannot be resolved: ${(error as Error).message}`, hint: "this path is skipped" });
    return [];
  }
  return literal(isAbsolute(path) ? path : resolve(dataRoot, path), watched, problems);
}

function literal(path: string, watched: Set<string>, problems: Problem[]): readonly string[] {
  const kind = fileKind(path);
  // Only its appearance matters here: a store that grows is read anyway.
  watched.add(path);
  if (kind === "folder")
    problems.push({ where: path, what: "is a folder, expected a file", hint: "move it away, or change the source's paths in config.yaml" });
  if (kind === "other") problems.push({ where: path, what: "is not a regular file" });
  return kind === "file" ? [path] : [];
}

function fileKind(path: string): "file" | "folder" | "other" | "absent" {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "absent" : stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
  } catch {
    return "absent";
  }
}

const GLOB = { absolute: true, suppressErrors: true, dot: false, unique: true } as const;

/** Matches in stable order. Watches every folder in which a new match could appear. */
function glob(pattern: string, dataRoot: string, watched: Set<string>): readonly string[] {
  const cwd = isAbsolute(pattern) ? resolve("/") : dataRoot;
  const relative = isAbsolute(pattern) ? pattern.replace(/\\/g, "/").replace(/^(?:[A-Za-z]:)?\/+/, "") : pattern;
  const segments = relative.split("/");
  for (let depth = 0; depth < segments.length; depth++) {
    const parent = segments.slice(0, depth).join("/");
    if (parent === "") continue;
    if (!fastGlob.isDynamicPattern(parent)) watched.add(join(cwd, parent));
    else for (const folder of fastGlob.sync(parent, { ...GLOB, cwd, onlyDirectories: true })) watched.add(folder);
  }
  return fastGlob.sync(relative, { ...GLOB, cwd, onlyFiles: true }).sort();
}
