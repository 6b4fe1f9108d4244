/** When a rule applies, by the semantics of the client it was written for, however carelessly its header is written. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRule } from "../../../src/surroundings/parse-rule.ts";
import type { RuleFormat } from "../../../src/surroundings/surroundings.ts";

const rule = (header: string, format: RuleFormat) => parseRule(`---\n${header}\n---\nBody.\n`, format);

type Case = readonly [header: string, mode: string, include: readonly string[], exclude?: readonly string[]];

function check(format: RuleFormat, cases: readonly Case[]): void {
  for (const [header, mode, include, exclude = []] of cases) {
    it(`${JSON.stringify(header)} is ${mode}`, () => {
      expect(rule(header, format)).toMatchObject({ mode, include, exclude, body: "Body." });
    });
  }
}

describe("claude", () => {
  check("claude", [
    ["paths: src/**/*.ts", "paths", ["src/**/*.ts"]],
    ["paths: **/*.{ts,tsx}", "paths", ["**/*.{ts,tsx}"]],
    ["paths: *.ts, lib/**", "paths", ["*.ts", "lib/**"]],
    ['paths: "*.ts, lib/{a,b}"', "paths", ["*.ts", "lib/{a,b}"]],
    ["paths: [\"src/**\", '*.md', bin/*]", "paths", ["src/**", "*.md", "bin/*"]],
    ["paths: [\n  src/**,\n  lib/**\n]", "paths", ["src/**", "lib/**"]],
    ["paths:\n- src/**\n-   'lib/**' # why\nother: 1", "paths", ["src/**", "lib/**"]],
    ["paths:\n  - src/**\n  # a remark\n\n  - lib/**", "paths", ["src/**", "lib/**"]],
    ["paths:\n  - **/*.ts\n  - !**/*.test.ts", "paths", ["**/*.ts"], ["**/*.test.ts"]],
    ["paths: |\n  src/**\n  lib/**", "paths", ["src/**", "lib/**"]],
    ["paths: [id]/page.tsx", "paths", ["[id]/page.tsx"]],
    ["'paths': src/**", "paths", ["src/**"]],
    ["paths: src/**\npaths: lib/**", "paths", ["lib/**"]],
    ["paths: !dist/**", "paths", ["**"], ["dist/**"]],
    ["paths:", "always", []],
    ["paths: []", "always", []],
    ["globs: src/**", "always", []],
    ["alwaysApply: false", "always", []],
    ["paths: [src/**", "always", []],
    ["paths: src/**\nowner: : [", "always", []],
  ]);

  it("a nested field of that name is not the field", () => {
    expect(rule("meta:\n  paths: src/**", "claude")?.mode).toBe("always");
  });
});

describe("cursor", () => {
  check("cursor", [
    ["globs: **/*.{ts,tsx}", "paths", ["**/*.{ts,tsx}"]],
    ["globs: *.ts,*.tsx\nalwaysApply: false", "paths", ["*.ts", "*.tsx"]],
    ['globs: ["*.ts", "*.tsx"]', "paths", ["*.ts", "*.tsx"]],
    ['globs: "*.ts","*.tsx"', "paths", ["*.ts", "*.tsx"]],
    ["globs: *.ts\nalwaysApply: true", "always", []],
    ["globs: *.ts\nalwaysApply: 'true'", "always", []],
    ["globs: *.ts\ndescription: a: b: [", "paths", ["*.ts"]],
    ["description: a: b: [\nalwaysApply: true", "always", []],
    ["description: Errors", "described", []],
    ["description:\nglobs:\nalwaysApply: false", "manual", []],
    ["", "manual", []],
  ]);

  it("a description that is no YAML is read from its line, and one that is by YAML", () => {
    expect(rule("description: Errors: how we report them", "cursor")?.description).toBe("Errors: how we report them");
    expect(rule("description: >\n  two\n  lines", "cursor")?.description).toBe("two lines");
  });

  it("without a header it waits to be named", () => {
    expect(parseRule("Body.", "cursor")?.mode).toBe("manual");
  });
});

describe("copilot", () => {
  check("copilot", [
    ['applyTo: "**/*.ts,**/*.tsx"', "paths", ["**/*.ts", "**/*.tsx"]],
    ["applyTo: **", "always", []],
    ["applyTo: '**/*'", "always", []],
    ["applyTo: '*'", "paths", ["*"]],
    ["applyTo: **, !dist/**", "paths", ["**"], ["dist/**"]],
    ["applyTo:\n  - src/**", "paths", ["src/**"]],
    ["description: Tests", "manual", []],
  ]);

  it("copilot-instructions always count", () => {
    expect(parseRule("Body.", "copilot-always")?.mode).toBe("always");
    expect(rule("applyTo: src/**", "copilot-always")?.mode).toBe("always");
  });
});

