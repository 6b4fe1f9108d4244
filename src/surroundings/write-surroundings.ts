/** Keeps what was found for the next event, in the form that surroundings-cache reads. */
import { writeCacheFile } from "../store/cache-file.ts";
import { renderTwice } from "../store/prepared.ts";
import { type CachedSurroundings, SURROUNDINGS_FORMAT, type SurroundingsRequest, surroundingsName } from "../store/surroundings-cache.ts";
import type { FoundSurroundings } from "./find-surroundings.ts";

/** False when it could not be written: it is then found anew each time. */
export function writeSurroundings({ cacheDir, cwd, version, key }: SurroundingsRequest, found: FoundSurroundings): boolean {
  const cached: CachedSurroundings = { format: SURROUNDINGS_FORMAT, version, ...found };
  return writeCacheFile(cacheDir, surroundingsName(cwd, key), renderTwice(JSON.stringify(cached)));
}
