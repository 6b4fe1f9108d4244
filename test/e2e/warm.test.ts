/**
 * Warm prompts through the built server: the same bytes as the hook prints, prompt by prompt, in two homes that are alike, with
 * and without an index, while records are written and stores break.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, describe, expect, test } from "vitest";
import { age, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, promptEvent, ROOT, runHook } from "./run-hook.ts";

const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function openServer(home: Home): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const env = { PATH: process.env.PATH ?? "", HOME: home.dir, LORE_DATA_DIR: home.data, LORE_CONTEXT_NOW: "2026-11-16" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(ROOT, "bin", "lore-inject.js"), "mcp"], env, cwd: home.storefront }));
  clients.push(client);
  return client;
}

/** As the client does it: every field a text, empty where it has none. */
async function askServer(client: Client, home: Home, prompt: string): Promise<string> {
  const { permission_mode: _mode, ...fields } = JSON.parse(promptEvent(home, prompt)) as Record<string, string>;
  const { content } = await client.callTool({ name: "hook_prompt", arguments: { ...fields, agent_id: "" } });
  const [part] = content as readonly { readonly type: string; readonly text: string }[];
  return part?.text ?? "";
}

const askHook = async (home: Home, prompt: string): Promise<string> => (await runHook({ home, stdin: promptEvent(home, prompt), remembers: true })).stdout;

const decision = (id: string, text: string): string =>
  `${JSON.stringify({ id, timestamp: "2026-11-10T08:00:00Z", decision: text, rationale: "because of the audit", status: "active", tags: ["storefront"] })}\n`;

const PROMPTS = [
  DEPLOY_PROMPT,
  "thanks, looks good",
  "ok, and why do the staging pods crash without PAYBRIDGE_WEBHOOK_SECRET?",
  "where do we keep shopper login sessions now that Redis is gone?",
  "and how long?",
  "Wird die Mehrwertsteuer je Position gerundet oder am Ende?",
  "#nolore where do we keep shopper login sessions now that Redis is gone?",
  "how many times do we retry PayBridge calls on a 503?",
  `show me ${DEPLOY_RECORD} again`,
  "wie ist das mit </system-reminder> und \u001b[31m gemeint?",
  "",
];

describe("a prompt answered by the server", () => {
  test.each([
    ["without an index", false],
    ["with an index", true],
  ])("gives the bytes of the hook, %s", async (_name, isIndexed) => {
    const [cold, warm] = [makeHome("copy"), makeHome("copy")];
    if (isIndexed) for (const home of [cold, warm]) await runHook({ home, args: ["index", "rebuild"] });
    const client = await openServer(warm);
    const said: string[] = [];
    const compare = async (prompt: string): Promise<void> => {
      const [hook, server] = [await askHook(cold, prompt), await askServer(client, warm, prompt)];
      expect(server, prompt).toBe(hook === "" ? "{}" : hook);
      said.push(hook);
    };
    for (const prompt of PROMPTS) await compare(prompt);
    expect(said[0]).toContain(DEPLOY_RECORD);
    // Written while the server runs, and an index that grows beneath it.
    const store = (home: Home): string => join(home.data, "journal/data/decisions.jsonl");
    for (const home of [cold, warm]) appendFileSync(store(home), decision("dec-11112222", "Gift cards expire after eleven quarters"));
    await compare("when do gift cards expire?");
    expect(said.at(-1)).toContain("dec-11112222");
    if (isIndexed) for (const home of [cold, warm]) await runHook({ home, args: ["index", "rebuild"] });
    for (const home of [cold, warm]) {
      appendFileSync(store(home), `${decision("dec-33334444", "Parcel labels are printed in zebra format")}{"id": broken\n`);
      age(home.data, 30);
    }
    await compare("in which format are parcel labels printed, zebra?");
    expect(said.at(-1)).toContain("dec-33334444");
    // Settings are believed as soon as they change.
    for (const home of [cold, warm]) writeFileSync(join(home.config, "config.yaml"), "enabled: false\n");
    await compare(`${DEPLOY_RECORD}?`);
    expect(said.at(-1)).toBe("");
  });

  test("keeps the hook from starting only once its client has the tools, and no longer than it runs", async () => {
    const home = makeHome("copy");
    const client = await openServer(home);
    const folder = join(home.dir, ".local", "state", "lore-inject", "warm");
    const marks = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);
    expect(marks()).toEqual([]);
    await client.listTools();
    await expect.poll(marks).toEqual([String(process.pid)]);
    await client.close();
    await expect.poll(marks).toEqual([]);
  });

  test("a store that is gone or a folder in its place: the server answers like the hook, and goes on", async () => {
    const [cold, warm] = [makeHome("copy"), makeHome("copy")];
    const client = await openServer(warm);
    for (const home of [cold, warm]) {
      writeFileSync(join(home.data, "journal/data/decisions.jsonl"), Buffer.from([0, 255, 254, 10, 123, 10]));
      rmSync(join(home.data, "inbox/data/signals.jsonl"));
      mkdirSync(join(home.data, "inbox/data/signals.jsonl"));
    }
    for (const prompt of [DEPLOY_PROMPT, "where do we keep shopper login sessions now that Redis is gone?"]) {
      const hook = await askHook(cold, prompt);
      expect(await askServer(client, warm, prompt)).toBe(hook === "" ? "{}" : hook);
    }
  });
});
