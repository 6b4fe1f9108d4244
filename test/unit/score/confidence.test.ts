/** How sure it is that a record belongs to a prompt. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confidenceOf, strengthFor, unitOf } from "../../../src/score/confidence.ts";
import { confidenceWeight } from "../../../src/score/evidence.ts";
import { makeKeyword, makeTerm } from "../builders.ts";

const GENERIC = 0.3;
const unit = (...terms: Parameters<typeof unitOf>[0]) => unitOf(terms, 1000, GENERIC);
const positive = fc.double({ min: 0.001, max: 1000, noNaN: true });
const rate = fc.double({ min: 0.001, max: 1, noNaN: true });

describe("confidence", () => {
  it("lies in 0..1, rises with the evidence and falls with what is asked", () => {
    fc.assert(
      fc.property(positive, positive, positive, (strength, more, asked) => {
        const confidence = confidenceOf(strength, asked);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(confidenceOf(strength + more, asked)).toBeGreaterThanOrEqual(confidence);
        expect(confidenceOf(strength, asked + more)).toBeLessThanOrEqual(confidence);
      }),
    );
  });

  it("the strength for a rate of wrong injections leaves just that rate", () => {
    fc.assert(
      fc.property(rate, positive, (maxWrong, asked) => {
        fc.pre(maxWrong < 1);
        expect(1 - confidenceOf(strengthFor(maxWrong, asked), asked)).toBeCloseTo(maxWrong, 9);
      }),
    );
  });

  it("a lower rate asks for more, and 1 for nothing", () => {
    expect(strengthFor(0.01, 5)).toBeGreaterThan(strengthFor(0.05, 5));
    expect(strengthFor(1, 5)).toBe(0);
  });

  it("a record that is named is certain, even where nothing else is asked", () => {
    expect(confidenceOf(Number.POSITIVE_INFINITY, 5)).toBe(1);
    expect(confidenceOf(Number.POSITIVE_INFINITY, 0)).toBe(1);
    expect(confidenceOf(3, 0)).toBe(0);
  });
});

describe("what evidence is measured in", () => {
  it("grows with every further term, and with the stores", () => {
    expect(unit(makeTerm("a"), makeTerm("b"))).toBeGreaterThan(unit(makeTerm("a")));
    expect(unitOf([makeTerm("a")], 1_000_000, GENERIC)).toBeGreaterThan(unitOf([makeTerm("a")], 1000, GENERIC));
  });

  it("in a handful of records chance has no room: three are as good as ten", () => {
    expect(unitOf([makeTerm("a")], 3, GENERIC)).toBe(unitOf([makeTerm("a")], 10, GENERIC));
    expect(unitOf([makeTerm("a")], 0, GENERIC)).toBe(unitOf([makeTerm("a")], 10, GENERIC));
  });

  it("a subject that no record knows asks for more than one that some do", () => {
    expect(unit(makeTerm("a", { known: false }))).toBeGreaterThan(unit(makeTerm("a")));
  });

  it("a generic word asks for less, known or not", () => {
    const generic = makeTerm("fix", { keyword: makeKeyword("fix", { generic: true }) });
    expect(unit(generic)).toBeLessThan(unit(makeTerm("a")));
    expect(unit({ ...generic, known: false })).toBe(unit(generic));
  });

  it("a name as a whole asks for nothing beyond its parts", () => {
    const whole = makeTerm("authservice", { keyword: makeKeyword("authservice", { compound: true }), known: false });
    expect(unit(makeTerm("auth"), makeTerm("service"), whole)).toBe(unit(makeTerm("auth"), makeTerm("service")));
  });

  it("pasted words ask for less than own ones", () => {
    expect(confidenceWeight(makeKeyword("a", { pasted: true, weight: 0.35 }), GENERIC)).toBeLessThan(confidenceWeight(makeKeyword("a"), GENERIC));
    // However often they are repeated.
    expect(confidenceWeight(makeKeyword("a", { pasted: true, weight: 7 }), GENERIC)).toBe(1);
  });
});
