/** What a session's lines add up to, and that no bytes in its file can do worse than count for nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/session/ledger.ts";
import type { LedgerLine, ShownEntry } from "../../../src/session/ledger-line.ts";

function ledgerOf(...lines: readonly Partial<LedgerLine>[]): Ledger {
  const ledger = new Ledger();
  for (const line of lines) ledger.add({ at: 1, by: 1, event: "prompt", ...line });
  return ledger;
}

function readText(text: string): Ledger {
  const ledger = new Ledger();
  ledger.read(text);
  return ledger;
}

/** All that can be seen of a ledger, for the session and the given subagents. */
function stateOf(ledger: Ledger, agents: readonly string[] = ["a1", "a2"]): unknown {
  return {
    prompts: ledger.prompts,
    started: ledger.started,
    topics: ledger.topics,
    touched: [...ledger.touched],
    loaded: [...ledger.loaded],
    pending: [...ledger.pending],
    persistent: [...ledger.persistent],
    lost: [...ledger.lost],
    tasks: ledger.tasks,
    toolTokens: ledger.toolTokens,
    shown: [null, ...agents].map((agent) => [...ledger.shown(agent)]),
  };
}

const EMPTY = stateOf(new Ledger());
const KEYS = ["journal:dec-1", "rules:a", "documents:src/AGENTS.md", "__proto__"];

const shownEntry: fc.Arbitrary<ShownEntry> = fc.tuple(
  fc.constantFrom(...KEYS),
  fc.constantFrom("h1", "h2"),
  fc.constantFrom("full", "short", "line"),
  fc.constantFrom(0, 0.5, 1),
);
const line: fc.Arbitrary<LedgerLine> = fc.record(
  {
    at: fc.nat(),
    by: fc.nat(),
    event: fc.constantFrom("prompt", "start", "compact", "precompact", "tool", "task", "agent", "loaded", "register", "future"),
    agent: fc.constantFrom("a1", "a2"),
    source: fc.constantFrom("startup", "clear", "cleared", "compact", "Explore"),
    shown: fc.array(shownEntry, { maxLength: 4 }),
    tokens: fc.nat(500),
    topics: fc.array(fc.string({ unit: "binary", maxLength: 5 }), { maxLength: 2 }),
    fresh: fc.boolean(),
    file: fc.constantFrom("src/a.ts", "b.ts"),
    task: fc.record({ type: fc.constantFrom("", "Explore"), words: fc.string({ maxLength: 5 }) }),
    entry: fc.record({
      source: fc.constantFrom("ci", "rules"),
      id: fc.constantFrom("a", "b"),
      priority: fc.constantFrom("critical", "high", "normal", "low"),
      persistent: fc.boolean(),
      text: fc.string({ unit: "binary", maxLength: 5 }),
    }),
  },
  { requiredKeys: ["at", "by", "event"] },
);

describe("reading back", () => {
  it("lines that are read equal lines that are added, whatever stands between them", () => {
    const junk = fc.constantFrom("", "\r", "{", '{"event":', "null", "[]", '{"event":1}', "\ufeff{}", '{"event":"prompt","shown":[["k"]]}', '"prompt"');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, junk), { maxLength: 20 }), (pairs) => {
        const added = new Ledger();
        for (const [each] of pairs) added.add(JSON.parse(JSON.stringify(each)));
        const text = pairs.map(([each, noise]) => `${noise}\n${JSON.stringify(each)}\n`).join("");
        expect(stateOf(readText(text))).toEqual(stateOf(added));
      }),
      { numRuns: 500 },
    );
  });

  it("in pieces or at once is the same", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.nat(12), (lines, at) => {
        const ledger = new Ledger();
        for (const part of [lines.slice(0, at), lines.slice(at)]) ledger.read(part.map((each) => `${JSON.stringify(each)}\n`).join(""));
        expect(stateOf(ledger)).toEqual(stateOf(readText(lines.map((each) => JSON.stringify(each)).join("\n"))));
      }),
    );
  });

  it("two runs' lines in any interleaving count in the order in which they stand", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), line), { maxLength: 16 }), (mixed) => {
        const ordered = mixed.map(([isFirst, each]) => ({ ...each, by: isFirst ? 1 : 2 }));
        const added = new Ledger();
        for (const each of ordered) added.add(JSON.parse(JSON.stringify(each)));
        expect(stateOf(readText(ordered.map((each) => `${JSON.stringify(each)}\n`).join("")))).toEqual(stateOf(added));
      }),
    );
  });

  it("the last line counts without its newline", () => {
    expect(readText('{"event":"prompt","at":1,"by":1}').prompts).toBe(1);
  });
});

