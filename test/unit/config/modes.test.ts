/** Modes: what is right of them applies, what is wrong is named with its line, and layers merge by name. */
import { describe, expect, it } from "vitest";
import { buildConfig } from "../../../src/config/build-config.ts";
import type { Mode } from "../../../src/config/modes.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import type { Problem } from "../../../src/types.ts";

const GOOD = "modes:\n  - name: careful\n    words: [careful]\n    text: Run the tests.\n";

/** Layers as texts of files a.yaml, b.yaml, …: all that comes of them. */
function build(...texts: readonly string[]): { readonly modes: readonly Mode[]; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const parsed = texts.map((text, index) => parseConfig(text, `${"abc"[index]}.yaml`, index === 0 ? "shipped" : "user"));
  const { modes } = buildConfig(
    parsed.map(({ settings }) => settings),
    problems,
  );
  return { modes, problems: [...parsed.flatMap((one) => one.problems), ...problems] };
}

describe("a mode in a file", () => {
  it("that people add is enabled and of high priority unless it says otherwise", () => {
    const careful = { name: "careful", enabled: true, words: ["careful"], patterns: [], text: "Run the tests.", priority: "high" };
    expect(build(GOOD)).toEqual({ modes: [careful], problems: [] });
  });

  it("words are kept in lower case, one text stands for a list of it, text loses its margins", () => {
    const { modes, problems } = build("modes:\n  - name: a\n    words: [Über, ' ULW ']\n    patterns: x+y\n    text: |\n\n      One.\n      Two.\n\n");
    expect(problems).toEqual([]);
    expect(modes[0]).toMatchObject({ words: ["über", "ulw"], patterns: ["x+y"], text: "One.\nTwo." });
  });

  it.each(["modes:\n", "modes: []\n", "modes: null\n"])("%j is none, without problems", (text) => {
    expect(build(text)).toEqual({ modes: [], problems: [] });
  });

  it.each([
    ["no list", "modes: 3\n", "a.yaml:1", '"modes" must be a list of modes'],
    ["a text as a mode", "modes:\n  - careful\n", "a.yaml:2", "a mode must be a group of settings"],
    ["no name", "modes:\n  - text: x\n    words: [x]\n", "a.yaml:2", "a mode without a name"],
    ["a name with blanks", "modes:\n  - name: Very Careful\n    text: x\n", "a.yaml:2", "must be a-z, 0-9 and -"],
    ["a number as a name", "modes:\n  - name: 7\n    text: x\n", "a.yaml:2", "must be a-z, 0-9 and -"],
    ["no text", "modes:\n  - name: a\n    words: [x]\n", "a.yaml:2", 'mode "a" has no text'],
    ["nothing that could trigger it", "modes:\n  - name: a\n    text: x\n", "a.yaml:2", "neither words nor patterns"],
  ])("%s leaves it out", (_name, text, where, what) => {
    const { modes, problems } = build(text);
    expect(modes).toEqual([]);
    expect(problems.map((problem) => problem.where)).toEqual([where]);
    expect(problems[0]?.what).toContain(what);
    expect(problems[0]?.hint).not.toBe(undefined);
  });

  it.each([
    ["unknown field", "    word: [x]\n", 'unknown key "word"'],
    ["enabled as a text", "    enabled: 'yes'\n", '"enabled" must be true or false'],
    ["unknown priority", "    priority: urgent\n", "must be one of critical, high, normal, low"],
    ["patterns as a group", "    patterns: { a: b }\n", '"patterns" must be a list of texts'],
    ["a number as a pattern", "    patterns: [7]\n", "must be a text"],
    ["no regular expression", "    patterns: ['(']\n", "is no regular expression"],
    ["a long pattern", `    patterns: [${"a".repeat(501)}]\n`, "has 501 characters"],
    ["nested repetition", "    patterns: ['(a+)+']\n", "could hang the hook"],
    ["many open repetitions", "    patterns: ['a.*b.*c.*d']\n", "could take too long"],
    ["a pattern for everything", "    patterns: ['x*']\n", "fits every prompt"],
  ])("%s: the rest applies", (_name, line, what) => {
    const { modes, problems } = build(GOOD + line);
    expect(modes).toMatchObject([{ name: "careful", enabled: true, words: ["careful"], patterns: [], text: "Run the tests.", priority: "high" }]);
    expect(problems.map((problem) => problem.where)).toEqual(["a.yaml:5"]);
    expect(problems[0]?.what).toContain(what);
    expect(problems[0]?.hint).not.toBe(undefined);
  });

  it.each([
    ["a phrase", "two words"],
    ["a path", "src/x"],
    ["a file name", "x.ts"],
    ["no letter", "'!!'"],
    ["a number", "7"],
    ["too long", "a".repeat(101)],
  ])("%s is no word; the words beside it count", (_name, word) => {
    const { modes, problems } = build(`modes:\n  - name: a\n    text: x\n    words:\n      - ${word}\n      - fine\n`);
    expect(modes[0]?.words).toEqual(["fine"]);
    expect(problems.map((problem) => problem.where)).toEqual(["a.yaml:5"]);
  });

  it("a long text is refused, and a wrong pattern names its own line", () => {
    const { problems } = build(`modes:\n  - name: a\n    text: ${"x".repeat(4001)}\n    patterns:\n      - fine\n      - '['\n`);
    expect(problems.map((problem) => problem.where)).toEqual(["a.yaml:3", "a.yaml:6", "a.yaml:2"]);
    expect(problems[0]?.what).toContain("4000 are allowed");
  });

  it("of two with one name in a file the first is used", () => {
    const { modes, problems } = build(`${GOOD}  - name: careful\n    text: Other.\n`);
    expect(modes.map(({ text }) => text)).toEqual(["Run the tests."]);
    expect(problems).toMatchObject([{ where: "a.yaml:5", what: 'a second mode "careful" in this file' }]);
  });
});

describe("layers of modes", () => {
  it("a later file changes only what it gives and adds what is new, in the order of first mention", () => {
    const shipped = `${GOOD}    enabled: false\n    patterns: [slowly]\n`;
    const { modes, problems } = build(
      shipped,
      "modes:\n  - name: fast\n    words: [fast]\n    text: Go.\n  - name: careful\n    enabled: true\n    priority: low\n",
    );
    expect(problems).toEqual([]);
    expect(modes).toMatchObject([
      { name: "careful", enabled: true, words: ["careful"], patterns: ["slowly"], text: "Run the tests.", priority: "low" },
      { name: "fast", enabled: true },
    ]);
  });

  it("a list that is given replaces the earlier one", () => {
    expect(build(GOOD, "modes:\n  - name: careful\n    words: [slow, steady]\n").modes[0]?.words).toEqual(["slow", "steady"]);
    expect(build(`${GOOD}    patterns: [slowly]\n`, "modes:\n  - name: careful\n    patterns: []\n").modes[0]?.patterns).toEqual([]);
  });

  it("one without a single right item does not", () => {
    expect(build(`${GOOD}    patterns: [slowly]\n`, "modes:\n  - name: careful\n    patterns: ['(']\n").modes[0]?.patterns).toEqual(["slowly"]);
  });

  it("a mode that stays incomplete is named where it was last spoken of", () => {
    expect(build(GOOD, "modes:\n  - name: carefull\n    enabled: true\n").problems).toMatchObject([{ where: "b.yaml:2" }]);
  });
});
