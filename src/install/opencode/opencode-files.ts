/** Where OpenCode keeps its settings, and under which lasting address it finds our plugin. Asks the disk, changes nothing. */
import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join, posix, win32 } from "node:path";
import { pathToFileURL } from "node:url";
import type { Environment } from "../../config/environment.ts";
import { lastingPackage, willVanish } from "../stable-path.ts";

export type OpenCodeScope = "user" | "project";

export interface OpenCodePlace {
  readonly scope: OpenCodeScope;
  readonly env: Environment;
  readonly home: string | null;
  /** The folder that holds `.git`, else the folder itself. */
  readonly projectRoot: string;
}

const FLAVOUR = process.platform === "win32" ? win32 : posix;

/** Those that OpenCode reads in this scope, the one to write to first. Empty when there is no home. */
export function openCodeFiles({ scope, env, home, projectRoot }: OpenCodePlace): readonly string[] {
  const folder = scope === "project" ? projectRoot : userFolder(env, home);
  if (folder === null) return [];
  const files = [join(folder, "opencode.jsonc"), join(folder, "opencode.json")];
  return existsSync(files[0] ?? "") ? files : files.toReversed();
}

/** The same on every system: OpenCode follows the XDG specification everywhere. */
function userFolder({ XDG_CONFIG_HOME: configured }: Environment, home: string | null): string | null {
  if (configured && isAbsolute(configured)) return join(configured, "opencode");
  return home === null ? null : join(home, ".config", "opencode");
}

export interface PluginAddress {
  readonly file: string;
  readonly url: string;
  /** What will stop it from working one day, and the way out. */
  readonly warnings: readonly string[];
}

export function findPluginAddress(packageDir: string): PluginAddress {
  const lasting = lastingPackage(packageDir, FLAVOUR);
  const stable = lasting !== null && realPathOf(lasting) === realPathOf(packageDir) ? lasting : packageDir;
  const file = join(stable, "dist", "opencode.mjs");
  const vanishes = willVanish(stable, tmpdir(), FLAVOUR);
  const warnings = vanishes === null ? [] : [`${stable} will not stay: ${vanishes}. npm install -g lore-inject, then lore-inject install --client opencode`];
  return { file, url: pathToFileURL(file).href, warnings };
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
