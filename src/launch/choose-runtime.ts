/**
 * With what a client should start the hook: a pure decision from what was found and tried, which is the
 * work of find-runtimes.ts. Never on a prompt's path: whoever registers the hook asks once.
 */
import type { Config } from "../config/config.ts";
import type { Environment } from "../config/environment.ts";

export type RuntimeSetting = Config["runtime"];

export interface FoundNode {
  readonly path: string;
  readonly version: string;
}

export interface TriedBun {
  readonly path: string;
  readonly version: string | null;
  /** Why it cannot be used; null if it answered as it should. */
  readonly fault: string | null;
}

export interface TriedFlag {
  readonly flag: string;
  readonly fault: string | null;
}

export interface FoundRuntimes {
  readonly node: FoundNode | null;
  readonly flags: readonly TriedFlag[];
  readonly bun: TriedBun | null;
}

export interface Launch {
  readonly runtime: "node" | "bun";
  readonly command: string;
  readonly args: readonly string[];
  /** Of the runtime's own, accepted, to stand before the script where somebody waits. */
  readonly flags: readonly string[];
  /** Variables that slow the start and that the hook does not need: to be started without. */
  readonly unset: readonly string[];
  readonly why: string;
}

export interface ChooseRequest {
  readonly setting: RuntimeSetting;
  readonly found: FoundRuntimes;
  /** The folder that holds bin/lore-inject.js. */
  readonly packageDir: string;
  readonly script: string;
  readonly env: Environment;
}

/** Null when there is neither a Node nor a usable Bun. A setting that cannot be met is no reason to have no hook. */
export function chooseRuntime({ setting, found, packageDir, script, env }: ChooseRequest): Launch | null {
  const { node, bun, flags } = found;
  const usable = bun !== null && bun.fault === null;
  if (usable && (setting !== "node" || node === null)) {
    const why = setting === "node" ? "runtime: node, but there is no Node" : `runtime: ${setting}, and bun ${bun.version} answers as it should`;
    return { runtime: "bun", command: bun.path, args: bunArguments(packageDir, script), flags: [], unset: [], why };
  }
  if (node === null) return null;
  const accepted = flags.filter(({ fault }) => fault === null).map(({ flag }) => flag);
  return { runtime: "node", command: node.path, args: [script], flags: accepted, unset: slowVariables(node, env), why: whyNode(setting, bun) };
}

function whyNode(setting: RuntimeSetting, bun: TriedBun | null): string {
  if (setting === "node") return "runtime: node";
  return bun === null ? `runtime: ${setting}, and no bun is on the PATH` : `runtime: ${setting}, but ${bun.path} cannot be used: ${bun.fault}`;
}

/**
 * Bun runs what bunfig.toml, .env and tsconfig.json of its working folder say, and a hook works in the
 * repository of the day: a cloned one could run its own code. In our own folder there are none.
 */
export function bunArguments(packageDir: string, script: string): readonly string[] {
  return [`--cwd=${packageDir}`, script];
}

/** Node 20 parses these certificates at each start, which then takes 2.4 times as long; later ones wait for a connection, which the hook never opens. */
function slowVariables({ version }: FoundNode, env: Environment): readonly string[] {
  return Number.parseInt(version, 10) < 22 ? ["NODE_EXTRA_CA_CERTS"].filter((name) => env[name]) : [];
}
