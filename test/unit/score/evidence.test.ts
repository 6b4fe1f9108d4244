/** How well a record matches, from its text, and what that says about being right. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "../../../src/analyze/tokenize.ts";
import type { Weighed } from "../../../src/score/evidence.ts";
import type { Term } from "../../../src/score/terms.ts";
import type { Field, LoreRecord } from "../../../src/types.ts";
import { makeEvidence, makeKeyword, makeRecord, makeTerm } from "../builders.ts";

const GENERIC = 0.3;
type Pairs = Parameters<typeof makeEvidence>[1];

function weigh(terms: readonly Term[], record: Partial<LoreRecord>, pairs: Pairs = []): Weighed {
  return makeEvidence(terms, pairs, GENERIC).weigh(makeRecord(record));
}

const match = (terms: readonly Term[], record: Partial<LoreRecord>, pairs: Pairs = []): number => weigh(terms, record, pairs).match;
const strength = (terms: readonly Term[], record: Partial<LoreRecord>): number => weigh(terms, record).strength;

/** All of one length, so that one can stand in another's place and nothing else changes. */
const WORDS = ["kafka", "mutex", "quota", "relay", "shard"] as const;
const NOISE = "blank";
const inBody = (text: string): Partial<LoreRecord> => ({ title: "Something of another kind", body: [["", text]] });

describe("match", () => {
  it("a word in the title counts more than in the tags, and there more than in the body", () => {
    const terms = [makeTerm("kafka"), makeTerm("mutex")];
    const title = match(terms, { title: "On kafka" });
    const tags = match(terms, { tags: ["kafka"] });
    const body = match(terms, inBody(`On kafka and what else there is to say about it${" and more of it".repeat(20)}`));
    expect(title).toBeGreaterThan(tags);
    expect(tags).toBeGreaterThan(body);
    expect(body).toBeGreaterThan(0);
  });

  it("in a note without a title its text is no title", () => {
    const terms = [makeTerm("kafka"), makeTerm("mutex")];
    expect(match(terms, { title: "On kafka", untitled: true })).toBeLessThan(match(terms, { title: "On kafka" }));
  });

  it("a telling word counts more than a common one", () => {
    const terms = [makeTerm("kafka", { information: 6 }), makeTerm("mutex", { information: 0.5 })];
    expect(match(terms, { title: "On kafka" })).toBeGreaterThan(match(terms, { title: "On mutex" }));
  });

  it("a word said again counts more, but not in proportion", () => {
    const terms = [makeTerm("kafka"), makeTerm("mutex")];
    const text = (times: number) => inBody([...Array.from({ length: times }, () => "kafka"), ...Array.from({ length: 20 - times }, () => NOISE)].join(" "));
    const [once, twice, thrice] = [1, 2, 3].map((times) => match(terms, text(times))) as [number, number, number];
    expect(twice).toBeGreaterThan(once);
    expect(thrice - twice).toBeLessThan(twice - once);
  });

  it("the same word in a long text counts less than in a short one", () => {
    const terms = [makeTerm("kafka")];
    expect(match(terms, inBody(`kafka ${NOISE} `.repeat(1)))).toBeGreaterThan(match(terms, inBody(`kafka ${`${NOISE} `.repeat(300)}`)));
  });

  it("all forms of a word are the word", () => {
    const terms = [makeTerm("retri")];
    for (const title of ["On retry", "On retries", "On retrying", "On a retried_one"]) expect(match(terms, { title })).toBeGreaterThan(0);
  });

  it("words side by side as in the prompt count more than the same words apart", () => {
    const terms = [makeTerm("kafka"), makeTerm("mutex")];
    const pairs: Pairs = [["kafka", "mutex"]];
    const together = inBody(`kafka mutex ${`${NOISE} `.repeat(20)}`);
    const apart = inBody(`kafka ${`${NOISE} `.repeat(20)}mutex `);
    expect(match(terms, together, pairs)).toBeGreaterThan(match(terms, apart, pairs));
    expect(match(terms, together)).toBeCloseTo(match(terms, apart), 12);
    // In either order, and in a title most.
    expect(match(terms, inBody(`mutex kafka ${`${NOISE} `.repeat(20)}`), pairs)).toBe(match(terms, together, pairs));
    const bonus = (record: Partial<LoreRecord>) => match(terms, record, pairs) - match(terms, record);
    expect(bonus({ title: "kafka mutex" })).toBeGreaterThan(bonus(together));
    expect(bonus({ title: "kafka", tags: ["mutex"] })).toBe(0);
  });

  it("of synonyms the best counts, less than the word itself", () => {
    const terms = [makeTerm("kafka", { synonyms: ["mutex", "quota"].map((key, i) => ({ key, share: [0.5, 0.2][i] ?? 0 })) }), makeTerm("relay")];
    const [own, near, far, both] = ["kafka blank", "mutex blank", "quota blank", "mutex quota"].map((title) => match(terms, { title })) as [
      number,
      number,
      number,
      number,
    ];
    expect(own).toBeGreaterThan(near);
    expect(near).toBeGreaterThan(far);
    expect(far).toBeGreaterThan(0);
    expect(both).toBe(near);
  });

  it.each<[string, Partial<LoreRecord>, Partial<LoreRecord>]>([
    ["a title", { title: "On mutex" }, { title: "On kafka" }],
    ["a text", inBody("On mutex"), inBody("On kafka")],
  ])("a synonym in %s counts no more than its share of what the word itself would", (_where, synonym, own) => {
    const terms = [makeTerm("kafka", { synonyms: [{ key: "mutex", share: 0.2 }] }), makeTerm("relay")];
    expect(match(terms, synonym)).toBeLessThanOrEqual(0.2 * match(terms, own) + 1e-12);
    expect(strength(terms, synonym)).toBeLessThanOrEqual(0.2 * strength(terms, own) + 1e-12);
  });

  it("no terms match nothing", () => {
    expect(weigh([], { title: "On kafka" })).toEqual({ match: 0, strength: 0 });
  });
});

