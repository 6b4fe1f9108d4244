/** The MCP server through the official client, in both eras of the protocol: list, read, call, subscribe. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { connect, ERAS, type Mode, makeProject, textOf } from "./mcp-server.ts";
import { contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, promptEvent, runHook, write } from "./run-hook.ts";

const DECISION = "dec-2b0228d0";
const AUTO = "lore://context/auto";
const READING = ["search", "get", "timeline", "context"];

interface Records {
  readonly records: readonly { readonly id: string; readonly kind: string; readonly text?: string; readonly asked?: boolean }[];
}

async function call(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  return { text: textOf(result), isError: result.isError === true, data: result.structuredContent as Records & Record<string, unknown> };
}

async function read(client: Client, uri: string): Promise<string> {
  return textOf(await client.readResource({ uri }));
}

/** Counts updates; `next` waits for one more than there were. */
async function subscribe(client: Client, mode: Mode, uris: string[]): Promise<{ readonly heard: string[]; readonly next: (uri: string) => Promise<void> }> {
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  if (mode === "legacy") for (const uri of uris) await client.subscribeResource({ uri });
  else await client.listen({ resourceSubscriptions: uris });
  const next = async (uri: string): Promise<void> => {
    for (let turn = 0; turn < 600; turn++) {
      if (heard.includes(uri)) return void heard.splice(0);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no update of ${uri}`);
  };
  return { heard, next };
}

describe.each(ERAS)("in the era of %s", (era, mode) => {
  it("tells what it can do, and lists its tools with schemas and annotations", async () => {
    const client = await connect(makeProject(), { mode });
    expect(client.getNegotiatedProtocolVersion()).toContain(era);
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: { subscribe: true } });
    expect(client.getInstructions()).toContain("remember");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...READING, "remember", "learn", "fail", "handoff", "feedback", "hook_prompt"]);
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(title, name).toBeTruthy();
      expect(description?.length, name).toBeGreaterThan(60);
      expect(annotations, name).toMatchObject({
        readOnlyHint: READING.includes(name),
        destructiveHint: false,
        openWorldHint: false,
        idempotentHint: READING.includes(name),
      });
      expect(outputSchema === undefined, name).toBe(name === "hook_prompt");
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
        expect((schema as { description?: string }).description, `${name}.${field}`).toBeTruthy();
    }
  });

  it("lists its resources under both names", async () => {
    const client = await connect(makeProject(), { mode });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual(
      ["lore://context/auto", "ctx-sys://context/auto", "lore://context/session", "ctx-sys://context/session"].map((uri) => [uri, "text/markdown"]),
    );
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "lore://context/file/{+path}",
      "ctx-sys://context/file/{+path}",
      "lore://record/{id}",
      "ctx-sys://record/{id}",
    ]);
  });

  it("searches, gets, shows what happened around it, and gives context for a text", async () => {
    const home = makeProject();
    const client = await connect(home, { mode });
    const found = await call(client, "search", { query: DEPLOY_PROMPT, limit: 3 });
    expect(found.data.records.map(({ id }) => id)).toContain(DEPLOY_RECORD);
    expect(found.data.records.length).toBeLessThanOrEqual(3);
    expect(found.text).toContain(DEPLOY_RECORD);
    expect(
      (await call(client, "search", { query: "PayBridge", kind: "failure", project: "storefront" })).data.records.every(({ kind }) => kind === "failure"),
    ).toBe(true);
    expect((await call(client, "search", { query: "zzyzxqwv" })).data.records).toEqual([]);

    const got = await call(client, "get", { ids: [DECISION, `failures:${DEPLOY_RECORD}`, "dec-none"] });
    expect(got.data.records.map(({ id }) => id)).toEqual([DECISION, DEPLOY_RECORD]);
    expect(got.data.missing).toEqual(["dec-none"]);
    expect(got.data.records[0]?.text).toContain("webhook_events");
    expect(await call(client, "get", { ids: "dec-none" })).toMatchObject({ isError: true, text: expect.stringContaining("search") });

    const around = await call(client, "timeline", { id: DECISION, before: 2, after: 1 });
    expect(around.data.records).toHaveLength(4);
    expect(around.data.records[2]).toMatchObject({ id: DECISION, asked: true });
    expect((await call(client, "timeline", { date: "2026-04-15", project: "storefront", before: 1, after: 1 })).data.records).toHaveLength(2);
    expect(await call(client, "timeline", { date: "some day" })).toMatchObject({ isError: true });

    const cold = contextOf(await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) }));
    const warm = await call(client, "context", { text: DEPLOY_PROMPT });
    expect(warm.text).toBe(cold);
    expect(warm.data).toMatchObject({ context: cold });
    expect(warm.data.silent_because).toBeUndefined();
    expect((await call(client, "context", { text: "thanks, commit it" })).data).toMatchObject({ context: "", records: [], silent_because: expect.any(String) });
    expect((await call(client, "context", { text: DEPLOY_PROMPT })).text).toBe(cold);
  });

  it("writes records that are found at once, and none twice", async () => {
    const home = makeProject();
    const client = await connect(home, { mode });
    const decision = "Carts are kept for thirty days in Redis";
    const written = await call(client, "remember", { decision, rationale: "Legal asked", entities: ["src/cart.ts"], tags: ["cart"] });
    expect(written).toMatchObject({ isError: false, data: { kind: "decision" } });
    const id = String(written.data.id);
    expect((await call(client, "search", { query: decision, limit: 1 })).data.records[0]?.id).toBe(id);
    expect(await call(client, "remember", { decision })).toMatchObject({ isError: true, text: expect.stringMatching(new RegExp(`${id}[^]*force: true`)) });
    expect(await call(client, "remember", { decision, force: true })).toMatchObject({ isError: false });

    const learned = await call(client, "learn", { name: "Never cache the basket total", anti: true, risk: "Wrong prices", solution: "Compute it" });
    const failed = await call(client, "fail", {
      type: "BuildError",
      message: "vite cannot resolve basket-worker",
      fix: "npm ci",
      command: "npm run build:basket",
    });
    const handed = await call(client, "handoff", { message: "Basket is half done", next: ["finish src/cart.ts"], files: ["src/cart.ts"] });
    expect([learned, failed, handed].map(({ data }) => data.kind)).toEqual(["anti-pattern", "failure", "handoff"]);
    for (const { data } of [learned, failed, handed]) expect(readFileSync(String(data.file), "utf8")).toContain(`"${String(data.id)}"`);
    expect(await call(client, "remember", { decision: "  " })).toMatchObject({ isError: true, text: expect.not.stringContaining("standard input") });
    expect(await call(client, "remember", { decision: "Shared with the team", shared: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining(".lore"),
    });
  });

  it("keeps what an agent says of a record", async () => {
    const home = makeProject();
    const client = await connect(home, { mode });
    expect((await call(client, "feedback", { id: DECISION, verdict: "wrong", why: "webhooks are gone" })).data).toEqual({
      key: `journal:${DECISION}`,
      verdict: "wrong",
    });
    expect(await call(client, "feedback", { id: "dec-none", verdict: "helped" })).toMatchObject({ isError: true, text: expect.stringContaining("dec-none") });
    expect(await call(client, "feedback", { id: DECISION, verdict: "maybe" })).toMatchObject({ isError: true });
    const lines = readFileSync(join(home.dir, ".local", "state", "lore-inject", "feedback.jsonl"), "utf8")
      .trim()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ key: `journal:${DECISION}`, verdict: "wrong", by: "agent", why: "webhooks are gone" }]);
  });

  it("answers a hook with the bytes of the hook, and remembers what the session was shown", async () => {
    const home = makeProject();
    const client = await connect(home, { mode });
    const cold = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT, { session_id: "cold" }) });
    const given = { prompt: DEPLOY_PROMPT, session_id: "warm", cwd: home.storefront, transcript_path: "", agent_id: "", hook_event_name: "" };
    const result = await client.callTool({ name: "hook_prompt", arguments: given });
    expect(result.content).toEqual([{ type: "text", text: cold.stdout }]);
    expect(result.structuredContent).toBeUndefined();
    expect(textOf(await client.callTool({ name: "hook_prompt", arguments: given }))).toBe("{}");
    expect(textOf(await client.callTool({ name: "hook_prompt", arguments: { ...given, prompt: "" } }))).toBe("{}");
    expect(contextOf(await runHook({ home, remembers: true, stdin: promptEvent(home, DEPLOY_PROMPT, { session_id: "warm" }) }))).toBe("");
  });

  it("reads files, sessions and records, and says kindly when there is nothing", async () => {
    const home = makeProject();
    write(join(home.storefront, ".cursor", "rules", "cart.mdc"), "---\nglobs: src/cart/**\n---\nRound prices once, at the end.\n");
    const failure = {
      id: "fail-cart0001",
      timestamp: "2026-11-01T10:00:00Z",
      error_type: "TypeError",
      error_message: "total is undefined",
      fix: "sum first",
      entities: ["src/cart/total.ts"],
      project: "storefront",
    };
    const decision = {
      id: "dec-cart0001",
      timestamp: "2026-11-02T10:00:00Z",
      decision: "Totals are integers",
      entities: ["src/cart/total.ts"],
      tags: ["storefront"],
    };
    appendFileSync(join(home.data, "failures", "data", "failures.jsonl"), `${JSON.stringify(failure)}\n`);
    appendFileSync(join(home.data, "journal", "data", "decisions.jsonl"), `${JSON.stringify(decision)}\n`);
    const client = await connect(home, { mode });
    for (const scheme of ["lore", "ctx-sys"]) {
      const text = await read(client, `${scheme}://context/file/src/cart/total.ts`);
      for (const part of ["dec-cart0001", "Round prices once", "sum first"]) expect(text).toContain(part);
      expect(await read(client, `${scheme}://context/file/src/cart/%5Bid%5D/page.tsx`)).not.toContain("dec-cart0001");
      expect(await read(client, `${scheme}://context/session`)).toContain("[handoff]");
      expect(await read(client, `${scheme}://record/${DECISION}`)).toContain("webhook_events");
    }
    expect(await read(client, "lore://context/file/docs/none.md")).toBe("Nothing is written down about docs/none.md yet.");
    expect(await read(client, AUTO)).toMatch(/^No context currently available/);
    await expect(read(client, "lore://record/dec-none")).rejects.toThrow("not found");
    await expect(read(client, "lore://other/thing")).rejects.toThrow("not found");
    expect(
      existsSync(join(home.dir, ".local", "state", "lore-inject", "sessions")) ? readdirSync(join(home.dir, ".local", "state", "lore-inject", "sessions")) : [],
    ).toEqual([]);
  });

  it("gives nothing of what lies outside the project", async () => {
    const home = makeProject();
    write(join(home.dir, "secret", "key.txt"), "TOP-SECRET");
    symlinkSync(join(home.dir, "secret"), join(home.storefront, "out"));
    const client = await connect(home, { mode });
    const escapes = [
      "../../secret/key.txt",
      "%2e%2e%2f%2e%2e%2fsecret/key.txt",
      "..%2f..%2fsecret%2fkey.txt",
      "/etc/passwd",
      "%2Fetc%2Fpasswd",
      "out/key.txt",
      "out%2fkey.txt",
      "a%00b",
      "%",
      "..",
      "%5c%5chost%5cshare",
      "C:%5cx",
    ];
    for (const path of escapes) {
      const answer = await read(client, `lore://context/file/${path}`).catch((error: Error & { code?: number }) => error);
      expect(answer, path).toBeInstanceOf(Error);
      expect(String(answer), path).not.toContain("TOP-SECRET");
    }
    expect(await read(client, AUTO)).toBeTruthy();
  });

  it("tells subscribers when an editor works on a file, and the context has changed by then", async () => {
    const home = makeProject();
    const failure = {
      id: "fail-cart0001",
      timestamp: "2026-11-01T10:00:00Z",
      error_type: "TypeError",
      error_message: "total is undefined",
      fix: "sum first",
      entities: ["src/cart/total.ts"],
      project: "storefront",
    };
    appendFileSync(join(home.data, "failures", "data", "failures.jsonl"), `${JSON.stringify(failure)}\n`);
    const client = await connect(home, { mode });
    const { heard, next } = await subscribe(client, mode, [AUTO, "lore://context/session"]);
    await client.notification({
      method: "ctx-sys/activity",
      params: { type: "file_edit", filePath: join(home.storefront, "src", "cart", "total.ts"), changedSymbols: ["total"] },
    });
    await next(AUTO);
    expect(await read(client, AUTO)).toContain("fail-cart0001");
    await client.notification({ method: "lore/activity", params: { type: "file_close", filePath: "src/cart/total.ts" } });
    await next(AUTO);
    expect(await read(client, AUTO)).not.toContain("fail-cart0001");
    for (const params of [{ type: "bogus" }, { type: "file_open", filePath: "/etc/passwd" }, {}])
      await client.notification({ method: "lore/activity", params });
    await read(client, AUTO);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual([]);
  });

  it("tells subscribers when somebody else writes, and is silent once nobody listens", async () => {
    const home = makeProject();
    const client = await connect(home, { mode });
    const file = "ctx-sys://context/file/src/cart.ts";
    const heard: string[] = [];
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
    const stop = mode === "legacy" ? null : await client.listen({ resourceSubscriptions: [file, `lore://record/${DECISION}`] });
    if (mode === "legacy") for (const uri of [file, `lore://record/${DECISION}`]) await client.subscribeResource({ uri });
    const written = await runHook({ home, args: ["remember", "The cart module owns all rounding", "--entities", "src/cart.ts", "--cwd", home.storefront] });
    expect(written.status).toBe(0);
    for (let turn = 0; turn < 500 && new Set(heard).size < 2; turn++) await new Promise((resolve) => setTimeout(resolve, 10));
    expect([...new Set(heard)].sort()).toEqual([file, `lore://record/${DECISION}`].sort());
    if (mode === "legacy") for (const uri of [file, `lore://record/${DECISION}`]) await client.unsubscribeResource({ uri });
    else await stop?.close();
    await call(client, "search", { query: "cart" });
    heard.splice(0);
    await call(client, "handoff", { message: "done" });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard).toEqual([]);
  });

  it("works in the client's first root, else in the project's folder, else where it was started", async () => {
    const home = makeProject();
    const other = join(home.dir, "dev", "fieldkit");
    mkdirSync(join(other, ".git"), { recursive: true });
    const roots = [{ uri: "https://example.com/" }, { uri: pathToFileURL(other).href }];
    const projectOf = async (client: Client): Promise<unknown> =>
      JSON.parse(
        readFileSync(String((await call(client, "handoff", { message: "x" })).data.file), "utf8")
          .trim()
          .split("\n")
          .at(-1) ?? "",
      ).project;
    const rooted = await connect(home, {
      mode,
      client: { capabilities: { roots: {} } },
      prepare: (client) => client.setRequestHandler("roots/list", () => ({ roots })),
    });
    expect(await projectOf(rooted)).toBe("fieldkit");
    expect(await projectOf(await connect(home, { mode, env: { CLAUDE_PROJECT_DIR: other } }))).toBe("fieldkit");
    expect(await projectOf(await connect(home, { mode }))).toBe("storefront");
  });
});
