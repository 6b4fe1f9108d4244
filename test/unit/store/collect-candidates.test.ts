/** Collecting looks at few lines and few tokens for speed; it must find exactly what reading everything would. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { journal } from "../../../src/sources/journal.ts";
import { collectCandidates, findHits } from "../../../src/store/collect-candidates.ts";
import { prefilter } from "../../../src/store/prefilter.ts";
import type { StoreFile } from "../../../src/store/read-stores.ts";
import type { Keyword, LoreRecord } from "../../../src/types.ts";
import { analyze, makeKeyword, makeLanguage, makeRecord, makeTempDir, writeFile } from "../builders.ts";

type Found = readonly (readonly [id: string, hits: readonly (readonly [key: string, field: string])[]])[];
type Line = Readonly<Record<string, unknown>>;

function storeAt(path: string): StoreFile {
  return { source: "journal", path, derived: false, shownAs: path };
}

function collect(path: string, keywords: readonly Keyword[]): Found {
  const collected = collectCandidates({ stores: [storeAt(path)], inline: [], keywords, isLate: () => false });
  expect(collected.problems).toEqual([]);
  return sorted(
    collected.candidates.filter(({ record }) => collected.isCurrent(record)).map(({ record, hits }) => [record.id, [...hits].sort(byKey)] as const),
  );
}

/** Parses every line, keeps the last of each id, tokenizes every field fully. */
function collectNaively(text: string, keywords: readonly Keyword[]): Found {
  const last = new Map<string, LoreRecord | null>();
  for (const line of text.split("\n").filter((candidate) => candidate.trim() !== "")) {
    const value = JSON.parse(line) as Line;
    last.set(String(value.id), journal.parseLine(value, String(value.id)));
  }
  const wanted = new Set(keywords.flatMap(({ key, synonyms, parts }) => [key, ...synonyms, ...parts]));
  const records = [...last.values()].filter((record) => record !== null);
  return sorted(records.map((record) => [record.id, [...findHits(record, wanted, null)].sort(byKey)] as const).filter(([, hits]) => hits.length > 0));
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
  const language = makeLanguage({ auth: ["login", "user", "front-end"], retri: ["deploy"], queue: ["cache"] });
  const anyPrompt = fc.array(fc.tuple(fc.boolean(), fc.nat(), word), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(stored, anyPrompt, (lines, picks) => {
      const words = lines.flatMap(([value]) => `${value.decision} ${value.rationale ?? ""} ${value.tags.join(" ")}`.split(/\s+/)).filter(Boolean);
      const prompt = picks.map(([own, index, other]) => (own ? other : (words[index % words.length] ?? other))).join(" ");
      const { keywords } = analyze(prompt, undefined, language);
      // Else the search would never end, and the test neither.
      expect(prefilter(keywords).texts.test("")).toBe(false);
      const text = lines.map(([value, write]) => `${write(value)}\n`).join("");
      writeFile(path, text);
      expect(collect(path, keywords)).toEqual(collectNaively(text, keywords));
    }),
    { numRuns: 1500 },
  );
});

// A pattern that matches the empty text is searched for ever: a Chinese prompt that met a record without tags hung the hook.
it("a prompt without any ASCII makes a pattern that matches nothing, not even the empty text", () => {
  expect(prefilter([makeKeyword("数据")]).texts.test("")).toBe(false);
});

// Bug, minor: OPAQUE leaves out the lead byte 0xe2 as punctuation, but Tifinagh, Coptic, Glagolitic and "™" begin with it too.
it("letters of a script whose UTF-8 opens with 0xe2 are found", () => {
  const path = writeFile(join(makeTempDir(), "decisions.jsonl"), '{"id":"dec-00000001","decision":"ⵜⴰⵎⴰⵣⵉⵖⵜ"}\n');
  expect(collect(path, [makeKeyword("ⵜⴰⵎⴰⵣⵉⵖⵜ"), makeKeyword("other")]).length).toBe(1);
});

const CASES: readonly (readonly [reason: string, prompt: string, line: Line, found: boolean])[] = [
  ["another joint of the same name", "frontend", { decision: "The front-end is static" }, true],
  ["an inflection", "retry", { decision: "It retries twice" }, true],
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
  const path = writeFile(join(makeTempDir(), "decisions.jsonl"), `${JSON.stringify({ id: "dec-00000001", ...line_ })}\n`);
  expect(collect(path, analyze(prompt).keywords).length).toBe(found ? 1 : 0);
});

it("a later line that no longer holds the word retires the earlier one", () => {
  const lines = [
    { id: "dec-00000001", decision: "Keep sessions in Redis" },
    { id: "dec-00000001", decision: "Something else", status: "superseded" },
  ];
  const path = writeFile(join(makeTempDir(), "decisions.jsonl"), lines.map((value) => `${JSON.stringify(value)}\n`).join(""));
  expect(collect(path, analyze("redis sessions").keywords)).toEqual([]);
});

it("counts each key once a record, over all stores and inline records", () => {
  const folder = makeTempDir();
  const paths = ["a", "b"].map((name) =>
    writeFile(join(folder, name), `{"id":"dec-${name}","decision":"kafka kafka"}\n{"id":"dec-x${name}","decision":"other"}\n`),
  );
  const { corpus } = collectCandidates({
    stores: paths.map(storeAt),
    inline: [makeRecord({ title: "Kafka" })],
    keywords: [makeKeyword("kafka")],
    isLate: () => false,
  });
  expect(corpus.records).toBe(5);
  expect(corpus.documentFrequency.get("kafka")).toBe(3);
});

it("an unreadable store is a problem, and the other stores are still read", () => {
  const folder = makeTempDir();
  const good = writeFile(join(folder, "good.jsonl"), '{"id":"dec-1","decision":"kafka"}\n');
  const { candidates, problems } = collectCandidates({
    stores: [storeAt(join(folder, "missing.jsonl")), storeAt(folder), storeAt(good)],
    inline: [],
    keywords: [makeKeyword("kafka")],
    isLate: () => false,
  });
  expect(candidates.length).toBe(1);
  expect(problems.length).toBe(2);
});

it("with no time left nothing is read and a problem says so", () => {
  const path = writeFile(join(makeTempDir(), "good.jsonl"), '{"id":"dec-1","decision":"kafka"}\n');
  const { candidates, problems } = collectCandidates({ stores: [storeAt(path)], inline: [], keywords: [makeKeyword("kafka")], isLate: () => true });
  expect(candidates).toEqual([]);
  expect(problems[0]?.what).toContain("time was up");
});
