/** Folding: inflections meet in one key, and nothing that is another word does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWord } from "../../../src/analyze/fold-word.ts";

const plainWord = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 1, maxLength: 15 });
const ending = fc.constantFrom("", "s", "es", "ies", "ied", "ing", "ed", "e", "y", "eed", "ss", "ting", "dded");
const likelyWord = fc.tuple(plainWord, ending).map((parts) => parts.join("").slice(-15));

describe("foldWord", () => {
  it.each([
    ["retries", "retry", "plural of -y"],
    ["retried", "retry", "past of -y"],
    ["tests", "test", "plural"],
    ["caches", "cache", "plural of a final -e meets its singular"],
    ["caching", "cache", "-ing of a final -e"],
    ["embedding", "embed", "doubled consonant"],
    ["deployed", "deploy", "past"],
    ["logging", "log", "-ing with a doubled consonant"],
    ["running", "run", "-ing"],
  ])("%s and %s share a key (%s)", (a, b) => {
    expect(foldWord(a)).toBe(foldWord(b));
  });

  it.each([
    ["class", "clas", "-ss is no plural"],
    ["status", "statu", "-us is no plural"],
    ["string", "str", "no stem without a vowel"],
    ["need", "ne", "-eed is no past"],
    ["redis", "redi", "-is is no plural"],
    ["news", "newer", "no comparison"],
  ])("%s is kept apart from %s (%s)", (a, b) => {
    expect(foldWord(a)).not.toBe(foldWord(b));
  });

  it.each(["v8", "aws", "größe", "c++", "Tests", "ts2345"])("%s is left as it is: not a plain lower-case word of four letters", (word) => {
    expect(foldWord(word)).toBe(word);
  });

  it("is idempotent: the key of a key is the key", () => {
    fc.assert(
      fc.property(fc.oneof(plainWord, likelyWord), (word) => {
        expect(foldWord(foldWord(word))).toBe(foldWord(word));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what the line filter relies on", () => {
  it("a key is a prefix of every word that folds to it, but for a final -y that stands for -i and the -e of a final -se", () => {
    fc.assert(
      fc.property(fc.oneof(plainWord, likelyWord), (word) => {
        const key = foldWord(word);
        const isPrefix = word.startsWith(key.endsWith("se") ? key.slice(0, -1) : key) || (key.endsWith("y") && word.startsWith(`${key.slice(0, -1)}i`));
        expect(isPrefix).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
