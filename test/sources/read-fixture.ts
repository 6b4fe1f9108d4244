/** Reads a source's fixture folder as a data root, through the same steps as a real one. */
import { join } from "node:path";
import { prepareWorkspace } from "../../src/prepare.ts";
import { findWorkspace } from "../../src/project/find-workspace.ts";
import { locate } from "../../src/store/locations.ts";
import { readRecords } from "../../src/store/read-records.ts";
import type { LoreRecord, Problem, SourceName } from "../../src/types.ts";
import { makeTempDir, REPO_ROOT } from "../unit/builders.ts";

export interface FixtureRead {
  readonly byId: Readonly<Record<string, LoreRecord>>;
  readonly ids: readonly string[];
  readonly problems: readonly Problem[];
}

export function readFixture(source: SourceName, folder: string): FixtureRead {
  const home = makeTempDir();
  const env = { HOME: home, LORE_DATA_DIR: join(folder, "fixtures") };
  const request = { workspace: findWorkspace(home, home), locations: locate(env), env, shippedDir: REPO_ROOT, version: "test", now: 0 };
  const prepared = prepareWorkspace(request, { loadStopwords: () => ({}) });
  const stores = prepared.stores.filter((store) => store.source === source);
  const read = readRecords(stores, () => false);
  const problems = [...prepared.problems, ...read.problems];
  const records = read.stores.flatMap((store) => store.records);
  return { byId: Object.fromEntries(records.map((record) => [record.id, record])), ids: records.map(({ id }) => id).sort(), problems };
}
