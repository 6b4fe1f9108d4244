/** Services for the engine's tests: one that answers from lists, and a home with real stores. */
import { join } from "node:path";
import { Core } from "../../../src/core.ts";
import { type CoreService, openCoreService } from "../../../src/engine/core-service.ts";
import type { Entity } from "../../../src/engine/entity.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

export function makeEntity(id: string, over: Partial<Entity> = {}): Entity {
  return { id, type: "decision", name: `Name of ${id}`, summary: `Summary of ${id}`, source: "journal", relevance: 1, ...over };
}

export interface Answers {
  readonly symbols?: Readonly<Record<string, readonly Entity[]>>;
  readonly files?: Readonly<Record<string, readonly Entity[]>>;
  readonly queries?: Readonly<Record<string, readonly Entity[]>>;
  readonly links?: Readonly<Record<string, readonly Entity[]>>;
  readonly recent?: readonly Entity[];
}

export function makeService({ symbols = {}, files = {}, queries = {}, links = {}, recent = [] }: Answers): CoreService {
  return {
    searchEntities: ({ query, limit }) => (symbols[query] ?? []).slice(0, limit),
    contextQuery: ({ query }) => ({ context: query in queries ? "text" : "", entities: queries[query] ?? [] }),
    getEntitiesInFile: async (path) => files[path] ?? [],
    queryGraph: ({ entity, limit }) => (links[entity] ?? []).slice(0, limit),
    recentEntities: ({ types, limit }) => recent.filter(({ type }) => types.includes(type)).slice(0, limit),
  };
}

export interface Stores {
  readonly core: Core;
  readonly root: string;
  readonly service: CoreService;
  readonly write: (path: string, lines: readonly object[]) => void;
}

export function makeStores(config = ""): Stores {
  const home = makeTempDir();
  const root = join(home, "dev", "shop");
  writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFile(join(home, ".config", "lore-inject", "config.yaml"), `deadline_ms: 5000\nindex:\n  enabled: false\n${config}`);
  const core = new Core({ shippedDir: REPO_ROOT, env: { HOME: home, LORE_DATA_DIR: join(home, "lore"), LORE_CONTEXT_NOW: "2026-11-16" } });
  const write = (path: string, lines: readonly object[]): void =>
    void writeFile(join(home, "lore", path), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { core, root, service: openCoreService({ core, cwd: root }), write };
}
