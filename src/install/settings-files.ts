/** Where the client keeps its settings: the person's, the project's, the person's for this project, an administrator's. Pure. */
import { posix, win32 } from "node:path";
import type { Environment } from "../config/environment.ts";

type Scope = "user" | "project" | "local" | "managed";
export const SCOPES = ["user", "project", "local"] as const;
export type WritableScope = (typeof SCOPES)[number];

export interface SettingsFile {
  readonly scope: Scope;
  readonly path: string;
}

export interface SettingsPlace {
  readonly env: Environment;
  readonly home: string | null;
  /** The folder that holds `.git`, else the folder itself. */
  readonly projectRoot: string;
  readonly platform: NodeJS.Platform;
}

/** In the order in which later ones win. The same file twice, as in the home folder itself, is listed once. */
export function settingsFiles({ env, home, projectRoot, platform }: SettingsPlace): readonly SettingsFile[] {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  const configured = env.CLAUDE_CONFIG_DIR;
  const own = configured && isAbsolute(configured) ? configured : home === null ? null : join(home, ".claude");
  const files: SettingsFile[] = [
    ...(own === null ? [] : [{ scope: "user" as const, path: join(own, "settings.json") }]),
    { scope: "project", path: join(projectRoot, ".claude", "settings.json") },
    { scope: "local", path: join(projectRoot, ".claude", "settings.local.json") },
    ...managed(platform, env).map((path) => ({ scope: "managed" as const, path })),
  ];
  return files.filter(({ path }, index) => files.findIndex((other) => other.path === path) === index);
}

/** Older clients on Windows looked below ProgramData. */
function managed(platform: NodeJS.Platform, env: Environment): readonly string[] {
  if (platform === "win32")
    return [env.ProgramFiles ?? "C:\\Program Files", env.ProgramData ?? "C:\\ProgramData"].map((folder) =>
      win32.join(folder, "ClaudeCode", "managed-settings.json"),
    );
  return [platform === "darwin" ? "/Library/Application Support/ClaudeCode/managed-settings.json" : "/etc/claude-code/managed-settings.json"];
}
