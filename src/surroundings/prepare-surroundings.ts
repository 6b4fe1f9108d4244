/** Finds a working folder's surroundings and keeps them. The hook loads this only when the cached form no longer holds. */
import type { SurroundingsRequest } from "../store/surroundings-cache.ts";
import { type FindRequest, findSurroundings } from "./find-surroundings.ts";
import type { Surroundings } from "./surroundings.ts";
import { writeSurroundings } from "./write-surroundings.ts";

export type PrepareSurroundingsRequest = FindRequest & SurroundingsRequest;

export function prepareSurroundings(request: PrepareSurroundingsRequest): Surroundings {
  const found = findSurroundings(request);
  writeSurroundings(request, found);
  return found.surroundings;
}
