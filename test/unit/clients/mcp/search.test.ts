/** The tool `search` in a store where very many records match: as many as were asked for, and those of the kind or project that was. */
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { Place } from "../../../../src/clients/mcp/place.ts";
import { search } from "../../../../src/clients/mcp/tools/search.ts";
import { Core } from "../../../../src/core.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../../builders.ts";

/** More than are read of one question. */
const DECISIONS = 1500;
const RARE = 12;

/** Words that no other record has, so that none is taken for a copy of another. */
const own = (at: number): string => ["ka", "lo", "mi", "nu", "po"].map((part) => `${part}${at.toString(36)}x`).join(" ");

const decision = (at: number, project: string, text: string) => ({
  ...{ id: `dec-${String(at).padStart(8, "0")}`, timestamp: "2026-11-01T10:00:00Z", status: "active", project },
  decision: text,
});

function makePlace(): Place {
  const home = makeTempDir();
  const write = (path: string, lines: readonly object[]): void => {
    writeFile(join(home, "lore", path), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  };
  // The others match better: the query is a larger part of them.
  const many = Array.from({ length: DECISIONS }, (_none, at) => decision(RARE + at, "shop", `Deploy the gateway ${own(at)}`));
  const few = Array.from({ length: RARE }, (_none, at) => decision(at, "ledger", `Deploy ${own(9000 + at)} ${own(9500 + at)} behind the gateway`));
  write("journal/data/decisions.jsonl", [...few, ...many]);
  const failure = (at: number) => ({
    ...{ id: `fail-${String(at).padStart(8, "0")}`, timestamp: "2026-10-01T10:00:00Z", error_type: `E${at}` },
    error_message: `${own(7000 + at)} after a deploy ${own(7500 + at)} ${own(7700 + at)} the gateway`,
  });
  write(
    "failures/data/failures.jsonl",
    Array.from({ length: RARE }, (_none, at) => failure(at)),
  );
  const env = { HOME: home, LORE_DATA_DIR: join(home, "lore") };
  return new Place(new Core({ shippedDir: REPO_ROOT, env, refresh: () => {} }), home, env);
}

interface Found {
  readonly structuredContent: { readonly records: readonly { readonly id: string; readonly kind: string; readonly projects: readonly string[] }[] };
}

/** Takes what is registered, and calls it as the SDK would. */
class Recorder extends McpServer {
  call: (given: object, context: object) => Promise<Found> = () => Promise.reject(new Error("no tool"));
  override registerTool(_name: string, _config: unknown, callback: unknown): never {
    this.call = callback as Recorder["call"];
    return undefined as never;
  }
}

async function found(given: { readonly limit?: number; readonly kind?: string; readonly project?: string }): Promise<Found["structuredContent"]["records"]> {
  const server = new Recorder({ name: "test", version: "1" });
  search.offer(server, { place: makePlace(), log: () => {}, ask: async () => null });
  return (await server.call({ query: "deploy gateway", limit: 10, ...given }, {})).structuredContent.records;
}

describe("search", () => {
  it("gives as many as were asked for", async () => {
    expect(await found({ limit: 150 })).toHaveLength(150);
    expect(await found({})).toHaveLength(10);
  });

  it("finds the few of a project among many that match better", async () => {
    const records = await found({ project: "ledger", limit: 50 });
    expect(records).toHaveLength(RARE);
    expect(records.every(({ projects }) => projects.includes("ledger"))).toBe(true);
  });

  it("finds the few of a kind, and both together", async () => {
    expect((await found({ kind: "failure", limit: 50 })).map(({ kind }) => kind)).toEqual(Array.from({ length: RARE }, () => "failure"));
    expect(await found({ kind: "decision", project: "ledger", limit: 50 })).toHaveLength(RARE);
    expect(await found({ kind: "no such kind" })).toEqual([]);
  });
});
