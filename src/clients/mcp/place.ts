/** Where the server works: one core, and the folder that the client works in. Everything is answered for that folder. */
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../config/environment.ts";
import type { Core } from "../../core.ts";
import type { Context } from "../../open-context.ts";
import { findWorkspace } from "../../project/find-workspace.ts";
import type { ActivityPlace } from "../../store/activity-file.ts";
import { locate, tidy } from "../../store/locations.ts";

export class Place {
  /** What the person asked last: it says what is being worked on, as files do. */
  lastAsked = { text: "", at: 0 };
  private folder: string;
  private readonly movers: (() => void)[] = [];

  constructor(
    readonly core: Core,
    folder: string,
    private readonly env: Environment,
  ) {
    this.folder = tidy(folder);
  }

  get cwd(): string {
    return this.folder;
  }

  /** Settings, project and stores of the folder, as they are now. */
  open(): Context {
    return this.core.open(this.folder);
  }

  noteAsked(text: string): void {
    this.lastAsked = { text, at: Date.now() };
  }

  /** Where activities are kept; null when nowhere. An editor tells of every keystroke, so the settings are not opened for it. */
  spool(): ActivityPlace | null {
    const { home, stateDir } = locate(this.env);
    return stateDir === null ? null : { stateDir, root: rootOf({ workspace: findWorkspace(this.folder, home) }) };
  }

  moveTo(folder: string): void {
    const next = tidy(folder);
    if (next === this.folder) return;
    this.folder = next;
    for (const mover of this.movers) mover();
  }

  onMove(mover: () => void): void {
    this.movers.push(mover);
  }
}

/** The workspace's root: paths below it are ours. */
export function rootOf({ workspace: { gitTop, cwd } }: Pick<Context, "workspace">): string {
  return gitTop ?? cwd;
}

/** Until the client names one. Claude Code starts its servers with the project's folder in the environment. */
export function firstFolder(env: Environment, cwd: string): string {
  const named = env.CLAUDE_PROJECT_DIR;
  return named !== undefined && isAbsolute(named) && existsSync(named) ? named : cwd;
}

/** The first folder among what a client calls its roots; null when there is none that we could open. */
export function folderAmong(roots: unknown): string | null {
  if (!Array.isArray(roots)) return null;
  for (const root of roots as readonly { readonly uri?: unknown }[]) {
    const folder = pathOf(root?.uri);
    if (folder !== null && existsSync(folder)) return folder;
  }
  return null;
}

function pathOf(uri: unknown): string | null {
  if (typeof uri !== "string" || !uri.startsWith("file://")) return null;
  try {
    const path = fileURLToPath(uri);
    return path.includes("\0") ? null : path;
  } catch {
    return null;
  }
}
