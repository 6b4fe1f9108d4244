/** Globs as the clients read them, and those that nobody should run. */
import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { compileGlob, compileGlobs } from "../../../src/surroundings/compile-globs.ts";
import type { RuleFormat } from "../../../src/surroundings/surroundings.ts";

function matches(glob: string, path: string, format: RuleFormat = "claude"): boolean {
  const compiled = compileGlob(glob, format);
  if ("problem" in compiled) throw new Error(compiled.problem);
  return new RegExp(compiled.source).test(path);
}

it.each<[glob: string, path: string, expected: boolean]>([
  ["**/*.ts", "a.ts", true],
  ["**/*.ts", "src/deep/a.ts", true],
  ["**/*.ts", "a.tsx", false],
  ["src/*.ts", "src/a.ts", true],
  ["src/*.ts", "src/deep/a.ts", false],
  ["src/**", "src/deep/a.ts", true],
  ["src/**", "lib/src/a.ts", false],
  ["src/", "src/deep/a.ts", true],
  ["src/", "srcs/a.ts", false],
  ["src", "src/a.ts", true],
  ["src/auth.ts", "src/auth.ts", true],
  ["src/auth.ts", "src/auth.tsx", false],
  ["./src/*.ts", "src/a.ts", true],
  ["/src/*.ts", "src/a.ts", true],
  ["**/*.{ts,tsx}", "src/a.tsx", true],
  ["**/*.{ts,tsx}", "src/a.js", false],
  ["{src,lib}/{a,b{c,d}}.ts", "lib/bd.ts", true],
  ["{src,lib}/{a,b{c,d}}.ts", "lib/b.ts", false],
  ["v{1..3}/*", "v2/a", true],
  ["v{1..3}/*", "v4/a", false],
  ["a.{ts,}", "a.", true],
  ["{a}.ts", "{a}.ts", true],
  ["{a.ts", "{a.ts", true],
  ["x{2}.ts", "xx.ts", false],
  ["**/*.ts", ".hidden/.a.ts", true],
  ["*", ".env", true],
  ["*", "a/b", false],
  ["**", "a/b", true],
  ["**/*", "a/b", true],
  ["**/**/*.ts", "a/b.ts", true],
  ["**/**", "a/b.ts", true],
  ["a?.ts", "ab.ts", true],
  ["a?.ts", "a/.ts", false],
  ["[ab].ts", "b.ts", true],
  ["a.ts", "axts", false],
  ["app/(shop)/page.tsx", "app/(shop)/page.tsx", true],
  ["app/(shop)/page.tsx", "app/shop/page.tsx", false],
  ["src/@(a|b)/*.ts", "src/b/x.ts", true],
  ["src/(a|b)/*.ts", "src/c/x.ts", false],
  ["**/a/**/b/**/c.ts", "x/a/a/b/y/b/c.ts", true],
  ["**/a/**/b/**/c.ts", "x/b/a/c.ts", false],
  ["**/a/b/**/c.ts", "a/x/a/b/c.ts", true],
  ["a/**/b", "a/b", true],
  ["a/**/b", "ab", false],
  ["**/src/**", "lib/src/a.ts", true],
  ["**/src/**", "lib/srcs/a.ts", false],
  ["src/**/test/**", "src/a/test/b/c.ts", true],
  ["src/*/**", "src/a/b.ts", true],
  ["src/*/**", "src/b.ts", false],
  ["a**b.ts", "axxb.ts", true],
  ["a**b.ts", "ax/xb.ts", false],
  ["docs/ü/*.md", "docs/ü/a.md", true],
])("%s and %s: %s", (glob, path, expected) => {
  expect(matches(glob, path)).toBe(expected);
});

describe("a pattern without a slash", () => {
  it.each<[RuleFormat, boolean]>([
    ["claude", false],
    ["copilot", false],
    ["cursor", true],
    ["plain", true],
  ])("%s: below the root %s", (format, below) => {
    expect(matches("*.md", "README.md", format)).toBe(true);
    expect(matches("*.md", "docs/deep/a.md", format)).toBe(below);
  });

  it("one that begins with a slash means the root everywhere", () => {
    expect(matches("/*.md", "docs/a.md", "cursor")).toBe(false);
  });
});

