/** Asks the disk what a client should start from now on: the runtime that launch/ chooses, by paths that last. */
import { existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join, posix, win32 } from "node:path";
import type { Environment } from "../config/environment.ts";
import { chooseRuntime, type Launch, type RuntimeSetting } from "../launch/choose-runtime.ts";
import { findRuntimes } from "../launch/find-runtimes.ts";
import type { Command } from "./command-for.ts";
import { type Lead, lastingNames, lastingPackage, stableNode, willVanish } from "./stable-path.ts";

export interface FoundLaunch {
  readonly command: Command;
  readonly why: string;
  /** What will stop it from working one day, and the way out. */
  readonly warnings: readonly string[];
}

export interface FindLaunchRequest {
  readonly env: Environment;
  /** The folder that holds bin/lore-inject.js. */
  readonly packageDir: string;
  readonly setting: RuntimeSetting;
  /** Whether Node may be given flags that make it start faster. */
  readonly flags: boolean;
}

const FLAVOUR = process.platform === "win32" ? win32 : posix;
const ENV_PROGRAM = "/usr/bin/env";

/** Null when there is neither a Node nor a usable Bun. */
export function findLaunch({ env, packageDir: here, setting, flags }: FindLaunchRequest): FoundLaunch | null {
  const packageDir = stablePackage(here);
  const script = join(packageDir, "bin", "lore-inject.js");
  const found = findRuntimes({ env, packageDir, script, ...(flags ? {} : { flags: [] }) });
  const launch = chooseRuntime({ setting, found, packageDir, script, env });
  if (launch === null) return null;
  const vanishes = willVanish(packageDir, tmpdir(), FLAVOUR);
  const warnings = vanishes === null ? [] : [`${packageDir} will not stay: ${vanishes}. npm install -g lore-inject, then lore-inject install`];
  if (launch.runtime === "bun") return { command: { command: launch.command, args: launch.args }, why: launch.why, warnings };
  const node = stableNode({ node: leadOf(launch.command), leads: leadsTo(launch.command, env), flavour: FLAVOUR });
  const fast = launch.flags.length === 0 ? null : { flags: launch.flags, node: found.node?.version ?? "" };
  return { command: { ...startWithout(launch.unset, { command: node.path, args: launch.args }), fast }, why: `${launch.why}; ${node.why}`, warnings };
}

function stablePackage(packageDir: string): string {
  const lasting = lastingPackage(packageDir, FLAVOUR);
  return lasting !== null && realPathOf(lasting) === realPathOf(packageDir) ? lasting : packageDir;
}

/** Through env(1): a settings file cannot take a variable away. */
function startWithout(unset: Launch["unset"], { command, args }: Command): Command {
  if (unset.length === 0 || FLAVOUR === win32 || !existsSync(ENV_PROGRAM)) return { command, args };
  return { command: ENV_PROGRAM, args: [...unset.flatMap((name) => ["-u", name]), command, ...args] };
}

function leadsTo(node: string, env: Environment): readonly Lead[] {
  const name = FLAVOUR === win32 ? "node.exe" : "node";
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const names = [node, realPathOf(node) ?? node].flatMap((path) => lastingNames(path, FLAVOUR));
  return [...names, ...folders.map((folder) => join(folder, name))].filter((path) => existsSync(path)).map(leadOf);
}

function leadOf(path: string): Lead {
  return { path, realPath: realPathOf(path) ?? path };
}

function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
