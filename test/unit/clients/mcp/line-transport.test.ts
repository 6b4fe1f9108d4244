/** The wire: lines in any pieces, answers to what is no message, subscriptions as they are granted, and an orderly end. */
import { PassThrough } from "node:stream";
import { SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { LineSplitter } from "../../../../src/clients/mcp/line-splitter.ts";
import { LineTransport } from "../../../../src/clients/mcp/line-transport.ts";

describe("LineSplitter", () => {
  function split(chunks: readonly string[], maxBytes = 20): readonly string[] {
    const lines: string[] = [];
    const splitter = new LineSplitter(maxBytes, { onLine: (line) => lines.push(line), onTooLong: () => lines.push("<too long>") });
    for (const chunk of chunks) splitter.push(Buffer.from(chunk));
    splitter.end();
    return lines;
  }

  it("puts pieces together and takes them apart", () => {
    expect(split(["a\nb", "c\n", "\n", "d"])).toEqual(["a", "bc", "", "d"]);
  });

  it("keeps characters whole whose bytes come apart", () => {
    const lines: string[] = [];
    const splitter = new LineSplitter(100, { onLine: (line) => lines.push(line), onTooLong: () => {} });
    for (const byte of Buffer.from("ä€😀\n")) splitter.push(Buffer.from([byte]));
    expect(lines).toEqual(["ä€😀"]);
  });

  it("passes over a line that is too long, in whatever pieces, and goes on", () => {
    expect(split(["x".repeat(21), "y\nafter\n"])).toEqual(["<too long>", "after"]);
    expect(split([`${"x".repeat(50)}\nafter`])).toEqual(["<too long>", "after"]);
    expect(split([`${"x".repeat(20)}\n`])).toEqual(["x".repeat(20)]);
    expect(split(["x".repeat(30)])).toEqual(["<too long>"]);
  });
});

interface Wire {
  readonly transport: LineTransport;
  readonly type: (text: string) => void;
  readonly hangUp: () => void;
  readonly said: () => readonly Record<string, unknown>[];
  readonly received: unknown[];
  readonly noise: string[];
  readonly listening: Map<string | number, readonly string[]>;
  readonly results: string[];
  readonly isClosed: () => boolean;
}

async function makeWire(): Promise<Wire> {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const received: unknown[] = [];
  const noise: string[] = [];
  const results: string[] = [];
  const listening = new Map<string | number, readonly string[]>();
  let text = "";
  let closed = false;
  stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const transport = new LineTransport({
    stdin,
    stdout,
    maxLine: 1000,
    onListen: (request, uris) => listening.set(request, uris),
    onCancel: (request) => listening.delete(request),
    onResult: (method) => results.push(method),
    onNoise: (what) => noise.push(what),
  });
  transport.onmessage = (message) => received.push(message);
  transport.onclose = () => {
    closed = true;
  };
  await transport.start();
  const said = (): readonly Record<string, unknown>[] =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { transport, type: (line) => stdin.write(line), hangUp: () => stdin.end(), said, received, noise, listening, results, isClosed: () => closed };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

describe("LineTransport", () => {
  it("hands on messages and answers what is none", async () => {
    const { type, received, said, noise } = await makeWire();
    type('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{broken\n\n  \n[{"jsonrpc":"2.0","id":2,"method":"ping"}]\n');
    type(`{"jsonrpc":"1.0","id":"x","method":"ping"}\n{"id":{}}\n"text"\n${"x".repeat(2000)}\n{"jsonrpc":"2.0","method":"lore/activity","params":"no"}\n`);
    type('{"jsonrpc":"2.0","method":"lore/activity","params":{}}\n');
    await settle();
    expect(received).toEqual([
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", method: "lore/activity", params: {} },
    ]);
    expect(said().map(({ id, error }) => [id, (error as { code: number }).code])).toEqual([
      [null, -32700],
      [null, -32600],
      ["x", -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
    ]);
    expect(noise).toEqual(["a notification lore/activity with bad params"]);
  });

  it("tells what is subscribed to when it is granted, and when it is cancelled", async () => {
    const { transport, type, listening } = await makeWire();
    const params = { _meta: { [SUBSCRIPTION_ID_META_KEY]: "listen-1" }, notifications: { resourceSubscriptions: ["lore://context/auto"] } };
    await transport.send({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params });
    expect([...listening]).toEqual([["listen-1", ["lore://context/auto"]]]);
    type('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"listen-1"}}\n');
    await settle();
    expect([...listening]).toEqual([]);
  });

  it("tells which methods have their result, once it is on the wire", async () => {
    const { transport, type, said, results } = await makeWire();
    type('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
    await settle();
    expect(results).toEqual([]);
    await transport.send({ jsonrpc: "2.0", id: 2, error: { code: -32603, message: "no" } });
    await transport.send({ jsonrpc: "2.0", id: 1, result: { tools: [] } });
    await transport.send({ jsonrpc: "2.0", id: 1, result: { tools: [] } });
    expect(results).toEqual(["tools/list"]);
    expect(said()).toHaveLength(3);
  });

  it("ends when the input ends, but not before what was asked is answered", async () => {
    const { transport, type, hangUp, said, isClosed } = await makeWire();
    type('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    hangUp();
    await settle();
    expect(isClosed()).toBe(false);
    await transport.send({ jsonrpc: "2.0", id: 7, result: {} });
    expect(isClosed()).toBe(true);
    expect(said()).toEqual([{ jsonrpc: "2.0", id: 7, result: {} }]);
    await transport.send({ jsonrpc: "2.0", id: 8, result: {} });
    expect(said()).toHaveLength(1);
  });

  it("does not wait for what was cancelled, nor for a subscription", async () => {
    const { type, hangUp, isClosed } = await makeWire();
    type('{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{}}\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
    type('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}\n');
    hangUp();
    await settle();
    expect(isClosed()).toBe(true);
  });
});
