/**
 * Finds what could start the hook and tries it: Node's flags by starting Node with them, Bun by an event
 * that it must answer with the same bytes. Nothing here is fatal; what fails is named and left out.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "../config/environment.ts";
import { FAST_FLAGS } from "../store/launch-file.ts";
import { bunArguments, type FoundNode, type FoundRuntimes, type TriedBun, type TriedFlag } from "./choose-runtime.ts";
import { openTrial } from "./trial.ts";

const TIMEOUT_MS = 10_000;
const LEAST_BUN = [1, 1] as const;

export interface FindRequest {
  readonly env: Environment;
  readonly packageDir: string;
  readonly script: string;
  readonly flags?: readonly string[];
}

export function findRuntimes({ env, packageDir, script, flags = FAST_FLAGS }: FindRequest): FoundRuntimes {
  const node = findNode(env);
  const bun = process.versions.bun === undefined ? findOnPath("bun", env) : process.execPath;
  return {
    node,
    flags: node === null ? [] : flags.map((flag) => tryFlag(node.path, flag)),
    bun: bun === null ? null : tryBun(bun, { node: node?.path ?? null, env, packageDir, script }),
  };
}

function findNode(env: Environment): FoundNode | null {
  if (process.versions.bun === undefined) return { path: process.execPath, version: process.versions.node };
  const path = findOnPath("node", env);
  const version = path === null ? "" : askVersion(path).replace(/^v/, "");
  return path === null || version === "" ? null : { path, version };
}

function askVersion(path: string): string {
  return spawnSync(path, ["--version"], { encoding: "utf8", timeout: TIMEOUT_MS }).stdout?.trim() ?? "";
}

/** Absolute folders only: a relative one would mean another program in each project. */
export function findOnPath(name: string, env: Environment): string | null {
  const names = process.platform === "win32" ? [`${name}.exe`] : [name];
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.flatMap((folder) => names.map((file) => join(folder, file))).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export function tryFlag(node: string, flag: string): TriedFlag {
  const { status, stderr, error } = spawnSync(node, [flag, "-e", "0"], { encoding: "utf8", timeout: TIMEOUT_MS });
  if (status === 0 && stderr === "") return { flag, fault: null };
  return { flag, fault: firstLine(stderr ?? "") || error?.message || `exit code ${status}` };
}

interface TryBunRequest extends FindRequest {
  readonly node: string | null;
}

export function tryBun(path: string, request: TryBunRequest): TriedBun {
  const version = askVersion(path);
  if (!isRecent(version)) return { path, version: version || null, fault: `it must be ${LEAST_BUN.join(".")} or newer` };
  try {
    return { path, version, fault: answersAsNode(path, request) ? null : "the hook does not answer a trial event as under Node" };
  } catch (error) {
    return { path, version, fault: `it could not be tried: ${(error as Error).message}` };
  }
}

function answersAsNode(bun: string, { node, env, packageDir, script }: TryBunRequest): boolean {
  const trial = openTrial(env);
  const answer = (command: string, args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: trial.cwd, env: trial.env, input: trial.event, encoding: "utf8", timeout: TIMEOUT_MS });
    return status === 0 && stderr === "" ? stdout : "";
  };
  try {
    const own = answer(bun, bunArguments(packageDir, script));
    return isAnswer(own, trial.recordId) && (node === null || own === answer(node, [script]));
  } finally {
    trial.close();
  }
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > LEAST_BUN[0] || (major === LEAST_BUN[0] && minor >= LEAST_BUN[1]);
}

function isAnswer(stdout: string, recordId: string): boolean {
  try {
    JSON.parse(stdout);
    return stdout.includes(recordId);
  } catch {
    return false;
  }
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}
