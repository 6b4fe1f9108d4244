/** A record by its id: the line in force, a retired one as it is stored, by source where two stores have the id; and searches without a gate. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeFound } from "../../src/clients/mcp/tools/get.ts";
import { Core } from "../../src/core.ts";
import { findById } from "../../src/find-by-id.ts";
import type { Context } from "../../src/open-context.ts";
import { configForSearch, EVERYTHING } from "../../src/search-records.ts";
import { makeConfig, makeTempDir, REPO_ROOT, writeFile } from "./builders.ts";

function makeContext(stores: Readonly<Record<string, readonly object[]>>): Context {
  const home = makeTempDir();
  for (const [path, lines] of Object.entries(stores)) writeFile(join(home, "lore", path), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  writeFile(join(home, ".config", "lore-inject", "config.yaml"), "deadline_ms: 5000\nindex: { enabled: false }\n");
  return new Core({ shippedDir: REPO_ROOT, env: { HOME: home, LORE_DATA_DIR: join(home, "lore") } }).open(home);
}

const DECISION = { id: "dec-a1000001", timestamp: "2026-11-10T10:00:00Z", decision: "Tokens live in Redis", rationale: "One delete", tags: ["shop"] };

describe("findById", () => {
  it("gives the last line of an id", () => {
    const context = makeContext({
      "journal/data/decisions.jsonl": [DECISION, { ...DECISION, id: "dec-a1000002" }, { ...DECISION, decision: "Tokens live in Postgres" }],
    });
    expect(findById(context, " dec-a1000001 ")).toMatchObject({ id: "dec-a1000001", source: "journal", record: { title: "Tokens live in Postgres" } });
    expect(findById(context, "journal:dec-a1000001")?.record?.title).toBe("Tokens live in Postgres");
  });

  it("gives a retired one as it is stored", () => {
    const context = makeContext({ "journal/data/decisions.jsonl": [DECISION, { ...DECISION, status: "retracted", retracted_reason: "moved" }] });
    const found = findById(context, "dec-a1000001");
    expect(found).toMatchObject({ record: null, fields: { retracted_reason: "moved" } });
    expect(found === null ? null : describeFound(found)).toMatchObject({ retired: true, text: expect.stringContaining("moved") });
  });

  it("asks the source that is named", () => {
    const failure = { id: DECISION.id, timestamp: "2026-11-11T10:00:00Z", error_type: "E", error_message: "broken" };
    const context = makeContext({ "journal/data/decisions.jsonl": [DECISION], "failures/data/failures.jsonl": [failure] });
    expect(findById(context, `failures:${DECISION.id}`)?.record?.kind).toBe("failure");
    expect(findById(context, `journal:${DECISION.id}`)?.record?.kind).toBe("decision");
  });

  it.each(["dec-none", "", " ", "journal:", "patterns:dec-a1000001", "dec-a100000", '"', "../x"])("knows no %j", (id) => {
    expect(findById(makeContext({ "journal/data/decisions.jsonl": [DECISION] }), id)).toBeNull();
  });
});

describe("configForSearch", () => {
  it("is what the command's settings make of the same config, and searches even when prompts are switched off", () => {
    const said = makeConfig({ ...Object.fromEntries(EVERYTHING), enabled: true });
    expect(configForSearch(makeConfig({ enabled: false }))).toEqual(said);
  });
});
