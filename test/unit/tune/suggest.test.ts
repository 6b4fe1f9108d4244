import { describe, expect, it } from "vitest";
import type { Outcome, ShownItem } from "../../../src/replay/outcome.ts";
import { findPairs, type Pair, type Reading } from "../../../src/tune/find-pairs.ts";
import { collectObservations, newestOfEach, type Observation } from "../../../src/tune/observation.ts";
import { suggestHalfLives } from "../../../src/tune/suggest-half-lives.ts";
import { suggestSynonyms } from "../../../src/tune/suggest-synonyms.ts";
import { suggestWeights } from "../../../src/tune/suggest-weights.ts";
import type { SourceName } from "../../../src/types.ts";
import { makeConfig, makeRecord } from "../builders.ts";

const config = makeConfig();
const NOW = Date.UTC(2026, 10, 16);

function observed(source: SourceName, used: number, of: number, ageDays: number | null = 1): readonly Observation[] {
  return Array.from({ length: of }, (_none, index) => ({ key: `${source}:${index}`, source, session: `s${index}`, at: NOW, ageDays, isUsed: index < used }));
}

function outcome(over: Partial<Outcome>): Outcome {
  return { session: "s1", project: "shop", at: 0, kind: "prompt", prompt: "", tokens: 0, ms: 1, items: [], silent: null, missed: [], ...over };
}

function item(key: string, over: Partial<ShownItem> = {}): ShownItem {
  return { key, title: key, source: "journal", form: "full", tokens: 50, ageDays: 1, use: "used", via: [], ...over };
}

describe("suggestWeights", () => {
  it("raises what is used more than the rest, and lowers what is used less", () => {
    const { suggestions } = suggestWeights([...observed("failures", 50, 60), ...observed("journal", 10, 60), ...observed("patterns", 30, 60)], config);
    expect(suggestions.map(({ key, from, to }) => [key, Math.sign(to - from)])).toEqual([
      ["sources.failures.weight", 1],
      ["sources.journal.weight", -1],
    ]);
    expect(suggestions.every(({ from, to }) => to <= 1 && to >= from * 0.75 && to <= from * 1.3)).toBe(true);
    expect(suggestions[0]?.why).toContain("used 50 of 60");
  });

  it("suggests nothing where chance may have it so, and says what is missing", () => {
    expect(suggestWeights([...observed("failures", 18, 40), ...observed("journal", 22, 40)], config)).toEqual({ suggestions: [], open: [] });
    const { suggestions, open } = suggestWeights([...observed("failures", 9, 10), ...observed("journal", 10, 60)], config);
    expect(suggestions).toEqual([]);
    expect(open).toEqual(["weight of failures: 10 shown, at least 30 are needed"]);
  });
});

describe("what was answered already", () => {
  const seen = [...observed("failures", 50, 60), ...observed("transfer", 30, 40, 5), ...observed("transfer", 2, 40, 90)];
  const tunedAt = new Map(["sources.failures.weight", "sources.transfer.weight", "sources.transfer.half_life_days"].map((key) => [key, NOW + 1]));

  it("does not speak again: tuning twice in a row goes no further than once", () => {
    expect(suggestWeights(seen, config).suggestions).not.toEqual([]);
    expect(suggestHalfLives(seen, config).suggestions).not.toEqual([]);
    const again = suggestWeights(seen, config, tunedAt);
    expect(again.suggestions).toEqual([]);
    expect(again.open).toContain("weight of failures: 0 shown since it was tuned, at least 30 are needed");
    expect(suggestHalfLives(seen, config, tunedAt).suggestions).toEqual([]);
  });

  it("leaves what came after it", () => {
    const later = seen.map((each) => ({ ...each, at: NOW + 2 }));
    expect(suggestWeights([...seen, ...later], config, tunedAt).suggestions).not.toEqual([]);
  });
});

describe("newestOfEach", () => {
  it("lets no record speak for its whole source", () => {
    const often = Array.from(
      { length: 60 },
      (_none, index) => ({ key: "patterns:a", source: "patterns", session: `s${index}`, at: NOW + index, ageDays: 1, isUsed: false }) as const,
    );
    expect(newestOfEach(often).map(({ at }) => at - NOW)).toEqual([59, 58, 57, 56, 55]);
    const seen = [...observed("journal", 30, 60), ...often];
    expect(suggestWeights(seen, config).suggestions.map(({ key }) => key)).toContain("sources.patterns.weight");
    expect(suggestWeights(newestOfEach(seen), config).suggestions).toEqual([]);
  });
});

describe("suggestHalfLives", () => {
  it("shortens where old records are hardly used, and lengthens where they are used as much", () => {
    const { suggestions } = suggestHalfLives(
      [...observed("transfer", 30, 40, 5), ...observed("transfer", 2, 40, 90), ...observed("journal", 20, 60, 5), ...observed("journal", 45, 60, 200)],
      config,
    );
    expect(suggestions.map(({ key, from, to }) => [key, from, to])).toEqual([
      ["sources.journal.half_life_days", 30, 60],
      ["sources.transfer.half_life_days", 30, 15],
    ]);
  });

  it("suggests nothing from records of one age, without a date, or of a source that does not age", () => {
    const { suggestions, open } = suggestHalfLives(
      [...observed("journal", 60, 60, 3), ...observed("registry", 0, 99, 400), ...observed("failures", 5, 50, null)],
      config,
    );
    expect(suggestions).toEqual([]);
    expect(open).toHaveLength(2);
    expect(open.join()).not.toContain("registry");
  });
});

