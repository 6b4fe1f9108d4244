/** Scores, the order of candidates, and why one may not be shown. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchProject } from "../../../src/project/match-project.ts";
import { scoreCandidates, significantKeywords } from "../../../src/score/score-candidates.ts";
import { trimRanking } from "../../../src/score/trim-ranking.ts";
import type { Candidate, Field, SourceName } from "../../../src/types.ts";
import { makeCandidate, makeConfig, makeKeyword, makeScored, TODAY } from "../builders.ts";

const config = makeConfig();
const FLOW = { name: "flow", slug: null, aliases: [], foundBy: "test" };
const KEYWORDS = ["a", "b", "c", "d"].map((key) => makeKeyword(key));

function score(candidates: readonly Candidate[], settings = config, thorough = true) {
  const corpus = { records: 1000, documentFrequency: new Map<string, number>() };
  return scoreCandidates({ candidates, corpus, keywords: KEYWORDS, matcher: matchProject(FLOW, ["shop"]), today: TODAY, config: settings, thorough });
}

describe("scoreCandidates", () => {
  it("score = source weight × recency × match", () => {
    for (const { score: value, weight, recency, match } of score([makeCandidate({ day: TODAY - 45 }, { a: "title", b: "body" })])) {
      expect(value).toBeCloseTo(weight * recency * match, 12);
      expect(weight).toBe(config.sources.journal.weight);
    }
  });

  it("the order does not depend on the order of the candidates", () => {
    const candidate = fc
      .record({
        id: fc.stringMatching(/^dec-[0-9a-f]{8}$/),
        source: fc.constantFrom<SourceName>("journal", "failures", "patterns"),
        day: fc.option(fc.integer({ min: TODAY - 100, max: TODAY })),
        at: fc.option(fc.integer({ min: 0, max: 5 })),
        hits: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom<Field>("title", "tags", "body"), { minKeys: 1 }),
      })
      .map(({ hits, ...record }) => makeCandidate(record, hits));
    const some = fc.uniqueArray(candidate, { maxLength: 12, selector: ({ record }) => record.id });
    const shuffledPair = some.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })));
    fc.assert(
      fc.property(shuffledPair, ([all, shuffled]) => {
        const ids = (candidates: readonly Candidate[]) => score(candidates).map(({ record }) => record.id);
        expect(ids(shuffled)).toEqual(ids(all));
        const scores = score(all).map((scored) => scored.score);
        expect(scores).toEqual([...scores].sort((x, y) => y - x));
      }),
    );
  });

  it("leaving out the hopeless changes nothing among the rest", () => {
    const candidates = ["a", "b", "c", "d"].map((key, index) =>
      makeCandidate({ id: `dec-${index}` }, index < 2 ? { [key]: "body" } : { [key]: "title", a: "tags" }),
    );
    const shown = (thorough: boolean) => score(candidates, config, thorough).flatMap(({ record, rejected }) => (rejected === null ? [record.id] : []));
    expect(shown(false)).toEqual(shown(true));
    expect(shown(false).length).toBeGreaterThan(0);
  });

  it("of two equal records the newer instant comes first, then the smaller id", () => {
    const records = [
      { id: "dec-3", at: 1 },
      { id: "dec-2", at: 1 },
      { id: "dec-1", at: null },
      { id: "dec-4", at: 2 },
    ];
    expect(score(records.map((record) => makeCandidate(record, { a: "body" }))).map(({ record }) => record.id)).toEqual(["dec-4", "dec-2", "dec-3", "dec-1"]);
  });

  it("another project's record needs a strong match; the own one does not", () => {
    const two = { a: "body", b: "body" } as const;
    const four = { ...two, c: "body", d: "body" } as const;
    const verdict = (projects: readonly string[], hits: Readonly<Record<string, Field>>) => score([makeCandidate({ projects }, hits)])[0]?.rejected?.by ?? null;
    expect(verdict(["flow"], two)).toBe(null);
    expect(verdict(["shop"], two)).toBe("other project");
    expect(verdict(["shop"], four)).toBe(null);
  });

  it("own ranks above neutral, neutral above another project's", () => {
    const all = { a: "body", b: "body", c: "body", d: "body" } as const;
    const candidates = ["shop", "", "flow"].map((name) => makeCandidate({ id: `dec-${name}`, projects: name === "" ? [] : [name] }, all));
    expect(score(candidates).map(({ record }) => record.id)).toEqual(["dec-flow", "dec-", "dec-shop"]);
  });

  it("a pattern that names no project is not held back for it", () => {
    const [pattern] = score([makeCandidate({ source: "patterns", kind: "pattern" }, { a: "body", b: "body" })]);
    expect(pattern?.match).toBeCloseTo(0.5, 10);
  });

  it.each([
    ["match", { "threshold.match": 0.9, "threshold.information": 0, "threshold.score": 0 }],
    ["information", { "threshold.match": 0, "threshold.information": 19, "threshold.score": 0 }],
    ["score", { "threshold.match": 0, "threshold.information": 0, "threshold.score": 0.99 }],
  ] as const)("below the threshold of %s it says so", (by, settings) => {
    expect(score([makeCandidate({}, { a: "body", b: "body" })], makeConfig(settings))[0]?.rejected?.by).toBe(by);
  });
});

describe("significantKeywords", () => {
  const corpus = {
    records: 1000,
    documentFrequency: new Map([
      ["rare", 1],
      ["common", 900],
      ["usual", 300],
    ]),
  };
  it("keeps the telling words, in the prompt's order", () => {
    const keywords = ["common", "usual", "rare"].map((key) => makeKeyword(key));
    expect(significantKeywords(keywords, corpus, 2).map(({ key }) => key)).toEqual(["usual", "rare"]);
  });

  it("keeps all when there is room", () => {
    expect(significantKeywords(KEYWORDS, corpus, 4)).toEqual(KEYWORDS);
  });
});

describe("trimRanking", () => {
  const verdicts = (ranked: Parameters<typeof trimRanking>[0], isCurrent = (_: unknown): boolean => true, settings = config) =>
    trimRanking(ranked, isCurrent, settings).map(({ rejected }) => rejected?.by ?? null);

  it("an outdated line is turned down, and does not set the measure for the rest", () => {
    const ranked = [makeScored({ id: "dec-old", title: "old" }, { score: 0.9 }), makeScored({ id: "dec-new", title: "new" }, { score: 0.2 })];
    expect(verdicts(ranked, (record) => (record as { id: string }).id !== "dec-old")).toEqual(["a later line of this id", null]);
  });

  it("of copies of one text the best is kept", () => {
    const ranked = [
      makeScored({ id: "dec-1" }, { score: 0.9 }),
      makeScored({ id: "dec-2" }, { score: 0.8 }),
      makeScored({ id: "dec-3", title: "x" }, { score: 0.7 }),
    ];
    expect(verdicts(ranked)).toEqual([null, "the same text", null]);
  });

  it("what is far weaker than the best is turned down", () => {
    const ranked = [0.9, 0.46, 0.44].map((value, index) => makeScored({ id: `dec-${index}`, title: `t${index}` }, { score: value }));
    expect(verdicts(ranked)).toEqual([null, null, "distance to the best"]);
  });

  it("an earlier rejection stays as it is", () => {
    const rejected = { by: "score", value: 0, needed: 1 } as const;
    expect(trimRanking([makeScored({}, { rejected })], () => true, config)[0]?.rejected).toEqual(rejected);
  });

  it("order and number stay the same", () => {
    const ranked = [0.9, 0.5, 0.1].map((value, index) => makeScored({ id: `dec-${index}`, title: `t${index}` }, { score: value }));
    expect(trimRanking(ranked, () => true, config).map(({ record }) => record.id)).toEqual(["dec-0", "dec-1", "dec-2"]);
  });
});
