/** Gaps of other tools that their users have hit, one test each. */
import { expect, it } from "vitest";
import { findSurroundings } from "../../../src/surroundings/find-surroundings.ts";
import { matchRules } from "../../../src/surroundings/match-rules.ts";
import { readRuleBody } from "../../../src/surroundings/read-rule-body.ts";
import { makeProject } from "./builders.ts";

function rulesFor(fixture: string, paths: readonly string[]) {
  const { root, request } = makeProject(fixture);
  const matched = matchRules(findSurroundings(request).surroundings.rules, { paths, text: "", client: "opencode" });
  return matched.map(({ rule, why, form }) => ({ why, form, description: rule.description, body: readRuleBody(rule, root) }));
}

it("a .claude/rules file without front matter loads where the client does not load it", () => {
  expect(rulesFor("claude-no-frontmatter", [])).toMatchObject([{ why: "always", form: "whole", body: "# Commits\nWrite the subject in the imperative." }]);
});

it("an unquoted {ts,tsx} is not split at its comma", () => {
  expect(rulesFor("cursor-unquoted", ["src/App.tsx"])).toMatchObject([{ why: "matches src/App.tsx" }]);
  expect(rulesFor("cursor-unquoted", ["src/app.ts"])).toHaveLength(1);
  expect(rulesFor("cursor-unquoted", ["src/app.js"])).toEqual([]);
});

it("a rule with nothing but a description becomes a line of an index", () => {
  expect(rulesFor("cursor-described", [])).toMatchObject([{ why: "by description", form: "index", description: "Releases: how we cut and publish them" }]);
});

it("one body under two paths comes once", () => {
  expect(rulesFor("same-body", ["src/a.ts"])).toMatchObject([{ why: "matches src/a.ts" }]);
});

it("a pattern with ! takes paths away", () => {
  expect(rulesFor("cursor-list", ["lib/a.py"])).toHaveLength(1);
  expect(rulesFor("cursor-list", ["lib/generated/a.py"])).toEqual([]);
});
