/** Folding: the forms of a word meet in one key, and nothing that is another word does. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldWord } from "../../../src/analyze/fold-word.ts";

const plainWord = fc.string({ unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"), minLength: 1, maxLength: 15 });
const ending = fc.constantFrom(
  ...["", "s", "es", "ies", "ied", "ing", "ed", "e", "y", "eed", "ss", "ting", "dded", "se", "ses", "sing"],
  ...["ability", "ibilities", "ness", "ment", "ments", "able", "ible", "tion", "ations", "sion", "ance", "ences", "ity", "tor", "sors"],
  ...["er", "ers", "ive", "izing", "ised", "ly", "ate", "ating", "ization"],
);
const likelyWord = fc.tuple(plainWord, ending, fc.constantFrom("", "", "s", "ed", "ing")).map((parts) => parts.join("").slice(-18));
const anyWord = fc.oneof(plainWord, likelyWord);

describe("foldWord", () => {
  it.each([
    ["plural of -y", ["retry", "retries", "retried", "retrying"]],
    ["plural of -y, a noun", ["policy", "policies"]],
    ["plural", ["test", "tests", "testing", "tested"]],
    ["a final -e", ["cache", "caches", "caching", "cached"]],
    ["-se", ["database", "databases"]],
    ["-se, a verb", ["release", "releases", "releasing", "released"]],
    ["an -as that only looks like a plural", ["alias", "aliases"]],
    ["an -ed that only looks like a past", ["embed", "embedding", "embedded"]],
    ["an -ed that only looks like a past, with an -s", ["embed", "embeds"]],
    ["a doubled consonant", ["log", "logging", "logged", "logs"]],
    ["-ss", ["process", "processes", "processing", "processor"]],
    ["-tion of -ate", ["migrate", "migrating", "migration", "migrations"]],
    ["-tion and -tor of -ate", ["validate", "validation", "validator", "validating"]],
    ["-er of -e", ["parse", "parser", "parsers", "parsing", "parsed"]],
    ["-ment", ["deploy", "deployment", "deployments", "deployed"]],
    ["-ion", ["connect", "connection", "connections", "connector"]],
    ["-ization, in both spellings", ["initialize", "initialise", "initialization", "initializer"]],
    ["-ity", ["secure", "security"]],
  ])("%s: one key", (_reason, forms) => {
    expect([...new Set(forms.map(foldWord))].length).toBe(1);
  });

  it.each([
    ["class", "clas", "-ss is no plural"],
    ["status", "statu", "-us is no plural"],
    ["redis", "redi", "-is is no plural"],
    ["string", "str", "no stem without a vowel"],
    ["need", "ne", "-eed is no past"],
    ["general", "generate", "-al makes another word"],
    ["mission", "miss", "too short to have lost -ion"],
    ["station", "state", "too short to have lost -ion"],
    ["session", "sess", "too short to have lost -ion"],
    ["format", "form", "-at of a short word belongs to it"],
    ["important", "import", "-ant makes another word"],
    ["dec", "decade", "a prefix is not the word"],
    ["user", "use", "short words keep -er"],
  ])("%s is kept apart from %s (%s)", (a, b) => {
    expect(foldWord(a)).not.toBe(foldWord(b));
  });

  it.each(["v8", "aws", "größe", "c++", "Tests", "ts2345", "use"])("%s is left as it is: not a plain lower-case word of four letters", (word) => {
    expect(foldWord(word)).toBe(word);
  });

  it("leaves something of every word, and never more than there was", () => {
    fc.assert(
      fc.property(anyWord, (word) => {
        expect(foldWord(word).length).toBeGreaterThanOrEqual(Math.min(3, word.length));
        expect(foldWord(word).length).toBeLessThanOrEqual(word.length);
      }),
      { numRuns: 2000 },
    );
  });

  it("a word and its plural in -s meet", () => {
    const singular = anyWord.filter((word) => word.length >= 4 && !/[siu]$/.test(word) && !/ie$/.test(word));
    fc.assert(
      fc.property(singular, (word) => {
        expect(foldWord(`${word}s`)).toBe(foldWord(word));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("what the line filter relies on", () => {
  it("a key is a prefix of every word that folds to it, but that a final -i may be a -y there, and a final -y an -i", () => {
    fc.assert(
      fc.property(anyWord, (word) => {
        const key = foldWord(word);
        const other = key.endsWith("i") ? "y" : key.endsWith("y") ? "i" : "";
        expect(word.startsWith(key) || (other !== "" && word.startsWith(`${key.slice(0, -1)}${other}`))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