const READING: Reading = {
  wordsOf: (text) => text.split(" ").map((word) => ({ key: word, text: word })),
  wordsIn: (key) => new Set(key === "journal:cart" ? ["cart", "expiry"] : []),
};

describe("findPairs", () => {
  const silent = outcome({ prompt: "basket expiry", at: 0 });
  const search = outcome({ kind: "search", prompt: "cart timeout", at: 60_000, items: [item("journal:cart")] });

  it("pairs the word that found nothing with the one that did", () => {
    expect(findPairs([silent, search], READING).map(({ said, stored }) => [said.text, stored.text])).toEqual([["basket", "cart"]]);
  });

  it.each([
    ["what was found was not used", [silent, { ...search, items: [item("journal:cart", { use: "ignored" })] }]],
    ["the prompt had an answer", [{ ...silent, items: [item("journal:x")] }, search]],
    ["it was another session", [silent, { ...search, session: "s2" }]],
    ["it was hours later", [silent, { ...search, at: 5 * 3_600_000 }]],
    ["the prompt says too much", [{ ...silent, prompt: "a b c d e f g basket" }, search]],
    ["the record is gone", [silent, { ...search, items: [item("journal:gone")] }]],
  ])("does not when %s", (_name, outcomes) => {
    expect(findPairs(outcomes, READING)).toEqual([]);
  });
});

function pair(session: string, said = "basket", stored = "cart"): Pair {
  return { said: { key: said, text: said }, stored: { key: stored, text: stored }, session, record: "journal:cart" };
}

describe("suggestSynonyms", () => {
  const request = { pairs: [], outcomes: [], synonymsOf: () => [], writtenOf: () => null, wordsIn: READING.wordsIn, usedShare: 0.5 };

  it("suggests a pair that came up in two sessions, with what the word stands for already", () => {
    const writtenOf = (key: string) => (key === "basket" ? { word: "basket", terms: [{ key: "trolley", text: "trolley" }] } : null);
    const { suggestions } = suggestSynonyms({ ...request, writtenOf, pairs: [pair("s1"), pair("s2"), pair("s2", "basket", "expiry")] });
    expect(suggestions).toMatchObject([{ word: "basket", terms: ["trolley", "cart"], added: ["cart"], removed: [] }]);
  });

  it.each([
    ["one session alone", [pair("s1"), pair("s1")]],
    ["two words that always came together", [pair("s1"), pair("s2"), pair("s1", "wicker"), pair("s2", "wicker")]],
    ["two words that always found together", [pair("s1"), pair("s2"), pair("s1", "basket", "expiry"), pair("s2", "basket", "expiry")]],
    [
      "another word each time",
      [pair("s1", "basket", "a"), pair("s2", "basket", "b"), pair("s3", "basket", "c"), pair("s4", "basket", "d"), pair("s5", "basket", "d")],
    ],
  ])("suggests nothing from %s, and says so", (_name, pairs) => {
    const { suggestions, open } = suggestSynonyms({ ...request, pairs });
    expect(suggestions).toEqual([]);
    expect(open).toHaveLength(1);
  });

  it("suggests nothing that is there already", () => {
    expect(suggestSynonyms({ ...request, synonymsOf: () => ["cart"], pairs: [pair("s1"), pair("s2")] }).suggestions).toEqual([]);
  });

  it("takes a synonym out that brings what nobody uses, and keeps one that does", () => {
    const brought = (word: string, use: ShownItem["use"]) => Array.from({ length: 12 }, () => outcome({ items: [item("journal:cart", { via: [word], use })] }));
    const synonymsOf = (key: string) => (key === "trolley" || key === "hamper" ? ["cart", "wagon"] : []);
    const writtenOf = (word: string) => ({ word, terms: ["cart", "wagon"].map((text) => ({ key: text, text })) });
    const outcomes = [...brought("trolley", "ignored"), ...brought("hamper", "used")];
    const { suggestions } = suggestSynonyms({ ...request, synonymsOf, writtenOf, outcomes });
    expect(suggestions).toMatchObject([{ word: "trolley", terms: ["wagon"], removed: ["cart"] }]);
  });
});

describe("collectObservations", () => {
  it("takes what was said of a session before what a replay of it tells", () => {
    const record = makeRecord({ id: "a", at: 0 });
    const records = new Map([["journal:a", record]]);
    const played = [
      outcome({ session: "s1", items: [item("journal:a", { use: "ignored" })] }),
      outcome({ session: "s2", items: [item("journal:a", { use: "ignored" })] }),
      outcome({ session: "s4", kind: "start", items: [item("journal:a", { use: "ignored" })] }),
    ];
    const feedback = [
      { at: 86_400_000, key: "journal:a", verdict: "used", session: "s1", by: "session" },
      { at: 86_400_000, key: "journal:gone", verdict: "used", session: "s1", by: "session" },
      { at: 86_400_000, key: "journal:a", verdict: "helped", by: "person" },
      { at: 86_400_000, key: "journal:a", verdict: "ignored", session: "s3", by: "session", withheld: true },
      { at: 86_400_000, key: "journal:a", verdict: "ignored", session: "s5", by: "session", unasked: true },
    ] as const;
    const observations = collectObservations(feedback, played, records);
    expect(observations.map(({ session, isUsed, ageDays }) => [session, isUsed, ageDays])).toEqual([
      ["s2", false, 1],
      ["s1", true, 1],
      ["", true, 1],
    ]);
  });
});
