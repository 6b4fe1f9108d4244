/** Sentences that say that something does not hold. */
import { describe, expect, test } from "vitest";
import { findCorrections, findStaleness } from "../../../src/usefulness/find-corrections.ts";

describe("what a person says", () => {
  test.each([
    ["no, we don't do that any more", true],
    ["No, that's wrong. Legal changed it.", true],
    ["That is outdated.", true],
    ["we moved to zod last year", false],
    ["MJML is obsolete", false],
    ["no, we use pnpm", true],
    ["das stimmt nicht mehr", true],
    ["Den Zebra gibt es nicht mehr", false],
    ["Nein, wir nutzen jetzt Postgres", true],
    ["das ist veraltet", true],
    ["non, on n'utilise plus Redis", true],
    ["c'est faux", true],
    ["Le GTFS est obsolète", false],
    ["ya no usamos el AS400", false],
    ["eso no es correcto", true],
    ["no es cierto", true],
  ])("%s", (prompt, isGeneral) => expect(findCorrections(prompt)).toMatchObject([{ isGeneral }]));

  test.each([
    "no, not in cart.ts, put it into the checkout please",
    "no, that looks crowded. Put them in one row",
    "the test expects 1420 but that's wrong, it should be 1402",
    "the map doesn't load any more",
    "login no longer works since the merge",
    "die Suche geht nicht mehr",
    "we use pnpm here",
    "no, don't use blue at all",
    "thanks, that's right",
    "no, we don't need that",
    "add a test for the old rate",
  ])("not: %s", (prompt) => expect(findCorrections(prompt)).toEqual([]));
});

describe("what an agent finds out", () => {
  test("of what it was told", () =>
    expect(findStaleness("I looked. The note about limits.yaml is out of date: it is gone.")).toEqual([
      "The note about limits.yaml is out of date: it is gone.",
    ]));
  test("not of code", () => expect(findStaleness("The constant in tax.ts is outdated.")).toEqual([]));
});
