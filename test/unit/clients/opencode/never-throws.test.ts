/** Whatever OpenCode hands to a hook, and whatever is wrong with our files: nothing is thrown, nothing printed. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hooks } from "../../../../src/clients/opencode/opencode-types.ts";
import { makeHooks } from "../../../../src/clients/opencode/plugin.ts";
import type { Core } from "../../../../src/core.ts";
import { ASKS, SESSION, turn, World } from "./world.ts";

const HOOKS = [
  "event",
  "chat.message",
  "experimental.chat.messages.transform",
  "experimental.chat.system.transform",
  "experimental.session.compacting",
  "tool.execute.after",
] as const;

type AnyHook = (input: unknown, output: unknown) => Promise<void>;
const anyHook = (hooks: Hooks, name: (typeof HOOKS)[number]): AnyHook => hooks[name] as unknown as AnyHook;

let world: World;
const prints: { readonly mock: { readonly calls: readonly unknown[] }; readonly mockRestore: () => void }[] = [];
beforeEach(() => {
  world = new World();
  prints.push(vi.spyOn(process.stdout, "write"), vi.spyOn(process.stderr, "write"), vi.spyOn(console, "log"), vi.spyOn(console, "error"));
});
afterEach(() => {
  const calls = prints.flatMap(({ mock }) => mock.calls);
  for (const print of prints.splice(0)) print.mockRestore();
  world.remove();
  expect(calls).toEqual([]);
});

/** Nearly right: the names that are looked for, with values that may be anything. */
const id = fc.oneof(fc.constant(SESSION), fc.constantFrom("msg_1", "prt_000000000010AAAAAAAAAAAAAA", ""), fc.anything());
const part = fc.record(
  {
    ...{ id, sessionID: id, messageID: id, text: fc.oneof(fc.constant(ASKS), fc.anything()), synthetic: fc.anything(), metadata: fc.anything() },
    type: fc.oneof(fc.constantFrom("text", "tool", "compaction", "file"), fc.anything()),
    state: fc.anything(),
  },
  { requiredKeys: [] },
);
const info = fc.record(
  { id, sessionID: id, role: fc.constantFrom("user", "assistant"), summary: fc.constantFrom(true, false, null, {}) },
  { requiredKeys: [] },
);
const parts = fc.oneof(fc.array(part, { maxLength: 3 }), fc.anything());
const given = fc.oneof(
  fc.anything(),
  fc.record(
    {
      ...{ sessionID: id, messageID: id, message: info, parts, system: fc.oneof(fc.array(fc.string()), fc.anything()), context: fc.anything() },
      messages: fc.oneof(fc.array(fc.record({ info, parts }, { requiredKeys: [] }), { maxLength: 3 }), fc.anything()),
      event: fc.record({ type: fc.constantFrom("session.created", "session.compacted", "session.deleted", "x"), properties: fc.anything() }),
      ...{ tool: fc.oneof(fc.constantFrom("read", "bash", "edit"), fc.anything()), output: fc.oneof(fc.string(), fc.anything()), metadata: fc.anything() },
      args: fc.oneof(fc.record({ filePath: fc.string(), command: fc.string() }), fc.anything()),
    },
    { requiredKeys: [] },
  ),
);

describe("any input", () => {
  it.each(HOOKS)("%s", async (name) => {
    const hooks = world.load();
    await fc.assert(
      fc.asyncProperty(given, given, async (input, output) => {
        await anyHook(hooks, name)(input, output);
      }),
      { numRuns: 60 },
    );
  });

  it("the tools answer in text", async () => {
    const { tool } = world.load();
    const args = fc.oneof(
      fc.anything(),
      fc.record({ query: fc.anything(), id: fc.anything(), limit: fc.anything(), tags: fc.anything() }, { requiredKeys: [] }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(tool)), args, fc.anything(), async ({ execute }, value, context) => {
        expect(typeof (await (execute as (args: unknown, context: unknown) => Promise<unknown>)(value, context))).toBe("string");
      }),
      { numRuns: 60 },
    );
  });
});

describe("a core that throws", () => {
  const broken = (): never => {
    throw new Error("the disk is on fire");
  };

  it("is told to OpenCode's log, and the prompt goes on as it was", async () => {
    const log = (request: unknown): Promise<void> => Promise.resolve(void world.logged.push(request));
    const core = { open: broken, inject: broken } as unknown as Core;
    const hooks = makeHooks({ directory: world.project, client: { app: { log } } }, { core, env: { HOME: world.home } });
    const message = world.prompt(ASKS);
    const { system } = await turn(hooks, message);
    expect([message.parts.length, system.length]).toEqual([1, 1]);
    expect(JSON.stringify(world.logged)).toContain("the disk is on fire");
    expect(await hooks.tool.lore_search?.execute({ query: "x" })).toBe("Error: the disk is on fire");
  });

  it("even where the log does not work either", async () => {
    const core = { open: broken, inject: broken } as unknown as Core;
    for (const log of [broken, () => Promise.reject(new Error("no log"))]) {
      const hooks = makeHooks({ directory: world.project, client: { app: { log }, session: { get: broken, messages: broken } } }, { core, env: {} });
      await turn(hooks, world.prompt(ASKS));
    }
  });
});

describe("broken files", () => {
  it.each([
    ["garbage in a store", (w: World) => w.append(".local/share/lore/patterns/data/patterns.jsonl", "\u0000\u0001{{{\n[1]\nnull\n")],
    ["a folder in the place of a store", (w: World) => void mkdirSync(join(w.home, ".local/share/lore/patterns/data/patterns.jsonl"), { recursive: true })],
    ["a broken state of the session", (w: World) => w.append(".local/state/lore-inject/opencode/x-0.json", "{")],
  ])("%s: the other records are still given", async (_name, breakIt) => {
    breakIt(world);
    const message = world.prompt(ASKS);
    await turn(world.load(), message);
    expect(message.parts).toHaveLength(2);
  });

  it("no data folder at all", async () => {
    rmSync(join(world.home, ".local", "share"), { recursive: true });
    writeFileSync(join(world.home, ".local", "share"), "a file in its place");
    const message = world.prompt(ASKS);
    await turn(world.load(), message);
    expect(message.parts).toHaveLength(1);
  });
});
