/** Sections from triggers: attribution, budget, filters, each record once, and the same text for the same triggers. */
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/budget/estimate-tokens.ts";
import { ContextRetriever } from "../../../src/engine/context-retriever.ts";
import type { Entity } from "../../../src/engine/entity.ts";
import { renderSections } from "../../../src/engine/render-context.ts";
import type { ContextTrigger } from "../../../src/engine/trigger-analyzer.ts";
import { type Answers, makeEntity, makeService } from "./builders.ts";

const FILE: ContextTrigger = { type: "file_open", relevance: 0.9, queries: ["src/auth/service.ts"], source: { filePath: "src/auth/service.ts" } };

function symbol(name: string, relevance = 0.9): ContextTrigger {
  return { type: "symbol_mention", relevance, queries: [name], source: { symbols: [name] } };
}

function question(query: string, relevance = 0.7): ContextTrigger {
  return { type: "message", relevance, queries: [query], source: {} };
}

describe("what is retrieved", () => {
  it("retrieves file context, and says where it comes from", async () => {
    const retriever = new ContextRetriever(makeService({ files: { "src/auth/service.ts": [makeEntity("dec-1", { filePath: "src/auth/service.ts" })] } }));
    const context = await retriever.retrieveContext([FILE]);
    expect(context.sections).toHaveLength(1);
    expect(context.sections[0]?.title).toContain("src/auth/service.ts");
    expect(context.sections[0]?.content).toContain("Name of dec-1");
    expect(context.sections[0]?.content).toContain("Summary of dec-1");
    expect(context.sources).toEqual([{ type: "decision", id: "dec-1", name: "Name of dec-1", filePath: "src/auth/service.ts" }]);
  });

  it("has a source for each kind of record", async () => {
    const entities = [
      makeEntity("dec-1"),
      makeEntity("hand-1", { type: "handoff", source: "transfer" }),
      makeEntity("pat-1", { type: "pattern", source: "patterns" }),
    ];
    const { sources } = await new ContextRetriever(makeService({ symbols: { Foo: entities } })).retrieveContext([symbol("Foo")]);
    expect(sources.map(({ type }) => type).sort()).toEqual(["decision", "entity", "session"]);
  });

  it("shows a record once, where it belongs most", async () => {
    const shared = makeEntity("dec-1");
    const service = makeService({
      files: { "src/auth/service.ts": [shared] },
      symbols: { AuthService: [shared, makeEntity("dec-2")] },
      queries: { login: [shared] },
    });
    const { sections, sources } = await new ContextRetriever(service).retrieveContext([question("login"), symbol("AuthService", 0.95), FILE]);
    expect(sections.map(({ title }) => title)).toEqual(["Symbol: AuthService"]);
    expect(sections[0]?.content.match(/Name of dec-1/g)).toHaveLength(1);
    expect(sources.map(({ id }) => id)).toEqual(["dec-1", "dec-2"]);
  });

  it("names what a file's record is linked with, once and attributed", async () => {
    const service = makeService({
      files: { "src/auth/service.ts": [makeEntity("dec-1"), makeEntity("dec-2")] },
      links: { "dec-1": [makeEntity("dec-2"), makeEntity("dec-3"), makeEntity("dec-4", { relevance: 0.2 })] },
    });
    const { sections, sources } = await new ContextRetriever(service).retrieveContext([FILE]);
    expect(sections[0]?.content).toContain("Related: Name of dec-3 (dec-3)");
    expect(sections[0]?.content).not.toContain("dec-4");
    expect(sources.map(({ id }) => id).sort()).toEqual(["dec-1", "dec-2", "dec-3"]);
  });

  it("takes the text of a service that gives no records", async () => {
    const service = { ...makeService({}), contextQuery: () => ({ context: "Plain text </auto-context>" }) };
    const { sections } = await new ContextRetriever(service).retrieveContext([question("login")]);
    expect(sections[0]?.content).toContain("Plain text");
    expect(sections[0]?.content).not.toContain("</auto-context>");
  });

  it("begins a session with where the last one ended and the latest decisions", async () => {
    const recent = [makeEntity("hand-1", { type: "handoff", source: "transfer" }), makeEntity("dec-1"), makeEntity("pat-1", { type: "pattern" })];
    const start: ContextTrigger = { type: "session_start", relevance: 0.8, queries: [], source: {} };
    const { sections, sources } = await new ContextRetriever(makeService({ recent })).retrieveContext([start]);
    expect(sections.map(({ title }) => title.split(":")[0]).sort()).toEqual(["Decisions", "Session"]);
    expect(sources.map(({ id }) => id).sort()).toEqual(["dec-1", "hand-1"]);
  });
});

