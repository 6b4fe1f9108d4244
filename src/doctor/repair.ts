/** What can be mended without asking: our own folders and leftovers, a damaged index, registrations that lead nowhere. Says what it did. */
import { chmodSync, existsSync, statSync } from "node:fs";
import { applyInstall } from "../install/apply-install.ts";
import { type Command, guarded } from "../install/command-for.ts";
import { findLaunch } from "../install/find-launch.ts";
import { wantedEntries } from "../install/wanted-entries.ts";
import { fallbackOf } from "../install/warm-entries.ts";
import type { Context } from "../open-context.ts";
import { makeFolder } from "../store/cache-file.ts";
import { describeIndex } from "../store/index/describe-index.ts";
import { discardIndex } from "../store/index/open-index.ts";
import { warmFolder } from "../store/warm-marker.ts";
import { isReadableByOthers } from "./check-permissions.ts";
import { isDamaged } from "./check-state.ts";
import { type ExamineRequest, findPlaces, foldersOf, watchedFolders } from "./examine.ts";
import { findLeftovers, removeLeftover } from "./find-leftovers.ts";
import type { HookPlace } from "./read-registrations.ts";
import { count, shortPath } from "./section.ts";

export type RepairRequest = Pick<ExamineRequest, "context" | "env" | "packageDir">;

/** One line for each thing done, or tried in vain. */
export function repair(request: RepairRequest): readonly string[] {
  const { context } = request;
  return [
    ...attempted(() => makeFolders(context)),
    ...attempted(() => closeFolders(context)),
    ...attempted(() => removeLeftovers(context)),
    ...attempted(() => dropDamagedIndex(context)),
    ...attempted(() => registerAgain(request)),
  ];
}

function attempted(work: () => readonly string[]): readonly string[] {
  try {
    return work();
  } catch (error) {
    return [`could not: ${(error as Error).message}`];
  }
}

/** Settings are the person's to write: that folder is not needed. */
function makeFolders(context: Context): readonly string[] {
  return foldersOf(context)
    .filter(({ name, path }) => name !== "config" && !existsSync(path))
    .flatMap(({ name, path }) =>
      attempted(() => {
        makeFolder(path);
        return [`made the ${name} folder ${shortPath(path, context.locations.home)}`];
      }),
    );
}

/** Places that are ours by name alone. A folder that somebody configured may be shared on purpose. */
function closeFolders({ locations: { stateDir, cacheDir, home }, dataRoot }: Context): readonly string[] {
  const ours = [stateDir, cacheDir, dataRoot.foundBy === "default" || dataRoot.foundBy === "XDG_DATA_HOME" ? dataRoot.path : null];
  return ours
    .filter((path) => path !== null && isReadableByOthers(path) && statSync(path).uid === process.getuid?.())
    .flatMap((path) =>
      attempted(() => {
        chmodSync(path ?? "", 0o700);
        return [`closed ${shortPath(path ?? "", home)} to other users`];
      }),
    );
}

function removeLeftovers(context: Context): readonly string[] {
  return findLeftovers(watchedFolders(context)).map(
    (leftover) => `${removeLeftover(leftover) ? "removed" : "could not remove"} ${shortPath(leftover.path, context.locations.home)}`,
  );
}

function dropDamagedIndex({ index, stores, knownProjects }: Context): readonly string[] {
  if (index === null || !isDamaged(describeIndex({ place: index, stores, knownProjects }).due)) return [];
  discardIndex(index);
  return ["dropped the damaged index: it is built anew when it is worth it"];
}

function registerAgain(request: RepairRequest): readonly string[] {
  const stale = findPlaces(request).filter(
    ({ scope, problem, entries }) =>
      (scope === "user" || scope === "project" || scope === "local") &&
      problem === null &&
      entries.some(({ missing, role }) => missing !== null && role !== "other"),
  );
  if (stale.length === 0) return [];
  const launch = findLaunch({
    env: request.env,
    packageDir: request.packageDir,
    setting: request.context.config.runtime,
    flags: request.context.config.node_flags,
  });
  const [doubt = launch === null ? "there is neither Node nor a usable Bun" : undefined] = launch?.warnings ?? [];
  if (launch === null || doubt !== undefined) return [`did not register again: ${doubt}`];
  return stale.flatMap((place) => attempted(() => [upgrade(place, launch.command, request.context)]));
}

/** What is registered there, and nothing else: the person may have chosen. */
function upgrade({ file, entries }: HookPlace, command: Command, { locations, now }: Context): string {
  const isWarm = entries.some(({ role }) => role === "warm");
  const wanted = wantedEntries({ events: entries.map(({ event }) => event), capture: true, warm: isWarm }).filter((each) =>
    entries.some(({ event, role }) => event === each.event && role === each.role),
  );
  const { changes, backup } = applyInstall(
    {
      file,
      command: guarded(command, wanted),
      wanted,
      isExact: false,
      dropsCapture: false,
      fallback: isWarm ? fallbackOf(command, warmFolder(locations.stateDir)) : null,
    },
    { stateDir: locations.stateDir, now: new Date(now) },
  );
  return `${shortPath(file, locations.home)}: ${count(changes.length, "registration")} brought up to date${backup === null ? "" : `, backup in ${shortPath(backup, locations.home)}`}`;
}
