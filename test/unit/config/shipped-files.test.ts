/** The files we ship say what the program does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tokenize } from "../../../src/analyze/tokenize.ts";
import { buildConfig } from "../../../src/config/build-config.ts";
import { isLeaf, parseConfig } from "../../../src/config/parse-config.ts";
import { parseSynonyms } from "../../../src/config/parse-synonyms.ts";
import { type GroupSpec, SPEC } from "../../../src/config/spec.ts";
import type { Problem } from "../../../src/types.ts";
import { REPO_ROOT } from "../builders.ts";

function defaults(spec: GroupSpec, path = ""): readonly (readonly [string, unknown])[] {
  return Object.entries(spec).flatMap(([name, child]) => (isLeaf(child) ? [[`${path}${name}`, child.default] as const] : defaults(child, `${path}${name}.`)));
}

const read = (name: string): string => readFileSync(join(REPO_ROOT, name), "utf8");

it("config.yaml names every setting with its default, and nothing else", () => {
  const { settings, problems } = parseConfig(read("config.yaml"), "config.yaml", "shipped");
  expect(problems).toEqual([]);
  // The modes have their defaults in the file alone; the next test is theirs.
  const modes = settings.get("modes");
  expect(Object.fromEntries(settings)).toEqual({ ...Object.fromEntries(defaults(SPEC)), modes });
});

it("config.yaml has three modes, complete, each off until a word or the person switches it on", () => {
  const problems: Problem[] = [];
  const { modes } = buildConfig([parseConfig(read("config.yaml"), "config.yaml", "shipped").settings], problems);
  expect(problems).toEqual([]);
  expect(modes.map(({ name, enabled, words }) => [name, enabled, ...words])).toEqual([
    ["ultrawork", false, "ultrawork", "ulw"],
    ["search", false, "search-mode", "[search-mode]"],
    ["analyze", false, "analyze-mode", "[analyze-mode]"],
  ]);
  for (const { text } of modes) expect(text.split("\n").length).toBeLessThanOrEqual(6);
});

it("keyword-synonyms.yaml has at least 60 groups and no problems", () => {
  const { synonyms, problems } = parseSynonyms(read("keyword-synonyms.yaml"), "keyword-synonyms.yaml");
  expect(problems).toEqual([]);
  expect(synonyms.size).toBeGreaterThanOrEqual(60);
});

it("each group of keyword-synonyms.yaml keeps one to five terms once folded", () => {
  const { synonyms } = parseSynonyms(read("keyword-synonyms.yaml"), "keyword-synonyms.yaml");
  const odd = [...synonyms].filter(([, terms]) => terms.length === 0 || terms.length > 5);
  expect(odd).toEqual([]);
});

it("no two keys of keyword-synonyms.yaml are one word to the tokenizer", () => {
  const words = (read("keyword-synonyms.yaml").match(/^ {2}[^\s#][^:]*(?=:)/gm) ?? []).map((word) => word.trim());
  const byKey = new Map<string, string[]>();
  for (const word of words) tokenize(word, (key) => byKey.set(key, [...(byKey.get(key) ?? []), word]));
  expect([...byKey.values()].filter((same) => same.length > 1)).toEqual([]);
});
