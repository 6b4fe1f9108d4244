/** What each keyword tells in these stores, and which of them enter the match. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { informationIn } from "../../../src/score/information.ts";
import { weighTerms } from "../../../src/score/terms.ts";
import type { Corpus, Keyword } from "../../../src/types.ts";
import { makeConfig, makeKeyword } from "../builders.ts";

const CORPUS: Corpus = {
  records: 1000,
  documentFrequency: new Map([
    ["rare", 1],
    ["usual", 300],
    ["common", 900],
  ]),
};

describe("information", () => {
  it("falls with every further record that has a term, and is never negative", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), fc.nat({ max: 1_000_000 }), (records, frequency) => {
        // Outdated lines count too, so there may be more of them than records.
        const of = (count: number) => informationIn({ records, documentFrequency: new Map([["x", count]]) })("x");
        expect(of(frequency)).toBeGreaterThan(of(frequency + 1));
        expect(of(frequency + 1)).toBeGreaterThan(0);
      }),
    );
  });

  it("a term that no record has tells the most, and more in a larger store", () => {
    const unseenIn = (records: number) => informationIn({ records, documentFrequency: new Map() })("x");
    expect(unseenIn(1000)).toBeGreaterThan(informationIn(CORPUS)("rare"));
    expect(unseenIn(1_000_000)).toBeGreaterThan(unseenIn(1000));
  });
});

describe("weighTerms", () => {
  const keysOf = (keywords: readonly Keyword[], settings: Parameters<typeof makeConfig>[0]) =>
    weighTerms(keywords, CORPUS, makeConfig(settings)).map(({ keyword }) => keyword.key);
  const keywords = ["common", "usual", "rare"].map((key) => makeKeyword(key));

  it("keeps the telling words, in the prompt's order", () => {
    expect(keysOf(keywords, { "keywords.max": 2 })).toEqual(["usual", "rare"]);
  });

  it("keeps all when there is room, but for those without weight", () => {
    expect(keysOf([...keywords, makeKeyword("off", { weight: 0 })], { "keywords.max": 3 })).toEqual(["common", "usual", "rare"]);
  });

  it("a word that no record has cannot rank: it gives way to one that is nearly as rare", () => {
    expect(keysOf([makeKeyword("unseen"), makeKeyword("rare")], { "keywords.max": 1 })).toEqual(["rare"]);
  });

  it("a word is known if any record has it, or a synonym of it", () => {
    const known = (keyword: Keyword) => weighTerms([keyword], CORPUS, makeConfig())[0]?.known;
    expect(known(makeKeyword("rare"))).toBe(true);
    expect(known(makeKeyword("unseen"))).toBe(false);
    expect(known(makeKeyword("unseen", { synonyms: ["usual"] }))).toBe(true);
  });

  it("a synonym counts in part, and a commoner one less", () => {
    const [term] = weighTerms([makeKeyword("rare", { synonyms: ["unseen", "usual", "common"] })], CORPUS, makeConfig());
    const shares = term?.synonyms.map(({ share }) => share) ?? [];
    expect(shares[0]).toBe(makeConfig().keywords.synonym_weight);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    expect(shares[2]).toBeGreaterThan(0);
  });

  it("for the plain share of keywords all of them are alike, without synonyms and compounds", () => {
    const some = [makeKeyword("rare", { weight: 2, synonyms: ["usual"] }), makeKeyword("common", { weight: 0.3 }), makeKeyword("whole", { compound: true })];
    const terms = weighTerms(some, CORPUS, makeConfig({ match: "coverage" }));
    expect(terms.map(({ keyword, weight, information, synonyms }) => [keyword.key, weight, information, synonyms])).toEqual([
      ["rare", 1, 1, []],
      ["common", 1, 1, []],
    ]);
  });
});