describe("plain", () => {
  check("plain", [
    ["paths: a/**", "paths", ["a/**"]],
    ["globs: *.ts", "paths", ["*.ts"]],
    ["applyTo: b/**", "paths", ["b/**"]],
    ["globs: *.ts\nalwaysApply: true", "always", []],
    ["description: Errors", "described", []],
    ["alwaysApply: false", "manual", []],
    ["title: Errors", "always", []],
  ]);
});

describe("any file", () => {
  it("byte order mark, CRLF and blanks behind the dashes are no obstacle", () => {
    const windows = "\ufeff---  \r\npaths: src/**\r\n---\t\r\nBody.\r\nMore.\r\n";
    expect(parseRule(windows, "claude")).toMatchObject({ mode: "paths", include: ["src/**"], body: "Body.\nMore." });
  });

  it("a header that is never closed is body", () => {
    expect(parseRule("---\npaths: src/**\n\nBody.", "claude")).toMatchObject({ mode: "always", body: "---\npaths: src/**\n\nBody." });
  });

  it("a line of dashes further down is no header", () => {
    expect(parseRule("Body.\n---\npaths: x\n---\n", "claude")).toMatchObject({ mode: "always", body: "Body.\n---\npaths: x\n---" });
  });

  it.each(["", "  \n", "---\npaths: src/**\n---\n", "---\npaths: src/**\n---"])("%j says nothing", (text) => {
    expect(parseRule(text, "claude")).toBeNull();
  });

  it("a header that would take YAML long, or too deep, is read by its lines", () => {
    expect(rule(`x: ${"[".repeat(12_000)}\nglobs: *.ts`, "cursor")).toMatchObject({ mode: "paths", include: ["*.ts"] });
    expect(rule(`x: ${"y".repeat(100_000)}\nglobs: *.ts`, "cursor")).toMatchObject({ mode: "paths", include: ["*.ts"] });
  });
});

const FORMATS: readonly RuleFormat[] = ["claude", "cursor", "copilot", "copilot-always", "plain"];
const anyFormat = fc.constantFrom(...FORMATS);

it("whatever stands in the header, the body survives and nothing throws", () => {
  const line = fc.string({ unit: fc.constantFrom(..."-[]{},'\"*!#:| \tab|>&".split(""), "globs:", "paths:", "applyTo:", "description:") });
  fc.assert(
    fc.property(fc.array(line), anyFormat, (lines, format) => {
      const header = lines.filter((each) => each.trimEnd() !== "---").join("\n");
      const parsed = parseRule(`---\n${header}\n---\nBody stays.\n`, format);
      expect(parsed?.body).toBe("Body stays.");
      expect(parsed?.mode === "paths").toBe((parsed?.include.length ?? 0) > 0);
    }),
    { numRuns: 1000 },
  );
});

it("whatever the bytes, it is a rule or nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), anyFormat, (text, format) => {
      const parsed = parseRule(text, format);
      expect(parsed === null || parsed.body.trim() !== "").toBe(true);
    }),
  );
});

const glob = fc
  .array(fc.constantFrom("src", "*", "**", "a.ts", "*.{ts,tsx}", "{lib,bin}", "[ab]x"), { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join("/"))
  // A list in brackets is told from a glob that begins with one by where the bracket closes.
  .filter((each) => !each.startsWith("["));

it("a list of globs reads back, in every way to write it", () => {
  const globs = fc.array(glob, { minLength: 1, maxLength: 5 });
  const quotes = fc.constantFrom("", '"', "'");
  fc.assert(
    fc.property(globs, quotes, fc.constantFrom("list", "flow", "comma", "quoted comma"), (list, quote, style) => {
      const items = list.map((each) => quote + each + quote);
      const value = {
        list: `\n${items.map((item) => `  - ${item}`).join("\n")}`,
        flow: ` [${items.join(", ")}]`,
        comma: ` ${items.join(",")}`,
        "quoted comma": ` "${list.join(", ")}"`,
      }[style];
      expect(rule(`globs:${value}\nalwaysApply: false`, "cursor")?.include).toEqual(list);
    }),
    { numRuns: 500 },
  );
});
