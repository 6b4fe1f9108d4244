/** The hooks together: what a prompt, a session and a compaction bring, each once, and the same after a restart. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Hooks, Message } from "../../../../src/clients/opencode/opencode-types.ts";
import { ASKS, ASKS_NOTHING, ASKS_PAYMENT, count, FAILURE, HANDOFF, LOGIN, PAYMENT, request, SESSION, turn, World } from "./world.ts";

let world: World;
let hooks: Hooks;
beforeEach(() => {
  world = new World();
  hooks = world.load();
});
afterEach(() => world.remove());

describe("a prompt", () => {
  it("gets its record as a part before the person's text, with ids of its own", async () => {
    const message = world.prompt(ASKS);
    const id = message.parts[0]?.id ?? "";
    await turn(hooks, message);
    const [own, text] = message.parts;
    expect(message.parts).toHaveLength(2);
    expect(own).toMatchObject({ type: "text", synthetic: true, sessionID: SESSION, messageID: message.info.id });
    expect(own?.text).toContain(LOGIN.rationale);
    expect(text).toMatchObject({ id, text: ASKS });
    expect((own?.id ?? "") < id).toBe(true);
    expect(own?.id).toMatch(/^prt_[0-9a-f]{12}\w{14}$/);
  });

  it("gets nothing that the session has, and nothing where nothing is stored", async () => {
    const [first, second, third] = [world.prompt(ASKS), world.prompt(ASKS), world.prompt(ASKS_NOTHING)];
    await turn(hooks, first);
    await turn(hooks, second, [first]);
    await turn(hooks, third, [first, second]);
    expect([first, second, third].map(({ parts }) => parts.length)).toEqual([2, 1, 1]);
  });

  it("is not given its record twice when the hook runs twice", async () => {
    const message = world.prompt(ASKS);
    await turn(hooks, message);
    await turn(hooks, message);
    expect(message.parts).toHaveLength(2);
  });

  it("is counted, as for other clients", async () => {
    await turn(hooks, world.prompt(ASKS));
    const lines = readFileSync(join(world.state, "metrics.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { event: "SessionStart", session: SESSION, project: "storefront" },
      { event: "UserPromptSubmit", session: SESSION, shown: [[`journal:${LOGIN.id}`, "full", expect.any(Number), expect.any(Number)]] },
    ]);
  });

  it("of which the person wrote nothing is left alone", async () => {
    const message = world.prompt(ASKS);
    const [part] = message.parts;
    if (part !== undefined) message.parts.splice(0, 1, { ...part, synthetic: true });
    await turn(hooks, message);
    expect(message.parts).toHaveLength(1);
  });
});

describe("the orientation", () => {
  it("has the same bytes on every request and after a restart, whatever is stored meanwhile", async () => {
    const { system } = await turn(hooks, world.prompt(ASKS_NOTHING));
    world.store("transfer/data/handoffs.jsonl", { ...HANDOFF, id: "hand-7a11ed02", timestamp: "2026-11-16T10:00:00Z", message: "Something newer." });
    expect(system[1]).toContain(HANDOFF.message);
    expect((await request(hooks, [world.prompt("x")])).system).toEqual(system);
    expect((await request(world.load(), [world.prompt("x")])).system).toEqual(system);
    const other: string[] = ["You are opencode."];
    await hooks["experimental.chat.system.transform"]({ sessionID: "ses_other" }, { system: other });
    expect(other[1]).toContain("Something newer.");
  });

  it("stays out of requests for a title, and of those without a session", async () => {
    const title = ["You are a title generator. You output ONLY a thread title."];
    await hooks["experimental.chat.system.transform"]({ sessionID: SESSION }, { system: title });
    const none = ["You write agents."];
    await hooks["experimental.chat.system.transform"]({}, { system: none });
    expect([title.length, none.length]).toEqual([1, 1]);
  });

  it("is not for a subagent's session, which gets its own task's records", async () => {
    const child = world.load({ session: { get: () => Promise.resolve({ data: { id: SESSION, parentID: "ses_parent" } }) } });
    const message = world.prompt(ASKS);
    expect((await turn(child, message)).system).toHaveLength(1);
    expect(message.parts[0]?.text).toContain(LOGIN.id);
  });

  it("is the same while nothing can be written", async () => {
    writeFileSync(join(world.home, ".local", "state"), "a file in its place");
    const { system } = await turn(hooks, world.prompt(ASKS_NOTHING));
    world.store("transfer/data/handoffs.jsonl", { ...HANDOFF, id: "hand-7a11ed02", timestamp: "2026-11-16T10:00:00Z", message: "Something newer." });
    expect(system[1]).toContain(HANDOFF.message);
    expect((await request(hooks, [world.prompt("x")])).system).toEqual(system);
  });
});

describe("a compaction", () => {
  async function compact(
    history: readonly Message[],
  ): Promise<{ readonly context: readonly string[]; readonly messages: readonly Message[]; readonly system: readonly string[] }> {
    const context: string[] = [];
    await hooks["experimental.session.compacting"]({ sessionID: SESSION }, { context });
    const asked = await request(hooks, history);
    await hooks.event({ event: { type: "session.compacted", properties: { sessionID: SESSION } } });
    return { context, ...asked };
  }

  it("is told the compact form, within half the budget, and nothing else of ours", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    const { context, messages, system } = await compact([first]);
    expect(context).toHaveLength(1);
    expect(context[0]).toContain("[lore] Memory context (");
    expect(context[0]).toContain(LOGIN.id);
    expect(context[0]).toContain(HANDOFF.id);
    expect(count(messages, LOGIN.id)).toBe(0);
    expect(system).toHaveLength(1);
  });

  it("takes nothing from the session itself while it is only asked about", async () => {
    const ledger = () => readdirSync(join(world.state, "sessions")).map((name) => readFileSync(join(world.state, "sessions", name), "utf8"));
    await turn(hooks, world.prompt(ASKS));
    const before = ledger();
    await hooks["experimental.session.compacting"]({ sessionID: SESSION }, { context: [] });
    expect(ledger()).toEqual(before);
  });

  it("is followed by what it took, once, in the same place and bytes on each request, after a restart too", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    await compact([first]);
    const history = [...world.compaction(), world.prompt("Continue if you have next steps.")];
    const { messages, system } = await request(hooks, history);
    expect(count(messages, LOGIN.id)).toBe(1);
    expect(count(messages, HANDOFF.id)).toBe(0);
    expect(system[1]).toContain(HANDOFF.id);
    expect(messages.at(-1)?.parts).toHaveLength(2);
    const later = [...history, world.prompt(ASKS_NOTHING)];
    expect((await request(hooks, later)).messages.slice(0, 3)).toEqual(messages);
    expect((await request(world.load(), later)).messages.slice(0, 3)).toEqual(messages);
  });

  it("brings back nothing that the kept turns still show", async () => {
    const [first, second] = [world.prompt(ASKS), world.prompt(ASKS_PAYMENT)];
    await turn(hooks, first);
    await turn(hooks, second, [first]);
    await compact([first, second]);
    const { messages } = await request(hooks, [...world.compaction(), second, world.prompt("Continue.")]);
    expect(count(messages, PAYMENT.id)).toBe(1);
    expect(count(messages, LOGIN.id)).toBe(1);
  });

  it("leaves a prompt that follows its own record, whole and once", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    await compact([first]);
    const again = world.prompt(ASKS);
    const { messages } = await turn(hooks, again, world.compaction());
    expect(again.parts[0]?.text).toContain(LOGIN.rationale);
    expect(count(messages, LOGIN.id)).toBe(1);
  });

  it("asks OpenCode what it kept, when a prompt comes first", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    const [asked, summary] = world.compaction() as [Message, Message];
    const kept = { ...asked, parts: asked.parts.map((part) => ({ ...part, tail_start_id: first.info.id })) };
    hooks = world.load({ session: { messages: () => Promise.resolve({ data: [first, kept, summary] }) } });
    await compact([first]);
    const again = world.prompt(ASKS);
    const { messages } = await turn(hooks, again, [asked, summary, first]);
    expect(count(messages, LOGIN.id)).toBe(1);
  });

  it("that the person takes back leaves nothing behind; a message that they take back, what came back with it", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    await compact([first]);
    const [compaction, kept, other] = [world.compaction(), world.prompt("Continue."), world.prompt("Go on.")];
    await request(hooks, [...compaction, kept]);
    expect(count((await request(hooks, [...compaction, other])).messages, LOGIN.id)).toBe(1);
    expect(count((await request(hooks, [first, other])).messages, LOGIN.id)).toBe(1);
  });

  it("that is heard of after its messages were seen resets nothing once more", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    await hooks["experimental.session.compacting"]({ sessionID: SESSION }, { context: [] });
    await request(hooks, [first]);
    const history = [...world.compaction(), world.prompt("Continue.")];
    await request(hooks, history);
    await hooks.event({ event: { type: "session.compacted", properties: { sessionID: SESSION } } });
    const [second, third] = [world.prompt(ASKS), world.prompt(ASKS)];
    await turn(hooks, second, history);
    const { messages } = await turn(hooks, third, [...history, second]);
    // In the compact form, then whole for the one who asked, and not once more.
    expect([second, third].map(({ parts }) => parts.length)).toEqual([2, 1]);
    expect(count(messages, LOGIN.id)).toBe(2);
  });

  it("that is not heard of is seen in the messages", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    const { messages } = await request(hooks, [...world.compaction(), world.prompt("Continue.")]);
    expect(count(messages, LOGIN.id)).toBe(1);
  });

  it("that failed takes nothing", async () => {
    const first = world.prompt(ASKS);
    await turn(hooks, first);
    await hooks["experimental.session.compacting"]({ sessionID: SESSION }, { context: [] });
    await request(hooks, [first]);
    const [asked, summary] = world.compaction() as [Message, Message];
    const { messages, system } = await turn(hooks, world.prompt(ASKS), [first, asked, { ...summary, info: { ...summary.info, error: {} } }]);
    expect(count(messages, LOGIN.id)).toBe(1);
    expect(system).toHaveLength(2);
  });
});

describe("a tool", () => {
  const read = async (file: string, metadata: object = {}): Promise<{ output?: unknown; metadata?: unknown }> => {
    const result = { output: "the file", metadata };
    await hooks["tool.execute.after"]({ tool: "read", sessionID: SESSION, args: { filePath: join(world.project, file) } }, result);
    return result;
  };
  const activity = (): readonly string[] => {
    const folder = join(world.state, "activity");
    return existsSync(folder) ? readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n")) : [];
  };

  it("on a file that once failed has the fix below its result, the first time", async () => {
    const { output, metadata } = await read("src/db/migrate.ts", { preview: "x" });
    expect(output).toContain(`the file\n\n`);
    expect(output).toContain(FAILURE.fix);
    expect(metadata).toMatchObject({ preview: "x" });
    expect((await read("src/db/migrate.ts")).output).toBe("the file");
  });

  it("notes what is worked on, inside of the project alone", async () => {
    await read("src/a.ts");
    await read("../elsewhere.ts");
    await hooks["tool.execute.after"]({ tool: "edit", sessionID: SESSION, args: { filePath: "src/b.ts" } }, { output: "done" });
    expect(activity().map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: "file_open", path: "src/a.ts", agent: true },
      { type: "file_edit", path: "src/b.ts", agent: true },
    ]);
  });

  it("does not repeat a document that OpenCode says it loaded", async () => {
    world.append("dev/storefront/src/README.md", "# Source\n\nAsk before you add an index.\n");
    const [loaded, own] = [join(world.project, "src", "README.md"), "Ask before you add an index."];
    expect((await read("src/a.ts", { loaded: [loaded] })).output).not.toContain(own);
    hooks = world.load();
    rmSync(join(world.state, "sessions"), { recursive: true });
    expect((await read("src/a.ts")).output).toContain(own);
  });

  it("of ours finds, reads and writes records, and says what it cannot", async () => {
    const call = (name: string, args: object): Promise<string> => hooks.tool[name]?.execute({ ...args }, { sessionID: SESSION }) ?? Promise.resolve("");
    expect(await call("lore_search", { query: "shopper login sessions" })).toContain(LOGIN.id);
    expect(await call("lore_get", { id: LOGIN.id })).toContain(LOGIN.rationale);
    expect(await call("lore_get", { id: "dec-00000000" })).toMatch(/^Error: no record/);
    expect(await call("lore_search", {})).toMatch(/^Error: query is missing/);
    const written = await call("lore_remember", { text: "Ship the refund behind a flag", rationale: "Finance watches it first.", tags: ["refunds"] });
    const id = /dec-\w+/.exec(written)?.[0] ?? "none";
    expect(await call("lore_get", { id })).toContain("Finance watches it first.");
    expect(await call("lore_get", { id: `journal:${id}` })).toContain("Finance watches it first.");
    expect(await call("lore_get", { id: `patterns:${id}` })).toMatch(/^Error: no record/);
    const again = await call("lore_remember", { text: "Ship the refund behind a flag" });
    expect(again).toMatch(new RegExp(`^Error: like ${id}`));
    // What only a command line has is no way out here.
    expect(again).not.toMatch(/--|lore-inject edit/);
  });
});
