/** The token estimate errs on the side of too many, for all that records hold. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/budget/estimate-tokens.ts";

const FACTOR = 1.2;

describe("estimateTokens", () => {
  it.each([
    ["JSON", JSON.stringify({ id: "dec-a1b2c3d4", tags: ["a", "b"], n: 12345, nested: { yes: true, no: null } })],
    ["code", "export function run(x: number): void {\n  if (x > 0) return [x, -x].map((y) => y ** 2);\n}\n"],
    ["Chinese", "数据库迁移之前必须备份所有数据"],
    ["Korean", "데이터베이스 마이그레이션"],
    ["hashes", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    ["base64", "SGVsbG8gV29ybGQ0MTIzNDU2Nzg5MGFiY2RlZg=="],
    ["punctuation", "{}[]();:=<>!&|^%$#@"],
    ["accents", "Größenänderung für müßige Übungen"],
    ["emoji", "😀😃😄😁"],
    ["paths", "src/auth/user-service.ts:12:3"],
    ["identifiers", "getUserNameById PAYBRIDGE_WEBHOOK_SECRET"],
    ["prose", "Run database migrations in a job before the rollout, not at container start."],
  ])("never below a quarter of the characters: %s", (_name, text) => {
    expect(estimateTokens(text, FACTOR)).toBeGreaterThanOrEqual(text.length / 4);
  });

  it("Chinese costs far more than its characters divided by four", () => {
    expect(estimateTokens("数据库迁移之前必须备份", 1)).toBeGreaterThan(8);
  });

  it("nothing costs nothing", () => {
    expect(estimateTokens("", FACTOR)).toBe(0);
  });

  it("the factor scales", () => {
    const text = "words and words ".repeat(100);
    expect(estimateTokens(text, 2) / estimateTokens(text, 1)).toBeCloseTo(2, 1);
  });

  it("more text never costs less", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("abc", "ABC", "a1b2c3d4e5f6a7b8", "\n", "数", "😀"));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(estimateTokens(a + b, FACTOR)).toBeGreaterThanOrEqual(estimateTokens(a, FACTOR));
      }),
      { numRuns: 1000 },
    );
  });

  it("parts with a line break between them cost about what the whole costs", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(estimateTokens(`${a}\n${b}`, FACTOR)).toBeLessThanOrEqual(estimateTokens(a, FACTOR) + estimateTokens(b, FACTOR) + 2);
      }),
    );
  });
});
