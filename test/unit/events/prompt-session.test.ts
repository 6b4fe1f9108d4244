/** Prompt after prompt of one session: a record once, again when it changed, was asked for or was lost. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DECISIONS, makeWorld, REDIS, WEBHOOK, type World } from "./world.ts";

const ASK = "how do shopper sessions expire in Redis?";

function makeShop(config = ""): World {
  const world = makeWorld(config);
  world.store(DECISIONS, [REDIS, WEBHOOK]);
  return world;
}

describe("a record in a session", () => {
  it("is shown once", () => {
    const world = makeShop();
    expect(world.prompt(ASK)).toContain(REDIS.decision);
    const again = world.send("UserPromptSubmit", { prompt: ASK });
    expect([again.text, again.trace.silent]).toEqual(["", "the session has seen all of it"]);
    expect(world.lines().flatMap(({ shown = [] }) => shown.map(([key, , form]) => [key, form]))).toEqual([[`journal:${REDIS.id}`, "full"]]);
  });

  it("is shown in another session", () => {
    const world = makeShop();
    world.prompt(ASK);
    expect(world.send("UserPromptSubmit", { prompt: ASK, session_id: "another" }).text).toContain(REDIS.decision);
  });

  it("comes again when its content changed", () => {
    const world = makeShop();
    world.prompt(ASK);
    world.store(DECISIONS, [{ ...REDIS, rationale: "Now because of audits" }, WEBHOOK]);
    expect(world.prompt(ASK)).toContain("Now because of audits");
    expect(world.prompt(ASK)).toBe("");
  });

  it("comes again when the person names its title, or its id beside what it is about", () => {
    const world = makeShop();
    world.prompt(ASK);
    expect(world.prompt(`what does ${REDIS.id} say about Redis?`)).toContain(REDIS.decision);
    expect(world.prompt(`explain "${REDIS.decision}"`)).toContain(REDIS.decision);
  });

  it("is always shown without a session id, and when sessions are switched off; nothing is written then", () => {
    const nameless = makeShop();
    for (let time = 0; time < 2; time++) expect(nameless.send("UserPromptSubmit", { prompt: ASK, session_id: null }).text).toContain(REDIS.decision);
    const off = makeShop("session:\n  enabled: false\n");
    for (let time = 0; time < 2; time++) expect(off.prompt(ASK)).toContain(REDIS.decision);
    expect([...nameless.lines(), ...off.lines()]).toEqual([]);
  });

  it("#nolore leaves no trace", () => {
    const world = makeShop();
    expect(world.prompt(`${ASK} #nolore`)).toBe("");
    expect(world.lines()).toEqual([]);
  });

  it("the file holds no text of prompts or records beyond what a prompt was about", () => {
    const world = makeShop();
    world.prompt(`${ASK} my password is hunter2secret`);
    const file = readFileSync(world.ledgerPath, "utf8");
    expect(file).not.toContain("hunter2secret");
    expect(file).not.toContain(REDIS.rationale);
  });
});

describe("compaction", () => {
  it("handoffs, goals, the registry's entry and patterns come back, whatever their ids look like", () => {
    const world = makeWorld();
    world.document("intent/data/goals/a.yaml", "id: ship-checkout\nname: Ship the checkout\nstatus: active\nproject: shop\ndescription: by spring\n");
    world.document("registry/data/metadata.yaml", "metadata:\n  shop:\n    description: the storefront\n    components: [cart]\n");
    world.store("transfer/data/handoffs.jsonl", [
      { id: "session-20260309-101244-cac1f28c", timestamp: "2026-11-10T10:00:00Z", project: "shop", summary: "half done retry queue", next_steps: ["wire it"] },
    ]);
    const pattern = { project: "shop", tags: ["shop"], problem: "double sends", solution: "write to a table first", confidence: 0.9 };
    world.store("patterns/data/patterns.jsonl", [
      { ...pattern, id: "outbox pattern", name: "Outbox for mails" },
      { ...pattern, id: "pat-507900-48ba66c9", name: "Saga for orders", solution: "undo step by step" },
    ]);
    const titles = ["half done retry queue", "Ship the checkout", "shop: the storefront", "Outbox for mails", "Saga for orders"];
    const start = world.send("SessionStart", { source: "startup" }).text;
    expect(titles.filter((title) => !start.includes(title))).toEqual([]);
    const back = world.send("SessionStart", { source: "compact" }).text;
    expect(titles.filter((title) => !back.includes(title))).toEqual([]);
  });

  it("with nothing lost it is silent", () => {
    const world = makeShop();
    world.prompt("hello there");
    world.send("SessionStart", { source: "startup" });
    expect(world.send("SessionStart", { source: "compact" })).toMatchObject({ text: "", trace: { silent: "nothing was lost" } });
  });

  it("before it, what the person wrote for the summary is printed as it is", () => {
    const world = makeShop('compaction:\n  instructions: "Keep decisions."\n');
    expect(world.send("PreCompact", { trigger: "auto" }).text).toBe("Keep decisions.");
  });
});

describe("a cleared session", () => {
  it("has seen nothing", () => {
    const world = makeShop();
    world.prompt(ASK);
    world.send("SessionStart", { source: "clear" });
    expect(world.prompt(ASK)).toContain(REDIS.decision);
  });

  it("one that is resumed has seen what it has seen", () => {
    const world = makeShop();
    world.prompt(ASK);
    world.send("SessionStart", { source: "resume" });
    expect(world.prompt(ASK)).toBe("");
  });
});

describe("found by tests", () => {
  // Evidence.read knows that a record is named but counts no occurrence of its id: its match is 0, and rank.ts drops it.
  it("an id alone is enough to ask for a record", () => {
    expect(makeShop().prompt(`what does ${REDIS.id} say?`)).toContain(REDIS.decision);
  });

  // The same: findLost asks for ids and gets nothing.
  it("brings back what was lost, in compact style", () => {
    const world = makeShop();
    world.prompt(ASK);
    world.prompt("where are webhook signatures verified?");
    expect(world.send("PreCompact", { trigger: "auto", custom_instructions: null }).text).toBe("");
    const { text } = world.send("SessionStart", { source: "compact" });
    expect(text).toMatch(/^\[lore\] Memory context \(after compaction\)/);
    expect(text).toContain(REDIS.id);
    expect(text).toContain(WEBHOOK.id);
  });

  it("what is retired by now stays away, what changed comes as it is now", () => {
    const world = makeShop();
    world.prompt(ASK);
    world.prompt("where are webhook signatures verified?");
    world.store(DECISIONS, [
      { ...REDIS, decision: "Keep shopper sessions in Postgres" },
      { ...WEBHOOK, status: "superseded" },
    ]);
    const { text } = world.send("SessionStart", { source: "compact" });
    expect(text).toContain("Keep shopper sessions in Postgres");
    expect(text).not.toContain(WEBHOOK.id);
  });

  // startSession returns before it notes the compaction: the ledger goes on as if all were still in the context.
  it("with session_start switched off, compaction still takes away what was shown", () => {
    const world = makeShop("session_start:\n  enabled: false\n");
    world.prompt(ASK);
    world.send("SessionStart", { source: "compact" });
    expect(world.prompt(ASK)).toContain(REDIS.decision);
  });

  it("with session_start switched off, a cleared session has seen nothing", () => {
    const world = makeShop("session_start:\n  enabled: false\n");
    world.prompt(ASK);
    world.send("SessionStart", { source: "clear" });
    expect(world.prompt(ASK)).toContain(REDIS.decision);
  });
});
