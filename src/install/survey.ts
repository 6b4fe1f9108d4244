/** Reads every settings file in which hooks may stand: what is registered there, and what would keep ours from running. */

import { dirname } from "node:path";
import { findLooseJson, findPlugins, findRegistrations, hooksAreOff } from "./find-registrations.ts";
import type { SettingsFile, SettingsPlace } from "./settings-files.ts";
import { settingsFiles } from "./settings-files.ts";
import { readSettings } from "./write-settings.ts";

export interface SettingsContent extends SettingsFile {
  /** Null when there is no such file, or it cannot be read. */
  readonly text: string | null;
  readonly plugins: readonly string[];
  /** The setting that switches hooks off. */
  readonly isOffBy: string | null;
}

export function findSettings(place: SettingsPlace): readonly SettingsContent[] {
  return settingsFiles(place).map((file) => {
    const text = readOrNull(file.path);
    return { ...file, text, plugins: text === null ? [] : findPlugins(text), isOffBy: text === null ? null : hooksAreOff(text) };
  });
}

function readOrNull(path: string): string | null {
  try {
    return readSettings(path).text;
  } catch {
    return null;
  }
}

/** Things the person should know that are no reason to stop. */
export function findObstacles(settings: readonly SettingsContent[], file: string, scope: string): readonly string[] {
  const off = settings.filter(({ isOffBy }) => isOffBy !== null).map(({ path, isOffBy }) => `${isOffBy} in ${path}: the client will not run these hooks`);
  const text = settings.find(({ path }) => path === file)?.text ?? "";
  const loose = findLooseJson(text, file);
  const elsewhere = settings
    .filter((other) => other.path !== file && isRegistered(other))
    .map(({ path }) => `also registered in ${path}: what differs runs twice; lore-inject uninstall --scope takes one back`);
  // Seen with 2.1.197: from a folder below, the repository's settings are not read.
  const place = scope === "user" ? [] : [`the client reads ${file} when it is started in ${dirname(dirname(file))}, not in a folder below`];
  const shared = scope === "project" ? [`${file} is usually committed, and these paths hold on this machine alone: --scope local is for you only`] : [];
  return [...(loose === null ? [] : [`${loose.where} ${loose.what}: ${loose.hint}`]), ...off, ...elsewhere, ...place, ...shared];
}

/** By an entry of its own, or by the plugin. */
export function isRegistered({ text, plugins }: SettingsContent): boolean {
  return plugins.length > 0 || findRegistrations(text ?? "", { command: null, exists: () => true }).length > 0;
}
