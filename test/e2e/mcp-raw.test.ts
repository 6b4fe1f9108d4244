/** The MCP server on the wire: whatever is sent, only JSON-RPC comes back, each request is answered, and it ends as it should. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeProject, startRaw } from "./mcp-server.ts";
import { DEPLOY_PROMPT, write } from "./run-hook.ts";

const DECISION = "dec-2b0228d0";
const call = (name: unknown, args: unknown) => ({ name, arguments: args });

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
  readonly structuredContent?: { readonly records: readonly { readonly id: string }[] };
}

describe("malformed requests", () => {
  it("are answered with an error, and the server lives on", async () => {
    const server = await startRaw(makeProject());
    const { write: type, ask, messages } = server;
    type("{broken\n\u0000\u0001\n");
    type('[{"jsonrpc":"2.0","id":90,"method":"ping"}]\n');
    type(`{"jsonrpc":"2.0","id":91,"method":"tools/call","params":{"name":"search","arguments":{"query":"${"x".repeat(6 * 1024 * 1024)}"}}}\n`);
    type('{"jsonrpc":"2.0","id":92}\n{"jsonrpc":"2.0","id":93,"method":7}\n"text"\nnull\n');
    expect((await ask(94, "ping")).result).toEqual({});
    const refused = messages().filter(({ error }) => error !== undefined);
    expect(refused.map(({ id, error }) => [id, error?.code])).toEqual([
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [92, -32600],
      [93, -32600],
      [null, -32600],
      [null, -32600],
    ]);
  });

  it.each([
    ["no such method", "tools/fly", {}, -32601],
    ["no such tool", "tools/call", call("fly", {}), -32602],
    ["a tool of the prototype", "tools/call", call("constructor", {}), -32602],
    ["a name that is none", "tools/call", call(7, {}), -32602],
    ["no such resource", "resources/read", { uri: "lore://context/none" }, -32602],
    ["an address that is none", "resources/read", { uri: "not an address" }, -32602],
    ["no address", "resources/read", {}, -32602],
  ])("%s", async (_what, method, params, code) => {
    const server = await startRaw(makeProject());
    const { error } = await server.ask(1, method, params);
    // Clients of 2025 know a code of its own for what is not there.
    expect([code, -32002, -32603]).toContain(error?.code);
    expect(error?.message).toBeTruthy();
    expect((await server.ask(2, "ping")).result).toEqual({});
  });

  it.each([
    ["search", {}],
    ["search", { query: 7 }],
    ["search", { query: "x", limit: 0 }],
    ["search", { query: "x", limit: "all" }],
    ["get", { ids: [] }],
    ["get", null],
    ["remember", { decision: "x".repeat(30_000) }],
    ["feedback", { id: "x" }],
    ["hook_prompt", { prompt: {} }],
  ])("%s with %j is an error result", async (name, args) => {
    const server = await startRaw(makeProject());
    const answer = await server.ask(1, "tools/call", args === null ? { name } : call(name, args));
    expect((answer.result as Result | undefined)?.isError ?? answer.error !== undefined).toBe(true);
    expect((await server.ask(2, "ping")).result).toEqual({});
  });

  it("notifications are never answered, whatever they hold", async () => {
    const server = await startRaw(makeProject());
    const before = server.messages().length;
    for (const params of ['"text"', "[]", "7", '{"type":"x"}', '{"type":"file_open"}', '{"type":"file_open","filePath":"../../x"}'])
      server.write(`{"jsonrpc":"2.0","method":"lore/activity","params":${params}}\n`);
    server.write('{"jsonrpc":"2.0","method":"no/such"}\n');
    await server.ask(1, "ping");
    expect(server.messages()).toHaveLength(before + 1);
    expect(
      server
        .stderr()
        .split("\n")
        .filter((line) => line !== "").length,
    ).toBeGreaterThanOrEqual(2);
    for (const line of server.stderr().trim().split("\n")) expect(line).toMatch(/^lore-inject mcp: /);
  });
});

describe("the server", () => {
  it("answers a thousand calls at once, each rightly", async () => {
    const server = await startRaw(makeProject());
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    const lines = ids.map((id) => {
      const params = [
        call("get", { ids: DECISION }),
        call("search", { query: `webhooks of PayBridge ${id}`, limit: 2 }),
        call("context", { text: DEPLOY_PROMPT }),
        call("get", { ids: `dec-none-${id}` }),
        call("no-such-tool", {}),
      ][id % 5];
      return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
    });
    server.write(`${lines.join("\n")}\n`);
    await server.answer(1000);
    const answers = await Promise.all(ids.map((id) => server.answer(id)));
    const context = new Set<string>();
    answers.forEach(({ result, error }, index) => {
      const { isError, content, structuredContent } = (result ?? {}) as Result;
      const kind = (index + 1) % 5;
      if (kind === 0) expect(structuredContent?.records[0]?.id).toBe(DECISION);
      if (kind === 1) expect(structuredContent?.records).toHaveLength(2);
      if (kind === 2) context.add(content?.[0]?.text ?? "");
      if (kind === 3) expect([isError, content?.[0]?.text]).toEqual([true, expect.stringContaining(`dec-none-${index + 1}`)]);
      if (kind === 4) expect(error?.code).toBe(-32602);
    });
    expect(context.size).toBe(1);
    expect(new Set(server.messages().map(({ id }) => id)).size).toBe(1001);
    expect(server.messages()).toHaveLength(1001);
  });

  it("answers from broken stores what can be answered", async () => {
    const home = makeProject();
    write(join(home.data, "failures", "data", "failures.jsonl"), "{broken\n\u0000\u0001\n[]\n");
    write(join(home.data, "patterns", "data", "patterns.jsonl"), '{"id":7}\n');
    const server = await startRaw(home);
    const answer = (await server.ask(1, "tools/call", call("get", { ids: DECISION }))).result as Result;
    expect(answer.structuredContent?.records[0]?.id).toBe(DECISION);
    for (const [index, name] of ["timeline", "search", "context"].entries()) {
      const { result } = await server.ask(10 + index, "tools/call", call(name, name === "search" ? { query: "x" } : { text: "x" }));
      expect((result as Result).isError, name).toBeUndefined();
    }
  });

  it("answers what was asked before the end of the input, then ends", async () => {
    const server = await startRaw(makeProject());
    server.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("get", { ids: DECISION }) })}\n`);
    server.write('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    server.hangUp();
    expect(await server.ended).toEqual({ status: 0, signal: null });
    expect(
      server
        .messages()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([0, 1, 2]);
    expect(server.stderr()).toBe("");
  });

  it("ends at once when nobody ever spoke, also while somebody listens", async () => {
    const silent = await startRaw(makeProject(), { isOpened: false });
    silent.hangUp();
    expect(await silent.ended).toEqual({ status: 0, signal: null });
    const listening = await startRaw(makeProject());
    await listening.ask(1, "resources/subscribe", { uri: "lore://context/auto" });
    listening.hangUp();
    expect(await listening.ended).toEqual({ status: 0, signal: null });
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s", async (signal) => {
    const server = await startRaw(makeProject());
    await server.ask(1, "resources/subscribe", { uri: "lore://context/auto" });
    server.kill(signal);
    expect(await server.ended).toEqual({ status: 0, signal: null });
    expect(server.stderr()).toBe("");
  });
});
