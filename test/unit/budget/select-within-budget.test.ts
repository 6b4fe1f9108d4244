/** The selection stays within every limit, whatever the records hold. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/budget/estimate-tokens.ts";
import { type BudgetLimits, type Layout, selectWithinBudget } from "../../../src/budget/select-within-budget.ts";
import { jsonUnits, MAX_TEXT_UNITS } from "../../../src/render/render-hook-output.ts";
import { textStyle } from "../../../src/render/text-style.ts";
import type { Offer, RecordKind } from "../../../src/types.ts";
import { makeOffer } from "../builders.ts";

const countTokens = (text: string): number => estimateTokens(text, 1.2);
const LAYOUT: Layout = {
  renderOffer: (offer, form) => textStyle.renderOffer(offer, form, countTokens),
  renderFrame: (items, leftOut) => textStyle.renderFrame(items, leftOut, "auto-injected"),
  countTokens,
  countUnits: jsonUnits,
  headings: textStyle.headings,
  tells: textStyle.tells,
};

const limitsOf = (tokens: number, maxItems = 8): BudgetLimits => ({ tokens, units: MAX_TEXT_UNITS, maxItems, recordShare: 0.4, best: 1 });

const text = fc.oneof(
  fc.lorem({ maxCount: 40, mode: "words" }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom("😀".repeat(400), "数据库".repeat(500), "x".repeat(9000), '"\\'.repeat(2500), "\ud83d".repeat(50), "a b ".repeat(1500)),
);
const kind = fc.constantFrom<RecordKind>("pattern", "decision", "failure", "handoff", "concept", "goal", "registry", "evidence");
const record = fc.record({
  id: fc.oneof(fc.stringMatching(/^dec-[0-9a-f]{8}$/), text),
  kind,
  title: text,
  body: fc.array(fc.tuple(fc.constantFrom("", "Why", "Solution"), text), { maxLength: 4 }),
  notes: fc.array(text, { maxLength: 2 }),
});
const ranked = fc
  .array(record, { minLength: 1, maxLength: 15 })
  .map((records): readonly Offer[] => records.map((one, index) => makeOffer(one, { score: 1 - index / 100 })));

describe("selectWithinBudget", () => {
  it("keeps to the budget, the client's limit, whole characters, the order and the count", () => {
    fc.assert(
      fc.property(ranked, fc.integer({ min: 50, max: 3000 }), fc.integer({ min: 1, max: 12 }), (candidates, budget, maxItems) => {
        const selection = selectWithinBudget(candidates, limitsOf(budget, maxItems), LAYOUT);
        expect(selection.tokens).toBe(LAYOUT.countTokens(selection.text));
        expect(selection.tokens).toBeLessThanOrEqual(budget);
        expect(jsonUnits(selection.text)).toBeLessThanOrEqual(9400);
        expect(isWellFormed(selection.text)).toBe(true);
        expect(selection.items.length).toBeLessThanOrEqual(maxItems);
        expect(selection.items.length + selection.leftOut.length).toBe(candidates.length);
        const scores = selection.items.map(({ offer }) => offer.score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
        if (selection.items.length > 0 && selection.leftOut.length > 0) expect(selection.text).toContain(`(${selection.leftOut.length} more record`);
      }),
      { numRuns: 500 },
    );
  });

  it("a record that does not fit is shown shorter before it is dropped", () => {
    const long = makeOffer({ title: "Keep it", body: [["Why", "because ".repeat(200)]] }, { score: 1 });
    const forms = [5000, 300, 110].map((tokens) => selectWithinBudget([long], limitsOf(tokens), LAYOUT).items[0]?.form);
    expect(forms[0]).toBe("full");
    expect(forms[1]).toBe("short");
    expect(selectWithinBudget([long], limitsOf(50), LAYOUT).text).toBe("");
  });

  it("one huge record leaves room for the next", () => {
    const huge = makeOffer({ id: "dec-huge", body: [["Why", "because ".repeat(800)]] }, { score: 0.9 });
    const small = makeOffer({ id: "dec-small" }, { score: 0.8 });
    expect(selectWithinBudget([huge, small], limitsOf(1000), LAYOUT).items.map(({ offer, form }) => [offer.id, form])).toEqual([
      ["dec-huge", "short"],
      ["dec-small", "full"],
    ]);
  });

  it("nothing in, nothing out", () => {
    expect(selectWithinBudget([], limitsOf(1000), LAYOUT)).toEqual({ items: [], leftOut: [], known: [], text: "", tokens: 0 });
  });
});

/** String.prototype.isWellFormed is younger than our lib. */
function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
}
