import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { namesIgnored, parseLoreIgnore } from "../../../src/privacy/lore-ignore.ts";

/** As the manual of gitignore describes it. */
const CASES: readonly (readonly [content: string, ignored: readonly string[], kept: readonly string[]])[] = [
  ["", [], ["a", "a/b"]],
  ["# a\n\n   \n", [], ["a", "# a"]],
  ["secret.txt", ["secret.txt", "a/secret.txt", "secret.txt/b"], ["secret.txt2", "a.secret.txt"]],
  ["/secret.txt", ["secret.txt"], ["a/secret.txt"]],
  ["a/b", ["a/b", "a/b/c"], ["x/a/b", "a"]],
  ["build/", ["build/", "build/a", "x/build/a"], ["build", "x/build"]],
  ["*.log", ["a.log", "x/a.log", ".log", "a.log/b"], ["a.logs", "a/log"]],
  ["/*.log", ["a.log"], ["x/a.log"]],
  ["a/*", ["a/b", "a/b/c"], ["a", "a/", "b/a/c"]],
  ["a/*/c", ["a/b/c"], ["a/c", "a/b/b/c"]],
  ["**/a", ["a", "x/a", "x/y/a/b"], ["ab"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "a/"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a", "x/a/b", "a/xb"]],
  ["**", ["a", "a/b"], []],
  ["*", ["a", "a/b", ".env"], []],
  ["*.log\n!keep.log", ["a.log"], ["keep.log", "x/keep.log"]],
  ["!keep.log\n*.log", ["keep.log"], []],
  ["a/\n!a/keep", ["a/keep", "a/b"], []],
  ["a/*\n!a/keep", ["a/b"], ["a/keep"]],
  ["a/*\n!a", ["a/b"], ["a"]],
  ["/*\n!/src", ["a", "b/c"], ["src/a"]],
  ["\\#a", ["#a"], ["a"]],
  ["\\!a", ["!a"], ["a"]],
  ["a  ", ["a"], ["a  "]],
  ["a\\ ", ["a "], ["a"]],
  ["a\\*b", ["a*b"], ["axb"]],
  ["a?c", ["abc"], ["ac", "a/c"]],
  ["[ab].txt", ["a.txt", "b.txt"], ["c.txt"]],
  ["[!ab].txt", ["c.txt"], ["a.txt"]],
  ["[a-c]x", ["bx"], ["dx"]],
  ["[]a]x", ["]x", "ax"], ["bx"]],
  ["[[:digit:]]x", ["1x"], ["ax"]],
  ["[a", [], ["[a", "a"]],
  ["{a,b}", ["{a,b}"], ["a", "b"]],
  ["a\r\nb\r\n", ["a", "b"], ["c"]],
  ["\uFEFFa", ["a"], []],
  [".env*\n!.env.example", [".env", ".env.local", "x/.env"], [".env.example", "x/.env.example"]],
  ["é?", ["éa", "é😀"], ["é"]],
  ["a**b", ["ab", "axxb"], ["a/b"]],
];

describe("parseLoreIgnore", () => {
  it.each(CASES)("%j", (content, ignored, kept) => {
    const isIgnored = parseLoreIgnore(content);
    expect(ignored.filter((path) => !isIgnored(path))).toEqual([]);
    expect(kept.filter((path) => isIgnored(path))).toEqual([]);
  });

  it("never throws", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", "?", "[", "]", "!", "\\", "/", "-", " ", "\n", "#", "^", ":"), maxLength: 30 });
    fc.assert(
      fc.property(letters, letters, (content, path) => {
        expect(typeof parseLoreIgnore(content)(path)).toBe("boolean");
      }),
      { numRuns: 2000 },
    );
  });

  it("is quick with patterns that keep a regular expression busy", () => {
    const start = performance.now();
    const isIgnored = parseLoreIgnore(`${"*a".repeat(400)}b\n${"**/a/".repeat(190)}b\n`);
    expect(isIgnored("a".repeat(4000))).toBe(false);
    expect(isIgnored("a/".repeat(300))).toBe(false);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("namesIgnored", () => {
  const isIgnored = parseLoreIgnore("secrets/\n*.pem\n");
  it.each([
    ["cat secrets/prod.txt", true],
    ["deploy --key=secrets/prod.txt", true],
    ["psql 'secrets/db.sql'", true],
    ["cd secrets && pytest", true],
    ["ls ./secrets/", true],
    ["openssl x509 -in a.pem", true],
    ["pytest tests/test_secrets.py", false],
    ["npm test", false],
    ["", false],
  ])("%s: %s", (command, expected) => {
    expect(namesIgnored(command, isIgnored)).toBe(expected);
  });
});
