/**
 * The prepared workspace: resolved settings, synonyms, stopwords and the list of store files, kept as
 * one JSON file in the cache. This is the hot path's half: read it, and make sure that nothing it was
 * made from has changed since.
 */
import type { Language } from "../analyze/language.ts";
import type { Config } from "../config/config.ts";
import type { Environment } from "../config/environment.ts";
import type { Workspace } from "../project/find-workspace.ts";
import type { ProjectOverride } from "../project/resolve-project.ts";
import type { EpochMs, Problem } from "../types.ts";
import { readCacheFile } from "./cache-file.ts";
import { ABSENT, hashText, readIdentity } from "./identity.ts";
import { type DataRoot, findDataRoot, type Locations } from "./locations.ts";
import type { StoreFile } from "./store-file.ts";

/** Raised whenever the form of a cached file or of a derived record changes. */
export const FORMAT = 8;

export interface Prepared {
  readonly format: number;
  /** Version of the program that wrote it: defaults and parsers may differ in another. */
  readonly version: string;
  /** False when an input was so fresh that a further change could go unnoticed: good for one use. */
  readonly settled: boolean;
  /** Everything it was made from, with the stamp it had. */
  readonly inputs: readonly (readonly [path: string, stamp: string])[];
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

export interface PrepareRequest {
  readonly workspace: Workspace;
  readonly locations: Locations;
  readonly env: Environment;
  readonly shippedDir: string;
  readonly version: string;
  readonly now: EpochMs;
}

/** What is kept, and the identity that each of its inputs has now. */
export interface LoadedPrepared {
  readonly prepared: Prepared;
  readonly stamps: ReadonlyMap<string, string>;
}

/** The cached form if it still holds, else null. */
export function loadPrepared(request: PrepareRequest): LoadedPrepared | null {
  const text = parseTwice(readCacheFile(request.locations.cacheDir, preparedName(request)));
  if (text === null) return null;
  try {
    const prepared = JSON.parse(text) as Prepared;
    if (prepared.format !== FORMAT || prepared.version !== request.version || !prepared.settled) return null;
    const stamps = new Map<string, string>();
    for (const [path, recorded] of prepared.inputs) {
      const { stamp } = readIdentity(path, request.now);
      if (recorded === PRESENT ? stamp === ABSENT : stamp !== recorded) return null;
      stamps.set(path, stamp);
    }
    return movedDataRoot(prepared, request) ? null : { prepared, stamps };
  } catch {
    return null;
  }
}

/** The file holds its text twice: comparing the halves is the cheapest checksum there is. */
export function renderTwice(json: string): string {
  // Plain ASCII is read, compared and parsed in half the memory.
  const text = json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `${text}\n${text}`;
}

export function parseTwice(text: string | null): string | null {
  if (text === null) return null;
  const half = text.slice(0, (text.length - 1) / 2);
  return text.length > 1 && text.endsWith(half) && text.charCodeAt(half.length) === 10 ? half : null;
}

/** A default data root depends on which folders exist, which no single stamp tells. */
function movedDataRoot({ dataRoot, config }: Prepared, { env, locations }: PrepareRequest): boolean {
  return findDataRoot(env, locations.home, config.data_dir).path !== dataRoot.path;
}

/** Of a JSONL store only its presence counts: what it holds is the index's business. */
export const PRESENT = "+";

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