const anyTerm = fc.record({
  weight: fc.double({ min: 0.05, max: 2, noNaN: true }),
  information: fc.double({ min: 0.01, max: 14, noNaN: true }),
  generic: fc.boolean(),
  pasted: fc.boolean(),
  synonym: fc.option(fc.record({ key: fc.constantFrom(...WORDS), share: fc.double({ min: 0.01, max: 0.9, noNaN: true }) })),
});
const anyTerms = fc.array(anyTerm, { minLength: 1, maxLength: WORDS.length }).map((all) =>
  all.map(({ weight, information, generic, pasted, synonym }, i) =>
    makeTerm(WORDS[i] as string, {
      keyword: makeKeyword(WORDS[i] as string, { weight, generic, pasted }),
      weight,
      information,
      synonyms: synonym === null ? [] : [synonym],
    }),
  ),
);
const anyText = fc.array(fc.constantFrom(...WORDS, NOISE, NOISE, NOISE), { maxLength: 12 });
const anyRecord = fc.record({ title: anyText, tags: anyText, body: anyText, untitled: fc.boolean() });
type Texts = typeof anyRecord extends fc.Arbitrary<infer T> ? T : never;

function recordOf({ title, tags, body, untitled }: Texts): Partial<LoreRecord> {
  return { title: title.join(" "), tags, body: [["", body.join(" ")]], ...(untitled ? { untitled } : {}) };
}

/** One word of noise becomes this word. */
function withOneMore(texts: Texts, word: (typeof WORDS)[number]): Texts | null {
  for (const field of ["body", "tags", "title"] as const) {
    const at = texts[field].indexOf(NOISE);
    if (at >= 0) return { ...texts, [field]: texts[field].with(at, word) };
  }
  return null;
}

