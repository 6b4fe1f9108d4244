/**
 * With which of Node's flags prompts are started: for each settings file that registers them, and which versions of Node took
 * them. `launch.json` in the state folder.
 */
import { unlinkSync } from "node:fs";
import { join } from "node:path";
import { writeCacheFile } from "./cache-file.ts";
import { readBounded } from "./read-bounded.ts";

/**
 * Flags that made the hook faster by more than 1 % in each of several measurements; DESIGN.md has the figures. The second spares
 * Node the look for links on the way to the script. What the file says is tried only if it is one of these.
 */
export const FAST_FLAGS: readonly string[] = ["--no-rehash-snapshot", "--preserve-symlinks-main"];

interface LaunchNotes {
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** By version and flags. */
  readonly tried: Readonly<Record<string, boolean>>;
}

const NAME = "launch.json";
const MAX_BYTES = 256 * 1024;
const NONE: LaunchNotes = { files: {}, tried: {} };

/** A damaged file counts as none. */
function readNotes(stateDir: string): LaunchNotes {
  try {
    const { files, tried } = Object(JSON.parse(readBounded(join(stateDir, NAME), MAX_BYTES))) as Readonly<Record<string, unknown>>;
    return { files: Object(files) as LaunchNotes["files"], tried: Object(tried) as LaunchNotes["tried"] };
  } catch {
    return NONE;
  }
}

function writeNotes(stateDir: string, notes: LaunchNotes): boolean {
  return writeCacheFile(stateDir, NAME, `${JSON.stringify(notes, null, 2)}\n`);
}

function keyOf(version: string, flags: readonly string[]): string {
  return [version, ...flags].join(" ");
}

/** All that any file registers, in the order in which they are given. */
export function registeredFlags(stateDir: string): readonly string[] {
  const named = Object.values(readNotes(stateDir).files).flat();
  return FAST_FLAGS.filter((flag) => named.includes(flag));
}

/** Null for a version that was never tried. */
export function wasTaken(stateDir: string, version: string, flags: readonly string[]): boolean | null {
  const taken: unknown = readNotes(stateDir).tried[keyOf(version, flags)];
  return typeof taken === "boolean" ? taken : null;
}

export function noteTried(stateDir: string, version: string, flags: readonly string[], isTaken: boolean): void {
  const { files, tried } = readNotes(stateDir);
  writeNotes(stateDir, { files, tried: { ...tried, [keyOf(version, flags)]: isTaken } });
}

/** Without flags: this file no longer registers any. False when it could not be written. */
export function noteFlags(stateDir: string, file: string, flags: readonly string[]): boolean {
  const { files, tried } = readNotes(stateDir);
  if (flags.length === 0 && files[file] === undefined) return true;
  const { [file]: _old, ...others } = files;
  const next = flags.length === 0 ? others : { ...others, [file]: flags };
  if (Object.keys(next).length > 0) return writeNotes(stateDir, { files: next, tried });
  unlinkSync(join(stateDir, NAME));
  return true;
}