describe("whatever stands in the file", () => {
  it("arbitrary bytes never throw and never count", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(stateOf(readText(Buffer.from(bytes).toString("utf8")))).toEqual(EMPTY);
      }),
      { numRuns: 1000 },
    );
  });

  it("arbitrary JSON never throws; what it adds, the text said", () => {
    const loose = fc.oneof(fc.jsonValue(), fc.string(), fc.constant(null), fc.nat());
    const almost = fc.record(
      {
        event: fc.oneof(fc.constantFrom("prompt", "start", "compact", "tool", "task", "agent", "loaded", "register"), loose),
        at: loose,
        agent: fc.oneof(fc.constantFrom("a1"), loose),
        source: fc.oneof(fc.constantFrom("clear"), loose),
        shown: fc.oneof(loose, fc.array(fc.oneof(shownEntry, loose, fc.array(loose, { maxLength: 5 })), { maxLength: 3 })),
        tokens: loose,
        topics: fc.oneof(loose, fc.array(fc.oneof(fc.string(), loose), { maxLength: 3 })),
        fresh: loose,
        file: fc.oneof(fc.constant("f.ts"), loose),
        task: fc.oneof(loose, fc.record({ type: loose, words: loose }, { requiredKeys: [] })),
        entry: fc.oneof(loose, fc.record({ source: loose, id: loose, priority: loose, persistent: loose, text: loose }, { requiredKeys: [] })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(almost, fc.jsonValue()), { maxLength: 6 }), (values) => {
        const lines = values.map((value) => JSON.stringify(value));
        const ledger = readText(lines.join("\n"));
        const said = values.filter((value) => typeof value === "object" && value !== null && !Array.isArray(value)) as { [key: string]: unknown }[];
        const events = (name: string): number => said.filter(({ event }) => event === name).length;
        expect(ledger.prompts).toBeLessThanOrEqual(events("prompt"));
        expect(ledger.tasks.length).toBeLessThanOrEqual(events("task"));
        expect(ledger.pending.size).toBeLessThanOrEqual(events("register"));
        expect(ledger.loaded.size).toBeLessThanOrEqual(events("loaded"));
        const entries = said.flatMap(({ shown }) => (Array.isArray(shown) ? (shown as unknown[]) : [])).map((each) => JSON.stringify(each));
        for (const { key, hash, form, score } of [...ledger.shown(null).values(), ...ledger.lost.values()]) {
          expect([key, hash].every((text) => typeof text === "string") && ["full", "short", "line"].includes(form)).toBe(true);
          expect(entries.some((each) => each.startsWith(JSON.stringify([key, hash, form, score]).slice(0, -1)))).toBe(true);
        }
        for (const { texts } of ledger.topics) expect(texts.every((text) => typeof text === "string")).toBe(true);
        for (const { type, words } of ledger.tasks) expect([typeof type, typeof words]).toEqual(["string", "string"]);
        for (const { text, priority } of ledger.pending.values()) expect([typeof text, typeof priority]).toEqual(["string", "string"]);
        for (const file of [...ledger.touched, ...ledger.loaded]) expect(typeof file).toBe("string");
        expect(typeof ledger.toolTokens).toBe("number");
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["event is no text", { event: 1 }],
    ["a shown entry is too short", { shown: [["k", "h", "full"]] }],
    ["a form that does not exist", { shown: [["k", "h", "huge", 1]] }],
    ["one bad entry among good ones", { shown: [["k", "h", "full", 1], null] }],
    ["topics that are no texts", { topics: [1] }],
    ["tokens that are no number", { event: "tool", tokens: "5" }],
    ["an unknown priority", { event: "register", entry: { source: "s", id: "i", text: "t", priority: "top" } }],
    ["a task without words", { event: "task", task: { type: "x" } }],
    ["an agent that is no text", { agent: 7, shown: [["k", "h", "full", 1]] }],
    ["a file that is no text", { event: "loaded", file: {} }],
  ])("%s: the line does not count, the next one does", (_, bad) => {
    const ledger = readText(`${JSON.stringify({ event: "prompt", at: 1, by: 1, ...bad })}\n{"event":"prompt","at":1,"by":1}\n`);
    expect(stateOf(ledger)).toEqual(stateOf(ledgerOf({})));
  });
});

describe("what was shown", () => {
  const shown: readonly ShownEntry[] = [["journal:dec-1", "h", "line", 0.4]];

  it("is known with its form, hash, score and the number of its prompt", () => {
    const ledger = ledgerOf({ event: "start" }, {}, { shown });
    expect(ledger.shown(null).get("journal:dec-1")).toEqual({ key: "journal:dec-1", hash: "h", form: "line", score: 0.4, prompt: 2 });
  });

  it("a later form replaces the earlier one", () => {
    const ledger = ledgerOf({ shown }, { shown: [["journal:dec-1", "h", "full", 0.4]] });
    expect(ledger.shown(null).get("journal:dec-1")).toMatchObject({ form: "full", prompt: 2 });
  });

  it("a subagent has its own context", () => {
    const ledger = ledgerOf({ event: "agent", agent: "a1", shown });
    expect([null, "a1", "a2"].map((agent) => ledger.shown(agent).size)).toEqual([0, 1, 0]);
  });

  it("compaction takes it away from the session alone, and shown again it is no longer lost", () => {
    const ledger = ledgerOf({ shown }, { event: "agent", agent: "a1", shown }, { event: "compact" });
    expect([null, "a1"].map((agent) => ledger.shown(agent).size)).toEqual([0, 1]);
    expect([...ledger.lost.keys()]).toEqual(["journal:dec-1"]);
    ledger.add({ at: 1, by: 1, event: "start", source: "compact", shown });
    expect(ledger.lost.size).toBe(0);
    expect(ledger.shown(null).size).toBe(1);
  });

  it("what a subagent is shown does not bring back what the session lost", () => {
    const ledger = ledgerOf({ shown }, { event: "compact" }, { event: "agent", agent: "a1", shown });
    expect(ledger.lost.size).toBe(1);
  });

  it("one compaction that is heard twice is one; after a prompt, or later, it is another", () => {
    const heard = [{ shown }, { event: "compact" }, { event: "start", source: "compact", shown }] as const;
    const isLost = (...more: readonly Partial<LedgerLine>[]): boolean => ledgerOf(...heard, ...more).lost.size > 0;
    expect(isLost({ event: "compact" })).toBe(false);
    expect(isLost({ event: "prompt" }, { event: "compact" })).toBe(true);
    expect(isLost({ event: "compact", at: 10_000 })).toBe(true);
  });

  it("a second compaction adds to what was lost before", () => {
    const ledger = ledgerOf({ shown }, { event: "compact" }, { shown: [["rules:a", "h", "full", 0]] }, { event: "compact" });
    expect([...ledger.lost.keys()]).toEqual(["journal:dec-1", "rules:a"]);
  });

  it("a cleared session has seen nothing, lost nothing and is about nothing", () => {
    const ledger = ledgerOf(
      { shown, topics: ["auth"] },
      { event: "compact" },
      { event: "tool", file: "a.ts", tokens: 5, shown },
      { event: "task", task: { type: "", words: "p" } },
      { event: "agent", agent: "a1", source: "x", shown },
      { event: "task", task: { type: "", words: "p" } },
      { event: "start", source: "clear" },
    );
    expect(stateOf(ledger)).toEqual({ ...(EMPTY as object), prompts: 1, started: true });
  });

  it("a start that is no clear forgets nothing", () => {
    for (const source of ["startup", "resume", "compact", "cleared"]) expect(ledgerOf({ shown }, { event: "start", source }).shown(null).size).toBe(1);
  });
});

describe("what the session is about", () => {
  it("topics in order, each with whether it was new", () => {
    const ledger = ledgerOf({ topics: ["a"], fresh: true, at: 5 }, {}, { topics: [], fresh: false }, { event: "tool", topics: ["no"] });
    expect(ledger.topics).toEqual([
      { texts: ["a"], fresh: true, at: 5 },
      { texts: [], fresh: false, at: 1 },
    ]);
  });

  it("files touched by the session itself, the newest last, 64 at the most", () => {
    const files = Array.from({ length: 70 }, (_, index) => `f${index}`);
    const ledger = ledgerOf(...[...files, "f10"].map((file) => ({ event: "tool", file })), { event: "tool", file: "other", agent: "a1" });
    expect(ledger.touched.size).toBe(64);
    expect([...ledger.touched].slice(-2)).toEqual(["f69", "f10"]);
    expect(ledger.touched.has("f5")).toBe(false);
    expect(ledger.touched.has("f6")).toBe(true);
  });

  it("tokens beside tools add up, subagents' too; those of other events do not", () => {
    expect(ledgerOf({ event: "tool", tokens: 30 }, { event: "tool", tokens: 12, agent: "a1" }, { event: "tool" }, { tokens: 99 }).toolTokens).toBe(42);
  });

  it("prompts and starts begin a session, what is only noted does not", () => {
    for (const event of ["prompt", "start"]) expect(ledgerOf({ event }).started).toBe(true);
    for (const event of ["compact", "precompact", "loaded", "register", "task"]) expect(ledgerOf({ event }).started).toBe(false);
  });
});

describe("registered from outside", () => {
  const entry = { source: "ci", id: "build", priority: "high", persistent: false, text: "failed" } as const;

  it("waits until it is shown to the session", () => {
    const ledger = ledgerOf({ event: "register", entry }, { event: "agent", agent: "a1", shown: [["ci:build", "h", "full", 0]] });
    expect([...ledger.pending.keys()]).toEqual(["ci:build"]);
    ledger.add({ at: 1, by: 1, event: "prompt", shown: [["ci:build", "h", "full", 0]] });
    expect(ledger.pending.size).toBe(0);
  });

  it("the last of one key counts, and waits again though it was shown", () => {
    const shown: readonly ShownEntry[] = [["ci:build", "h", "full", 0]];
    const ledger = ledgerOf({ event: "register", entry }, { shown }, { event: "register", entry: { ...entry, text: "passed" } });
    expect(ledger.pending.get("ci:build")?.text).toBe("passed");
  });

  it("persistent entries wait again after compaction and after a clear, others do not", () => {
    const shown: readonly ShownEntry[] = ["ci:build", "ci:rule"].map((key) => [key, "h", "full", 0]);
    for (const after of [{ event: "compact" }, { event: "start", source: "clear" }]) {
      const both = [entry, { ...entry, id: "rule", persistent: true }].map((each) => ({ event: "register", entry: each }));
      const ledger = ledgerOf(...both, { shown }, after);
      expect([...ledger.pending.keys()]).toEqual(["ci:rule"]);
    }
  });

  it("registered again as not persistent, it does not come back", () => {
    const ledger = ledgerOf({ event: "register", entry: { ...entry, persistent: true } }, { event: "register", entry });
    ledger.add({ at: 1, by: 1, event: "prompt", shown: [["ci:build", "h", "full", 0]] });
    ledger.add({ at: 1, by: 1, event: "compact" });
    expect(ledger.pending.size).toBe(0);
  });
});

describe("subagents' tasks", () => {
  const task = (type: string, words: string): Partial<LedgerLine> => ({ event: "task", task: { type, words } });

  it("are taken in order by agents of their type", () => {
    const ledger = ledgerOf(task("Explore", "one"), task("Plan", "two"), task("Explore", "three"));
    expect(ledger.tasks[ledger.findTask("Explore")]?.words).toBe("one");
    ledger.add({ at: 1, by: 1, event: "agent", agent: "a1", source: "Explore" });
    expect(ledger.tasks.map(({ words }) => words)).toEqual(["two", "three"]);
    expect(ledger.tasks[ledger.findTask("Explore")]?.words).toBe("three");
  });

  it("one without a type is anybody's, after those of the type", () => {
    const ledger = ledgerOf(task("", "any"), task("Plan", "plan"));
    expect(ledger.tasks[ledger.findTask("Plan")]?.words).toBe("plan");
    expect(ledger.tasks[ledger.findTask("Explore")]?.words).toBe("any");
    expect(ledgerOf(task("Plan", "plan")).findTask("Explore")).toBe(-1);
  });

  it("an agent for which nothing waits takes nothing", () => {
    expect(ledgerOf(task("Plan", "plan"), { event: "agent", agent: "a1", source: "Explore" }).tasks).toHaveLength(1);
  });
});

describe("found by tests", () => {
  // Ledger.started is "whether the session has been told anything, or begun", but a tool's result that told something does not count.
  it("a session that was told something beside a tool has been told something", () => {
    expect(ledgerOf({ event: "tool", shown: [["failures:f", "h", "full", 1]] }).started).toBe(true);
  });
});