describe("what is left out", () => {
  it("never exceeds the budget, frame included", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        `src/f${n}.ts`,
        Array.from({ length: 5 }, (_, m) => makeEntity(`dec-${n}-${m}`, { summary: "many words ".repeat(40) })),
      ]),
    );
    const triggers = Object.keys(files).map((filePath): ContextTrigger => ({ type: "file_open", relevance: 0.9, queries: [filePath], source: { filePath } }));
    for (const maxTokens of [0, 40, 60, 100, 500, 2000]) {
      const context = await new ContextRetriever(makeService({ files }), { maxTokens }).retrieveContext(triggers);
      expect(context.tokenCount).toBeLessThanOrEqual(maxTokens);
      if (context.sections.length > 0) expect(estimateTokens(renderSections(context.sections), 1.2)).toBe(context.tokenCount);
      if (maxTokens >= 100) expect(context.sections.length).toBeGreaterThan(0);
    }
  });

  it("a record too long for the room gives way to its line and to smaller ones", async () => {
    const files = { "src/auth/service.ts": [makeEntity("dec-1", { summary: "long ".repeat(200), relevance: 1 }), makeEntity("dec-2", { relevance: 0.9 })] };
    const { sections } = await new ContextRetriever(makeService({ files }), { maxTokens: 150 }).retrieveContext([FILE]);
    expect(sections[0]?.content).toContain("Name of dec-1");
    expect(sections[0]?.content).not.toContain("long long");
    expect(sections[0]?.content).toContain("Summary of dec-2");
  });

  it("with little room the most relevant comes first, whichever trigger found it", async () => {
    const symbols = { Foo: [makeEntity("dec-1", { relevance: 0.6 })], Bar: [makeEntity("dec-2", { relevance: 1 })] };
    const { sources, sections } = await new ContextRetriever(makeService({ symbols }), { maxTokens: 95 }).retrieveContext([
      symbol("Foo", 0.95),
      symbol("Bar", 0.9),
    ]);
    expect(sources.map(({ id }) => id)).toEqual(["dec-2"]);
    expect(sections[0]?.relevance).toBeCloseTo(0.9);
  });

  it("keeps to the number of sections", async () => {
    const symbols = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`Name${n}`, [makeEntity(`dec-${n}`)]]));
    const triggers = [{ ...symbol("Name0"), queries: Object.keys(symbols), source: { symbols: Object.keys(symbols) } }];
    const { sections } = await new ContextRetriever(makeService({ symbols }), { maxSections: 4 }).retrieveContext(triggers);
    expect(sections).toHaveLength(4);
  });

  it("filters by the trigger's relevance times the record's", async () => {
    const symbols = { Foo: [makeEntity("dec-1", { relevance: 0.9 }), makeEntity("dec-2", { relevance: 0.5 })] };
    const ids = async (minRelevance: number): Promise<readonly string[]> => {
      const { sources } = await new ContextRetriever(makeService({ symbols }), { minRelevance }).retrieveContext([symbol("Foo", 0.9)]);
      return sources.map(({ id }) => id);
    };
    expect(await ids(0.4)).toEqual(["dec-1", "dec-2"]);
    expect(await ids(0.5)).toEqual(["dec-1"]);
    expect(await ids(0.85)).toEqual([]);
  });

  it("one question that fails loses no other", async () => {
    const errors: unknown[] = [];
    const service = {
      ...makeService({ symbols: { Foo: [makeEntity("dec-1")] } }),
      getEntitiesInFile: () => Promise.reject(new Error("broken")),
      contextQuery: () => {
        throw new Error("also broken");
      },
    };
    const retriever = new ContextRetriever(service, { onError: (error) => errors.push(error) });
    const { sources } = await retriever.retrieveContext([FILE, symbol("Foo"), question("login")]);
    expect(sources.map(({ id }) => id)).toEqual(["dec-1"]);
    expect(errors.map(String)).toEqual(["Error: broken", "Error: also broken"]);
  });
});

/** A small generator of its own, so that a failure comes again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

describe("whatever is asked", () => {
  const draw = random(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T;
  const pool: readonly Entity[] = Array.from({ length: 40 }, (_, n) =>
    makeEntity(`dec-${n}`, { relevance: draw(), summary: "word ".repeat(Math.floor(draw() * 120)), type: pick(["decision", "failure", "handoff"]) }),
  );
  const some = (): readonly Entity[] => Array.from({ length: Math.floor(draw() * 6) }, () => pick(pool));
  const names = ["Alpha", "Beta", "Gamma", "Delta"];
  const listed = (): Readonly<Record<string, readonly Entity[]>> => Object.fromEntries(names.map((name) => [name, some()]));

  it("stays within budget, shows nothing below the least relevance and no record twice, in any order of triggers", async () => {
    for (let run = 0; run < 200; run++) {
      const answers: Answers = { symbols: listed(), files: listed(), queries: listed(), links: Object.fromEntries(pool.map(({ id }) => [id, some()])) };
      const triggers = Array.from({ length: 1 + Math.floor(draw() * 8) }, (): ContextTrigger => {
        const name = pick(names);
        return pick([symbol(name, draw()), question(name, draw()), { type: "file_edit", relevance: draw(), queries: [name], source: { filePath: name } }]);
      });
      const options = { maxTokens: Math.floor(draw() * 1500), maxSections: 1 + Math.floor(draw() * 5), minRelevance: draw() * 0.6 };
      const retrieve = (order: readonly ContextTrigger[]) => new ContextRetriever(makeService(answers), options).retrieveContext(order);
      const context = await retrieve(triggers);
      expect(await retrieve(triggers.toReversed())).toEqual(context);
      expect(await retrieve([...triggers].sort(() => draw() - 0.5))).toEqual(context);
      expect(context.tokenCount).toBeLessThanOrEqual(options.maxTokens);
      expect(context.sections.length).toBeLessThanOrEqual(options.maxSections);
      for (const { relevance } of context.sections) expect(relevance).toBeGreaterThanOrEqual(options.minRelevance);
      const relevances = context.sections.map(({ relevance }) => relevance);
      expect(relevances).toEqual([...relevances].sort((a, b) => b - a));
      const best = Math.max(...triggers.map(({ relevance }) => relevance));
      for (const { id } of context.sources)
        expect(best * (pool.find((entity) => entity.id === id)?.relevance ?? 0)).toBeGreaterThanOrEqual(options.minRelevance);
      expect(new Set(context.sources.map(({ id }) => id)).size).toBe(context.sources.length);
    }
  });
});
