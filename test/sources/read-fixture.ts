/** Reads a source's fixture folder as a data root, through the same steps as a real one. */
import { join } from "node:path";
import { prepareWorkspace } from "../../src/prepare.ts";
import { findWorkspace } from "../../src/project/find-workspace.ts";
import { readStore } from "../../src/store/collect-candidates.ts";
import { locate } from "../../src/store/locations.ts";
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
  const problems = [...prepared.problems];
  const stores = prepared.stores.filter((store) => store.source === source);
  const records = stores.flatMap((store) => readStore(store, { pattern: null, isLate: () => false, problems }).live);
  return { byId: Object.fromEntries(records.map((record) => [record.id, record])), ids: records.map(({ id }) => id).sort(), problems };
}
