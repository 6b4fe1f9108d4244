/** All checks, in the order in which a person reads them. What one of them finds out, later ones use. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Environment } from "../config/environment.ts";
import type { Command } from "../install/command-for.ts";
import { findLaunch } from "../install/find-launch.ts";
import { isOurServer, readServer, serverPlace } from "../install/server-file.ts";
import { SCOPES } from "../install/settings-files.ts";
import type { Context } from "../open-context.ts";
import { loadPrepared } from "../store/prepared.ts";
import type { LoreRecord, Problem } from "../types.ts";
import { checkCalibration } from "./check-calibration.ts";
import { type ConfigLayer, checkConfig, isConfigProblem } from "./check-config.ts";
import { checkLatency } from "./check-latency.ts";
import { checkPermissions, type Folder } from "./check-permissions.ts";
import { checkRegistrations } from "./check-registrations.ts";
import { checkRuntime } from "./check-runtime.ts";
import { checkSelfTest } from "./check-self-test.ts";
import { checkState } from "./check-state.ts";
import { checkStores } from "./check-stores.ts";
import { findLeftovers } from "./find-leftovers.ts";
import { checkInjections } from "./read-injections.ts";
import { type Entry, type HookPlace, readRegistrations } from "./read-registrations.ts";
import { examined, type Finding, type Section } from "./section.ts";

export interface ExamineRequest {
  readonly context: Context;
  readonly env: Environment;
  /** The folder that holds bin/lore-inject.js. */
  readonly packageDir: string;
  readonly rounds: number;
  readonly locate: (problem: Problem) => string;
  readonly tick: () => boolean;
}

export interface Examination {
  readonly sections: readonly Section[];
  readonly findings: readonly Finding[];
}

export function examine(request: ExamineRequest): Examination {
  const { context, env, packageDir, locate, tick, rounds } = request;
  const { locations, dataRoot, stores, problems, config } = context;
  const { home, stateDir, cacheDir } = locations;
  let sample: LoreRecord | null = null;
  tick();
  const places = findPlaces(request);
  const entries = places.flatMap((place) => place.entries);
  const projectDir = context.workspace.cwd;
  const runtime = { version: context.version, nodeVersion: process.versions.node, nodePath: process.execPath, platform: `${process.platform} ${process.arch}` };
  const before = [
    examined("runtime", () => checkRuntime({ ...runtime, packageDir, env, home, isRegisteredWith: startsWithCertificates(places) })),
    examined("data", () => {
      const own = problems.filter((problem) => !isConfigProblem(problem));
      const { sample: found, ...section } = checkStores({ dataRoot, stores, problems: own, locate, tick, home });
      sample = found;
      return section;
    }),
    examined("settings", () =>
      checkConfig({ layers: layersOf(context, packageDir), isEnabled: config.enabled, problems: problems.filter(isConfigProblem), env, home }),
    ),
    examined("hooks", () => checkRegistrations({ places, version: context.version, home, hasServer: (scope) => knowsServer(scope, request) })),
    examined("folders", () => checkPermissions(foldersOf(context), home)),
    examined("index", () =>
      checkState({
        ...{ stores, cacheDir, stateDir, home },
        index: context.index,
        knownProjects: context.knownProjects,
        leftovers: findLeftovers(watchedFolders(context)),
      }),
    ),
  ];
  tick();
  const prompt = promptFor(sample);
  const sections = [
    ...before,
    examined("self-test", () => checkSelfTest({ entries, env, projectDir, prompt, stateDir, home })),
    examined("latency", () =>
      checkLatency({
        entries,
        env,
        projectDir,
        prompt,
        rounds,
        isSettled: () => isSettled(request),
        node: process.execPath,
        script: join(packageDir, "bin", "lore-inject.js"),
      }),
    ),
    examined("calibrated", () => checkCalibration({ stateDir, config, stores })),
    examined("last shown", () => checkInjections(stateDir)),
  ];
  return { sections, findings: bySeverity(sections.flatMap(({ findings }) => findings)) };
}

/** Whether the cached settings serve. What was changed a moment ago is read anew for two seconds, and each run is slower. */
function isSettled({ context: { workspace, locations, version }, env, packageDir }: ExamineRequest): boolean {
  return loadPrepared({ workspace, locations, env, shippedDir: packageDir, version, now: Date.now() }) !== null;
}

const SEVERITIES = ["error", "warning", "note"] as const;

function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

type Installation = Pick<ExamineRequest, "context" | "env" | "packageDir">;

function knowsServer(scope: HookPlace["scope"], { context: { workspace, locations }, env }: Installation): boolean {
  const known = SCOPES.find((each) => each === scope);
  if (known === undefined) return false;
  const place = serverPlace(known, { env, home: locations.home, projectRoot: workspace.gitTop ?? workspace.cwd, platform: process.platform });
  return place !== null && isOurServer(readServer(place));
}

export function findPlaces(installation: Installation): readonly HookPlace[] {
  return placesFor(installation, launchOf(installation));
}

/** Null as command when nobody asks whether a registration is what would be written now: finding that out starts processes. */
export function placesFor({ context: { workspace, locations }, env }: Pick<Installation, "context" | "env">, command: Command | null): readonly HookPlace[] {
  return readRegistrations({ env, home: locations.home, projectRoot: workspace.gitTop ?? workspace.cwd, platform: process.platform, command });
}

function launchOf({ context, env, packageDir }: Installation): Command | null {
  try {
    return findLaunch({ env, packageDir, setting: context.config.runtime, flags: context.config.node_flags })?.command ?? null;
  } catch {
    return null;
  }
}

function startsWithCertificates(places: readonly HookPlace[]): boolean {
  const isSlow = ({ command, args, role }: Entry): boolean =>
    role !== "warm" && !/\bbun(?:\.exe)?$/.test(command) && ![command, ...(args ?? [])].join(" ").includes("NODE_EXTRA_CA_CERTS");
  return places.some(({ plugin, entries }) => plugin === null && entries.some(isSlow));
}

/** One that a record is sure to answer, where there is any. */
function promptFor(sample: LoreRecord | null): string {
  return sample === null ? "is the lore-inject hook there?" : `what do we know about ${sample.title} (${sample.id})?`;
}

function layersOf({ locations, workspace }: Context, packageDir: string): readonly ConfigLayer[] {
  const files: readonly (readonly [ConfigLayer["name"], string | null])[] = [
    ["shipped", packageDir],
    ["user", locations.userConfigDir],
    ["project", workspace.configFile === null ? null : dirname(workspace.configFile)],
  ];
  return files.flatMap(([name, folder]) => (folder === null ? [] : [toLayer(name, join(folder, "config.yaml"))]));
}

function toLayer(name: ConfigLayer["name"], path: string): ConfigLayer {
  return { name, path, exists: existsSync(path) };
}

export function foldersOf({ dataRoot, locations: { stateDir, cacheDir, userConfigDir } }: Context): readonly Folder[] {
  const folders: readonly (readonly [Folder["name"], string | null])[] = [
    ["data", dataRoot.path],
    ["state", stateDir],
    ["cache", cacheDir],
    ["config", userConfigDir],
  ];
  return folders.flatMap(([name, path]) => (path === null ? [] : [{ name, path }]));
}

/** Where we write: beside the stores, in the state folder, in the cache. */
export function watchedFolders({ stores, locations: { stateDir, cacheDir } }: Context): readonly string[] {
  return [...stores.filter(({ path }) => path !== "").map(({ path }) => dirname(path)), ...[stateDir, cacheDir].filter((folder) => folder !== null)];
}