describe("whatever it says", () => {
  it("match lies in 0..1 and strength is never negative; nothing matches what holds none of the words", () => {
    fc.assert(
      fc.property(anyTerms, anyRecord, (terms, texts) => {
        const record = recordOf(texts);
        const weighed = weigh(terms, record, [["kafka", "mutex"]]);
        expect(weighed.match).toBeGreaterThanOrEqual(0);
        expect(weighed.match).toBeLessThanOrEqual(1);
        expect(weighed.strength).toBeGreaterThanOrEqual(0);
        const keys = terms.flatMap(({ keyword, synonyms }) => [keyword.key, ...synonyms.map(({ key }) => key)]);
        const holdsAny = [...texts.title, ...texts.tags, ...texts.body].some((word) => keys.includes(word));
        expect(weighed.match > 0).toBe(holdsAny);
        expect(weighed.strength > 0).toBe(holdsAny);
      }),
      { numRuns: 1000 },
    );
  });

  it("one word more in place of noise never lowers match or strength", () => {
    fc.assert(
      fc.property(anyTerms, anyRecord, fc.constantFrom(...WORDS), (terms, texts, word) => {
        const more = withOneMore(texts, word);
        fc.pre(more !== null);
        const evidence = makeEvidence(terms, [["kafka", "mutex"]], GENERIC);
        const before = evidence.weigh(makeRecord(recordOf(texts)));
        const after = evidence.weigh(makeRecord(recordOf(more as Texts)));
        expect(after.match).toBeGreaterThanOrEqual(before.match - 1e-12);
        expect(after.strength).toBeGreaterThanOrEqual(before.strength - 1e-12);
      }),
      { numRuns: 2000 },
    );
  });

  it("a record is weighed as by itself, whatever was weighed before it", () => {
    fc.assert(
      fc.property(anyTerms, anyRecord, anyRecord, (terms, first, second) => {
        const evidence = makeEvidence(terms, [["kafka", "mutex"]], GENERIC);
        evidence.weigh(makeRecord(recordOf(first)));
        expect(evidence.weigh(makeRecord(recordOf(second)))).toEqual(weigh(terms, recordOf(second), [["kafka", "mutex"]]));
      }),
    );
  });

  it("credits say which terms it has, where, and how; without pairs they add up to the match", () => {
    fc.assert(
      fc.property(anyTerms, anyRecord, (terms, texts) => {
        const evidence = makeEvidence(terms, [], GENERIC);
        const weighed = evidence.weigh(makeRecord(recordOf(texts)));
        const credits = evidence.credits();
        const sum = [...credits.values()].reduce((all, { share }) => all + share, 0);
        expect(sum).toBeCloseTo(weighed.match, 9);
        for (const { keyword } of terms) {
          const credit = credits.get(keyword);
          const fields = (["title", "tags", "body"] as const).filter((field) => texts[field].some((word) => word === keyword.key));
          if (fields.length > 0) expect(credit?.via).toBe("own");
          else if (credit) expect(credit.via).toBe("synonym");
          const best: Field | undefined = texts.untitled ? (fields.includes("tags") ? "tags" : fields.length > 0 ? "body" : undefined) : fields[0];
          if (credit?.via === "own" && keyword.key === "kafka" && !terms.some(({ synonyms }) => synonyms.length > 0)) expect(credit.field).toBe(best);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("text that is not plain is read as a whole, with the same result", () => {
  // The needles find what a tokenizer finds: see tokenize.test.ts.
  it.each(["kafka and AuthService", "kafka, mutex; src/kafka/quota.ts", "…kafka—mutex"])("%s", (text) => {
    const terms = ["kafka", "mutex", "auth", "authservic", "quota"].map((key) => makeTerm(key));
    const keys: string[] = [];
    tokenize(text, (key, _surface, _kind, parts) => keys.push(key, ...parts));
    const evidence = makeEvidence(terms, [], GENERIC);
    evidence.weigh(makeRecord(inBody(text)));
    const plain = [...evidence.credits().keys()].map(({ key }) => key);
    evidence.weigh(makeRecord(inBody(`${text} é`)));
    expect([...evidence.credits().keys()].map(({ key }) => key)).toEqual(plain);
    expect(plain.sort()).toEqual([...new Set(keys.filter((key) => terms.some(({ keyword }) => keyword.key === key)))].sort());
  });

  it("a keyword of other letters is found, and those beside it", () => {
    const terms = [makeTerm("数据"), makeTerm("kafka")];
    expect(match(terms, { title: "数据库 in kafka" })).toBeGreaterThan(match(terms, { title: "in kafka" }));
    expect(match(terms, { title: "in kafka" })).toBeGreaterThan(0);
  });
});

describe("strength", () => {
  it("is infinite when the prompt names the record's id, whatever else it says", () => {
    expect(strength([makeTerm("dec-00c0ffee"), makeTerm("mutex")], { id: "dec-00C0FFEE" })).toBe(Number.POSITIVE_INFINITY);
    expect(strength([makeTerm("dec-00c0ffee")], { id: "dec-1", body: [["", "unlike dec-00c0ffee"]] })).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it("two subjects say more than twice what one says", () => {
    const terms = [makeTerm("kafka"), makeTerm("mutex")];
    expect(strength(terms, { title: "kafka mutex" })).toBeGreaterThan(2 * strength(terms, { title: "kafka blank" }));
  });

  it("words that name no subject say little", () => {
    const generic = makeTerm("kafka", { keyword: makeKeyword("kafka", { generic: true }) });
    expect(strength([generic], { title: "On kafka" })).toBeLessThan(0.5 * strength([makeTerm("kafka")], { title: "On kafka" }));
    expect(strength([generic, makeTerm("mutex")], { title: "kafka mutex" })).toBeLessThan(
      strength([makeTerm("kafka"), makeTerm("mutex")], { title: "kafka mutex" }),
    );
  });

  it("pasted words say less", () => {
    const pasted = makeTerm("kafka", { keyword: makeKeyword("kafka", { pasted: true, weight: 0.35 }), weight: 0.35 });
    expect(strength([pasted], { title: "On kafka" })).toBeLessThan(strength([makeTerm("kafka")], { title: "On kafka" }));
  });

  it("does not depend on how much else the prompt asks: that is the unit's part", () => {
    const both = [makeTerm("kafka"), makeTerm("mutex")];
    expect(strength([...both, makeTerm("unseen")], { title: "On kafka mutex" })).toBe(strength(both, { title: "On kafka mutex" }));
  });

  it("the only subject counts for more than one among several, and for less than two", () => {
    const only = strength([makeTerm("kafka")], { title: "On kafka" });
    expect(only).toBeGreaterThan(strength([makeTerm("kafka"), makeTerm("unseen")], { title: "On kafka" }));
    expect(only).toBeLessThan(strength([makeTerm("kafka"), makeTerm("mutex")], { title: "On kafka mutex" }));
  });
});
