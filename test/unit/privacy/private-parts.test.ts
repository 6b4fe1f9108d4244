import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutPrivateParts } from "../../../src/privacy/private-parts.ts";

describe("withoutPrivateParts", () => {
  it.each([
    ["nothing to hide", "nothing to hide"],
    ["a <private>b</private> c", "a [private] c"],
    ["<private>a</private><private>b</private>", "[private][private]"],
    ["a <PRIVATE>b</Private> c", "a [private] c"],
    ["a <private>b\nc</private> d", "a [private] d"],
    ["a <private>b", "a [private]"],
    ["a <private>b <private>c</private> d</private> e", "a [private] e"],
    ["a <private>b <private>c</private> d", "a [private]"],
    ['a <private reason="x">b</private > c', "a [private] c"],
    ["a </private> b", "a </private> b"],
    ["a <privateer>b</privateer>", "a <privateer>b</privateer>"],
    ["a <private>b</private> c <private>d", "a [private] c [private]"],
    ["<private></private>", "[private]"],
  ])("%j", (text, expected) => {
    expect(withoutPrivateParts(text)).toBe(expected);
  });

  it("leaves nothing to take out", () => {
    const texts = fc.array(fc.constantFrom("<private>", "</private>", "<PRIVATE >", "a", " ", "<", ">", "private")).map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const once = withoutPrivateParts(text);
        expect(once).not.toMatch(/<private(?:\s[^<>]*)?>/i);
        expect(withoutPrivateParts(once)).toBe(once);
      }),
    );
  });

  it("is linear", () => {
    const start = performance.now();
    for (const unit of ["<private>", "<private ", "</private>", "<private></private>"]) withoutPrivateParts(unit.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
