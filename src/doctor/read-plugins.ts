/** Enabled plugins of ours, and the folders from which the client runs them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";

export interface FoundPlugin {
  /** `name@marketplace` */
  readonly name: string;
  /** Null when it is enabled, but not installed. */
  readonly root: string | null;
  /** Its hooks, or the settings file that enables it. */
  readonly hooks: string;
}

const OURS = /^lore(?:-inject)?@/;

/** Of two settings files the later one has the last word on a plugin. */
export function readPlugins(
  settings: readonly { readonly path: string; readonly text: string }[],
  clientDir: string,
  projectRoot: string,
): readonly FoundPlugin[] {
  const enabled = new Map<string, string | null>();
  for (const { path, text } of settings) {
    const { enabledPlugins } = Object(parseJsonc(text.replace(/^\uFEFF/, ""))) as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(Object(enabledPlugins) as Readonly<Record<string, unknown>>))
      if (OURS.test(name)) enabled.set(name, value === false || value === null ? null : path);
  }
  const installed = readInstalled(clientDir);
  return [...enabled].flatMap(([name, path]) => (path === null ? [] : [toPlugin(name, path, findRoot(installed[name], projectRoot))]));
}

function toPlugin(name: string, settings: string, root: string | null): FoundPlugin {
  return { name, root, hooks: root === null ? settings : join(root, "hooks", "hooks.json") };
}

/** The client's own list: `plugins` by name, one or more installations each. */
function readInstalled(clientDir: string): Readonly<Record<string, unknown>> {
  try {
    const { plugins } = Object(JSON.parse(readFileSync(join(clientDir, "plugins", "installed_plugins.json"), "utf8"))) as { readonly plugins?: unknown };
    return Object(plugins) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** One that was installed for another project does not count. Older clients kept one installation, not a list. */
function findRoot(installations: unknown, projectRoot: string): string | null {
  const list: readonly unknown[] = Array.isArray(installations) ? installations : [installations];
  const roots = list.flatMap((each) => {
    const { installPath, projectPath } = Object(each) as Readonly<Record<string, unknown>>;
    return typeof installPath === "string" && (typeof projectPath !== "string" || projectPath === projectRoot) ? [installPath] : [];
  });
  return roots.find((root) => existsSync(root)) ?? null;
}
