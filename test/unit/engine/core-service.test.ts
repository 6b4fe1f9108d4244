/** The engine's questions over real stores: the same records that a prompt would find, and as the stores are at that moment. */
import { describe, expect, it } from "vitest";
import type { Entity } from "../../../src/engine/entity.ts";
import { openEngine } from "../../../src/engine/open-engine.ts";
import { makeStores, type Stores } from "./builders.ts";

const DECISIONS = "journal/data/decisions.jsonl";
const FAILURES = "failures/data/failures.jsonl";
const HANDOFFS = "transfer/data/handoffs.jsonl";

const AUTH = {
  id: "dec-a1000001",
  timestamp: "2026-11-10T10:00:00Z",
  decision: "AuthService keeps refresh tokens in Redis",
  rationale: "Logging out is one key delete",
  entities: ["src/auth/service.ts"],
  tags: ["shop"],
};
const EXPIRY = {
  id: "dec-a1000002",
  timestamp: "2026-11-11T10:00:00Z",
  decision: "Access tokens expire after ten minutes",
  rationale: "Short enough to need no revocation list",
  related_decisions: ["dec-a1000001"],
  entities: [],
  tags: ["shop"],
};
const INVOICES = {
  id: "dec-a1000003",
  timestamp: "2026-11-12T10:00:00Z",
  decision: "Invoices are rendered with typst",
  rationale: "Fonts",
  entities: ["src/invoice/render.ts"],
  tags: ["shop"],
};
const FAILURE = {
  id: "fail-b1000001",
  timestamp: "2026-11-08T16:40:11Z",
  error_type: "TypeError",
  error_message: "src/auth/service.ts(7,3): token is undefined",
  fix: "Return 401 when the header is missing",
  project: "shop",
  entities: ["src/auth/service.ts"],
  tags: [],
};
const HANDOFF = {
  id: "hand-c1000001",
  timestamp: "2026-11-13T10:00:00Z",
  message: "Token rotation is half done",
  next_steps: ["rotate keys"],
  project: "shop",
};

function makeShop(config = ""): Stores {
  const stores = makeStores(config);
  stores.write(DECISIONS, [AUTH, EXPIRY, INVOICES]);
  stores.write(FAILURES, [FAILURE]);
  stores.write(HANDOFFS, [HANDOFF]);
  return stores;
}

async function ids(entities: readonly Entity[] | Promise<readonly Entity[]>): Promise<readonly string[]> {
  return (await entities).map(({ id }) => id);
}

describe("a name without an index", () => {
  it("is found in a store that is too large to be looked at without a pattern", async () => {
    const stores = makeStores();
    const path = "src/module-7/main.ts";
    const others = Array.from({ length: 60 }, (_, at) => ({
      ...INVOICES,
      id: `dec-d100${1000 + at}`,
      decision: `Invoices of kind ${at} are rendered with typst`,
      entities: [],
    }));
    stores.write(DECISIONS, [...others, { ...AUTH, id: "dec-d2000001", decision: "The module's entry point reads its flags once", entities: [path] }]);
    const found = await stores.service.getEntitiesInFile(path);
    expect(found.map(({ id }) => id)).toEqual(["dec-d2000001"]);
  });
});

