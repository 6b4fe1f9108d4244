/** Where text of records lies on the disk: the stores of every source, switched off or not, and what sessions were about. */
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Context } from "../open-context.ts";
import { findStores } from "../store/find-stores.ts";
import { sessionsFolder } from "../store/ledger-file.ts";
import { findProjectStores } from "../store/project-stores.ts";
import type { Problem } from "../types.ts";

export interface ScrubPlace {
  /** Links are followed: what they lead to is rewritten. */
  readonly file: string;
  readonly form: "lines" | "json" | "yaml";
}

export interface FoundPlaces {
  readonly places: readonly ScrubPlace[];
  readonly problems: readonly Problem[];
}

export function findPlaces({ config, dataRoot, locations, workspace }: Context): FoundPlaces {
  const { files, problems } = dataRoot.path === null ? { files: [], problems: [] } : findStores(withAllSources(config), dataRoot.path, locations.home);
  const shared = findProjectStores(workspace, new Set()).stores;
  const paths = [...files.map(({ path }) => path), ...shared.map(({ path }) => path), ...(locations.stateDir === null ? [] : ledgersIn(locations.stateDir))];
  const real = new Set(paths.map(realPath));
  return { places: [...real].map((file) => ({ file, form: formOf(file) })), problems };
}

/** What nobody reads at present is stored all the same. */
function withAllSources(config: Config): Config {
  const sources = Object.fromEntries(Object.entries(config.sources).map(([name, source]) => [name, { ...source, enabled: true }]));
  return { ...config, sources: sources as Config["sources"] };
}

function ledgersIn(stateDir: string): readonly string[] {
  const folder = sessionsFolder(stateDir);
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    // No session was remembered yet.
    return [];
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Gone, or not to be looked at: reading it says so.
    return path;
  }
}

function formOf(file: string): ScrubPlace["form"] {
  if (/\.(?:jsonl|ndjson)$/.test(file)) return "lines";
  return file.endsWith(".json") ? "json" : "yaml";
}
