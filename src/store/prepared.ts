/**
 * The prepared workspace: resolved settings, synonyms, stopwords and the list of store files, kept as
 * one JSON file in the cache. This is the hot path's half: read it, and make sure that nothing it was
 * made from has changed since.
 */
import type { Stats } from "node:fs";
import type { Language } from "../analyze/language.ts";
import type { Config } from "../config/config.ts";
import type { Environment } from "../config/environment.ts";
import type { Workspace } from "../project/find-workspace.ts";
import type { ProjectOverride } from "../project/resolve-project.ts";
import type { EpochMs, Problem } from "../types.ts";
import { readTwice } from "./cache-file.ts";
import { ABSENT, hashText, readStat } from "./identity.ts";
import { type DataRoot, findDataRoot, type Locations } from "./locations.ts";
import type { StoreFile } from "./store-file.ts";

/** Raised whenever the form of a cached file or of a derived record changes. */
export const FORMAT = 11;

export interface Prepared {
  readonly format: number;
  /** Version of the program that wrote it: defaults and parsers may differ in another. */
  readonly version: string;
  /** False when an input was so fresh that a further change could go unnoticed: good for one use. */
  readonly settled: boolean;
  /** Everything it was made from, with the stamp it had. */
  readonly inputs: Inputs;
  readonly config: Config;
  readonly language: Language;
  readonly override: ProjectOverride | null;
  readonly dataRoot: DataRoot;
  readonly stores: readonly StoreFile[];
  readonly knownProjects: readonly string[];
  /** Names the files of the index. */
  readonly indexKey: string;
  readonly problems: readonly Problem[];
}

/** In numbers, as most of a prompt's cost would be to spell them out for a comparison. */
export interface Inputs {
  readonly paths: readonly string[];
  /** Four a path: size, modified, inode, changed. A size of `GONE` or `THERE` stands for all four. */
  readonly marks: readonly number[];
}

export interface PrepareRequest {
  readonly workspace: Workspace;
  readonly locations: Locations;
  readonly env: Environment;
  readonly shippedDir: string;
  readonly version: string;
  readonly now: EpochMs;
}

/** What is kept, and the look of each of its inputs now. */
export interface LoadedPrepared {
  readonly prepared: Prepared;
  readonly stats: ReadonlyMap<string, Stats | undefined>;
}

/** The cached form if it still holds, else null. */
export function loadPrepared(request: PrepareRequest): LoadedPrepared | null {
  const text = readTwice(request.locations.cacheDir, preparedName(request));
  if (text === null) return null;
  try {
    const prepared = JSON.parse(text) as Prepared;
    if (prepared.format !== FORMAT || prepared.version !== request.version || !prepared.settled) return null;
    const stats = lookAtInputs(prepared.inputs);
    return stats === null || movedDataRoot(prepared, request) ? null : { prepared, stats };
  } catch {
    return null;
  }
}

/** Of a JSONL store only its presence counts: what it holds is the index's business. */
export const PRESENT = "+";
const GONE = -1;
const THERE = -2;

export function markInputs(stamps: readonly (readonly [path: string, stamp: string])[]): Inputs {
  const marks = stamps.flatMap(([, stamp]) => {
    if (stamp === ABSENT || stamp === PRESENT) return [stamp === ABSENT ? GONE : THERE, 0, 0, 0];
    return stamp.split(":").map(Number);
  });
  return { paths: stamps.map(([path]) => path), marks };
}

/** Null when one of them has changed. */
function lookAtInputs({ paths, marks }: Inputs): LoadedPrepared["stats"] | null {
  const stats = new Map<string, Stats | undefined>();
  for (let i = 0; i < paths.length; i++) {
    const path = paths[i] as string;
    const stat = readStat(path);
    const size = marks[4 * i] as number;
    if (stat === undefined ? size !== GONE : size !== THERE && !isMarked(stat, marks, 4 * i)) return null;
    stats.set(path, stat);
  }
  return stats;
}

function isMarked(stat: Stats, marks: readonly number[], at: number): boolean {
  return stat.size === marks[at] && stat.mtimeMs === marks[at + 1] && stat.ino === marks[at + 2] && stat.ctimeMs === marks[at + 3];
}

/** A default data root depends on which folders exist, which no single stamp tells. */
function movedDataRoot({ dataRoot, config }: Prepared, { env, locations }: PrepareRequest): boolean {
  return findDataRoot(env, locations.home, config.data_dir).path !== dataRoot.path;
}

/** One file for each combination of data root, person and project. */
export function preparedName({ workspace, locations, env, shippedDir }: PrepareRequest): string {
  const parts = [
    shippedDir,
    locations.userConfigDir,
    workspace.configFile,
    workspace.synonymsFile,
    workspace.overrideFile,
    workspace.loreFolder,
    env.LORE_DATA_DIR,
    env.LORE_DIR,
    env.XDG_DATA_HOME,
    locations.home,
    // What is trusted is kept there.
    workspace.loreFolder === null ? null : locations.stateDir,
  ];
  return `prepared-${hashText(JSON.stringify(parts))}.json`;
}
