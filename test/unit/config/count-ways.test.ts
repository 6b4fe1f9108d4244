/** What a pattern could cost, by hand: alternatives add up, what follows each other multiplies. */
import { expect, it } from "vitest";
import { countWays, MAX_WAYS } from "../../../src/config/count-ways.ts";

it.each([
  ["abc", 1],
  ["a|b|c", 3],
  ["(?:a|b)(c|d)", 4],
  ["(?<name>a|b)?", 3],
  ["colou?r", 2],
  ["a{3}", 1],
  ["a{2,4}?", 3],
  ["(?:a|b){2}", 4],
  ["a+", 4000],
  ["a{2,}", 4000],
  ["look\\s+for +it", 4],
  ["[*+?(|)]", 1],
  ["\\(\\+\\)\\*", 1],
  ["\\p{L}\\u{1F600}\\k<n>", 1],
  ["(?<!\\p{L})(?=a|b)c", 2],
  ["[\\]+]x", 1],
])("%s: %i", (pattern, ways) => {
  expect(countWays(pattern)).toBe(ways);
});

it.each(["(a+)+", "(a*)*b", "(?:a|aa)+$", "((a?)b)*", "(?:(?:x{1,3})y)+", "([a-z]+\\s?)+!"])("%s could go on for ever", (pattern) => {
  expect(countWays(pattern)).toBe(Number.POSITIVE_INFINITY);
});

it.each(["(?:a|a)".repeat(60), "a?".repeat(60), "(?:a?){40}", ".*.*x"])("%s is over the limit", (pattern) => {
  expect(countWays(pattern)).toBeGreaterThan(MAX_WAYS);
});

it.each(["(?:find|search|look)\\b.*\\b(?:all|every|files?|usages?)", "a.{0,80}b.{0,80}c", "(?:ab)+"])("%s is not", (pattern) => {
  expect(countWays(pattern)).toBeLessThanOrEqual(MAX_WAYS);
});
