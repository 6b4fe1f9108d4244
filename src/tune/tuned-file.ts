/** When each setting was tuned last, in the state folder: what was seen before that has had its say, and must not speak again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fieldsOf } from "../sources/fields.ts";
import { writeCacheFile } from "../store/cache-file.ts";
import type { EpochMs } from "../types.ts";

const NAME = "tuned.json";

/** By the key of the setting; none when there is no such file, or it makes no sense. */
export function readTuned(stateDir: string | null): ReadonlyMap<string, EpochMs> {
  if (stateDir === null) return new Map();
  try {
    const { v, settings } = fieldsOf(JSON.parse(readFileSync(join(stateDir, NAME), "utf8")));
    return new Map(v === 1 ? Object.entries(fieldsOf(settings)).filter((entry): entry is [string, EpochMs] => typeof entry[1] === "number") : []);
  } catch {
    return new Map();
  }
}

/** False when it cannot be kept. */
export function writeTuned(stateDir: string | null, keys: readonly string[], at: EpochMs): boolean {
  const settings = Object.fromEntries([...readTuned(stateDir), ...keys.map((key) => [key, at] as const)]);
  return writeCacheFile(stateDir, NAME, `${JSON.stringify({ v: 1, settings }, null, 2)}\n`);
}
