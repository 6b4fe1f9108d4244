/** A store of more than one block of documents, with lists of every length: what is passed over for speed must not matter. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BLOCK_DOCS, MAX_ARRAY } from "../../../../src/store/index/format.ts";
import type { Project } from "../../../../src/types.ts";
import { analyze, makeConfig, makeLanguage, writeFile } from "../../builders.ts";
import { age, open, openCorpus, refresh, storeAt, verify } from "../index-builders.ts";
import { AT_FIRST, ask, type Bounds } from "./ask.ts";
import { type Asked, answerNaively, readNaively } from "./naive-model.ts";

const COUNT = BLOCK_DOCS + 3000;
const FLOW: Project = { name: "flow", slug: null, aliases: [], foundBy: "test" };

/** Numbers that look random, the same each time. */
function makeDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Word 0 stands in half of the lines, word 1 in a quarter, and so on down to words of three lines. */
function words(dice: (sides: number) => number, line: number): string {
  const common = Array.from({ length: 12 }, (_, rank) => (dice(2 ** (rank + 1)) === 0 ? `common${"abcdefghijkl".charAt(rank)}` : "")).filter(Boolean);
  return [...common, `rare${(line % 20_000).toString(36)}`].join(" ");
}

function makeLines(from: number, count: number, dice: (sides: number) => number): string {
  const lines: string[] = [];
  for (let i = from; i < from + count; i++) {
    const title = words(dice, i);
    const body = dice(3) === 0 ? words(dice, i + 7) : "";
    const tags = dice(9) === 0 ? ["flow"] : dice(9) === 0 ? ["shop"] : [];
    const timestamp = `2026-${10 + dice(2)}-1${dice(7)}T00:00:00Z`;
    // One in fifty replaces or retires an earlier line.
    const id = dice(50) === 0 ? `dec-${dice(i + 1)}` : `dec-${i}`;
    lines.push(JSON.stringify({ id, decision: title, rationale: body, tags, timestamp, ...(dice(200) === 0 ? { status: "superseded" } : {}) }));
  }
  return `${lines.join("\n")}\n`;
}

const folder = mkdtempSync(join(tmpdir(), "lore-inject-large-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const dice = makeDice(7);
const path = age(writeFile(join(folder, "decisions.jsonl"), makeLines(0, COUNT, dice)));
const stores = [storeAt(path)];

const PROMPTS = [
  ...[
    "commona",
    "commona commonb",
    "commona commonh rare5",
    "commonc commond commone commonf",
    "commong commonh commoni",
    "raree9 commona",
    "rareab rareac raread",
  ],
  ...["commonj commonk commonl", "commonl raref commonb commonc", "nothing commona", "nothing here"],
];
const ORDINARY = makeConfig();
const OPEN = makeConfig({ max_wrong: 1, "threshold.score": 0, "threshold.relative": 0, "projects.other_max_wrong": 1 });

/** As when most of the best are copies. */
const MORE: Bounds = { limit: 400, leastShare: 0 };

function compareAll(read: ReturnType<typeof readNaively>, every: readonly Bounds[]): void {
  for (const prompt of PROMPTS) {
    for (const config of [ORDINARY, OPEN]) {
      const { keywords, pairs } = analyze(prompt, config, makeLanguage({ commona: ["commonb"] }));
      const asked: Asked = { stores, keywords, pairs, project: FLOW, knownProjects: ["shop"], config, thorough: false };
      for (const bounds of every) {
        const found = ask(asked, folder, "test", bounds);
        const right = answerNaively(asked, read, bounds);
        expect({ prompt, ...found }).toEqual({ prompt, ...right });
      }
    }
  }
}

describe("a store of two blocks", () => {
  it("answers as a plain reading does", () => {
    refresh(folder, stores, { knownProjects: ["shop"] });
    const { segments } = open(folder, stores, { knownProjects: ["shop"] });
    expect(segments[0]?.segment.footer.documents).toBeGreaterThan(BLOCK_DOCS);
    expect(segments[0]?.segment.find("commona")?.lines).toBeGreaterThan(4 * MAX_ARRAY);
    for (const { segment } of segments) segment.close();
    compareAll(readNaively(stores), [AT_FIRST, MORE]);
  }, 240_000);

  it("and so it does with a delta and a tail behind it", () => {
    appendFileSync(path, makeLines(COUNT, 9000, dice));
    age(path);
    expect(refresh(folder, stores, { knownProjects: ["shop"] })?.map(({ kind }) => kind)).toEqual(["delta"]);
    appendFileSync(path, makeLines(COUNT + 9000, 300, dice));
    // Each takes half a minute.
    compareAll(readNaively(stores), process.env.LORE_TEST_FULL ? [AT_FIRST, MORE] : [MORE]);
    const corpus = openCorpus({ stores, keywords: [], cacheDir: folder, knownProjects: ["shop"] });
    expect(corpus.reports()[0]?.scanned).toBeLessThan(100_000);
    corpus.close();
  }, 240_000);

  it("its index is what the store says, term by term", () => {
    expect(verify(folder, stores, { knownProjects: ["shop"] }).differences).toEqual([]);
  }, 240_000);
});
