/** What is known of a working folder's surroundings, kept in the cache. This is the hot path's half: read it, and make sure that it holds. */
import type { Surroundings } from "../surroundings/surroundings.ts";
import type { EpochMs } from "../types.ts";
import { readTwice } from "./cache-file.ts";
import { hashText, readIdentity } from "./identity.ts";

/** Raised whenever the form of the cached file, of a rule or of a statement changes. */
export const SURROUNDINGS_FORMAT = 1;

export interface CachedSurroundings {
  readonly format: number;
  /** Version of the program that wrote it. */
  readonly version: string;
  /** False when an input was so fresh that a further change could go unnoticed. */
  readonly settled: boolean;
  readonly inputs: readonly (readonly [path: string, stamp: string])[];
  readonly surroundings: Surroundings;
}

export interface SurroundingsRequest {
  readonly cacheDir: string | null;
  readonly cwd: string;
  readonly version: string;
  /** Tells apart what else it depends on: home, settings. */
  readonly key: string;
  readonly now: EpochMs;
}

/** The cached form if it still holds, else null. */
export function loadSurroundings({ cacheDir, cwd, version, key, now }: SurroundingsRequest): Surroundings | null {
  const text = readTwice(cacheDir, surroundingsName(cwd, key));
  if (text === null) return null;
  try {
    const cached = JSON.parse(text) as CachedSurroundings;
    if (cached.format !== SURROUNDINGS_FORMAT || cached.version !== version || !cached.settled) return null;
    for (const [path, stamp] of cached.inputs) if (readIdentity(path, now).stamp !== stamp) return null;
    return cached.surroundings;
  } catch {
    return null;
  }
}

export function surroundingsName(cwd: string, key: string): string {
  return `around-${hashText(JSON.stringify([cwd, key]))}.json`;
}
