/**
 * The activity spool of a workspace: which files were opened, edited or closed there, one line each, in the state folder.
 * Editors, MCP servers and hooks append to it; whoever wants to know what is being worked on reads its end. No content, ever.
 */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import { sep } from "node:path";
import type { EpochMs } from "../types.ts";
import { makeFolder } from "./cache-file.ts";
import { hashText } from "./identity.ts";
import { utf8Text } from "./text-of.ts";

export const ACTIVITIES = ["file_open", "file_edit", "file_close", "symbol_hover"] as const;
export type ActivityType = (typeof ACTIVITIES)[number];

export interface Activity {
  readonly at: EpochMs;
  readonly type: ActivityType;
  /** Below the workspace's root, with slashes. */
  readonly path: string;
  /** Names that were changed or pointed at. */
  readonly symbols?: readonly string[];
  /** An agent's tool did it, not the person. */
  readonly agent?: true;
}

export interface ActivityPlace {
  readonly stateDir: string;
  /** The workspace: the repository's top, or the folder itself. */
  readonly root: string;
}

/** So much of the end is read. */
const READ_BYTES = 32 * 1024;
/** A spool beyond this begins anew, as nothing in it is needed for long. */
const MAX_BYTES = 1024 * 1024;
/** A line beyond this might not be one write. */
const MAX_LINE = 4096;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function activityFile({ stateDir, root }: ActivityPlace): string {
  return `${activityFolder(stateDir) + sep + hashText(root)}.jsonl`;
}

export function activityFolder(stateDir: string): string {
  return `${stateDir + sep}activity`;
}

/** One write a line, so that writers at the same moment tear nothing. Throws when it cannot be kept. */
export function appendActivity(place: ActivityPlace, activity: Activity): void {
  const bytes = Buffer.from(`${JSON.stringify(activity)}\n`);
  if (bytes.length > MAX_LINE) throw new RangeError(`an activity of ${bytes.length} bytes is too long`);
  const fd = openToAppend(place);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error("the activity spool is not a regular file");
    if (stat.size > MAX_BYTES) ftruncateSync(fd, 0);
    writeSync(fd, bytes, 0, bytes.length);
  } finally {
    closeSync(fd);
  }
}

function openToAppend(place: ActivityPlace): number {
  try {
    return openSync(activityFile(place), APPEND, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(activityFolder(place.stateDir));
    return openSync(activityFile(place), APPEND, 0o600);
  }
}

/** The last of them, in the order in which they happened. None when there is no spool, or it cannot be read. */
export function readActivity(place: ActivityPlace): readonly Activity[] {
  let fd: number;
  try {
    fd = openSync(activityFile(place), READ);
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.allocUnsafe(Math.min(size, READ_BYTES));
    const count = readSync(fd, bytes, 0, bytes.length, size - bytes.length);
    const lines = utf8Text(bytes, 0, count).split("\n");
    // Of a longer file the first line is only half there.
    return (size > bytes.length ? lines.slice(1) : lines).map(parseActivity).filter((activity) => activity !== null);
  } catch {
    return [];
  } finally {
    closeSync(fd);
  }
}

/** Whoever may write the folder may have written the line. */
function parseActivity(line: string): Activity | null {
  try {
    const { at, type, path, symbols, agent } = JSON.parse(line) as { readonly [K in keyof Activity]: unknown };
    const kind = ACTIVITIES.find((each) => each === type);
    if (kind === undefined || typeof at !== "number" || typeof path !== "string" || path === "") return null;
    const names = Array.isArray(symbols) ? symbols.filter((name) => typeof name === "string") : [];
    return { at, type: kind, path, ...(names.length === 0 ? {} : { symbols: names }), ...(agent === true ? { agent } : {}) };
  } catch {
    return null;
  }
}
