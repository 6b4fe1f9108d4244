/** The corpus looks at few lines and few tokens for speed, or asks the index; it must find exactly what reading everything would. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenize } from "../../../src/analyze/tokenize.ts";
import { journal } from "../../../src/sources/journal.ts";
import type { Corpus } from "../../../src/store/corpus.ts";
import { prefilter } from "../../../src/store/prefilter.ts";
import { Shortlist } from "../../../src/store/shortlist.ts";
import type { StoreFile } from "../../../src/store/store-file.ts";
import type { Judge, Keyword, LoreRecord } from "../../../src/types.ts";
import { analyze, byEstimate, makeCandidate, makeJudged, makeKeyword, makeLanguage, makeRecord, makeTempDir, writeFile } from "../builders.ts";
import { age, kindsOf, letAllPass, openCorpus, refresh, storeAt } from "./index-builders.ts";

type Found = readonly (readonly [id: string, hits: readonly (readonly [key: string, code: number])[]])[];
type Line = Readonly<Record<string, unknown>>;

const EVERYTHING = { limit: Number.POSITIVE_INFINITY, leastShare: 0, isAsked: () => true };
const FIELDS = { body: 1, tags: 2, title: 3 };

function foundIn(corpus: Corpus): Found {
  const all = corpus.candidates(letAllPass(corpus), EVERYTHING).inOrder();
  const current = all.filter(({ candidate }) => candidate.isCurrent());
  const found = current.map(({ candidate }) => {
    const hits = [...candidate.hits].flatMap((code, column) => (code === 0 ? [] : [[corpus.keys[column] ?? "", code] as const]));
    return [candidate.read().id, hits.sort(byKey)] as const;
  });
  corpus.close();
  return sorted(found);
}

function collect(path: string, keywords: readonly Keyword[], cacheDir: string | null = null): Found {
  const corpus = openCorpus({ stores: [storeAt(path)], keywords, cacheDir });
  expect(corpus.problems).toEqual([]);
  return foundIn(corpus);
}

/** Parses every line, keeps the last of each id, tokenizes every field fully. */
function collectNaively(text: string, keywords: readonly Keyword[]): Found {
  const last = new Map<string, LoreRecord | null>();
  for (const line of text.split("\n").filter((candidate) => candidate.trim() !== "")) {
    const value = JSON.parse(line) as Line;
    last.set(String(value.id), journal.parseLine(value, String(value.id)));
  }
  const wanted = new Set(keywords.flatMap(({ key, synonyms }) => [key, ...synonyms]));
  const records = [...last.values()].filter((record) => record !== null);
  return sorted(records.map((record) => [record.id, hitsNaively(record, wanted)] as const).filter(([, hits]) => hits.length > 0));
}