it.each([
  "",
  "/",
  "x".repeat(501),
  "*/".repeat(21),
  "*a*b*c*d",
  "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
  "{1..9999}",
  "../secrets/**",
  "src/../../x",
  "+(a|b)/*.ts",
  "!(a|b).ts",
])("%j is a problem", (glob) => {
  expect(compileGlob(glob, "claude")).toEqual({ problem: expect.stringContaining("glob") });
});

it("the good globs of a rule count beside a bad one", () => {
  const { sources, problems } = compileGlobs(["src/**", "../x", "src/**"], "claude");
  expect(sources).toHaveLength(1);
  expect(problems).toEqual([expect.stringContaining("../x")]);
});

it("any text gives a problem or a regular expression, never an exception", () => {
  const unit = fc.constantFrom(..."*?[]{}()|!@+\\/.,-^$ab1".split(""));
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), fc.constantFrom<RuleFormat>("claude", "cursor"), (glob, format) => {
      const compiled = compileGlob(glob, format);
      if ("source" in compiled) expect(() => new RegExp(compiled.source)).not.toThrow();
    }),
    { numRuns: 3000 },
  );
});

it("a plain path matches itself and what is below it, and nothing else", () => {
  const path = fc
    .array(
      fc.stringMatching(/^[a-z0-9_.-]{1,8}$/).filter((name) => !/^\.+$/.test(name)),
      { minLength: 1, maxLength: 4 },
    )
    .map((names) => names.join("/"));
  fc.assert(
    fc.property(path, path, (glob, other) => {
      expect(matches(glob, glob)).toBe(true);
      expect(matches(glob, `${glob}/x`)).toBe(true);
      expect(matches(glob, other)).toBe(other === glob || other.startsWith(`${glob}/`));
    }),
  );
});

/** Where we differ on purpose: a plain name covers what is below it, and a folder is not below itself. */
function isTelling(segments: readonly string[]): boolean {
  return segments.at(-1) !== "**" && segments.some((each) => each !== "**" && /[*?[]/.test(each));
}

it("name by name matches what picomatch matches as a whole", () => {
  const segment = fc.constantFrom("a", "b", "*", "**", "*a", "a*", "?", "{a,b}", "[ab]", "*a*b", ".a");
  const name = fc.constantFrom("a", "b", "ab", "aab", ".a", "c");
  const globs = fc.array(segment, { minLength: 1, maxLength: 5 }).filter(isTelling);
  fc.assert(
    fc.property(globs, fc.array(name, { minLength: 1, maxLength: 6 }), (segments, names) => {
      const [glob, path] = [segments.join("/"), names.join("/")];
      expect(matches(glob, path)).toBe(picomatch.isMatch(path, glob, { dot: true }));
    }),
    { numRuns: 3000 },
  );
});

it("no accepted glob keeps a regular expression busy", () => {
  const unit = fc.constantFrom("*", "**", "**/", "a", "*a", "?", "/", "a*", "{a,*}", "[a]");
  const paths = ["a".repeat(255), "a/".repeat(500), `${"a".repeat(120)}/`.repeat(8), `${"a/a".repeat(100)}b`].map((path) => path.slice(0, 1024));
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 24 }), (pieces) => {
      const compiled = compileGlob(`${pieces.join("")}b`, "claude");
      if ("problem" in compiled) return;
      const pattern = new RegExp(compiled.source);
      const start = performance.now();
      for (const path of paths) pattern.test(path);
      expect(performance.now() - start).toBeLessThan(5000);
    }),
    { numRuns: 2000, examples: [[["*", "a*", "a*", "/", "*", "a*", "a*"]], [["**/", "a", "/", "**/", "a", "/", "**/", "a", "/", "**/"]]] },
  );
});
