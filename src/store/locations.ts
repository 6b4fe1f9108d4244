/** Where things are on this machine: data root, cache, user configuration. */
import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import type { Environment } from "../config/environment.ts";

export interface Locations {
  readonly home: string | null;
  readonly userConfigDir: string | null;
  readonly cacheDir: string | null;
  /** What sessions have been shown: more than a cache, less than data. */
  readonly stateDir: string | null;
}

export interface DataRoot {
  readonly path: string | null;
  readonly foundBy: string;
}

export function locate(env: Environment): Locations {
  const home = findHome(env);
  const config = absolute(env.XDG_CONFIG_HOME) ?? absolute(env.APPDATA) ?? below(home, ".config");
  const cache = absolute(env.XDG_CACHE_HOME) ?? absolute(env.LOCALAPPDATA) ?? below(home, ".cache");
  const state = absolute(env.XDG_STATE_HOME) ?? absolute(env.LOCALAPPDATA) ?? below(home, `.local${sep}state`);
  return { home, userConfigDir: below(config, "lore-inject"), cacheDir: below(cache, "lore-inject"), stateDir: below(state, "lore-inject") };
}

function findHome(env: Environment): string | null {
  if (env.HOME && isAbsolute(env.HOME)) return tidy(env.HOME);
  if (env.USERPROFILE && isAbsolute(env.USERPROFILE)) return tidy(env.USERPROFILE);
  try {
    // Rare, so the module is not loaded before.
    return process.getBuiltinModule?.("node:os").homedir() || null;
  } catch {
    return null;
  }
}

/** An absolute path without detours. Most are already: resolve() would have to be compiled to find that out. */
export function tidy(path: string): string {
  const isTidy = path.startsWith("/") && !path.includes("//") && !path.includes("/.") && (path.length === 1 || !path.endsWith("/"));
  return isTidy && sep === "/" ? path : resolve(path);
}

/** The XDG specification: a relative path is to be ignored. */
function absolute(path: string | undefined): string | null {
  return path && isAbsolute(path) ? path : null;
}

function below(folder: string | null, name: string): string | null {
  return folder === null ? null : folder + sep + name;
}

export function expandHome(path: string, home: string | null): string {
  if (home === null || path.charCodeAt(0) !== 126) return path;
  if (path === "~") return home;
  return path.startsWith("~/") || path.startsWith("~\\") ? join(home, path.slice(2)) : path;
}

/** LORE_DATA_DIR, LORE_DIR, the configured folder, $XDG_DATA_HOME/lore, then ~/dev/lore if it holds stores. */
export function findDataRoot(env: Environment, home: string | null, configured: string): DataRoot {
  for (const name of ["LORE_DATA_DIR", "LORE_DIR"] as const) {
    const value = env[name];
    if (value) return { path: tidy(expandHome(value, home)), foundBy: name };
  }
  if (configured !== "") return { path: tidy(expandHome(configured, home)), foundBy: "data_dir in config" };
  const standard = below(absolute(env.XDG_DATA_HOME) ?? (home === null ? null : join(home, ".local", "share")), "lore");
  if (standard !== null && isFolder(standard)) return { path: standard, foundBy: env.XDG_DATA_HOME ? "XDG_DATA_HOME" : "default" };
  const legacy = home === null ? null : join(home, "dev", "lore");
  if (legacy !== null && holdsStores(legacy)) return { path: legacy, foundBy: "~/dev/lore holds stores" };
  return { path: standard, foundBy: "default" };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function holdsStores(folder: string): boolean {
  return ["journal/data", "patterns/data", "failures/data"].some((path) => existsSync(join(folder, path)));
}
