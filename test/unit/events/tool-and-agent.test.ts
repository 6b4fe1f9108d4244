/** Tools and subagents: what belongs to exactly a file or command is shown at its first touch; a subagent gets what its task needs. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DECISIONS, FAILURE, FAILURES, makeWorld, REDIS, WEBHOOK, type World } from "./world.ts";

const AGENT = { agent_id: "a2cfdb71050e43cb5", agent_type: "Explore" };
const read = (world: World, path: string, more: object = {}) =>
  world.send("PreToolUse", { tool_name: "Read", tool_input: { file_path: join(world.root, path) }, ...more });
const ask = (world: World, prompt: string, type = "Explore") =>
  world.send("PreToolUse", { tool_name: "Agent", tool_input: { prompt, subagent_type: type, description: "d" } });

function makeShop(config = ""): World {
  const world = makeWorld(config);
  world.store(DECISIONS, [REDIS, WEBHOOK]);
  world.store(FAILURES, [FAILURE]);
  world.write("src/pay/client.ts", "");
  return world;
}

describe("a tool", () => {
  it("the failure that belongs to a file comes at its first touch, once, and is counted", () => {
    const world = makeShop();
    const { text, trace } = read(world, "src/pay/client.ts");
    expect(text).toContain(FAILURE.fix);
    expect(world.lines()).toMatchObject([
      {
        event: "tool",
        file: "src/pay/client.ts",
        tokens: trace.selection?.tokens,
        shown: [[`failures:${FAILURE.id}`, expect.any(String), "full", expect.any(Number)]],
      },
    ]);
    expect(read(world, "src/pay/client.ts").text).toBe("");
    expect(world.lines()).toHaveLength(1);
  });

  it("another file gets nothing, and is remembered as touched", () => {
    const world = makeShop();
    expect(read(world, "src/pay/other.ts")).toMatchObject({ text: "", trace: { silent: "nothing belongs to exactly this" } });
    expect(world.lines()).toMatchObject([{ event: "tool", file: "src/pay/other.ts" }]);
  });

  it("a command gets the failure of exactly that command", () => {
    const world = makeShop();
    world.store(FAILURES, [{ ...FAILURE, error_message: "npm run build:all ends with heap out of memory" }]);
    const bash = (command: string): string => world.send("PreToolUse", { tool_name: "Bash", tool_input: { command } }).text;
    expect(bash("npm run bui")).toBe("");
    expect(bash("npm run build:all --watch")).toBe("");
    expect(bash("cd src && npm run build:all 2>&1")).toContain(FAILURE.fix);
  });

  it("an error that was seen before brings its remedy", () => {
    const world = makeShop();
    const error = "Exit code 2\nsrc/pay/client.ts(80,2): error TS2345: Argument of type 'string | undefined' is not assignable to parameter";
    expect(world.send("PostToolUseFailure", { tool_name: "Bash", tool_input: { command: "npx tsc" }, error }).text).toContain(FAILURE.fix);
  });

  it("switched off, or with nothing left to spend, it only takes note", () => {
    for (const config of ["tools:\n  enabled: false\n", "tools:\n  session_tokens: 0\n"]) {
      const world = makeShop(config);
      expect(read(world, "src/pay/client.ts").text).toBe("");
      expect(world.lines()).toMatchObject([{ event: "tool", file: "src/pay/client.ts" }]);
    }
  });

  it("a path rule of another client comes with the file it is for, once", () => {
    const world = makeShop();
    world.write(".cursor/rules/pay.mdc", "---\nglobs: src/pay/**\nalwaysApply: false\n---\nMoney is counted in cents.\n");
    expect(read(world, "src/other.ts").text).toBe("");
    expect(read(world, "src/pay/client.ts").text).toContain("Money is counted in cents.");
    expect(read(world, "src/pay/second.ts").text).not.toContain("Money is counted in cents.");
  });

  it("without a session nothing is said", () => {
    const world = makeShop();
    expect(read(world, "src/pay/client.ts", { session_id: "" })).toMatchObject({ text: "", trace: { silent: "no session to remember it in" } });
  });
});

describe("a subagent", () => {
  it("gets what its own task needs, though the session has seen it, and takes the task", () => {
    const world = makeShop();
    world.prompt("how do shopper sessions expire in Redis?");
    expect(ask(world, "find out how shopper sessions expire in Redis").text).toBe("");
    const { text } = world.send("SubagentStart", AGENT);
    expect(text).toContain(REDIS.decision);
    expect(text).not.toContain(WEBHOOK.decision);
    expect(world.lines().at(-1)).toMatchObject({ event: "agent", agent: AGENT.agent_id, source: "Explore" });
    expect(world.send("SubagentStart", { ...AGENT, agent_id: "a9" }).trace.silent).toBe("nothing is stored for this project");
  });

  it("two at once get their own tasks in order", () => {
    const world = makeShop();
    ask(world, "find out how shopper sessions expire in Redis");
    ask(world, "check that webhook signatures are verified before parsing");
    expect(world.send("SubagentStart", { ...AGENT, agent_id: "a1" }).text).toContain(REDIS.decision);
    expect(world.send("SubagentStart", { ...AGENT, agent_id: "a2" }).text).toContain(WEBHOOK.decision);
  });

  it("what it is shown does not count for the session", () => {
    const world = makeShop();
    ask(world, "find out how shopper sessions expire in Redis");
    world.send("SubagentStart", AGENT);
    expect(world.prompt("how do shopper sessions expire in Redis?")).toContain(REDIS.decision);
  });

  it("the nameless one of compaction, and a switched-off one, get nothing", () => {
    const world = makeShop();
    ask(world, "find out how shopper sessions expire in Redis", "");
    expect(world.send("SubagentStart", { agent_id: "a1", agent_type: "" }).text).toBe("");
    world.configure("subagent:\n  enabled: false\n");
    expect(world.send("SubagentStart", AGENT).text).toBe("");
  });
});

describe("noted only", () => {
  it("what the client loaded, once", () => {
    const world = makeShop();
    for (let time = 0; time < 2; time++) world.send("InstructionsLoaded", { file_path: "/w/CLAUDE.md" });
    expect(world.lines()).toMatchObject([{ event: "loaded", file: "/w/CLAUDE.md" }]);
  });

  it("other events leave nothing", () => {
    const world = makeShop();
    for (const name of ["Stop", "SessionEnd", "PostCompact", "SomethingNew"]) expect(world.send(name).text).toBe("");
    expect(world.lines()).toEqual([]);
  });
});

describe("found by tests", () => {
  // useTool looks at an error only at the first touch of a file; an Edit always comes after a Read.
  it("an error of a file that was touched before brings its remedy too", () => {
    const world = makeShop();
    world.store(FAILURES, [{ ...FAILURE, error_message: "Error: String to replace not found in file, whitespace differs after formatting" }]);
    read(world, "src/app.ts");
    const failed = { tool_name: "Edit", tool_input: { file_path: join(world.root, "src/app.ts") } };
    const error = "String to replace not found in file: whitespace differs after formatting";
    expect(world.send("PostToolUseFailure", { ...failed, error }).text).toContain(FAILURE.fix);
  });

  // useTool asks what the session touched, also for a subagent, whose context is empty.
  it("a subagent is told at its own first touch, though the session touched the file before", () => {
    const world = makeShop();
    read(world, "src/pay/client.ts");
    expect(read(world, "src/pay/client.ts", AGENT).text).toContain(FAILURE.fix);
  });

  // A task whose subagent never started waits for ever, and every later one of its type gets the task before its own.
  it("a task that was refused is not the next subagent's", () => {
    const world = makeShop();
    ask(world, "find out how shopper sessions expire in Redis");
    world.send("PostToolUseFailure", {
      tool_name: "Agent",
      tool_input: { prompt: "find out how shopper sessions expire in Redis", subagent_type: "Explore" },
      error: "denied",
    });
    world.prompt("never mind");
    ask(world, "check that webhook signatures are verified before parsing");
    expect(world.send("SubagentStart", AGENT).text).toContain(WEBHOOK.decision);
  });

  // offerText compares hashes alone: the line by which the agent was to decide counts as the rule itself.
  it("a rule that was only announced is shown when the person names it", () => {
    const world = makeShop();
    world.write(".cursor/rules/money.mdc", "---\ndescription: how money is counted\nalwaysApply: false\n---\nMoney is counted in cents.\n");
    expect(world.send("SessionStart", { source: "startup" }).text).toContain("how money is counted");
    expect(world.prompt("apply @money to the cart")).toContain("Money is counted in cents.");
  });

  // offerRules lets rules that the session has take up the room of those that it has not.
  it("rules that were shown before leave the room to others", () => {
    const world = makeShop("rules:\n  tokens: 300\n");
    const rule = (name: string, last: string): string => `---\nglobs: src/${name}/**\nalwaysApply: false\n---\n${"word ".repeat(180)}\n${last}\n`;
    world.write(".cursor/rules/a.mdc", rule("a", "End of A."));
    world.write(".cursor/rules/b.mdc", rule("b", "End of B."));
    world.write("src/a/x.ts", "");
    world.write("src/b/x.ts", "");
    expect(world.prompt("look at src/a/x.ts")).toContain("End of A.");
    read(world, "src/a/x.ts");
    expect(world.prompt("look at src/a/x.ts and src/b/x.ts")).toContain("End of B.");
  });

  // startSession prunes before it writes: the file of a session that is resumed after a month is removed under its hands.
  it("a session that is resumed after long keeps its own memory", () => {
    const world = makeShop();
    world.prompt("how do shopper sessions expire in Redis?");
    const then = new Date(Date.now() - 40 * 86_400_000);
    utimesSync(world.ledgerPath, then, then);
    world.send("SessionStart", { source: "resume" });
    expect(world.lines()).toMatchObject([{ event: "prompt" }, { event: "start", source: "resume" }]);
  });
});
