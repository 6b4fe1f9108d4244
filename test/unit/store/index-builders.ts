/** What the tests of the index share: stores that look old enough to be trusted, and an index made of them. */
import { utimesSync } from "node:fs";
import * as scanner from "../../../src/scan.ts";
import { Corpus } from "../../../src/store/corpus.ts";
import { readIdentity } from "../../../src/store/identity.ts";
import { type IndexPlace, indexKey, type OpenIndex, openIndex } from "../../../src/store/index/open-index.ts";
import { type Refreshed, refreshIndex } from "../../../src/store/index/refresh-index.ts";
import { type Verification, verifyIndex } from "../../../src/store/index/verify-index.ts";
import type { StoreFile } from "../../../src/store/store-file.ts";
import type { Judge, Keyword, Project, SourceName } from "../../../src/types.ts";
import { byEstimate, makeJudged } from "../builders.ts";

export const NO_PROJECT: Project = { name: null, slug: null, aliases: [], foundBy: "test" };

export function storeAt(path: string, source: SourceName = "journal", derived = false): StoreFile {
  return { source, path, derived, shownAs: path };
}

/** No two stamps of one run are alike, and all are minutes old: refreshing waits for what has just been written. */
let seconds = Math.floor(Date.now() / 1000) - 4_000_000;

export function age(path: string): string {
  seconds++;
  utimesSync(path, seconds, seconds);
  return path;
}

export interface IndexOptions {
  readonly version?: string;
  readonly knownProjects?: readonly string[];
}

export function placeOf(cacheDir: string, stores: readonly StoreFile[], version = "test"): IndexPlace {
  return { cacheDir, version, key: indexKey(stores) };
}

function stampsOf(stores: readonly StoreFile[]): readonly string[] {
  return stores.map(({ path, inline }) => (inline ? "-" : readIdentity(path, 0).stamp));
}

const progress = { start: () => {}, advance: () => {}, wait: () => {} };

export function refresh(
  cacheDir: string,
  stores: readonly StoreFile[],
  { version, knownProjects = [], force = false }: IndexOptions & { readonly force?: boolean } = {},
): readonly Refreshed[] | null {
  return refreshIndex({ place: placeOf(cacheDir, stores, version), stores, knownProjects, force, progress });
}

export function kindsOf(built: readonly Refreshed[] | null): readonly string[] | null {
  return built?.map(({ kind }) => kind) ?? null;
}

export function verify(cacheDir: string, stores: readonly StoreFile[], { version, knownProjects = [] }: IndexOptions = {}): Verification {
  return verifyIndex({ place: placeOf(cacheDir, stores, version), stores, knownProjects, progress });
}

export function open(cacheDir: string, stores: readonly StoreFile[], { version, knownProjects = [] }: IndexOptions = {}): OpenIndex {
  const registry = knownProjects.map((name) => name.toLowerCase());
  return openIndex({ place: placeOf(cacheDir, stores, version), stores, stamps: stampsOf(stores), registry });
}

interface Question extends IndexOptions {
  readonly stores: readonly StoreFile[];
  readonly keywords: readonly Keyword[];
  /** Null reads everything directly. */
  readonly cacheDir?: string | null;
  readonly project?: Project;
  readonly isLate?: () => boolean;
}

export function openCorpus({ stores, keywords, cacheDir = null, version, project = NO_PROJECT, knownProjects = [], isLate = () => false }: Question): Corpus {
  const index = cacheDir === null ? null : placeOf(cacheDir, stores, version);
  return new Corpus({ stores, stamps: stampsOf(stores), keywords, project, knownProjects, index, isLate, loadScanner: () => scanner });
}

/** Every record that holds any key. */
export function letAllPass({ keys }: Corpus): Judge {
  return {
    bounds: new Uint16Array(keys.length).fill(1),
    least: 1,
    needed: () => 0,
    scale: { weights: new Uint16Array(keys.length * 4).fill(1), full: 1, foreign: 256, strong: 0 },
    neutral: () => 1,
    weightNeeded: () => 0,
    reach: () => 1,
    estimate: () => 1,
    compare: byEstimate,
    judge: (candidate) => makeJudged(candidate),
    outdatedToo: false,
  };
}
