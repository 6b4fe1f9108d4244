/**
 * After a prompt has been answered: starts a process that brings the index up to date, and does not wait for it. It has
 * no part in our standard streams, so the client sees the end of ours at once.
 */
import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { join } from "node:path";
import type { IndexPlace } from "./open-index.ts";

export interface StartRequest {
  readonly place: IndexPlace;
  readonly shippedDir: string;
  readonly cwd: string;
  /** The stores' folder: a relative setting would mean another one elsewhere. */
  readonly dataRoot: string | null;
}

/** One attempt in this time, whatever comes of it: a disk may be full, a store unreadable. */
const RETRY_MS = 60_000;

export function startRefresh({ place, shippedDir, cwd, dataRoot }: StartRequest): void {
  const script = join(shippedDir, "bin/lore-inject.js");
  try {
    accessSync(script);
    if (!noteAttempt(join(place.cacheDir, `index-${place.key}.tried`))) return;
    spawnDetached([process.execPath, script, "index", "refresh", "--background", "--cwd", cwd], shippedDir, dataRoot);
  } catch {
    // Then the stores are read directly until a command refreshes the index.
  }
}

/** False when somebody tried a moment ago. Throws when the folder cannot be written: then the index could not either. */
function noteAttempt(path: string): boolean {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before && Math.abs(Date.now() - before.mtimeMs) < RETRY_MS) return false;
  accessSync(join(path, ".."), constants.W_OK);
  closeSync(openSync(path, "w", 0o600));
  return true;
}

/** Not in the project's folder: a runtime may take settings from where it starts. */
function spawnDetached(command: readonly string[], cwd: string, dataRoot: string | null): void {
  const env = dataRoot === null ? process.env : { ...process.env, LORE_DATA_DIR: dataRoot };
  if (!spawnDirectly(command, cwd, env)) {
    const { spawn } = require("node:child_process") as typeof import("node:child_process");
    spawn(command[0] as string, command.slice(1), { cwd, env, detached: true, stdio: "ignore", windowsHide: true }).unref();
  }
}

/** Through the binding beneath node:child_process, which costs a tenth of Node's start to load. False where that does not work. */
function spawnDirectly(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): boolean {
  try {
    if (process.versions.bun !== undefined) return false;
    const { Process } = (process as unknown as { binding(name: string): ProcessBinding }).binding("process_wrap");
    const envPairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const stdio = [{ type: "ignore" }, { type: "ignore" }, { type: "ignore" }];
    return new Process().spawn({ file: args[0] as string, args, cwd, envPairs, detached: true, windowsHide: true, stdio }) === 0;
  } catch {
    return false;
  }
}

interface ProcessBinding {
  readonly Process: new () => { spawn(options: Readonly<Record<string, unknown>>): number };
}