describe("the service", () => {
  it("finds the records of a name, best first, with a relevance that tells them from others", async () => {
    const { service } = makeShop();
    const [best, ...rest] = await service.searchEntities({ query: "AuthService", limit: 5 });
    expect(best).toMatchObject({ id: AUTH.id, type: "decision", name: AUTH.decision, source: "journal", filePath: "src/auth/service.ts" });
    expect(best?.summary).toContain("Why: Logging out is one key delete");
    expect(best?.relevance).toBeGreaterThan(0.6);
    for (const { relevance } of rest) expect(relevance).toBeLessThanOrEqual(best?.relevance ?? 0);
    expect(await service.searchEntities({ query: "AuthService", limit: 0 })).toEqual([]);
    expect(await service.searchEntities({ query: "the of and", limit: 5 })).toEqual([]);
  });

  it("a record that has but a part of a name is doubtful; one that spells it differently is not", async () => {
    const { service, write } = makeShop();
    const session = { id: "dec-a1000009", timestamp: "2026-11-12T10:00:00Z", decision: "A session is forked on resume", entities: [], tags: ["shop"] };
    write(DECISIONS, [AUTH, EXPIRY, INVOICES, session]);
    const relevance = async (query: string, id: string): Promise<number> =>
      (await service.searchEntities({ query, limit: 20 })).find((entity) => entity.id === id)?.relevance ?? 0;
    expect(await relevance("session", session.id)).toBeGreaterThan(0.6);
    expect(await relevance("session_id", session.id)).toBeLessThanOrEqual(0.5);
    expect(await relevance("auth_service", AUTH.id)).toBeGreaterThan(0.6);
  });

  it("answers a question as the hook would, or not at all", async () => {
    const { service } = makeShop();
    const { context, entities } = await service.contextQuery({ query: "how are invoices rendered with typst?", maxTokens: 500 });
    expect(context).toContain("Invoices are rendered with typst");
    expect(entities?.map(({ id }) => id)).toEqual([INVOICES.id]);
    expect(await service.contextQuery({ query: "please continue", maxTokens: 500 })).toEqual({ context: "", entities: [] });
  });

  it("finds what belongs to exactly a file, however it is named", async () => {
    const { service, root } = makeShop();
    for (const path of ["src/auth/service.ts", "./src/auth/service.ts", `${root}/src/auth/service.ts`, "src\\auth\\service.ts"])
      expect([...(await ids(service.getEntitiesInFile(path)))].sort(), path).toEqual([AUTH.id, FAILURE.id].sort());
    expect(await ids(service.getEntitiesInFile("src/auth/other.ts"))).toEqual([]);
    expect(await ids(service.getEntitiesInFile("service.ts"))).toEqual([]);
    expect(await ids(service.getEntitiesInFile(""))).toEqual([]);
  });

  it("follows ids and shared files, in both directions and over several steps", async () => {
    const { service, write } = makeShop();
    expect(await ids(service.queryGraph({ entity: EXPIRY.id }))).toEqual([AUTH.id]);
    expect(await ids(service.queryGraph({ entity: FAILURE.id }))).toEqual([AUTH.id]);
    expect(await ids(service.queryGraph({ entity: EXPIRY.id, depth: 2 }))).toEqual([AUTH.id, FAILURE.id]);
    expect(await ids(service.queryGraph({ entity: EXPIRY.id, depth: 2, limit: 1 }))).toEqual([AUTH.id]);
    expect(await ids(service.queryGraph({ entity: INVOICES.id }))).toEqual([]);
    write(DECISIONS, [AUTH, EXPIRY, { ...INVOICES, rationale: "As dec-a1000002 says" }]);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await ids(service.queryGraph({ entity: INVOICES.id }))).toEqual([EXPIRY.id]);
    expect([...(await ids(service.queryGraph({ entity: EXPIRY.id })))].sort()).toEqual([AUTH.id, INVOICES.id]);
    expect(await ids(service.queryGraph({ entity: INVOICES.id, depth: 3 }))).not.toContain(INVOICES.id);
    expect(await ids(service.queryGraph({ entity: "dec-00000000" }))).toEqual([]);
  });

  it("knows the newest of a type, of this project", async () => {
    const { service, write } = makeShop();
    expect(await ids(service.recentEntities?.({ types: ["decision"], limit: 2 }) ?? [])).toEqual([INVOICES.id, EXPIRY.id]);
    expect(await ids(service.recentEntities?.({ types: ["handoff"], limit: 5 }) ?? [])).toEqual([HANDOFF.id]);
    write(DECISIONS, [{ ...AUTH, tags: ["other"], project: "other" }]);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await ids(service.recentEntities?.({ types: ["decision"], limit: 2 }) ?? [])).toEqual([]);
  });

  it("sees a changed store with the next answer", async () => {
    const { service, write } = makeShop();
    expect(await ids(service.getEntitiesInFile("src/auth/service.ts"))).toContain(AUTH.id);
    write(DECISIONS, [{ ...AUTH, status: "retracted" }, EXPIRY]);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(await ids(service.getEntitiesInFile("src/auth/service.ts"))).toEqual([FAILURE.id]);
  });
});

describe("an engine over stores", () => {
  it("injects for a message what belongs to it, and carries it on", async () => {
    const { core, root } = makeShop();
    const engine = openEngine({ core, cwd: root });
    const first = await engine.processMessage("Working on AuthService");
    expect(first?.sources.map(({ id }) => id)).toContain(AUTH.id);
    const second = await engine.processMessage("Now I need to add validation");
    expect(second?.sections.some(({ title }) => title.includes("AuthService"))).toBe(true);
  });

  it("takes its settings from context_injection", async () => {
    const { core, root } = makeShop("context_injection:\n  include_decisions: false\n  max_tokens: 200\n");
    const engine = openEngine({ core, cwd: root });
    await engine.processActivity({ type: "file_edit", filePath: "src/auth/service.ts" });
    const text = await engine.getCurrentContext();
    expect(text).toContain(FAILURE.id);
    expect(text).not.toContain(AUTH.id);
    expect(await openEngine({ core, cwd: root, config: { enabled: false } }).processMessage("AuthService")).toBeNull();
  });

  it("says nothing about what is not stored", async () => {
    const { core, root } = makeShop();
    expect(await openEngine({ core, cwd: root }).processMessage("How does KubernetesOperator in deploy/helm/values.yaml work?")).toBeNull();
  });
});
