/** What a message or an activity calls for: the acceptance tests of the feature, and the texts that simple patterns get wrong. */
import { describe, expect, it } from "vitest";
import { type ContextTrigger, type IDEActivity, TriggerAnalyzer } from "../../../src/engine/trigger-analyzer.ts";

const analyzer = new TriggerAnalyzer();

function pathsIn(message: string): readonly string[] {
  return of(analyzer.analyzeMessage(message), "file_open").flatMap(({ queries }) => queries);
}

function symbolsIn(message: string): readonly string[] {
  return of(analyzer.analyzeMessage(message), "symbol_mention").flatMap(({ queries }) => queries);
}

function of(triggers: readonly ContextTrigger[], type: ContextTrigger["type"]): readonly ContextTrigger[] {
  return triggers.filter((trigger) => trigger.type === type);
}

describe("a message", () => {
  it("extracts symbol mentions", () => {
    expect(analyzer.analyzeMessage("How does the AuthService handle login?")).toContainEqual(
      expect.objectContaining({ type: "symbol_mention", queries: expect.arrayContaining(["AuthService"]) }),
    );
  });

  it("extracts file paths", () => {
    expect(analyzer.analyzeMessage("Look at src/auth/service.ts for the implementation")).toContainEqual(
      expect.objectContaining({ type: "file_open", queries: ["src/auth/service.ts"] }),
    );
  });

  it("extracts implicit queries", () => {
    expect(analyzer.analyzeMessage("How does authentication work in this app?")).toContainEqual(
      expect.objectContaining({ type: "message", queries: ["authentication"] }),
    );
  });

  it.each([
    ["see ./src/a/b.test.ts", ["src/a/b.test.ts"]],
    ["in src/a.ts, and in src/b.ts.", ["src/a.ts", "src/b.ts"]],
    ["it fails at d.py:12", ["d.py"]],
    ["src/pay/client.ts:71:38 is wrong", ["src/pay/client.ts"]],
    ["the route [id]/page.tsx", ["[id]/page.tsx"]],
    ["app/[...slug]/page.tsx is one", ["app/[...slug]/page.tsx"]],
    ["(src/a.ts) and `lib/b.rs` and 'c/d.go'", ["src/a.ts", "lib/b.rs", "c/d.go"]],
    ["a [link](docs/x.md) and [src/y.ts]", ["docs/x.md", "src/y.ts"]],
    ["src\\win\\main.cs", ["src/win/main.cs"]],
    ["/home/me/app/src/x.ts", ["/home/me/app/src/x.ts"]],
    ["edit package.json and config/.env", ["package.json", "config/.env"]],
    ["deploy/Dockerfile is old", ["deploy/Dockerfile"]],
    ["src/größe/übersicht.ts", ["src/größe/übersicht.ts"]],
    ["src/a.ts and src/a.ts:4", ["src/a.ts"]],
  ])("finds the paths of %j", (message, paths) => {
    expect(pathsIn(message)).toEqual(paths);
  });

  it.each([
    "we run node.js and Next.js",
    "and/or, TCP/IP, 1/2",
    "see https://example.com/a/b.html",
    "e.g. this, i.e. that",
    "version 1.2.3 of example.com",
    "github.com/acme/shop.git is the remote",
    "user.name is empty",
  ])("finds no path in %j", (message) => {
    expect(pathsIn(message)).toEqual([]);
  });

  it.each([
    ["rename user_id and MAX_TOKENS in parseConfig", ["user_id", "MAX_TOKENS", "parseConfig"]],
    ["AuthService.login throws", ["AuthService.login"]],
    ["look at `session` and call retry() twice", ["session", "retry"]],
    ["as dec-5741815d says", ["dec-5741815d"]],
  ])("finds the symbols of %j", (message, symbols) => {
    expect([...symbolsIn(message)].sort()).toEqual([...symbols].sort());
  });

  it.each([
    "Now I need to add validation",
    "The tests pass. This works. What now?",
    "push it to GitHub, in TypeScript, with node.js",
    "two PRs, three APIs",
    "src/auth/service.ts and package.json",
    "it is well-known and append-only",
  ])("finds no symbol in %j", (message) => {
    expect(symbolsIn(message)).toEqual([]);
  });

  it("takes files from pasted text, but not its names", () => {
    const message = "why?\n```\n    at readThing (src/io/read.ts:4:2)\n```";
    expect(pathsIn(message)).toEqual(["src/io/read.ts"]);
    expect(symbolsIn(message)).toEqual([]);
  });

  it("stays bounded", () => {
    const message = Array.from({ length: 5000 }, (_, n) => `someName${n} dir${n}/file${n}.ts`).join(" ");
    expect(analyzer.analyzeMessage(message).length).toBeLessThanOrEqual(10);
  });

  it("has a switch for each kind", () => {
    const message = "How does AuthService in src/auth.ts work?";
    const types = (switches: ConstructorParameters<typeof TriggerAnalyzer>[0]): readonly string[] =>
      new TriggerAnalyzer(switches).analyzeMessage(message).map(({ type }) => type);
    expect(types({})).toEqual(["symbol_mention", "file_open", "message"]);
    expect(types({ symbolMention: false })).toEqual(["file_open", "message"]);
    expect(types({ fileOpen: false })).toEqual(["symbol_mention", "message"]);
    expect(types({ implicitQueries: false })).toEqual(["symbol_mention", "file_open"]);
  });
});

describe("an activity", () => {
  it("opening a file tells less than editing it", () => {
    const [opened] = analyzer.analyzeActivity({ type: "file_open", filePath: "src/a.ts" });
    const [edited] = analyzer.analyzeActivity({ type: "file_edit", filePath: "src/a.ts", changedSymbols: ["signIn"] });
    expect(opened).toMatchObject({ type: "file_open", queries: ["src/a.ts"], source: { filePath: "src/a.ts" } });
    expect(edited).toMatchObject({ type: "file_edit", queries: ["src/a.ts", "signIn"], source: { filePath: "src/a.ts", symbols: ["signIn"] } });
    expect(edited?.relevance).toBeGreaterThan(opened?.relevance ?? 1);
  });

  it("a symbol pointed at is a mention; a closed file calls for nothing", () => {
    expect(analyzer.analyzeActivity({ type: "symbol_hover", filePath: "a.ts", changedSymbols: ["Foo"] })).toMatchObject([{ type: "symbol_mention" }]);
    expect(analyzer.analyzeActivity({ type: "symbol_hover", filePath: "a.ts" })).toEqual([]);
    expect(analyzer.analyzeActivity({ type: "file_close", filePath: "a.ts" })).toEqual([]);
  });

  it.each([null, undefined, 7, {}, { type: "file_open" }, { type: "other", filePath: "a" }, { type: "file_edit", filePath: 3 }])(
    "%j calls for nothing",
    (bad) => {
      expect(analyzer.analyzeActivity(bad as unknown as IDEActivity)).toEqual([]);
    },
  );

  it("has a switch for each kind", () => {
    const off = new TriggerAnalyzer({ fileOpen: false, fileEdit: false, symbolMention: false });
    expect(off.analyzeActivity({ type: "file_open", filePath: "a.ts" })).toEqual([]);
    expect(off.analyzeActivity({ type: "file_edit", filePath: "a.ts" })).toEqual([]);
    expect(off.analyzeActivity({ type: "symbol_hover", filePath: "a.ts", changedSymbols: ["Foo"] })).toEqual([]);
  });
});
