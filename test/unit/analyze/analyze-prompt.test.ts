/** A prompt's keywords and their weights. */
import { describe, expect, it } from "vitest";
import type { Keyword } from "../../../src/types.ts";
import { analyze, makeConfig, makeLanguage } from "../builders.ts";

function keyword(prompt: string, text: string, config = makeConfig(), language = makeLanguage()): Keyword | undefined {
  return analyze(prompt, config, language).keywords.find((candidate) => candidate.text.toLowerCase() === text.toLowerCase());
}

const weight = (prompt: string, text: string): number => keyword(prompt, text)?.weight ?? Number.NaN;

describe("keywords", () => {
  it("stopwords are gone", () => {
    expect(analyze("what is the difference between this and that").keywords.map(({ text }) => text)).toEqual(["difference"]);
  });

  it.each(["", "the and of", "?!", "1 2 3 a b"])("%j has no keyword", (prompt) => {
    expect(analyze(prompt).keywords).toEqual([]);
  });

  it("words of talking weigh less than subjects", () => {
    expect(weight("fix kafka", "fix")).toBeLessThan(weight("fix kafka", "kafka"));
  });

  it("pasted words weigh less than own words", () => {
    const prompt = "kafka fails\n```\nredis\n```";
    expect(weight(prompt, "redis")).toBeLessThan(weight(prompt, "kafka"));
    expect(keyword(prompt, "redis")?.pasted).toBe(true);
  });

  it("a word that is both own and pasted is own", () => {
    expect(keyword("kafka fails\n> kafka", "kafka")).toMatchObject({ pasted: false, weight: 1 });
  });

  it("a repeated word weighs more, but not in proportion", () => {
    expect(weight("kafka kafka", "kafka")).toBeGreaterThan(1);
    expect(weight("kafka ".repeat(50), "kafka")).toBeLessThan(2);
  });

  it("the subject of a question weighs more than the rest", () => {
    const prompt = "how does the outbox work? I saw redis there";
    expect(weight(prompt, "outbox")).toBeGreaterThan(weight(prompt, "redis"));
  });

  it("synonyms are attached to their keyword", () => {
    expect(keyword("deploy it", "deploy", makeConfig(), makeLanguage({ deploy: ["rollout"] }))?.synonyms).toEqual(["rollout"]);
  });

  it("at most keywords.candidates are kept, the heaviest first", () => {
    const config = makeConfig({ "keywords.candidates": 2 });
    expect(analyze("fix kafka redis postgres", config).keywords.map(({ text }) => text)).toEqual(["kafka", "redis"]);
  });

  it.each(["constructor", "__proto__", "hasOwnProperty", "toString"])("%s is a word like any other", (word) => {
    const found = analyze(`rename ${word} here`, makeConfig(), makeLanguage({ deploy: ["rollout"] })).keywords;
    expect(found.length).toBeGreaterThan(0);
    for (const { synonyms, weight: heaviness } of found) {
      expect(synonyms).toEqual([]);
      expect(Number.isFinite(heaviness)).toBe(true);
    }
  });
});

describe("triggers can be switched off one by one", () => {
  it.each([
    ["symbols", "rename getUserName", "getUserName"],
    ["paths", "open src/auth/service.ts", "src/auth/service.ts"],
    ["errors", "fix ECONNREFUSED", "ECONNREFUSED"],
  ])("%s", (kind, prompt, text) => {
    expect(keyword(prompt, text)?.kind).not.toBe("word");
    const off = makeConfig({ [`triggers.${kind}.enabled`]: false });
    expect(analyze(prompt, off).triggers.filter((trigger) => trigger.kind === kind)).toEqual([]);
    expect(keyword(prompt, text, off)?.kind).toBe("word");
  });

  it("questions", () => {
    const off = makeConfig({ "triggers.questions.enabled": false });
    expect(analyze("how does the outbox work?", off).triggers).toEqual([]);
    expect(keyword("how does the outbox work?", "outbox", off)?.weight).toBe(1);
  });
});

describe("goals", () => {
  it.each([
    ["what is our goal?", true],
    ["fix the parser", false],
    ["fix it\n```\ngoal\n```", false],
  ])("%j speaks of goals: %s", (prompt, expected) => {
    expect(analyze(prompt).mentionsGoal).toBe(expected);
  });
});
