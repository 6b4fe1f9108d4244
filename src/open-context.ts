/** Everything a run needs to know besides its event: settings, language, project, stores, today. */
import type { Language } from "./analyze/language.ts";
import type { Config } from "./config/config.ts";
import { applyEnvironment, type Environment } from "./config/environment.ts";
import { findWorkspace } from "./project/find-workspace.ts";
import { resolveProject } from "./project/resolve-project.ts";
import { ABSENT, readIdentity } from "./store/identity.ts";
import type { IndexPlace } from "./store/index/open-index.ts";
import { type DataRoot, locate } from "./store/locations.ts";
import { loadPrepared, type Prepared, type PrepareRequest } from "./store/prepared.ts";
import type { StoreFile } from "./store/store-file.ts";
import type { Day, Problem, Project } from "./types.ts";

export interface Context {
  readonly config: Config;
  readonly language: Language;
  readonly project: Project;
  readonly dataRoot: DataRoot;
  readonly stores: readonly StoreFile[];
  /** The identity of each store's file, in their order. */
  readonly stamps: readonly string[];
  /** Where the index is kept; null when there is none. */
  readonly index: IndexPlace | null;
  readonly knownProjects: readonly string[];
  /** What reads stores directly: loaded only when something is not in the index. */
  readonly loadScanner: () => typeof import("./scan.ts");
  readonly today: Day;
  /** Whether the settings came from the cache, for --debug. */
  readonly cached: boolean;
  readonly problems: readonly Problem[];
}

export interface OpenRequest {
  readonly cwd: string;
  readonly env: Environment;
  readonly shippedDir: string;
  readonly version: string;
  /** Builds the prepared form when the cached one no longer holds. */
  readonly prepare: (request: PrepareRequest) => Prepared;
  readonly loadScanner: Context["loadScanner"];
  /** Ignore the cached form: commands always look at the files themselves. */
  readonly fresh?: boolean;
}

const DAY_MS = 86_400_000;

export function openContext({ cwd, env, shippedDir, version, prepare, loadScanner, fresh }: OpenRequest): Context {
  const now = Date.now();
  const locations = locate(env);
  const workspace = findWorkspace(cwd, locations.home);
  const request: PrepareRequest = { workspace, locations, env, shippedDir, version, now };
  const loaded = fresh ? null : loadPrepared(request);
  const prepared = loaded?.prepared ?? prepare(request);
  const problems = [...prepared.problems];
  const config = applyEnvironment(prepared.config, env, problems);
  const { override, dataRoot, stores, knownProjects } = prepared;
  return {
    config,
    language: prepared.language,
    project: resolveProject({ workspace, override, workspaceRoots: config.workspace_roots, home: locations.home }),
    dataRoot,
    stores,
    stamps: stores.map(({ path, inline }) => (inline ? ABSENT : (loaded?.stamps.get(path) ?? readIdentity(path, now).stamp))),
    index: locations.cacheDir === null || !config.index.enabled ? null : { cacheDir: locations.cacheDir, version, key: prepared.indexKey },
    knownProjects,
    loadScanner,
    today: readToday(env, now),
    cached: loaded !== null,
    problems,
  };
}

/** LORE_CONTEXT_NOW fixes the date, for tests and for looking at what a past day would have shown. */
function readToday(env: Environment, now: number): Day {
  const fixed = env.LORE_CONTEXT_NOW === undefined ? Number.NaN : Date.parse(env.LORE_CONTEXT_NOW);
  return Math.floor((Number.isNaN(fixed) ? now : fixed) / DAY_MS);
}
