/** The match as hits alone tell it: which terms a record has, and in which field. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Estimate } from "../../../src/score/estimate.ts";
import type { Term } from "../../../src/score/terms.ts";
import type { Field } from "../../../src/types.ts";
import { makeHits, makeTerm } from "../builders.ts";

const keysOf = (terms: readonly Term[]): readonly string[] => [
  ...new Set(terms.flatMap(({ keyword, synonyms }) => [keyword.key, ...synonyms.map(({ key }) => key)])),
];

function estimate(terms: readonly Term[], hits: Readonly<Record<string, Field>>, method: "evidence" | "coverage" = "evidence"): number {
  const keys = keysOf(terms);
  return new Estimate(terms, keys, method).of(makeHits(keys, hits), 0, 0);
}

const share = fc.double({ min: 0.001, max: 1, noNaN: true });
const nats = fc.double({ min: 0.0001, max: 14, noNaN: true });
const anyTerms = fc
  .array(
    fc.record({
      weight: fc.double({ min: 0.01, max: 3, noNaN: true }),
      information: nats,
      synonyms: fc.array(fc.tuple(fc.nat({ max: 9 }), share), { maxLength: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  // A synonym may be another keyword, or one that several have.
  .map((terms) =>
    terms.map(({ synonyms, ...over }, i) => makeTerm(`k${i}`, { ...over, synonyms: synonyms.map(([key, of]) => ({ key: `k${key}`, share: of })) })),
  );
const anyRow = fc.uint8Array({ min: 0, max: 3, minLength: 10, maxLength: 10 });

describe("for evidence", () => {
  it("lies in 0..1, and never falls when one more key is hit, or in a better field", () => {
    fc.assert(
      fc.property(anyTerms, anyRow, fc.nat({ max: 9 }), (terms, row, column) => {
        const keys = keysOf(terms);
        const estimates = new Estimate(terms, keys, "evidence");
        const hits = row.slice(0, keys.length);
        const before = estimates.of(hits, 0, 0);
        const at = column % keys.length;
        // A synonym in a title may tell more than the word itself in the text: there the word comes first.
        if ((hits[at] as number) < 3 && (hits[at] !== 0 || !terms.some(({ keyword }) => keyword.key === keys[at]))) hits[at] = (hits[at] as number) + 1;
        expect(before).toBeGreaterThanOrEqual(0);
        expect(before).toBeLessThanOrEqual(1 + 1e-12);
        expect(estimates.of(hits, 0, 0)).toBeGreaterThanOrEqual(before - 1e-12);
      }),
      { numRuns: 1000 },
    );
  });

  it("a row in the middle of others is estimated as by itself", () => {
    const terms = [makeTerm("a", { synonyms: [{ key: "b", share: 0.5 }] }), makeTerm("c")];
    const keys = keysOf(terms);
    const estimates = new Estimate(terms, keys, "evidence");
    const row = fc.uint8Array({ max: 3, minLength: keys.length, maxLength: keys.length });
    fc.assert(
      fc.property(row, row, row, (before, own, after) => {
        expect(estimates.of(Uint8Array.from([...before, ...own, ...after]), keys.length, 0)).toBe(estimates.of(own, 0, 0));
      }),
    );
  });

  it("what all keys could tell together is never below the estimate", () => {
    fc.assert(
      fc.property(anyTerms, anyRow, (terms, row) => {
        const keys = keysOf(terms);
        const estimates = new Estimate(terms, keys, "evidence");
        const told = estimates.of(row, 0, 0) * estimates.total * estimates.largestBoost;
        const byField = estimates.mostByField();
        const byKey = keys.reduce((sum, _, column) => sum + (row[column] === 0 ? 0 : (byField[column * 4 + 1] as number) * estimates.largestBoost), 0);
        expect(byKey).toBeGreaterThanOrEqual(told - 1e-9);
        expect(keys.reduce((sum, _, column) => sum + (byField[column * 4 + (row[column] as number)] as number), 0)).toBeGreaterThanOrEqual(told - 1e-9);
      }),
      { numRuns: 1000 },
    );
  });

  it("every term in the title is a full match", () => {
    expect(estimate([makeTerm("a"), makeTerm("b", { weight: 0.3 })], { a: "title", b: "title" })).toBeCloseTo(1, 10);
  });

  it("a word in the title counts more than in the tags, and there more than in the body", () => {
    const terms = [makeTerm("a"), makeTerm("b")];
    const [title, tags, body] = (["title", "tags", "body"] as const).map((field) => estimate(terms, { a: field })) as [number, number, number];
    expect(title).toBeGreaterThan(tags);
    expect(tags).toBeGreaterThan(body);
    expect(body).toBeGreaterThan(0);
  });

  it("a telling word counts more than a common one", () => {
    const terms = [makeTerm("rare", { information: 6 }), makeTerm("common", { information: 0.5 })];
    expect(estimate(terms, { rare: "body" })).toBeGreaterThan(estimate(terms, { common: "body" }));
  });

  it("of synonyms the best counts, less than the word itself and nothing beside it", () => {
    const terms = [makeTerm("a", { synonyms: ["near", "far"].map((key, i) => ({ key, share: [0.5, 0.2][i] ?? 0 })) }), makeTerm("c")];
    const own = estimate(terms, { a: "body" });
    const near = estimate(terms, { near: "body" });
    expect(own).toBeGreaterThan(near);
    expect(near).toBeGreaterThan(estimate(terms, { far: "body" }));
    expect(estimate(terms, { near: "body", far: "body" })).toBe(near);
    expect(estimate(terms, { a: "body", near: "title" })).toBe(own);
  });

  it("a record whose terms tell less than the least is none, whatever field they stand in", () => {
    const terms = [makeTerm("a", { information: 2, weight: 0.5 }), makeTerm("b", { information: 5 })];
    const keys = keysOf(terms);
    const estimates = new Estimate(terms, keys, "evidence");
    const of = (hits: Readonly<Record<string, Field>>, least: number) => estimates.of(makeHits(keys, hits), 0, least);
    expect(of({ a: "title" }, 1.01)).toBe(0);
    expect(of({ a: "title" }, 0.99)).toBe(of({ a: "title" }, 0));
    expect(of({ b: "body" }, 4.99)).toBe(of({ b: "body" }, 0));
  });

  it("no terms, or terms that tell nothing, match nothing", () => {
    expect(estimate([], {})).toBe(0);
    expect(estimate([makeTerm("a", { weight: 0 })], { a: "body" })).toBe(0);
  });
});

describe("for coverage", () => {
  it("it is the plain share of the keywords, whatever field they stand in", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Field | null>(null, "title", "tags", "body"), { minLength: 1, maxLength: 20 }), (fields) => {
        const terms = fields.map((_, i) => makeTerm(`k${i}`, { information: 1 }));
        const hits = Object.fromEntries(fields.flatMap((field, i) => (field === null ? [] : [[`k${i}`, field]])));
        expect(estimate(terms, hits, "coverage")).toBeCloseTo(Object.keys(hits).length / fields.length, 10);
      }),
    );
  });
});
