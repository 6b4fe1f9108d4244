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

  it("so are those of other languages, with their accents or without", () => {
    expect(analyze("wie runden wir für den Warenkorb").keywords.map(({ text }) => text)).toEqual(["runden", "Warenkorb"]);
    expect(analyze("wie runden wir fur den Warenkorb").keywords.map(({ text }) => text)).toEqual(["runden", "Warenkorb"]);
  });

  it.each(["", "the and of", "?!", "1 2 3 a b"])("%j has no keyword", (prompt) => {
    expect(analyze(prompt).keywords).toEqual([]);
  });

  it.each(["fix", "please", "test", "deploy", "tests", "2026"])("%s names no subject, but keeps its weight in the ranking", (word) => {
    expect(keyword(`${word} kafka`, word)).toMatchObject({ generic: true, weight: weight(`${word} kafka`, "kafka") });
  });

  it.each(["kafka", "mutex", "idempotency", "ECONNREFUSED", "getUserName", "src/auth.ts", "v8"])("%s names a subject", (word) => {
    expect(keyword(`please fix ${word}`, word)?.generic).toBe(false);
  });

  it.each(["worker", "pointer", "exporter", "product", "REST"])("%s names a subject, though its key is that of a word which names none", (word) => {
    expect(keyword(`please fix the ${word}`, word)?.generic).toBe(false);
  });

  it("a number that is an error's code names a subject", () => {
    expect(keyword("it ends with exit code 137", "137")).toMatchObject({ kind: "error", generic: false });
    expect(keyword("write 137 lines", "137")).toMatchObject({ kind: "word", generic: true });
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
    expect(weight("kafka kafka", "kafka")).toBeLessThan(2);
    expect(weight("kafka ".repeat(50), "kafka")).toBeLessThan(10);
  });

  it("the subject of a question weighs more than the rest", () => {
    const prompt = "how does the outbox work? I saw redis there";
    expect(weight(prompt, "outbox")).toBeGreaterThan(weight(prompt, "redis"));
  });

  it("synonyms are attached to their keyword", () => {
    expect(keyword("deploy it", "deploy", makeConfig(), makeLanguage({ deploy: ["rollout"] }))?.synonyms).toEqual(["rollout"]);
  });

  it("own repetitions count, pasted ones of an own word do not", () => {
    expect(weight("kafka fails\n```\nkafka kafka kafka\n```", "kafka")).toBe(weight("kafka fails", "kafka"));
  });

  it("a synonym key is found however the person writes the word", () => {
    expect(keyword("deployments fail", "deployments", makeConfig(), makeLanguage({ deploy: ["rollout"] }))?.synonyms).toEqual(["rollout"]);
  });

  it("at most keywords.candidates are kept, the heaviest first", () => {
    const config = makeConfig({ "keywords.candidates": 2 });
    expect(analyze("kafka redis postgres postgres", config).keywords.map(({ text }) => text)).toEqual(["postgres", "kafka"]);
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

describe("compounds", () => {
  it("the whole and each part are keywords; the whole adds what it says beyond its parts", () => {
    const found = analyze("rename AuthService").keywords;
    expect(found.map(({ key, compound }) => [key, compound])).toEqual(
      expect.arrayContaining([
        ["authservic", true],
        ["auth", false],
        ["servic", false],
      ]),
    );
    expect(weight("rename AuthService", "AuthService")).toBeLessThan(weight("rename AuthService", "auth"));
    expect(weight("rename AuthService", "AuthService")).toBeGreaterThan(0);
  });

  it("a path's segments are keywords beside it", () => {
    const keys = analyze("open src/auth/service.ts").keywords.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["auth/service.ts", "auth"]));
  });

  it("parts that are stopwords are none: to_be is what it is as a whole", () => {
    expect(analyze("rename was_here_kafka").keywords.map(({ key }) => key)).not.toContain("here");
  });

  it("switched off, the whole weighs nothing and its parts stay as they are", () => {
    const off = makeConfig({ "triggers.symbols.enabled": false });
    expect(keyword("rename AuthService", "AuthService", off)?.weight).toBe(0);
    expect(keyword("rename AuthService", "auth", off)?.weight).toBe(1);
  });
});

describe("pairs", () => {
  const pairs = (prompt: string) => analyze(prompt).pairs.map((pair) => pair.join(" "));

  it("words side by side are a pair, a stopword between them does not matter", () => {
    expect(pairs("kafka consumer lag")).toEqual(["kafka consum", "consum lag"]);
    expect(pairs("outbox of kafka")).toEqual(["outbox kafka"]);
  });

  it("words far apart are none", () => {
    expect(pairs("kafka is what we had to be using instead: redis")).not.toContain("kafka redis");
  });

  it("the parts of a name are a pair", () => {
    expect(pairs("rename AuthService")).toContain("auth servic");
  });

  it("pasted words are none, nor is one word twice", () => {
    expect(pairs("why?\n```\nkafka consumer lag\n```")).toEqual([]);
    expect(pairs("kafka kafka")).toEqual([]);
  });
});

describe("triggers can be switched off one by one", () => {
  it.each([
    ["symbols", "rename getUserName", "getUserName"],
    ["paths", "open src/auth/service.ts", "src/auth/service.ts"],
    ["errors", "fix ECONNREFUSED", "ECONNREFUSED"],
  ])("%s", (kind, prompt, text) => {
    expect(keyword(prompt, text)?.kind).not.toBe("word");
    expect(analyze(prompt).triggers.filter((trigger) => trigger.kind === kind).length).toBe(1);
    const off = makeConfig({ [`triggers.${kind}.enabled`]: false });
    expect(analyze(prompt, off).triggers.filter((trigger) => trigger.kind === kind)).toEqual([]);
    expect(keyword(prompt, text, off)?.weight).toBeLessThan(keyword(prompt, text)?.weight ?? 0);
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

describe("words of several languages", () => {
  const keysOf = (prompt: string): readonly string[] => analyze(prompt).keywords.map(({ key }) => key);

  it.each([
    ["MIT", "which files carry the MIT licence header"],
    ["AI", "the AI provider times out"],
    ["DER", "parse the certificate as DER or PEM"],
    ["IO", "file IO blocks the event loop"],
  ])("%s names a subject in English", (word, prompt) => {
    expect(keysOf(prompt)).toContain(word.toLowerCase());
  });

  it("and says nothing where the prompt is evidently in another language", () => {
    const german = keysOf("warum drucken wir die Quittung mit dem alten Treiber für der Kunde");
    for (const word of ["die", "mit", "der", "dem", "warum", "wir"]) expect(german).not.toContain(word);
    expect(german).toContain("treib");
  });
});

describe("ids", () => {
  it("only the id of a record is one, and weighs more than a word", () => {
    const [id] = analyze("what does dec-5741815d say about retries").keywords;
    expect(id).toMatchObject({ key: "dec-5741815d", kind: "id" });
    expect(id?.weight).toBeGreaterThan(2);
  });

  it.each(["--all", "--no", "to_do"])("%s is none, though its parts say nothing", (word) => {
    const found = analyze(`retries with ${word} fail`).keywords.filter(({ kind }) => kind !== "word");
    for (const { kind, weight } of found) expect({ kind, heavy: weight > 1.5 }).toEqual({ kind: "symbol", heavy: false });
  });
});
