/** Everything a run needs to know besides its event: settings, language, project, stores, today. */
import type { Language } from "./analyze/language.ts";
import type { Config } from "./config/config.ts";
import { applyEnvironment, type Environment } from "./config/environment.ts";
import { findWorkspace, type Workspace } from "./project/find-workspace.ts";
import { resolveProject } from "./project/resolve-project.ts";
import type { LedgerStore } from "./session/session.ts";
import { ABSENT, readStat, stampOf } from "./store/identity.ts";
import type { IndexPlace } from "./store/index/open-index.ts";
import { type DataRoot, type Locations, locate } from "./store/locations.ts";
import { loadPrepared, type Prepared, type PrepareRequest } from "./store/prepared.ts";
import type { StoreFile } from "./store/store-file.ts";
import { loadSurroundings } from "./store/surroundings-cache.ts";
import { readUsefulness, type Usefulness } from "./store/usefulness-file.ts";
import type { PrepareSurroundingsRequest } from "./surroundings/prepare-surroundings.ts";
import type { PlaceRequest } from "./surroundings/rule-places.ts";
import type { Client, Surroundings } from "./surroundings/surroundings.ts";
import type { Day, EpochMs, Problem, Project } from "./types.ts";

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
  /** What answers every event but a prompt, and finds what lies around a folder: loaded only when there is any. */
  readonly loadEvents: () => typeof import("./events.ts");
  /** Rules around the folder, and what the client has loaded there: looked for when first asked. */
  readonly surroundings: () => Surroundings;
  /** What records were worth when they were shown before; null when nothing is known. */
  readonly usefulness: () => Usefulness | null;
  readonly workspace: Workspace;
  readonly locations: Locations;
  /** What keeps a session's lines, in the place of its file in the state folder; null keeps none. */
  readonly openLedger?: (sessionId: string) => LedgerStore | null;
  /** Who is answered: what it loads by itself is not shown to it. */
  readonly client: Client;
  readonly version: string;
  readonly now: EpochMs;
  /** Somebody looks what would happen: sessions do not remember it. */
  readonly isTrial: boolean;
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
  /** Finds what lies around a folder when the cached form no longer holds. */
  readonly lookAround: (request: PrepareSurroundingsRequest) => Surroundings;
  readonly loadScanner: Context["loadScanner"];
  readonly loadEvents: Context["loadEvents"];
  /** Default: claude-code. */
  readonly client?: Client;
  /** Ignore the cached form: commands always look at the files themselves. */
  readonly fresh?: boolean;
}

const DAY_MS = 86_400_000;

export function openContext({
  cwd,
  env,
  shippedDir,
  version,
  prepare,
  lookAround,
  loadScanner,
  loadEvents,
  client = "claude-code",
  fresh,
}: OpenRequest): Context {
  const now = Date.now();
  const locations = locate(env);
  const workspace = findWorkspace(cwd, locations.home);
  const request: PrepareRequest = { workspace, locations, env, shippedDir, version, now };
  const loaded = fresh ? null : loadPrepared(request);
  const prepared = loaded?.prepared ?? prepare(request);
  const problems = [...prepared.problems];
  const config = applyEnvironment(prepared.config, env, problems);
  const { override, dataRoot, knownProjects } = prepared;
  const project = resolveProject({ workspace, override, workspaceRoots: config.workspace_roots, home: locations.home });
  const stores =
    workspace.loreFolder === null ? prepared.stores : prepared.stores.map((store) => (store.project === null ? { ...store, project: project.name } : store));
  return {
    config,
    language: prepared.language,
    project,
    dataRoot,
    stores,
    stamps: stores.map(({ path, inline }) => (inline ? ABSENT : stampOf(loaded?.stats.get(path) ?? readStat(path)))),
    index: locations.cacheDir === null || !config.index.enabled ? null : { cacheDir: locations.cacheDir, version, key: prepared.indexKey },
    knownProjects,
    loadScanner,
    loadEvents,
    surroundings: once(() => {
      const place = { ...placeOf(workspace, locations, config), client };
      const request = { ...place, cacheDir: locations.cacheDir, version, now, key: JSON.stringify(place) };
      try {
        return (fresh ? null : loadSurroundings(request)) ?? lookAround(request);
      } catch (error) {
        // A folder that cannot be looked at has nothing around it; the stores still answer.
        return { rules: [], statements: [], problems: [{ where: cwd, what: `cannot be looked around: ${(error as Error).message}` }] };
      }
    }),
    usefulness: once(() => (config.usefulness.enabled && locations.cacheDir !== null ? readUsefulness(locations.cacheDir) : null)),
    workspace,
    locations,
    client,
    version,
    now,
    isTrial: false,
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

/** All that decides what lies around a folder. */
function placeOf({ cwd, gitTop }: Workspace, { home, userConfigDir }: Locations, { rules }: Config): PlaceRequest & { readonly cwd: string } {
  return { cwd, root: gitTop ?? cwd, home, userConfigDir, rulePaths: rules.paths, userRules: rules.user };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
