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

  it("is what counting one character after the other gives, to the last digit", () => {
    const text = fc.array(fc.constantFrom("a", "b", "Z", "Q", "1", "7", "\n", " ", "\t", "\r", "-", ".", "{", "é", "数", "😀", "retries", "HTTP", "x9f8"), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.constantFrom(1, FACTOR), (pieces, factor) => {
        expect(estimateTokens(pieces.join(""), factor)).toBe(countedSingly(pieces.join(""), factor));
      }),
      { numRuns: 5000 },
    );
  });
});

/** The definition: every character by what it is and what stands before it. */
function countedSingly(text: string, factor: number): number {
  let tokens = 0;
  let piece = 0;
  let run = "";
  const endRun = (): void => {
    if (run.length >= 16 && /\d/.test(run) && /[a-z]/i.test(run)) tokens += 0.68 * run.length;
    run = "";
  };
  for (let i = 0; i < text.length; i++) {
    const [before = " ", unit] = [text[i - 1], text.charAt(i)];
    if (/[a-z]/i.test(unit)) {
      piece = (/[A-Z]/.test(unit) ? /[A-Z]/ : /[a-z]/i).test(before) ? piece + 1 : 1;
      if (piece === 1) tokens += 0.84;
      else if (piece > 5) tokens += 0.26;
      run += unit;
      continue;
    }
    if (/\d/.test(unit)) {
      tokens += 0.67;
      run += unit;
      continue;
    }
    endRun();
    if (unit === "\n") tokens += before === "\n" && i > 0 ? 0 : 1.55;
    else if (!/[ \t\r]/.test(unit)) tokens += unit < "\u0080" ? 0.67 : unit === "é" ? 3.75 : unit === "数" ? 0.84 : 1.04;
  }
  endRun();
  return Math.ceil(tokens * factor);
}
