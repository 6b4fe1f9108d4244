/** Match strength: how much of the prompt's information a record covers. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { informationIn } from "../../../src/score/information.ts";
import { Matcher } from "../../../src/score/match.ts";
import { recency } from "../../../src/score/recency.ts";
import type { Field, Keyword } from "../../../src/types.ts";
import { makeConfig, makeHits, makeKeyword, TODAY } from "../builders.ts";

const config = makeConfig();
const CORPUS = {
  records: 1000,
  documentFrequency: new Map([
    ["common", 400],
    ["rare", 2],
  ]),
};

function keysOf(keywords: readonly Keyword[]): readonly string[] {
  return [...new Set(keywords.flatMap(({ key, synonyms, parts }) => [key, ...synonyms, ...parts]))];
}

function match(keywords: readonly Keyword[], hits: Readonly<Record<string, Field>>, informationOf: (key: string) => number = () => 1): number {
  const keys = keysOf(keywords);
  return new Matcher(keywords, keys, informationOf, config).match(makeHits(keys, hits), 0).match;
}

describe("match", () => {
  it("with equal weights and body hits it is matched / total", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat({ max: 20 }), (total, wanted) => {
        const matched = Math.min(total, wanted);
        const keywords = Array.from({ length: total }, (_, index) => makeKeyword(`k${index}`));
        const hits = Object.fromEntries(keywords.slice(0, matched).map(({ key }) => [key, "body" as const]));
        expect(match(keywords, hits)).toBeCloseTo(matched / total, 10);
      }),
    );
  });

  it("always lies in 0..1 and never falls when a further key is hit", () => {
    const field = fc.constantFrom<Field>("title", "tags", "body");
    const keyword = fc.record({ weight: fc.double({ min: 0.01, max: 2, noNaN: true }), kind: fc.constantFrom("word", "symbol", "path", "error") });
    fc.assert(
      fc.property(
        fc.array(keyword, { minLength: 1, maxLength: 8 }),
        fc.array(field, { minLength: 8, maxLength: 8 }),
        fc.nat({ max: 7 }),
        (overs, fields, count) => {
          const keywords = overs.map((over, index) => makeKeyword(`k${index}`, over as Partial<Keyword>));
          const upTo = (n: number) => match(keywords, Object.fromEntries(keywords.slice(0, n).map(({ key }, index) => [key, fields[index] ?? "body"])));
          expect(upTo(count)).toBeGreaterThanOrEqual(0);
          expect(upTo(count + 1)).toBeLessThanOrEqual(1);
          expect(upTo(count + 1)).toBeGreaterThanOrEqual(upTo(count) - 1e-12);
        },
      ),
    );
  });

  it("the keys' bounds together are never below the information itself", () => {
    const keys = ["a", "b", "rare", "common"];
    const keyword = fc.record({
      weight: fc.double({ min: 0.01, max: 2, noNaN: true }),
      kind: fc.constantFrom<Keyword["kind"]>("word", "symbol", "path", "error"),
    });
    const hit = fc.dictionary(fc.constantFrom(...keys, "s", "p", "q"), fc.constantFrom<Field>("title", "tags", "body"));
    fc.assert(
      fc.property(fc.array(keyword, { minLength: 4, maxLength: 4 }), hit, (overs, hits) => {
        const keywords = keys.map((key, index) => makeKeyword(key, { synonyms: ["s", "common"], parts: ["p", "q"], ...overs[index] }));
        const columns = keysOf(keywords);
        const matcher = new Matcher(keywords, columns, informationIn(CORPUS), config);
        const row = makeHits(columns, hits);
        const bound = matcher.mostByKey(0).reduce((sum, most, column) => sum + (row[column] === 0 ? 0 : most), 0);
        expect(bound).toBeGreaterThanOrEqual(matcher.match(row, 0).information - 1e-12);
      }),
      { numRuns: 1000 },
    );
  });

  it("a row in the middle of others is matched as by itself", () => {
    const keywords = [makeKeyword("a", { synonyms: ["b"] }), makeKeyword("cd", { parts: ["c", "d"] })];
    const keys = keysOf(keywords);
    const matcher = new Matcher(keywords, keys, () => 1, config);
    const row = fc.uint8Array({ max: 3, minLength: keys.length, maxLength: keys.length });
    fc.assert(
      fc.property(row, row, row, (before, own, after) => {
        expect(matcher.match(Uint8Array.from([...before, ...own, ...after]), keys.length)).toEqual(matcher.match(own, 0));
      }),
    );
  });

  it("the better of a synonym and the parts covers a name, whatever their order", () => {
    const parts = ["auth", "service"];
    const others = [makeKeyword("c")];
    const alone = (over: Partial<Keyword>, hits: Readonly<Record<string, Field>>) => match([makeKeyword("authservice", over), ...others], hits);
    const hits = { login: "body", auth: "body", service: "body" } as const;
    const both = alone({ synonyms: ["login"], parts }, hits);
    expect(both).toBeCloseTo(Math.max(alone({ synonyms: ["login"] }, hits), alone({ parts }, hits)), 10);
    expect(alone({ synonyms: ["login"], parts: parts.toReversed() }, hits)).toBeCloseTo(both, 10);
    expect(alone({ synonyms: ["login"], parts }, { login: "body", auth: "body" })).toBeCloseTo(alone({ synonyms: ["login"] }, hits), 10);
  });

  it("a word in the title counts more than in the tags, and there more than in the body", () => {
    const keywords = [makeKeyword("a"), makeKeyword("b")];
    const [title, tags, body] = (["title", "tags", "body"] as const).map((field) => match(keywords, { a: field }));
    expect(title).toBeGreaterThan(tags ?? 1);
    expect(tags).toBeGreaterThan(body ?? 1);
  });

  it("a rare word counts more than a common one", () => {
    const keywords = [makeKeyword("rare"), makeKeyword("common")];
    const informationOf = informationIn(CORPUS);
    expect(match(keywords, { rare: "body" }, informationOf)).toBeGreaterThan(match(keywords, { common: "body" }, informationOf));
  });

  it("a synonym counts less than the word itself, and a commoner one less still", () => {
    const keywords = [makeKeyword("rare", { synonyms: ["common", "unseen"] }), makeKeyword("other")];
    const informationOf = informationIn(CORPUS);
    const own = match(keywords, { rare: "body" }, informationOf);
    const near = match(keywords, { unseen: "body" }, informationOf);
    const far = match(keywords, { common: "body" }, informationOf);
    expect(own).toBeGreaterThan(near);
    expect(near).toBeGreaterThan(far);
    expect(far).toBeGreaterThan(0);
  });

  it("own word and synonym together count as the own word alone", () => {
    const keywords = [makeKeyword("a", { synonyms: ["b"] }), makeKeyword("c")];
    expect(match(keywords, { a: "body", b: "body" })).toBeCloseTo(match(keywords, { a: "body" }), 10);
    expect(match(keywords, { b: "body", a: "body" })).toBeCloseTo(match(keywords, { a: "body" }), 10);
  });

  it("all parts of a compound count less than the compound, one part less than all", () => {
    const keywords = [makeKeyword("authservice", { parts: ["auth", "service"] }), makeKeyword("c")];
    const whole = match(keywords, { authservice: "body" });
    const both = match(keywords, { auth: "body", service: "body" });
    const one = match(keywords, { auth: "body" });
    expect(whole).toBeGreaterThan(both);
    expect(both).toBeGreaterThan(one);
    expect(one).toBeGreaterThan(0);
  });

  it.each(["symbol", "path", "error"] as const)("an exact %s is strong among many other words", (kind) => {
    const others = Array.from({ length: 9 }, (_, index) => makeKeyword(`o${index}`));
    expect(match([makeKeyword("x"), ...others], { x: "body" })).toBeCloseTo(0.1, 10);
    expect(match([makeKeyword("x", { kind }), ...others], { x: "body" })).toBeGreaterThan(0.4);
  });

  it("no keywords, or keywords without weight, match nothing", () => {
    expect(match([], {})).toBe(0);
    expect(match([makeKeyword("a", { weight: 0 })], { a: "body" })).toBe(0);
  });
});

describe("information", () => {
  it("falls from 1 for an unseen word to nearly 0 for one in every record, and stays in 0..1", () => {
    const corpus = {
      records: 1000,
      documentFrequency: new Map([
        ["all", 1000],
        ["half", 500],
        ["more", 2000],
      ]),
    };
    const informationOf = informationIn(corpus);
    expect(informationOf("unseen")).toBe(1);
    expect(informationOf("half")).toBeLessThan(0.5);
    expect(informationOf("all")).toBeLessThan(informationOf("half"));
    expect(informationOf("more")).toBeGreaterThanOrEqual(0);
  });
});

describe("recency", () => {
  const base = { day: TODAY, today: TODAY, halfLifeDays: 30, floor: 0.6, undatedDays: 365 };
  it.each([
    ["today is 1", base, 1],
    ["one half-life is half way to the floor", { ...base, day: TODAY - 30 }, 0.8],
    ["without a floor one half-life is one half", { ...base, day: TODAY - 30, floor: 0 }, 0.5],
    ["a future date is today", { ...base, day: TODAY + 500 }, 1],
    ["half-life 0 never ages", { ...base, day: TODAY - 5000, halfLifeDays: 0 }, 1],
    ["half-life 0 never ages, dated or not", { ...base, day: null, halfLifeDays: 0 }, 1],
    ["undated is as old as the setting says", { ...base, day: null, undatedDays: 30 }, 0.8],
  ])("%s", (_name, input, expected) => {
    expect(recency(input)).toBeCloseTo(expected, 10);
  });

  it("never falls below the floor, nor rises with age", () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (age, floor) => {
        const at = (days: number) => recency({ ...base, day: TODAY - days, floor });
        expect(at(age)).toBeGreaterThanOrEqual(floor);
        expect(at(age + 1)).toBeLessThanOrEqual(at(age));
      }),
    );
  });
});
