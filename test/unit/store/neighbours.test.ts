/** The lines beside a candidate, which are the same whether it was found in the index, behind it, or without it. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoreFile } from "../../../src/store/store-file.ts";
import { analyze, makeConfig, makeKeyword, makeRecord, makeTempDir, TODAY, writeFile } from "../builders.ts";
import { ask } from "./index/ask.ts";
import { type Asked, answerNaively } from "./index/naive-model.ts";
import { age, kindsOf, letAllPass, NO_PROJECT, openCorpus, refresh, storeAt } from "./index-builders.ts";

const KEYWORDS = [makeKeyword("kafka")];

/** For each line that says kafka, the ids beside it with their distance; those that a later line replaces in brackets. */
function besides(stores: readonly StoreFile[], cacheDir: string | null): Readonly<Record<string, readonly string[]>> {
  const corpus = openCorpus({ stores, keywords: KEYWORDS, cacheDir });
  const found = corpus.candidates(letAllPass(corpus), { limit: 100, leastShare: 0, isAsked: () => true }).inOrder();
  const shown = found
    .filter(({ candidate }) => candidate.isCurrent())
    .map(({ candidate }) => {
      const ids = candidate.neighbours().map(({ record, distance, isCurrent }) => `${isCurrent() ? record.id : `(${record.id})`}@${distance}`);
      return [candidate.read().id, ids.sort()] as const;
    });
  corpus.close();
  return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function note(id: string, content: string, fields: Readonly<Record<string, unknown>> = {}): string {
  return `${JSON.stringify({ id, content, timestamp: new Date(TODAY * 86_400_000).toISOString(), ...fields })}\n`;
}

/** Without an index, with all of it indexed, with a delta, and with a tail behind each. */
function besidesInAnyWay(lines: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const folder = makeTempDir();
  const path = writeFile(join(folder, "observations.jsonl"), lines.join(""));
  const direct = besides([storeAt(path, "inbox")], null);
  for (let indexed = 0; indexed <= lines.length; indexed++) {
    const cacheDir = join(folder, `cache-${indexed}`);
    const store = storeAt(join(folder, `store-${indexed}.jsonl`), "inbox");
    age(writeFile(store.path, lines.slice(0, indexed).join("")));
    refresh(cacheDir, [store]);
    appendFileSync(store.path, lines.slice(indexed).join(""));
    expect({ indexed, ...besides([store], cacheDir) }).toEqual({ indexed, ...direct });
    age(store.path);
    if (indexed > 0 && indexed < lines.length) expect(kindsOf(refresh(cacheDir, [store]))).not.toBe(null);
    expect({ indexed, ...besides([store], cacheDir) }).toEqual({ indexed, ...direct });
  }
  return direct;
}

describe("the neighbours of a line", () => {
  it("are the two before and the two behind it", () => {
    const ids = ["a", "b", "c", "d", "e", "f", "g"];
    const lines = ids.map((id) => note(`obs-${id}`, id === "d" || id === "a" ? "kafka" : "other"));
    expect(besidesInAnyWay(lines)).toEqual({
      "obs-a": ["obs-b@1", "obs-c@2"],
      "obs-d": ["obs-b@2", "obs-c@1", "obs-e@1", "obs-f@2"],
    });
  });

  it("include none that is no record, though it takes a place", () => {
    const lines = [note("obs-a", "other"), "{broken\n", note("obs-c", "kafka"), "\n", note("obs-e", "other"), note("obs-f", "other")];
    expect(besidesInAnyWay(lines)).toEqual({ "obs-c": ["obs-a@2", "obs-e@2"] });
  });

  it("are known for outdated when a later line replaces or retires them", () => {
    const lines = [note("obs-a", "other"), note("obs-b", "kafka"), note("obs-c", "other"), note("obs-a", "again"), note("obs-c", "x", { status: "discarded" })];
    expect(besidesInAnyWay(lines)).toEqual({ "obs-b": ["(obs-a)@1", "(obs-c)@1", "obs-a@2"] });
  });

  it("in a file without a last line break, and in other letters", () => {
    const lines = [note("obs-a", "数据库 — naïve"), note("obs-b", "kafka und Größe"), note("obs-c", "😀").trimEnd()];
    expect(besidesInAnyWay(lines)).toEqual({ "obs-b": ["obs-a@1", "obs-c@1"] });
  });

  it("are not those too far away in bytes: what is cut off is no line", () => {
    const long = "x ".repeat(1200);
    const lines = [note("obs-a", "other"), note("obs-b", long), note("obs-c", "kafka"), note("obs-d", "other"), note("obs-e", long), note("obs-f", "other")];
    expect(besidesInAnyWay(lines)).toEqual({ "obs-c": ["obs-d@1"] });
  });

  it("of an inline store are the records beside it", () => {
    const inline = ["one", "kafka", "three", "four", "five"].map((title, i) =>
      makeRecord({ id: `registry-${i}`, source: "registry", kind: "registry", title }),
    );
    const store: StoreFile = { source: "registry", path: "", derived: true, shownAs: "inline", inline };
    expect(besides([store], null)).toEqual({ "registry-1": ["registry-0@1", "registry-2@1", "registry-3@2"] });
  });
});

it("a store of notes is answered alike with an index, with a tail and without, support included", () => {
  const folder = makeTempDir();
  const said = [
    "the kafka consumer lags",
    "since we moved it to the new broker",
    "the quota of the broker is too low",
    "lunch at noon",
    "raise the quota of kafka",
    "done",
  ];
  const lines = Array.from({ length: 8 }, (_, round) => said.map((text, i) => note(`obs-${round}-${i}`, `${text}, round ${round}`))).flat();
  const store = storeAt(join(folder, "observations.jsonl"), "inbox");
  age(writeFile(store.path, lines.slice(0, 40).join("")));
  refresh(folder, [store]);
  appendFileSync(store.path, lines.slice(40).join(""));
  for (const config of [makeConfig(), makeConfig({ max_wrong: 1 })]) {
    for (const prompt of ["why does the kafka consumer lag?", "quota of the broker", "lunch"]) {
      const asked: Asked = { stores: [store], ...analyze(prompt, config), project: NO_PROJECT, knownProjects: [], config, thorough: false };
      const right = answerNaively(asked);
      expect(ask(asked, null)).toEqual(right);
      expect(ask(asked, folder)).toEqual(right);
      if (config.max_wrong === 1) expect(right.ranking.length).toBeGreaterThan(0);
    }
  }
});
