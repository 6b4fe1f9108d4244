/** Scores, the order of candidates, and why one may not be shown. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchProject } from "../../../src/project/match-project.ts";
import { byScore, Scorer, significantKeywords } from "../../../src/score/score-candidates.ts";
import { trimRanking } from "../../../src/score/trim-ranking.ts";
import type { Candidate, Field, Judged, Keyword, LoreRecord, SourceName } from "../../../src/types.ts";
import { makeCandidate as makeAny, makeConfig, makeHits, makeJudged, makeKeyword, makeRecord, TODAY } from "../builders.ts";

const config = makeConfig();
const DAY_MS = 86_400_000;
const FLOW = { name: "flow", slug: null, aliases: [], foundBy: "test" };
const KEYS = ["a", "b", "c", "d"];
const KEYWORDS = KEYS.map((key) => makeKeyword(key));
const CORPUS = { records: 1000, documentFrequency: new Map<string, number>() };
const { affinity } = matchProject(FLOW, ["shop"]);

function makeCandidate(record: Partial<LoreRecord>, hits: Readonly<Record<string, Field>>, place = 0): Candidate {
  return makeAny(record, makeHits(KEYS, hits), { place, affinity: affinity(makeRecord(record)) });
}

function score(candidates: readonly Candidate[], settings = config, thorough = true): readonly Judged[] {
  const scorer = new Scorer({ corpus: CORPUS, keys: KEYS, keywords: KEYWORDS, today: TODAY, config: settings, thorough });
  const judged = candidates.map((candidate) => {
    const matched = scorer.match(candidate.hits, 0);
    return matched === null ? null : scorer.judge(candidate, matched);
  });
  return judged.filter((each) => each !== null).sort(byScore);
}

function idOf({ candidate }: Judged): string {
  return candidate.read().id;
}

describe("Scorer", () => {
  it("score = source weight × recency × match", () => {
    for (const { score: value, weight, recency, match } of score([makeCandidate({ at: (TODAY - 45) * DAY_MS }, { a: "title", b: "body" })])) {
      expect(value).toBeCloseTo(weight * recency * match, 12);
      expect(weight).toBe(config.sources.journal.weight);
      expect(recency).toBeLessThan(1);
    }
    expect.assertions(3);
  });

  it("the order does not depend on the order of the candidates", () => {
    const candidate = fc
      .record({
        id: fc.stringMatching(/^dec-[0-9a-f]{8}$/),
        source: fc.constantFrom<SourceName>("journal", "failures", "patterns"),
        at: fc.option(fc.integer({ min: 0, max: 300 }).map((thirds) => (TODAY - 100 + thirds / 3) * DAY_MS)),
        place: fc.nat(),
        hits: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom<Field>("title", "tags", "body"), { minKeys: 1 }),
      })
      .map(({ hits, place, ...record }) => makeCandidate(record, hits, place));
    // Two lines do not stand at one place.
    const some = fc.uniqueArray(candidate, { maxLength: 12, selector: ({ place }) => place });
    const shuffledPair = some.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })));
    fc.assert(
      fc.property(shuffledPair, ([all, shuffled]) => {
        const ids = (candidates: readonly Candidate[]) => score(candidates).map(idOf);
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
    const shown = (thorough: boolean) => score(candidates, config, thorough).flatMap((judged) => (judged.rejected === null ? [idOf(judged)] : []));
    expect(shown(false)).toEqual(shown(true));
    expect(shown(false).length).toBeGreaterThan(0);
  });

  it("of two equal records the newer instant comes first, then the later line", () => {
    const noon = TODAY * DAY_MS;
    const candidates = [
      makeCandidate({ id: "dec-2", at: noon + 1 }, { a: "body" }, 7),
      makeCandidate({ id: "dec-3", at: noon + 1 }, { a: "body" }, 8),
      makeCandidate({ id: "dec-4", at: noon + 2 }, { a: "body" }, 1),
      makeCandidate({ id: "dec-1", at: noon }, { a: "body" }, 9),
    ];
    expect(score(candidates).map(idOf)).toEqual(["dec-4", "dec-3", "dec-2", "dec-1"]);
  });

  describe("whatever may be shown", () => {
    const keys = ["a", "b", "pq", "p", "q", "s"];
    const keyword = fc.record({
      weight: fc.double({ min: 0.01, max: 2, noNaN: true }),
      kind: fc.constantFrom<Keyword["kind"]>("word", "symbol", "path", "error"),
    });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const frequencies = fc.dictionary(fc.constantFrom(...keys), fc.nat({ max: 1200 }));
    const row = fc.uint8Array({ max: 3, minLength: keys.length, maxLength: keys.length });
    const prompt = fc.record({ keywords: fc.tuple(keyword, keyword, keyword), frequencies, match: share, information: share, row });

    function checkAll(check: (scorer: Scorer, hits: Uint8Array) => void): void {
      fc.assert(
        fc.property(prompt, ({ keywords: [one, two, three], frequencies: found, match, information, row: hits }) => {
          const keywords = [
            makeKeyword("a", one),
            makeKeyword("b", { synonyms: ["s"], ...two }),
            makeKeyword("pq", { parts: ["p", "q", "a"], synonyms: ["s"], ...three }),
          ];
          const settings = makeConfig({ "threshold.match": match, "threshold.information": information, "threshold.score": 0, "match.title_boost": 1 + match });
          const corpus = { records: 1000, documentFrequency: new Map(Object.entries(found)) };
          check(new Scorer({ corpus, keys, keywords, today: TODAY, config: settings, thorough: false }), hits);
        }),
        { numRuns: 2000 },
      );
    }

    it("has bounds that reach what is needed, and no more of a score than its source allows", () => {
      checkAll((scorer, hits) => {
        const matched = scorer.match(hits, 0);
        if (matched === null) return;
        const sum = scorer.bounds.reduce((all, bound, column) => all + (hits[column] === 0 ? 0 : bound), 0);
        expect(sum).toBeGreaterThanOrEqual(Math.max(scorer.least, scorer.needed(matched.match)));
        const at = (TODAY - 3) * DAY_MS;
        const judged = scorer.judge(makeAny({ at, source: "journal" }, hits, { affinity: "own" }), matched);
        expect(judged?.score ?? 0).toBeLessThanOrEqual(scorer.reach("journal", at) * matched.match + 1e-12);
      });
    });

    // Bug: Matcher.mostByField() weighs each part of a name by its own field, but match() lifts all of them by the best field among them.
    it("weighs what is needed", () => {
      checkAll((scorer, hits) => {
        const matched = scorer.match(hits, 0);
        if (matched === null) return;
        const { weights, full } = scorer.scale;
        const weight = Math.min(
          full,
          hits.reduce((all, code, column) => all + (weights[column * 4 + code] as number), 0),
        );
        expect(weight).toBeGreaterThanOrEqual(scorer.weightNeeded(matched.match));
      });
    });
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
    expect(score(candidates).map(idOf)).toEqual(["dec-flow", "dec-", "dec-shop"]);
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
  const judged = (record: Partial<LoreRecord>, over: Partial<Judged> = {}, candidate: Partial<Candidate> = {}): Judged =>
    makeJudged(makeAny(record, new Uint8Array(0), candidate), over);
  const trim = (ranked: readonly Judged[], thorough = true, settings = config) =>
    trimRanking(ranked, { config: settings, thorough, creditsOf: () => new Map() }).scored;
  const verdicts = (ranked: readonly Judged[], thorough = true) => trim(ranked, thorough).map(({ rejected }) => rejected?.by ?? null);
  const different = (scores: readonly number[]) => scores.map((value, index) => judged({ id: `dec-${index}`, title: `t${index}` }, { score: value }));

  it("an outdated line is turned down, and does not set the measure for the rest", () => {
    const ranked = [
      judged({ id: "dec-old", title: "old" }, { score: 0.9 }, { isCurrent: () => false }),
      judged({ id: "dec-new", title: "new" }, { score: 0.2 }),
    ];
    expect(verdicts(ranked)).toEqual(["a later line of this id", null]);
  });

  it("of copies of one text the best is kept", () => {
    const ranked = [judged({ id: "dec-1" }, { score: 0.9 }), judged({ id: "dec-2" }, { score: 0.8 }), judged({ id: "dec-3", title: "x" }, { score: 0.7 })];
    expect(verdicts(ranked)).toEqual([null, "the same text", null]);
    expect(trim(ranked, false).map(({ record }) => record.id)).toEqual(["dec-1", "dec-3"]);
  });

  it("what is far weaker than the best is turned down", () => {
    expect(verdicts(different([0.9, 0.46, 0.44]))).toEqual([null, null, "distance to the best"]);
  });

  it("an earlier rejection stays as it is", () => {
    const rejected = { by: "score", value: 0, needed: 1 } as const;
    expect(trim([judged({}, { rejected })])[0]?.rejected).toEqual(rejected);
  });

  it("order and number stay the same", () => {
    expect(trim(different([0.9, 0.5, 0.1])).map(({ record }) => record.id)).toEqual(["dec-0", "dec-1", "dec-2"]);
  });

  it("of many good ones a few times what fits is looked at, and no further record is read", () => {
    const most = config.budget.max_items * 3;
    const ranked = different(Array.from({ length: most + 5 }, () => 0.9));
    let reads = 0;
    const counted = ranked.map((each) => {
      const read = (): LoreRecord => {
        reads++;
        return each.candidate.read();
      };
      return { ...each, candidate: { ...each.candidate, read } };
    });
    expect(trim(counted, false).length).toBe(most);
    expect(reads).toBe(most);
    expect(verdicts(ranked).slice(most)).toEqual(Array.from({ length: 5 }, () => "rank"));
  });

  it("the rest of a ranking that is far weaker is not read, unless somebody wants to know", () => {
    expect(trim(different([0.9, 0.2, 0.1]), false).map(({ record }) => record.id)).toEqual(["dec-0"]);
  });
});
