/** Which of Node's flags prompts are started with, and which Node took them: `launch.json` in the state folder, one for all registrations. */
import { readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { writeCacheFile } from "./cache-file.ts";

export interface LaunchNote {
  readonly flags: readonly string[];
  /** The version, without a "v". */
  readonly node: string;
}

const NAME = "launch.json";

/** Null without one; a damaged one counts as none. */
export function readLaunch(stateDir: string): LaunchNote | null {
  try {
    const { flags, node } = Object(JSON.parse(readFileSync(join(stateDir, NAME), "utf8"))) as Readonly<Record<string, unknown>>;
    return Array.isArray(flags) && flags.every((flag) => typeof flag === "string") && typeof node === "string" ? { flags, node } : null;
  } catch {
    return null;
  }
}

/** Null: prompts are started without any. */
export function writeLaunch(stateDir: string, note: LaunchNote | null): void {
  if (note !== null) return void writeCacheFile(stateDir, NAME, `${JSON.stringify(note)}\n`);
  try {
    unlinkSync(join(stateDir, NAME));
  } catch {
    // There was none.
  }
}
