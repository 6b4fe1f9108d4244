/** The estimated score by which candidates are chosen, their order, and the bounds for whoever looks for them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "../../../src/analyze/tokenize.ts";
import { matchProject } from "../../../src/project/match-project.ts";
import { strengthFor, unitOf } from "../../../src/score/confidence.ts";
import { Scorer } from "../../../src/score/score-candidates.ts";
import { type Term, weighTerms } from "../../../src/score/terms.ts";
import { fieldTexts, idKey } from "../../../src/store/record-text.ts";
import type { Affinity, Candidate, Field, Judged, Keyword, LoreRecord, SourceName } from "../../../src/types.ts";
import { makeCandidate as makeAny, makeConfig, makeEvidence, makeHits, makeKeyword, makeRecord, makeTerm, TODAY } from "../builders.ts";

const config = makeConfig();
const DAY_MS = 86_400_000;
const FLOW = { name: "flow", slug: null, aliases: [], foundBy: "test" };
const KEYS = ["a", "b", "c", "d"];
const TERMS = KEYS.map((key) => makeTerm(key));
const { affinity } = matchProject(FLOW, ["shop"]);

function makeCandidate(record: Partial<LoreRecord>, hits: Readonly<Record<string, Field>>, place = 0): Candidate {
  return makeAny(record, makeHits(KEYS, hits), { place, affinity: affinity(makeRecord(record)) });
}

function makeScorer(terms: readonly Term[], keys: readonly string[], settings = config, thorough = false): Scorer {
  return new Scorer({ keys, terms, unit: unitOf(terms, 1000, settings.keywords.generic_weight), today: TODAY, config: settings, thorough });
}

function score(candidates: readonly Candidate[], settings = config): readonly Judged[] {
  const scorer = makeScorer(TERMS, KEYS, settings);
  return candidates.flatMap((candidate) => scorer.judge(candidate, scorer.estimate(candidate.hits, 0)) ?? []).sort(scorer.compare);
}

const idOf = ({ candidate }: Judged): string => candidate.read().id;

describe("Scorer", () => {
  it("score = source weight × recency × match", () => {
    const candidate = makeCandidate({ at: (TODAY - 45) * DAY_MS, projects: ["flow"] }, { a: "title", b: "body" });
    const [judged] = score([candidate]) as [Judged];
    expect(judged.score).toBeCloseTo(judged.weight * judged.recency * makeScorer(TERMS, KEYS).estimate(candidate.hits, 0), 12);
    expect(judged.weight).toBe(config.sources.journal.weight);
    expect(judged.recency).toBeLessThan(1);
    expect(judged.recency).toBeGreaterThan(config.recency.floor);
  });

  it("match: coverage with recency.floor 0 is the seed formula: weight / (1 + days / half-life) × matched / all keywords", () => {
    const seed = makeConfig({ match: "coverage", "recency.floor": 0 });
    const field = fc.constantFrom<Field>("title", "tags", "body");
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...KEYS), field),
        fc.nat({ max: 1000 }),
        fc.constantFrom<SourceName>("journal", "failures", "inbox", "patterns"),
        (hits, days, source) => {
          const keywords = KEYS.map((key, i) => makeKeyword(key, { weight: 1 + i, synonyms: ["s"] }));
          const terms = weighTerms(keywords, { records: 1000, documentFrequency: new Map([["a", 500]]) }, seed);
          const scorer = makeScorer(terms, [...KEYS, "s"], seed);
          const candidate = makeAny({ source, at: (TODAY - days) * DAY_MS }, makeHits([...KEYS, "s"], { ...hits, s: "title" }), { affinity: "own" });
          const { weight, half_life_days } = seed.sources[source];
          const expected = (weight / (1 + days / half_life_days)) * (Object.keys(hits).length / KEYS.length);
          expect(scorer.judge(candidate, scorer.estimate(candidate.hits, 0))?.score).toBeCloseTo(expected, 10);
        },
      ),
    );
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

  it("own ranks above neutral, neutral above another project's", () => {
    const all = { a: "body", b: "body", c: "body", d: "body" } as const;
    const candidates = ["shop", "", "flow"].map((name) => makeCandidate({ id: `dec-${name}`, projects: name === "" ? [] : [name] }, all));
    expect(score(candidates).map(idOf)).toEqual(["dec-flow", "dec-", "dec-shop"]);
  });

  it.each(["patterns", "concepts"] as const)("a record of %s that names no project is not held back for it", (source) => {
    expect(score([makeCandidate({ source }, { a: "body" })])[0]?.affinity).toBe(1);
    expect(score([makeCandidate({}, { a: "body" })])[0]?.affinity).toBeLessThan(1);
  });
});

describe("bounds: whatever could be shown", () => {
  const keys = ["a", "b", "pq", "s"];
  const term = fc.record({
    weight: fc.double({ min: 0.01, max: 20, noNaN: true }),
    information: fc.double({ min: 0.0001, max: 14, noNaN: true }),
    shares: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
  });
  const row = fc.uint8Array({ max: 3, minLength: keys.length, maxLength: keys.length });
  const prompt = fc.record({
    terms: fc.tuple(term, term, term),
    row,
    factors: fc.record({ neutral: fc.double({ min: 0, max: 1, noNaN: true }), other: fc.double({ min: 0, max: 1, noNaN: true }) }),
    match: fc.constantFrom("evidence", "coverage"),
    source: fc.constantFrom<SourceName>("journal", "patterns", "inbox"),
    affinity: fc.constantFrom<Affinity>("own", "neutral", "other"),
    age: fc.nat({ max: 400 }),
  });

  interface Case {
    readonly scorer: Scorer;
    readonly hits: Uint8Array;
    readonly source: SourceName;
    readonly affinity: Affinity;
    readonly at: number;
    readonly judged: Judged;
  }

  function checkAll(check: (given: Case) => void): void {
    fc.assert(
      fc.property(prompt, ({ terms: [one, two, three], row: hits, factors, match, source, affinity: whose, age }) => {
        const given = (key: string, { weight, information, shares }: typeof one, ...synonyms: readonly string[]): Term =>
          makeTerm(key, { weight, information, synonyms: synonyms.map((each, i) => ({ key: each, share: shares[i] ?? 0 })) });
        // One synonym of two words, and one that is itself a word of the prompt.
        const terms = [given("a", one), given("b", two, "s"), given("pq", three, "s", "a")];
        const settings = makeConfig({ match, "projects.neutral": factors.neutral, "projects.other": factors.other });
        const scorer = new Scorer({ keys, terms, unit: 0, today: TODAY, config: settings, thorough: false });
        const at = (TODAY - age) * DAY_MS;
        const judged = scorer.judge(makeAny({ at, source }, hits, { affinity: whose }), scorer.estimate(hits, 0));
        // Nothing is asked for here, so nothing is too little.
        if (judged === null) throw new Error("turned down");
        check({ scorer, hits, source, affinity: whose, at, judged });
      }),
      { numRuns: 3000 },
    );
  }

  const boundsOf = ({ bounds }: Scorer, hits: Uint8Array): number => bounds.reduce((sum, bound, column) => sum + (hits[column] === 0 ? 0 : bound), 0);

  it("has bounds that reach what its estimate needs", () => {
    checkAll(({ scorer, hits }) => {
      const estimate = scorer.estimate(hits, 0);
      if (estimate > 0) expect(boundsOf(scorer, hits)).toBeGreaterThanOrEqual(Math.max(1, scorer.needed(estimate)));
    });
  });

  it("scores no more than its source allows, at its age or older", () => {
    checkAll(({ scorer, hits, source, at, judged }) => {
      for (const newest of [at, at + 9 * DAY_MS]) expect(judged.score).toBeLessThanOrEqual(scorer.reach(source, newest) * scorer.estimate(hits, 0) + 1e-12);
    });
  });

  it("weighs what is needed, the project's factor counted in as the kernel does", () => {
    checkAll(({ scorer, hits, source, affinity: whose, at, judged }) => {
      const { weights, full, foreign, strong } = scorer.scale;
      const sum = hits.reduce((all, code, column) => all + (weights[column * 4 + code] as number), 0);
      const factor = whose === "own" ? 256 : whose === "other" ? foreign : Math.min(256, Math.ceil(256 * scorer.neutral(source)));
      const weight = Math.ceil((Math.min(full, sum) * factor) / 256);
      expect(strong).toBe(0);
      const reach = scorer.reach(source, at);
      if (reach > 0) expect(weight).toBeGreaterThanOrEqual(scorer.weightNeeded(judged.score / reach));
    });
  });

  it("all bounds together fit into two bytes", () => {
    checkAll(({ scorer }) => {
      expect(scorer.bounds.reduce((sum, bound) => sum + bound, 0)).toBeLessThan(0x10000);
    });
  });
});

describe("the least that a record must have", () => {
  const words = ["kafka", "mutex", "quota", "relay", "shard"];
  const keyword = fc.record({ weight: fc.constantFrom(0.35, 0.5, 1, 1.25, 1.7), pasted: fc.boolean(), generic: fc.boolean(), compound: fc.boolean() });
  const found = fc.nat({ max: 900 });
  const text = fc.array(fc.constantFrom(...words, "blank", "blank", "blank"), { maxLength: 6 }).map((all) => all.join(" "));
  const record = fc.record({ title: text, tags: fc.array(fc.constantFrom(...words), { maxLength: 1 }), body: text, untitled: fc.boolean() });
  const prompt = fc.record({
    keywords: fc.array(keyword, { minLength: 1, maxLength: words.length }),
    synonyms: fc.array(fc.tuple(fc.nat({ max: 4 }), fc.constantFrom(...words)), { maxLength: 3 }),
    frequencies: fc.array(found, { minLength: words.length, maxLength: words.length }),
    records: fc.constantFrom(3, 30, 1000, 1_000_000),
    maxWrong: fc.constantFrom(0.001, 0.05, 0.3, 1),
    record,
  });

  function hitsOf(whole: LoreRecord, keys: readonly string[]): Uint8Array {
    const best = new Map<string, number>([[idKey(whole), 2]]);
    for (const [code, each] of fieldTexts(whole))
      tokenize(each, (key, _surface, _kind, parts) => {
        for (const one of [key, ...parts]) best.set(one, Math.max(best.get(one) ?? 0, code));
      });
    return Uint8Array.from(keys, (key) => best.get(key) ?? 0);
  }

  function checkAll(withSynonyms: boolean): void {
    fc.assert(
      fc.property(prompt, ({ keywords: given, synonyms, frequencies, records, maxWrong, record: texts }) => {
        const settings = makeConfig({ max_wrong: maxWrong });
        const keywords = given.map((over, i): Keyword => {
          const related = withSynonyms ? synonyms.filter(([of, key]) => of === i && key !== words[i]).map(([, key]) => key) : [];
          return makeKeyword(words[i] as string, { ...over, synonyms: [...new Set(related)] });
        });
        const corpus = { records, documentFrequency: new Map(words.map((key, i) => [key, 1 + (frequencies[i] as number)])) };
        const terms = weighTerms(keywords, corpus, settings);
        const unit = unitOf(terms, records, settings.keywords.generic_weight);
        const keys = [...new Set(keywords.flatMap(({ key, synonyms: others }) => [key, ...others]))];
        const scorer = new Scorer({ keys, terms, unit, today: TODAY, config: settings, thorough: false });
        const whole = makeRecord({ title: texts.title, tags: texts.tags, body: [["", texts.body]], ...(texts.untitled ? { untitled: true as const } : {}) });
        const { strength } = makeEvidence(terms, [], settings.keywords.generic_weight).weigh(whole);
        const hits = hitsOf(whole, keys);
        fc.pre(strength >= strengthFor(maxWrong, unit) && hits.some((code, column) => code > 0 && (scorer.bounds[column] as number) > 0));
        const sum = scorer.bounds.reduce((all, bound, column) => all + (hits[column] === 0 ? 0 : bound), 0);
        expect(sum).toBeGreaterThanOrEqual(scorer.least);
      }),
      { numRuns: 3000 },
    );
  }

  it("is less than what makes any record sure enough by itself", () => {
    checkAll(false);
  });

  it("is less than that by synonyms too", () => {
    checkAll(true);
  });

  it("a record that is named by its id has it, whatever else is asked", () => {
    const others = Array.from({ length: 12 }, (_, i) => makeKeyword(`unseen${i}`));
    const keywords = [makeKeyword("dec-00c0ffee", { kind: "id" }), ...others];
    const keys = keywords.map(({ key }) => key);
    const terms = weighTerms(keywords, { records: 1000, documentFrequency: new Map([["dec-00c0ffee", 1]]) }, config);
    const scorer = makeScorer(terms, keys);
    expect(scorer.bounds[0]).toBeGreaterThanOrEqual(scorer.least);
  });

  it("is next to nothing where nothing may be left out", () => {
    expect(makeScorer(TERMS, KEYS, config, true).least).toBe(1);
    expect(makeScorer(TERMS, KEYS, makeConfig({ max_wrong: 1 })).least).toBe(1);
    expect(makeScorer(TERMS, KEYS, makeConfig({ match: "coverage" })).least).toBe(1);
  });
});
