/** Keeps what was found for the next event, in the form that surroundings-cache reads. */
import { writeTwice } from "../store/cache-file.ts";
import { type CachedSurroundings, SURROUNDINGS_FORMAT, type SurroundingsRequest, surroundingsName } from "../store/surroundings-cache.ts";
import type { FoundSurroundings } from "./find-surroundings.ts";

/** False when it could not be written: it is then found anew each time. */
export function writeSurroundings({ cacheDir, cwd, version, key }: SurroundingsRequest, found: FoundSurroundings): boolean {
  const cached: CachedSurroundings = { format: SURROUNDINGS_FORMAT, version, ...found };
  return writeTwice(cacheDir, surroundingsName(cwd, key), JSON.stringify(cached));
}
