/** Which rules speak to an event, and why. */
import { expect, it } from "vitest";
import { matchRules } from "../../../src/surroundings/match-rules.ts";
import type { Rule } from "../../../src/surroundings/surroundings.ts";
import { CLIENTS, makeRule } from "./builders.ts";

function why(rule: Partial<Rule>, over: { readonly paths?: readonly string[]; readonly text?: string } = {}): string | undefined {
  return matchRules([makeRule(rule)], { paths: [], text: "", client: "opencode", ...over })[0]?.why;
}

const SRC: Partial<Rule> = { mode: "paths", include: ["^src/.*$"], exclude: ["^src/generated/.*$"] };

it("a rule that always holds needs no occasion", () => {
  expect(why({ mode: "always" })).toBe("always");
});

it("a rule for paths holds for the first that it includes and does not exclude", () => {
  expect(why(SRC, { paths: ["README.md", "src/generated/a.ts", "src/auth.ts"] })).toBe("matches src/auth.ts");
  expect(why(SRC, { paths: ["README.md", "src/generated/a.ts"] })).toBeUndefined();
  expect(why(SRC, { text: "look at src/auth.ts" })).toBeUndefined();
});

it("backslashes are slashes", () => {
  expect(why(SRC, { paths: ["src\\auth.ts"] })).toBe("matches src/auth.ts");
});

it.each(["/etc/src/x", "../src/x", "C:/src/x", `src/${"x".repeat(1100)}`])("%s is no file of the project", (path) => {
  expect(why({ mode: "paths", include: ["."] }, { paths: [path] })).toBeUndefined();
});

it("a rule with a description is offered by it", () => {
  const [matched] = matchRules([makeRule({ mode: "described" })], { paths: [], text: "", client: "opencode" });
  expect(matched).toMatchObject({ why: "by description", form: "index" });
});

it.each<[text: string, named: boolean]>([
  ["follow @style here", true],
  ["follow @style.", true],
  ["(@style)", true],
  ["see .cursor/rules/style.mdc", true],
  ["follow @style-guide", false],
  ["follow @styles", false],
  ["follow @style.css", false],
  ["mail me@style", false],
  ["follow style", false],
  ["see my.cursor/rules/style.mdcx", false],
])("a manual rule and %j: %s", (text, named) => {
  expect(why({ mode: "manual" }, { text })).toBe(named ? "named in the prompt" : undefined);
});

it("a described rule that is named comes whole", () => {
  const [matched] = matchRules([makeRule({ mode: "described" })], { paths: [], text: "@style", client: "opencode" });
  expect(matched).toMatchObject({ why: "named in the prompt", form: "whole" });
});

it("what a client loads itself is left to it, and only to it", () => {
  const rule = makeRule({ nativeTo: ["claude-code"] });
  expect(CLIENTS.map((client) => matchRules([rule], { paths: [], text: "@style", client }).length)).toEqual([0, 1]);
});
