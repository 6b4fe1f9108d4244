/** Whether our folders can be written, and whether others can read what is in them. */
import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Finding, type Section, shortPath } from "./section.ts";

export interface Folder {
  readonly name: "data" | "state" | "cache" | "config";
  readonly path: string;
}

interface FolderState extends Folder {
  readonly state: "writable" | "not there yet" | "not writable" | "cannot be made" | "not a folder";
  readonly isReadableByOthers: boolean;
}

/** What goes wrong without it. Settings are only read, so that one may well be closed. */
const COSTS: Readonly<Record<Folder["name"], string | null>> = {
  data: "no record can be kept",
  state: "sessions are not remembered, and are shown the same things again",
  cache: "each prompt parses the settings anew, and there is no index",
  config: null,
};

export function checkPermissions(folders: readonly Folder[], home: string | null): Omit<Section, "title"> {
  const states = folders.map(examine);
  const unusable = states.filter(({ name, state }) => state !== "writable" && state !== "not there yet" && !(name === "config" && state === "cannot be made"));
  const open = states.filter(({ name, isReadableByOthers }) => name !== "config" && isReadableByOthers);
  return {
    lines: [states.map(({ name, state }) => `${name} ${state}`).join(", ")],
    findings: [...unusable.map((folder) => closed(folder, home)), ...open.map((folder) => readable(folder, home))],
    facts: states,
  };
}

function closed({ name, path, state }: FolderState, home: string | null): Finding {
  const costs = COSTS[name];
  return {
    severity: costs === null ? "note" : "warning",
    code: "not-writable",
    what: `the ${name} folder ${shortPath(path, home)} is ${state === "cannot be made" ? "not there and cannot be made" : state}${costs === null ? "" : `: ${costs}`}`,
    remedy: openingOf(path, state, home),
  };
}

function openingOf(path: string, state: FolderState["state"], home: string | null): string {
  const above = existingAbove(path);
  if (state === "not a folder" || !statOf(above)?.isDirectory()) return `move ${shortPath(above, home)} away`;
  return `make it yours: sudo chown ${state === "not writable" ? "-R " : ""}"$(id -un)" ${shortPath(above, home)}`;
}

function readable({ name, path }: FolderState, home: string | null): Finding {
  const what = `other users of this machine can read the ${name} folder ${shortPath(path, home)}`;
  return { severity: "note", code: "readable-by-others", what, remedy: `chmod 700 ${shortPath(path, home)}, unless it is meant to be shared` };
}

function examine({ name, path }: Folder): FolderState {
  const stat = statOf(path);
  return { name, path, state: stateOf(path, stat), isReadableByOthers: isReadableByOthers(path, stat) };
}

function stateOf(path: string, stat: Stats | null): FolderState["state"] {
  if (stat !== null) return !stat.isDirectory() ? "not a folder" : isWritable(path) ? "writable" : "not writable";
  const above = existingAbove(path);
  return isWritable(above) && statOf(above)?.isDirectory() ? "not there yet" : "cannot be made";
}

function existingAbove(path: string): string {
  let folder = path;
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const OTHERS_READ = 0o004;
const OTHERS_PASS = 0o001;

/** A closed folder above it is as good as a closed one. Windows has other ways, which its modes do not tell. */
export function isReadableByOthers(path: string, stat: Stats | null = statOf(path)): boolean {
  if (process.platform === "win32" || stat === null || (stat.mode & OTHERS_READ) === 0) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((statOf(folder)?.mode ?? 0) & OTHERS_PASS) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
