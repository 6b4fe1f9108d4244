/** What a session has seen is offered for more of it, never for the same again; what must be whole may take more room. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BudgetLimits, type Layout, selectWithinBudget } from "../../../src/budget/select-within-budget.ts";
import type { Form, Offer } from "../../../src/types.ts";
import { makeOffer } from "../builders.ts";

const FORMS: readonly Form[] = ["full", "short", "line"];
const SIZES: Readonly<Record<Form, number>> = { full: 60, short: 30, line: 10 };

/** One token a character: an offer costs what its form says, the frame 20 and a character between two items. */
const LAYOUT: Layout = {
  renderOffer: ({ id }, form) => `${id}:${form}`.padEnd(SIZES[form], "."),
  renderFrame: (items, leftOut) => `${"=".repeat(leftOut > 0 ? 20 : 15)}${items.map(({ text }) => text).join("|")}`,
  countTokens: (text) => text.length,
  countUnits: (text) => text.length,
  headings: "",
  tells: (_offer, form) => form,
};

const limitsOf = (tokens: number, over: Partial<BudgetLimits> = {}): BudgetLimits => ({
  tokens,
  units: 100_000,
  maxItems: 8,
  recordShare: 1,
  best: 1,
  ...over,
});
const offerOf = (id: string, over: Partial<Offer> = {}): Offer => makeOffer({ id }, { score: 1, ...over });
const textOf = (id: string, over: Partial<Offer> = {}): Offer => offerOf(id, { scored: null, score: 0, ...over });

function select(offers: readonly Offer[], limits: BudgetLimits) {
  const { items, leftOut, known } = selectWithinBudget(offers, limits, LAYOUT);
  return { items: items.map(({ offer, form }) => `${offer.id} ${form}`), leftOut: leftOut.map(({ id }) => id), known: known.map(({ id }) => id) };
}

describe("seen", () => {
  it("a mention becomes the whole, or as much as fits", () => {
    expect(select([offerOf("a", { seen: "line" })], limitsOf(1000)).items).toEqual(["a full"]);
    expect(select([offerOf("a", { seen: "line" })], limitsOf(60)).items).toEqual(["a short"]);
    expect(select([offerOf("a", { seen: "short" })], limitsOf(1000)).items).toEqual(["a full"]);
  });

  it("without room for more it is known, neither shown nor left out", () => {
    expect(select([offerOf("a", { seen: "line" }), offerOf("b")], limitsOf(35))).toEqual({ items: ["b line"], leftOut: [], known: ["a"] });
    expect(select([offerOf("a", { seen: "short" })], limitsOf(60))).toEqual({ items: [], leftOut: [], known: ["a"] });
  });

  it("one that is worth a mention only, and was mentioned, is known", () => {
    const weak = { score: 0.4, seen: "line" } as const;
    expect(select([offerOf("a"), offerOf("b", weak)], limitsOf(1000))).toEqual({ items: ["a full"], leftOut: [], known: ["b"] });
    expect(select([offerOf("b", { score: 0.55, seen: "line" })], limitsOf(1000)).items).toEqual(["b short"]);
  });

  it("beyond the number of items the unseen are left out, the seen are known", () => {
    const offers = [offerOf("a"), offerOf("b", { seen: "line" }), offerOf("c")];
    expect(select(offers, limitsOf(1000, { maxItems: 1 }))).toEqual({ items: ["a full"], leftOut: ["c"], known: ["b"] });
  });

  it("every offer ends in one place; what is shown tells more than was seen; nothing exceeds the budget", () => {
    const arbitrary = fc.record({
      score: fc.constantFrom(1, 0.8, 0.6, 0.55, 0.4),
      seen: fc.constantFrom<Form | null>(null, "line", "short"),
      isText: fc.boolean(),
      whole: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(arbitrary, { maxLength: 10 }), fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 6 }), (given, tokens, maxItems) => {
        const offers = given.map(({ isText, ...over }, index) => (isText ? textOf : offerOf)(`o${index}`, over));
        const selection = selectWithinBudget(offers, limitsOf(tokens, { maxItems, recordShare: 0.4 }), LAYOUT);
        const ids = [...selection.items.map(({ offer }) => offer), ...selection.leftOut, ...selection.known].map(({ id }) => id);
        expect([...ids].sort()).toEqual(offers.map(({ id }) => id).sort());
        for (const { offer, form } of selection.items) if (offer.seen !== null) expect(FORMS.indexOf(form)).toBeLessThan(FORMS.indexOf(offer.seen));
        for (const { seen } of selection.known) expect(seen).not.toBe(null);
        expect(selection.tokens).toBe(selection.text.length);
        expect(selection.text.length).toBeLessThanOrEqual(tokens);
      }),
      { numRuns: 1000 },
    );
  });

  // settle() puts whatever it drops among the left out, also what the session has: "1 more record left out" of one that it knows.
  it("what is seen is never called left out", () => {
    const tight = {
      ...LAYOUT,
      renderFrame: (items: readonly { readonly text: string }[]) => `${"=".repeat(15)}${items.map(({ text }) => text).join("|||||")}`,
    };
    const selection = selectWithinBudget([offerOf("a"), offerOf("b", { seen: "line" })], limitsOf(15 + 60 + 60), tight);
    expect(selection.items.map(({ offer }) => offer.id)).toEqual(["a"]);
    expect(selection.leftOut).toEqual([]);
  });
});

describe("whole", () => {
  it("may take more than its share in full", () => {
    const limits = limitsOf(120, { recordShare: 0.3 });
    expect(select([offerOf("a")], limits).items).toEqual(["a short"]);
    expect(select([offerOf("a", { whole: true })], limits).items).toEqual(["a full"]);
  });

  it("at the price of what comes behind it", () => {
    const limits = limitsOf(95, { recordShare: 0.4 });
    expect(select([textOf("a"), textOf("b")], limits).items).toEqual(["a short", "b short"]);
    expect(select([textOf("a", { whole: true }), textOf("b")], limits).items).toEqual(["a full", "b line"]);
  });

  it("and still not more than there is", () => {
    expect(select([offerOf("a", { whole: true })], limitsOf(50)).items).toEqual(["a short"]);
    expect(select([offerOf("a", { whole: true })], limitsOf(20))).toEqual({ items: [], leftOut: ["a"], known: [] });
  });
});

it("a text is not worth less for want of a score", () => {
  expect(select([offerOf("a"), textOf("b")], limitsOf(1000)).items).toEqual(["a full", "b full"]);
});

it("a best that the session has already makes the others worth less, though it is not offered", () => {
  expect(select([offerOf("b", { score: 0.4 })], limitsOf(1000, { best: 1 })).items).toEqual(["b line"]);
  expect(select([offerOf("b", { score: 0.4 })], limitsOf(1000, { best: 0.4 })).items).toEqual(["b full"]);
  expect(select([offerOf("b", { score: 0.4 })], limitsOf(1000, { best: 0 })).items).toEqual(["b full"]);
});
