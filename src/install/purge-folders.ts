/** What `--purge` would remove: the stores below the data folder, the state and the cache, with their sizes. Nothing else in those folders. */
import { lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

export interface PurgeFolder {
  readonly what: "data" | "state" | "cache";
  readonly path: string;
  readonly files: number;
  readonly bytes: number;
}

export interface PurgePlace {
  readonly dataRoot: string | null;
  readonly stateDir: string | null;
  readonly cacheDir: string | null;
}

/** Only their `data`: a data folder may be a clone of lore, with its program beside the records. */
const STORES: readonly string[] = ["journal", "patterns", "failures", "transfer", "registry", "inbox", "intent", "evidence"];

export function findPurgeFolders({ dataRoot, stateDir, cacheDir }: PurgePlace): readonly PurgeFolder[] {
  const data = dataRoot === null ? [] : STORES.map((store) => measure("data", join(dataRoot, store, "data")));
  const others = [stateDir === null ? null : measure("state", stateDir), cacheDir === null ? null : measure("cache", cacheDir)];
  return [...data, ...others].filter((folder) => folder !== null);
}

function measure(what: PurgeFolder["what"], path: string): PurgeFolder | null {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return null;
  const sizes = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => lstatSync(join(entry.parentPath ?? entry.path, entry.name), { throwIfNoEntry: false })?.size ?? 0);
  return { what, path, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Folders that held nothing else go with them, up to the data folder itself. */
export function removePurgeFolders(folders: readonly PurgeFolder[], { dataRoot }: Pick<PurgePlace, "dataRoot">): void {
  for (const { what, path } of folders) {
    rmSync(path, { recursive: true, force: true });
    if (what === "data") removeIfEmpty(dirname(path));
  }
  if (dataRoot !== null && folders.some(({ what }) => what === "data")) removeIfEmpty(dataRoot);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something else is in it.
  }
}
