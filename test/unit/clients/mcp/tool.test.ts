/** Whatever a tool or a resource does, the client gets a result: what was refused with the way out, a bug with its stack in the log. */
import { McpServer } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import * as z from "zod/v4";
import { logTo } from "../../../../src/clients/mcp/log.ts";
import { Place } from "../../../../src/clients/mcp/place.ts";
import { offerResource, type Resource } from "../../../../src/clients/mcp/resource.ts";
import { type Answer, type Desk, defineTool } from "../../../../src/clients/mcp/tool.ts";
import { Core } from "../../../../src/core.ts";
import { Refusal } from "../../../../src/refusal.ts";
import { makeTempDir, REPO_ROOT } from "../../builders.ts";

function makeDesk(): { readonly desk: Desk; readonly logged: string[] } {
  const logged: string[] = [];
  const env = { HOME: makeTempDir() };
  const place = new Place(new Core({ shippedDir: REPO_ROOT, env }), env.HOME, env);
  return { desk: { place, log: logTo({ write: (line) => logged.push(line) }), ask: async () => null }, logged };
}

type Callback = (given: unknown, context: unknown) => Promise<{ readonly content?: unknown; readonly isError?: boolean; readonly structuredContent?: unknown }>;

/** Takes what is registered, and calls it as the SDK would. */
class Recorder extends McpServer {
  call: Callback = async () => ({});
  override registerTool(_name: string, _config: unknown, callback: unknown): never {
    this.call = callback as Callback;
    return undefined as never;
  }
  override registerResource(_name: string, _uri: unknown, _config: unknown, callback: unknown): never {
    this.call = callback as Callback;
    return undefined as never;
  }
}

function offered(run: () => Answer<z.ZodObject>, otherwise?: string) {
  const server = new Recorder({ name: "test", version: "1" });
  const { desk, logged } = makeDesk();
  const common = { name: "try", title: "Try", description: "Tries", input: z.object({}), output: z.object({}), readOnly: true, idempotent: true };
  defineTool({ ...common, run, ...(otherwise === undefined ? {} : { otherwise }) }).offer(server, desk);
  return { call: () => server.call({}, {}), logged };
}

const refuse = (): never => {
  throw new Refusal("no record x", "search finds ids");
};
const crash = (): never => {
  throw new TypeError("x is undefined");
};

describe("a tool", () => {
  it("answers with text and data", async () => {
    expect(await offered(() => ({ text: "yes", data: { found: 1 } })).call()).toEqual({
      content: [{ type: "text", text: "yes" }],
      structuredContent: { found: 1 },
    });
  });

  it("says what it refuses and the way out, and logs nothing", async () => {
    const { call, logged } = offered(refuse);
    expect(await call()).toEqual({ content: [{ type: "text", text: "no record x\nsearch finds ids" }], isError: true });
    expect(logged).toEqual([]);
  });

  it("makes an error result of a bug, with the stack on one line of the log", async () => {
    const { call, logged } = offered(crash);
    expect(await call()).toEqual({ content: [{ type: "text", text: "internal error: x is undefined" }], isError: true });
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/^lore-inject mcp: try failed: TypeError: x is undefined at [^\n]+\n$/);
  });

  it("says what it is to say instead, where an error would be in the way", async () => {
    for (const run of [refuse, crash]) {
      const { call, logged } = offered(run, "{}");
      expect(await call()).toEqual({ content: [{ type: "text", text: "{}" }] });
      expect(logged).toHaveLength(1);
    }
  });
});

describe("a resource", () => {
  function read(resource: Resource["read"], address = "thing"): { readonly answer: Promise<unknown>; readonly logged: string[] } {
    const server = new Recorder({ name: "test", version: "1" });
    const { desk, logged } = makeDesk();
    offerResource(server, { name: "Thing", title: "Thing", description: "", address, read: resource }, desk);
    return { answer: server.call(new URL("lore://thing"), {}), logged };
  }

  it("gives Markdown", async () => {
    expect(await read(() => "# Text").answer).toEqual({ contents: [{ uri: "lore://thing", mimeType: "text/markdown", text: "# Text" }] });
  });

  it("tells what is not there from what is refused and from a bug", async () => {
    await expect(read(() => null).answer).rejects.toMatchObject({ code: -32602, message: expect.stringContaining("not found") });
    await expect(read(refuse).answer).rejects.toMatchObject({ code: -32602, message: "no record x\nsearch finds ids" });
    const { answer, logged } = read(crash);
    await expect(answer).rejects.toMatchObject({ code: -32603, message: "internal error: x is undefined" });
    expect(logged).toHaveLength(1);
  });
});
