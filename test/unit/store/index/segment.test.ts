/** A segment read back says what was written, and a damaged one says nothing wrong. */
import { closeSync, openSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "../../../../src/analyze/tokenize.ts";
import { journal } from "../../../../src/sources/journal.ts";
import { projectTerm, RETIRED, shortProjectTerm } from "../../../../src/store/index/format.ts";
import { indexName } from "../../../../src/store/index/open-index.ts";
import { Damaged, Moved, type Row, Segment } from "../../../../src/store/index/segment.ts";
import { makeKeyword, makeTempDir, writeFile } from "../../builders.ts";
import { age, letAllPass, open, openCorpus, placeOf, refresh, storeAt } from "../index-builders.ts";

interface Built {
  readonly folder: string;
  readonly name: string;
  readonly file: string;
  readonly path: string;
  readonly open: () => Segment;
}

function build(text: string): Built {
  const folder = makeTempDir();
  const path = age(writeFile(join(folder, "decisions.jsonl"), text));
  refresh(folder, [storeAt(path)]);
  const name = indexName("base", placeOf(folder, [storeAt(path)]));
  return { folder, name, file: join(folder, name), path, open: () => Segment.open(folder, name, "test") as Segment };
}

function write(lines: readonly Readonly<Record<string, unknown>>[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Every row, and how many lines hold each term. */
function readAll(segment: Segment): { readonly rows: readonly Row[]; readonly terms: readonly string[] } {
  try {
    const rows = Array.from({ length: segment.footer.documents }, (_, doc) => segment.row(doc));
    const terms = [...segment.entries()].map(({ bucket, low, lines, inline, first, second }) => [bucket, low, lines, inline, first, second].join());
    return { rows, terms };
  } finally {
    segment.close();
  }
}

describe("round trip", () => {
  const word = fc.constantFrom("kafka", "redis", "AuthService", "naïve", "数据库", "src/a/b.ts", "v8");
  const line = fc.record({
    id: fc.constantFrom("dec-00000001", "dec-00000002", "X", 5, undefined),
    decision: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
    rationale: fc.option(word, { nil: undefined }),
    tags: fc.array(fc.constantFrom("Shop", "acme/Flow", "kafka"), { maxLength: 2 }),
    project: fc.option(fc.constantFrom("shop", "me/zed"), { nil: undefined }),
    timestamp: fc.option(fc.constantFrom("2026-01-02T03:04:05.678Z", "1969-12-31T00:00:00Z"), { nil: undefined }),
    status: fc.constantFrom(undefined, undefined, "superseded"),
  });

  it("rows say where each last line stands, the newest first, and what kind it is", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = write(lines);
        const { rows } = readAll(build(text).open());
        const seen = new Set<string>();
        const expected: unknown[] = [];
        let offset = Buffer.byteLength(text);
        for (const value of lines.toReversed()) {
          const raw = JSON.stringify(value);
          offset -= Buffer.byteLength(raw) + 1;
          const id = String(value.id ?? raw);
          if (seen.has(id)) continue;
          seen.add(id);
          const isRetired = value.status === "superseded";
          if (isRetired && value.id === undefined) continue;
          const at = value.timestamp === undefined || isRetired ? null : Date.parse(value.timestamp);
          expected.push({ at, offset, length: Buffer.byteLength(raw), flags: isRetired ? RETIRED : 0 });
        }
        expect(rows.map(({ hash: _hash, ...row }) => row)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it("each term is held by as many lines as a plain reading finds, and no other term is there", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const counts = new Map<string, number>();
        for (const value of lines) {
          const record = journal.parseLine(value, String(value.id ?? "none"));
          const keys = new Set<string>(record === null || value.id === undefined ? [] : [String(value.id).toLowerCase()]);
          for (const text of record === null
            ? []
            : [record.title, ...record.tags, ...record.entities, ...record.projects, ...record.body.map(([, each]) => each)])
            tokenize(text, (key, _surface, _kind, parts) => {
              for (const each of [key, ...parts]) keys.add(each);
            });
          for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        const segment = build(write(lines)).open();
        for (const [key, count] of counts) expect([key, segment.find(key)?.lines]).toEqual([key, count]);
        for (const absent of ["kafk", "nothing", "", "shopp", projectTerm("flow")]) expect(segment.find(absent)).toBeNull();
        segment.close();
      }),
      { numRuns: 150 },
    );
  });

  it("the footer says what was read: store, stretch, lines, projects, what was rejected", () => {
    const text = `${write([{ id: "dec-1", decision: "kafka", project: "Shop" }])}{broken\n\n${write([{ id: 7, projects: ["zed"] }])}`;
    const { path, open: openIt } = build(text);
    const { footer } = openIt();
    expect(footer.coverage).toMatchObject([{ path, source: "journal", from: 0, to: text.length, lines: 4, settled: true }]);
    expect(footer.projects.toSorted()).toEqual(["shop", "zed"]);
    expect(footer.rejected).toEqual([{ path, offset: text.indexOf("{broken"), reason: "not one JSON object" }]);
  });

  it("project terms stand beside the words, those of an owner's project also under the short name", () => {
    const segment = build(write([{ id: "dec-1", decision: "kafka", project: "Acme/Flow" }])).open();
    expect(segment.find(projectTerm("acme/flow"))).not.toBeNull();
    expect(segment.find(shortProjectTerm("flow"))).not.toBeNull();
    expect(segment.find(projectTerm("flow"))).toBeNull();
    segment.close();
  });

  it("tens of thousands of terms are found, each by itself", () => {
    const lines = Array.from({ length: 2000 }, (_, i) => ({ id: `dec-${i}`, decision: Array.from({ length: 20 }, (_each, j) => `w${i}x${j}y`).join(" ") }));
    const segment = build(write(lines)).open();
    expect(segment.footer.bucketBits).toBeGreaterThan(11);
    for (let i = 0; i < 2000; i += 7) expect(segment.find(`w${i}x${i % 20}y`)?.lines).toBe(1);
    expect(segment.find("w2000x0y")).toBeNull();
    segment.close();
  });
});

describe("damage", () => {
  const LINES = write([
    ...Array.from({ length: 30 }, (_, i) => ({ id: `dec-${10_000_000 + i}`, decision: `kafka number${i}`, tags: i % 2 === 0 ? ["even"] : ["shop"] })),
    { id: "dec-10000003", decision: "gone", status: "superseded", project: "shop" },
  ]);
  const KEYS = ["kafka", "even", "shop", "number7", "dec-10000003", "nothing"];

  /** What a prompt would see of it. */
  function look({ folder, path }: Built): unknown {
    const corpus = openCorpus({ stores: [storeAt(path)], keywords: KEYS.map((key) => makeKeyword(key)), cacheDir: folder });
    try {
      const all = corpus.candidates(letAllPass(corpus), { limit: 100, leastShare: 0, isAsked: () => true }).inOrder();
      const found = all.map(({ candidate: { place, affinity, at, hits, read, isCurrent } }) => [place, affinity, at, [...hits], read().id, isCurrent()]);
      return { statistics: [corpus.statistics.records, ...corpus.statistics.documentFrequency], found: found.sort() };
    } finally {
      corpus.close();
    }
  }

  it("a flipped bit, its file's time put back, is either noticed or makes no difference", () => {
    const built = build(LINES);
    const whole = readFileSync(built.file);
    const { mtime } = statSync(built.file);
    const right = look(built);
    let noticed = 0;
    fc.assert(
      fc.property(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 7 }), (at, bit) => {
        const fd = openSync(built.file, "r+");
        writeSync(fd, Uint8Array.of((whole[at] as number) ^ (1 << bit)), 0, 1, at);
        utimesSync(built.file, mtime, mtime);
        try {
          expect(look(built)).toEqual(right);
        } catch (error) {
          if (!(error instanceof Damaged || error instanceof Moved)) throw error;
          noticed++;
        } finally {
          writeSync(fd, whole, at, 1, at);
          closeSync(fd);
          utimesSync(built.file, mtime, mtime);
        }
      }),
      { numRuns: 3000 },
    );
    expect(noticed).toBeGreaterThan(500);
    expect(look(built)).toEqual(right);
  });

  it.each<[string, (built: Built) => void]>([
    ["its time has changed", ({ file }) => utimesSync(file, 1, 1)],
    ["it was cut short", ({ file }) => truncateSync(file, statSync(file).size - 4)],
    ["it is empty", ({ file }) => truncateSync(file, 0)],
    ["something was appended", ({ file }) => writeFileSync(file, "x", { flag: "a" })],
    ["it is something else", ({ file }) => writeFileSync(file, "x".repeat(4000))],
  ])("%s: it is not believed, and the index is due", (_name, change) => {
    const built = build(LINES);
    const right = look(built);
    const { mtime } = statSync(built.file);
    change(built);
    if (statSync(built.file).mtimeMs !== 1000) utimesSync(built.file, mtime, mtime);
    expect(() => Segment.open(built.folder, built.name, "test")).toThrow(Damaged);
    expect(open(built.folder, [storeAt(built.path)]).due).toContain("damaged");
    expect(look(built)).toEqual(right);
  });

  it("there is none, or one of another version: null", () => {
    const { folder, name } = build(LINES);
    expect(Segment.open(folder, "other.idx", "test")).toBeNull();
    expect(Segment.open(folder, name, "other")).toBeNull();
  });

  it("a line that is no longer what was indexed is not shown", () => {
    const built = build(LINES);
    const corpus = openCorpus({ stores: [storeAt(built.path)], keywords: [makeKeyword("number7")], cacheDir: built.folder });
    const [found] = corpus.candidates(letAllPass(corpus), { limit: 10, leastShare: 0, isAsked: () => true }).inOrder();
    const fd = openSync(built.path, "r+");
    writeSync(fd, "redis", LINES.indexOf("kafka number7"));
    closeSync(fd);
    expect(() => found?.candidate.read()).toThrow(Moved);
    corpus.close();
  });
});