function hitsNaively(record: LoreRecord, wanted: ReadonlySet<string>): readonly (readonly [string, number])[] {
  const hits = new Map<string, number>();
  const note = (text: string, code: number): void => {
    const keys: string[] = [];
    tokenize(text, (key, _surface, _kind, parts) => keys.push(key, ...parts));
    for (const key of keys) if (wanted.has(key)) hits.set(key, Math.max(hits.get(key) ?? 0, code));
  };
  for (const [, text] of record.body) note(text, FIELDS.body);
  for (const text of [...record.tags, ...record.entities, ...record.projects]) note(text, FIELDS.tags);
  const id = record.id.toLowerCase();
  if (wanted.has(id)) hits.set(id, Math.max(hits.get(id) ?? 0, FIELDS.tags));
  note(record.title, FIELDS.title);
  return [...hits].sort(byKey);
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function sorted(found: Found): Found {
  return [...found].sort(byKey);
}

const stem = fc.constantFrom(
  "auth",
  "service",
  "retry",
  "embed",
  "queue",
  "log",
  "cache",
  "db",
  "id",
  "io",
  "ui",
  "user",
  "front",
  "end",
  "deploy",
  "policy",
  "fail",
  "dec",
  "run",
);
const inflected = fc.tuple(stem, fc.constantFrom("", "s", "ed", "ing", "ies", "ied", "es", "er", "y", "e")).map((parts) => parts.join(""));
const capital = stem.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
const compound = fc.oneof(
  fc.array(capital, { minLength: 2, maxLength: 3 }).map((words) => words.join("")),
  fc.tuple(stem, capital).map((words) => words.join("")),
  fc.tuple(fc.array(inflected, { minLength: 2, maxLength: 3 }), fc.constantFrom("_", "-", ".", "::", "--", ":")).map(([words, joint]) => words.join(joint)),
  fc.tuple(fc.array(stem, { minLength: 2, maxLength: 3 }), fc.constantFrom("/", "\\")).map(([words, slash]) => `src${slash}${words.join(slash)}.ts:12:3`),
  stem.map((word) => word.toUpperCase()),
  stem.map((word) => `--${word}`),
  stem.map((word) => `.${word}`),
  stem.map((word) => `@${word}`),
);
const special = fc.constantFrom(
  ...["c++", "C#", ".env", "v8", "TS2345", "e-mail", "x-ray", "user_id", "sortBy", "naïve", "Größe", "café", "数据库迁移", "テスト", "데이터베이스"],
  ...["ｆｕｌｌ", "dec-00000001", "ERR_CONN", "a.b.c", "utf8", "K8s", "http2", "😀", "émigréService", "Ünit_test", "İstanbul", "ſtrange"],
);
/** Letters whose UTF-8 opens like punctuation (superscripts, Tifinagh): see the test of their own below. */
const PUNCTUATION_LIKE = /[\u0080-\u00bf\u2000-\u2fff]/;
const wild = fc.oneof(fc.string({ maxLength: 8 }), fc.string({ unit: "grapheme", maxLength: 6 })).filter((text) => !PUNCTUATION_LIKE.test(text));
const word = fc.oneof(
  { weight: 4, arbitrary: inflected },
  { weight: 4, arbitrary: compound },
  { weight: 2, arbitrary: special },
  { weight: 1, arbitrary: wild },
);
const joint = fc.constantFrom(" ", " ", " ", ", ", "\n", "\t", '"', "'", "(", "\\n", "=", "…", " — ", "“");
const sentence = fc.array(fc.tuple(word, joint), { minLength: 1, maxLength: 8 }).map((pairs) => pairs.flat().join(""));

const id = fc.nat({ max: 5 }).map((number) => `dec-0000000${number}`);
const line = fc.record({
  id,
  decision: sentence,
  rationale: fc.option(sentence, { nil: undefined }),
  tags: fc.array(word, { maxLength: 3 }),
  entities: fc.array(word, { maxLength: 2 }),
  project: fc.option(word, { nil: undefined }),
  status: fc.constantFrom("active", "active", "active", "superseded"),
});

function escapeUnicode(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function spaced(json: Line): string {
  return `{${Object.entries(json)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(", ")}}`;
}

const writer = fc.constantFrom<(value: Line) => string>(JSON.stringify, JSON.stringify, spaced, (value) => escapeUnicode(JSON.stringify(value)));
const stored = fc.array(fc.tuple(line, writer), { minLength: 1, maxLength: 10 });

it("finds exactly what parsing and tokenizing everything finds", () => {
  const path = join(makeTempDir(), "decisions.jsonl");
  const language = makeLanguage({ auth: ["login", "user", "front-end"], retry: ["deploy"], queue: ["cache"] });
  const anyPrompt = fc.array(fc.tuple(fc.boolean(), fc.nat(), word), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(stored, anyPrompt, (lines, picks) => {
      const words = lines.flatMap(([value]) => `${value.decision} ${value.rationale ?? ""} ${value.tags.join(" ")}`.split(/\s+/)).filter(Boolean);
      const prompt = picks.map(([own, index, other]) => (own ? other : (words[index % words.length] ?? other))).join(" ");
      const { keywords } = analyze(prompt, undefined, language);
      // Else the search would never end, and the test neither.
      expect((prefilter(keywords, false).texts as RegExp).test("")).toBe(false);
      const text = lines.map(([value, write]) => `${write(value)}\n`).join("");
      // Alone it is so short that every line is looked at; behind much else, as always, only what the pattern finds.
      const whole = FILLER + text;
      for (const each of [text, whole]) {
        writeFile(path, each);
        expect(collect(path, keywords)).toEqual(collectNaively(text, keywords));
      }
    }),
    { numRuns: 1200 },
  );
});

/** A line that holds no word at all, and is longer than what is read without a pattern. */
const FILLER = `${JSON.stringify({ id: "dec-ffffffff", decision: ".".repeat(7000) })}\n`;

it("finds the same through the index, and with lines behind it", () => {
  const folder = makeTempDir();
  const path = join(folder, "decisions.jsonl");
  const language = makeLanguage({ auth: ["login", "user", "front-end"], retry: ["deploy"], queue: ["cache"] });
  const anyPrompt = fc.array(fc.tuple(fc.boolean(), fc.nat(), word), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(stored, stored, anyPrompt, (covered, appended, picks) => {
      const words = [...covered, ...appended]
        .flatMap(([value]) => `${value.decision} ${value.rationale ?? ""} ${value.tags.join(" ")}`.split(/\s+/))
        .filter(Boolean);
      const prompt = picks.map(([own, index, other]) => (own ? other : (words[index % words.length] ?? other))).join(" ");
      const { keywords } = analyze(prompt, undefined, language);
      const [first, second] = [covered, appended].map((lines) => lines.map(([value, write]) => `${write(value)}\n`).join("")) as [string, string];
      age(writeFile(path, first));
      refresh(folder, [storeAt(path)]);
      expect(collect(path, keywords, folder)).toEqual(collectNaively(first, keywords));
      appendFileSync(path, second);
      expect(collect(path, keywords, folder)).toEqual(collectNaively(first + second, keywords));
    }),
    { numRuns: 400 },
  );
});

// A pattern that matches the empty text is searched for ever: a Chinese prompt that met a record without tags hung the hook.
it("a prompt without any ASCII makes a pattern that matches nothing, not even the empty text", () => {
  expect((prefilter([makeKeyword("数据")], false).texts as RegExp).test("")).toBe(false);
});

// Bug, minor: OPAQUE leaves out the lead byte 0xe2 as punctuation, but Tifinagh, Coptic, Glagolitic and "™" begin with it too.
it("letters of a script whose UTF-8 opens with 0xe2 are found", () => {
  const path = writeFile(join(makeTempDir(), "decisions.jsonl"), '{"id":"dec-00000001","decision":"ⵜⴰⵎⴰⵣⵉⵖⵜ"}\n');
  expect(collect(path, [makeKeyword("ⵜⴰⵎⴰⵣⵉⵖⵜ"), makeKeyword("other")]).length).toBe(1);
});

const CASES: readonly (readonly [reason: string, prompt: string, line: Line, found: boolean])[] = [
  ["another joint of the same name", "frontend", { decision: "The front-end is static" }, true],
  ["an inflection", "retry", { decision: "It retries twice" }, true],
  ["another form of the same stem", "validator", { decision: "Validation of input" }, true],
  ["a form whose key ends in -i", "policies", { decision: "A policy" }, true],
  ["the parts of a name, apart", "AuthService", { decision: "The service that does auth" }, true],
  ["a name by one of its parts", "AuthService", { decision: "The service is up" }, true],
  ["an inflection of a word of three letters", "spy", { decision: "No spies in tests" }, true],
  ["the same inside a name", "spy", { decision: "See mockSpies" }, true],
  ["a part of a camel-case name", "service", { decision: "See AuthService" }, true],
  ["the record's own id", "dec-00000001", { decision: "Something else" }, true],
  ["an id prefix is no word of the record", "fail", { decision: "Something else", related: ["fail-e5f6a7b8"] }, false],
  ["a JSON key is no word of the record", "decision", { decision: "Something else" }, false],
  ["after an escaped line break", "ui", { decision: "Say\nui" }, true],
  ["inside another word", "cat", { decision: "concatenate" }, false],
];

it.each(CASES)("%s: %s", (_reason, prompt, line_, found) => {
  const text = `${JSON.stringify({ id: "dec-00000001", ...line_ })}\n`;
  for (const before of ["", FILLER]) {
    const path = writeFile(join(makeTempDir(), "decisions.jsonl"), before + text);
    expect(collect(path, analyze(prompt).keywords).length).toBe(found ? 1 : 0);
  }
});

it("a later line that no longer holds the word retires the earlier one", () => {
  const lines = [
    { id: "dec-00000001", decision: "Keep sessions in Redis" },
    { id: "dec-00000001", decision: "Something else", status: "superseded" },
  ];
  const path = writeFile(join(makeTempDir(), "decisions.jsonl"), lines.map((value) => `${JSON.stringify(value)}\n`).join(""));
  expect(collect(path, analyze("redis sessions").keywords)).toEqual([]);
});

it("counts each key once a line, outdated lines too, over all stores and inline records", () => {
  const folder = makeTempDir();
  const paths = ["a", "b"].map((name) =>
    writeFile(
      join(folder, name),
      `{"id":"dec-${name}","decision":"kafka kafka"}\n{"id":"dec-x${name}","decision":"other"}\n{"id":"dec-${name}","decision":"kafka again"}\n`,
    ),
  );
  const inline: StoreFile = { source: "registry", path: "", derived: true, shownAs: "inline", inline: [makeRecord({ title: "Kafka", source: "registry" })] };
  const stores = [...paths.map((path) => storeAt(path)), inline];
  for (const path of paths) age(path);
  refresh(folder, stores);
  for (const cacheDir of [null, folder]) {
    const corpus = openCorpus({ stores, keywords: [makeKeyword("kafka")], cacheDir });
    expect(corpus.statistics.records).toBe(7);
    expect(corpus.statistics.documentFrequency.get("kafka")).toBe(5);
    expect(foundIn(corpus).length).toBe(3);
  }
});

it("an unreadable store is a problem, and the other stores are still read", () => {
  const folder = makeTempDir();
  const good = writeFile(join(folder, "good.jsonl"), '{"id":"dec-1","decision":"kafka"}\n');
  const corpus = openCorpus({ stores: [storeAt(join(folder, "missing.jsonl")), storeAt(folder), storeAt(good)], keywords: [makeKeyword("kafka")] });
  expect(corpus.problems.length).toBe(2);
  expect(foundIn(corpus).length).toBe(1);
});

it("with no time left nothing is read and a problem says so", () => {
  const path = writeFile(join(makeTempDir(), "good.jsonl"), '{"id":"dec-1","decision":"kafka"}\n');
  const corpus = openCorpus({ stores: [storeAt(path)], keywords: [makeKeyword("kafka")], isLate: () => true });
  expect(corpus.problems[0]?.what).toContain("time was up");
  expect(foundIn(corpus)).toEqual([]);
});

it("with no time left the index still answers for what it covers", () => {
  const folder = makeTempDir();
  const path = age(writeFile(join(folder, "good.jsonl"), '{"id":"dec-1","decision":"kafka"}\n'));
  refresh(folder, [storeAt(path)]);
  appendFileSync(path, '{"id":"dec-2","decision":"kafka"}\n');
  const corpus = openCorpus({ stores: [storeAt(path)], keywords: [makeKeyword("kafka")], cacheDir: folder, isLate: () => true });
  expect(corpus.problems[0]?.what).toContain("time was up");
  expect(foundIn(corpus).map(([id]) => id)).toEqual(["dec-1"]);
});

describe("the shortlist", () => {
  const judgedWith = (score: number) => makeJudged(makeCandidate({}, new Uint8Array(0)), { score });

  it("holds the best, whatever order they come in", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (scores, limit) => {
        const shortlist = new Shortlist(limit, byEstimate, 0);
        for (const score of scores) shortlist.add(judgedWith(score), true);
        const best = scores.toSorted((a, b) => b - a);
        const kept = shortlist.inOrder().map(({ score }) => score);
        expect(kept).toEqual(best.slice(0, limit));
        if (kept.length < scores.length) expect(shortlist.isCut).toBe(true);
        if (scores.length < limit) expect(shortlist.isCut).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it("holds nothing that has less than a share of the best, whatever order they come in", () => {
    const score = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(fc.array(score, { maxLength: 30 }), fc.integer({ min: 1, max: 12 }), (scores, limit) => {
        const shortlist = new Shortlist(limit, byEstimate, 0.3);
        for (const each of scores) shortlist.add(judgedWith(each), true);
        const best = scores.toSorted((a, b) => b - a);
        const kept = shortlist.inOrder().map((each) => each.score);
        expect(kept).toEqual(best.filter((each) => each >= (best[0] as number) * 0.3).slice(0, limit));
        // Else nobody would ask again for the rest, were the kept ones copies.
        if (kept.length < scores.length) expect(shortlist.isCut).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  // Each further one of more equals than twice the limit once sorted all of them again: 5,000 took half a second.
  it("thousands of equals take no longer than as many different ones", () => {
    const time = (scoreOf: (i: number) => number): number => {
      const startedAt = performance.now();
      const shortlist = new Shortlist(200, byEstimate, 0);
      for (let i = 0; i < 8000; i++) shortlist.add(judgedWith(scoreOf(i)), true);
      return performance.now() - startedAt;
    };
    expect(time(() => 0.5)).toBeLessThan(10 * time((i) => i) + 50);
  });

  function withCopies(): { readonly folder: string; readonly stores: readonly StoreFile[] } {
    const folder = makeTempDir();
    const copies = Array.from({ length: 500 }, (_, i) => `{"id":"dec-${i}","decision":"kafka redis"}\n`).join("");
    const others = Array.from({ length: 5 }, (_, i) => `{"id":"dec-x${i}","decision":"kafka other${i}"}\n`).join("");
    const path = age(writeFile(join(folder, "decisions.jsonl"), others + copies));
    refresh(folder, [storeAt(path)]);
    return { folder, stores: [storeAt(path)] };
  }

  // What could not reach the worst of them was left out without a word, so that nobody asked again for the rest.
  it("hundreds of copies of the best do not hide that there is more", () => {
    const { folder, stores } = withCopies();
    const corpus = openCorpus({ stores, keywords: [makeKeyword("kafka"), makeKeyword("redis")], cacheDir: folder });
    const judge: Judge = {
      ...letAllPass(corpus),
      needed: (estimate) => estimate,
      scale: { weights: Uint16Array.of(0, 1, 1, 1, 0, 1, 1, 1), full: 2, foreign: 256, strong: 0 },
      weightNeeded: (estimate) => estimate,
      estimate: (hits, start) => [hits[start], hits[start + 1]].filter(Boolean).length,
      judge: (candidate, estimate) => makeJudged(candidate, { score: estimate }),
    };
    const shortlist = corpus.candidates(judge, { ...EVERYTHING, limit: 200 });
    expect(shortlist.inOrder().length === 505 || shortlist.isCut).toBe(true);
    corpus.close();
  });
});

// Bug: openIndex() finds a coverage's store by its path alone.
it("one file read as two sources is counted as often as without an index", () => {
  const folder = makeTempDir();
  const path = age(writeFile(join(folder, "both.jsonl"), '{"id":"dec-1","decision":"kafka","content":"kafka"}\n'));
  const stores = [storeAt(path, "journal"), storeAt(path, "inbox")];
  refresh(folder, stores);
  const frequency = (cacheDir: string | null) => openCorpus({ stores, keywords: [makeKeyword("kafka")], cacheDir }).statistics.documentFrequency.get("kafka");
  expect(frequency(folder)).toBe(frequency(null));
});

it("a delta does not speak for a store whose beginning, in a base of more than 4 MB, no longer holds", () => {
  const folder = makeTempDir();
  const signals = storeAt(join(folder, "signals.jsonl"), "inbox");
  const observations = storeAt(join(folder, "observations.jsonl"), "inbox");
  const lines = (first: number, count: number): string =>
    Array.from({ length: count }, (_, i) => `{"id":"obs-${first + i}","content":"kafka ${"x".repeat(90)}"}\n`).join("");
  age(writeFile(signals.path, `${JSON.stringify({ id: "sig-0", content: ",".repeat(1000) })}\n`.repeat(4300)));
  age(writeFile(observations.path, lines(1000, 40)));
  const stores = [signals, observations];
  refresh(folder, stores);
  appendFileSync(observations.path, lines(2000, 40));
  age(observations.path);
  expect(kindsOf(refresh(folder, stores))).toEqual(["delta"]);
  writeFile(observations.path, lines(3000, 40) + lines(2000, 40) + lines(4000, 1));
  const foundWith = (cacheDir: string | null) => foundIn(openCorpus({ stores, keywords: [makeKeyword("kafka")], cacheDir })).map(([id]) => id);
  expect(foundWith(folder)).toEqual(foundWith(null));
});

// Reading everything again would take too long: the answer is what there is, and says so.
it("a large segment is used though one of its stores was changed, which is told as a problem", () => {
  const folder = makeTempDir();
  const signals = storeAt(join(folder, "signals.jsonl"), "inbox");
  const observations = storeAt(join(folder, "observations.jsonl"), "inbox");
  const filler = `${JSON.stringify({ id: "obs-0", content: ",".repeat(1000) })}\n`.repeat(4300);
  age(writeFile(signals.path, `{"id":"sig-1","content":"kafka"}\n${filler}`));
  age(writeFile(observations.path, '{"id":"sig-1","content":"kafka","status":"discarded"}\n'));
  const stores = [signals, observations];
  refresh(folder, stores);
  age(writeFile(observations.path, '{"id":"obs-1","content":"other"}\n'));
  const corpus = openCorpus({ stores, keywords: [makeKeyword("kafka")], cacheDir: folder });
  expect(corpus.due).toContain("was changed");
  expect(corpus.problems.map(({ what }) => what).join()).toContain("its old content still counts");
});
