/** `status`: in a few lines, whether it is there and what it knows; `--line` is for the client's status line. */
import { placesFor } from "../doctor/examine.ts";
import { timeText } from "../doctor/read-injections.ts";
import type { HookPlace } from "../doctor/read-registrations.ts";
import { readLastShown, type SessionShown } from "../doctor/read-session.ts";
import { count, shortPath } from "../doctor/section.ts";
import { decodeUtf8 } from "../event/parse-event.ts";
import { readStdin } from "../event/read-stdin.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { describeIndex } from "../store/index/describe-index.ts";
import { locate } from "../store/locations.ts";
import { readRecords } from "../store/read-records.ts";
import { makeProgress, print, printJson } from "./runtime.ts";

export interface StatusOptions extends CommonOptions {
  readonly json?: boolean;
  readonly line?: boolean;
  readonly session?: string;
}

export function status({ json = false, line = false, session, ...options }: StatusOptions): void {
  if (line) return print([renderLine(session)]);
  const context = openForCommand(options);
  const { locations, project, dataRoot, index, stores, knownProjects } = context;
  const progress = makeProgress("reading the stores");
  const live = readRecords(stores, progress.tick).stores.reduce((sum, { records }) => sum + records.length, 0);
  progress.done();
  const indexState = index === null ? "off" : describeIndex({ place: index, stores, knownProjects }).state;
  const places = placesFor({ context, env: process.env }, null).filter(({ entries }) => entries.length > 0);
  const shown = session === undefined ? null : readLastShown(locations.stateDir, session);
  if (json)
    return printJson({
      ...{ version: context.version, project, dataRoot, stores: stores.length, live, index: indexState, session: shown },
      registered: places.map(({ scope, file, plugin, entries }) => ({ scope, file, plugin, events: [...new Set(entries.map(({ event }) => event))] })),
    });
  print([
    `version    lore-inject ${context.version}, Node ${process.versions.node}`,
    `project    ${neutralizeLine(project.name ?? "none")}, by ${neutralizeLine(project.foundBy)}`,
    `records    ${live.toLocaleString("en")} live in ${count(stores.length, "store")}, ${dataRoot.path === null ? "no data folder" : shortPath(dataRoot.path, locations.home)}`,
    `index      ${indexState === "none" ? "none, the stores are read directly" : indexState}`,
    ...describePlaces(places, locations.home),
    ...(session === undefined ? [] : describeSession(shown)),
  ]);
}

function describePlaces(places: readonly HookPlace[], home: string | null): readonly string[] {
  if (places.length === 0) return ["hooks      not registered: lore-inject install"];
  return places.map(({ file, plugin, entries }) => {
    const isStale = entries.some(({ missing }) => missing !== null);
    const where = `${plugin === null ? "" : `plugin ${plugin}, `}${shortPath(file, home)}`;
    return `hooks      ${count(new Set(entries.map(({ event }) => event)).size, "event")} in ${where}${isStale ? ", which start what is not there: lore-inject doctor" : ""}`;
  });
}

function describeSession(shown: SessionShown | null): readonly string[] {
  if (shown === null) return ["session    not known"];
  const { count: items, waiting, prompts, last } = shown;
  return [
    `session    ${count(prompts, "prompt")}, ${count(items, "item")} shown${waiting === 0 ? "" : `, ${waiting} waiting`}`,
    ...(last === null ? [] : [`last       ${timeText(last.at)} UTC: ${shorten(neutralizeLine(last.ids.join(", ")), 80)}`]),
  ];
}

const NAME = "lore";
const MAX_ID = 40;

/** The client shows whatever comes, and runs it often: nothing but the ledger is read, and nothing may fail. */
function renderLine(session: string | undefined): string {
  try {
    const id = session ?? sessionOnStdin();
    const shown = id === null ? null : readLastShown(locate(process.env).stateDir, id);
    if (shown === null || shown.count === 0 || shown.last === null) return NAME;
    return `${NAME}: ${shown.count} shown, last ${shorten(neutralizeLine(shown.last.ids.at(-1) ?? ""), MAX_ID)}`;
  } catch {
    return NAME;
  }
}

function sessionOnStdin(): string | null {
  if (process.stdin.isTTY) return null;
  const read = readStdin();
  const { session_id: id } = Object(read.ok ? JSON.parse(decodeUtf8(read.bytes) ?? "null") : null) as Readonly<Record<string, unknown>>;
  return typeof id === "string" && id !== "" ? id : null;
}
