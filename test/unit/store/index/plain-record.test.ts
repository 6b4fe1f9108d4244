/** A line that is read by its bytes is indexed as the same line read by JSON.parse and its source, or it is left to them. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { ALL_SOURCES } from "../../../../src/sources/all-sources.ts";
import { gatherHere } from "../../../../src/store/index/gather-terms.ts";
import { PlainRecord } from "../../../../src/store/index/plain-record.ts";
import { ProjectNames } from "../../../../src/store/index/project-names.ts";
import { BatchWriter, KINDS } from "../../../../src/store/index/term-batch.ts";
import { idText, parseObject } from "../../../../src/store/parse-line.ts";
import type { LoreRecord, SourceName } from "../../../../src/types.ts";
import { rounds } from "../../../rounds.ts";

const SALT = 7;
const dir = mkdtempSync(join(tmpdir(), "lore-inject-plain-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const KEYS = [
  ...["content", "title", "decision", "rationale", "lesson_learned", "name", "context", "problem", "solution", "error_message", "error_type"],
  ...["message", "summary", "fix", "command", "symptom", "status", "outcome", "confidence", "kind", "type", "superseded_by", "examples"],
  ...["tags", "category", "entities", "project", "projects", "alternatives", "active_files", "next_steps", "blockers", "questions", "open_threads"],
  ...["timestamp", "created_at", "valid_at", "other", "titles", "", "id"],
];
const TEXTS = [
  ...["kafka", "Retries in AuthService: src/auth/service.ts:12", "a b", "", " ", " padded ", "dec-00000001", "superseded by dec-00000001", "[deprecated] x"],
  ...["general", "session:12", "goal-3", "branch:x", "Acme/flow", "SHOP", "n/a", "todo.", "Session ended.", "Auto-captured before context compression: x"],
  ...[
    "active",
    "Active",
    "raw",
    "retracted",
    "Superseded",
    "discarded",
    "revised",
    "pending",
    "confirmed",
    "anti-pattern",
    "naïve Größe",
    "数据库",
    "a\nb",
    'say "x"',
  ],
  ...[
    "a longer saying about queues and caches",
    "x".repeat(150),
    "2026-02-28T23:59:59.999Z",
    "2026-02-31T00:00:00.000Z",
    "2026-12-31T12:00:00.000Z",
    "2026-02-03",
    "soon",
  ],
];
const text = fc.constantFrom(...TEXTS);
const value = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 3, arbitrary: fc.array(text, { maxLength: 3 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, 0, 0.5, 1e-7, -1, 1e21, 1767225600, true, false, {}, [], [null], [1], { a: ["b", { c: null }] }, [{ name: "x" }]),
  },
);
/** What most lines have under most keys. */
const plainText = fc.constantFrom(
  "kafka",
  "Retries in AuthService: src/auth/service.ts:12",
  "we keep queues and caches in redis",
  "SHOP",
  "",
  "v8 TS2345 front-end",
  "SHOP:kafka",
  "kafka: queues",
);
const plainList = fc.array(fc.constantFrom("flow", "Acme/flow", "general", "session:12", "goal-3", "src/a.ts", ""), { maxLength: 3 });
const TEXT_KEYS = [
  "content",
  "title",
  "decision",
  "rationale",
  "lesson_learned",
  "name",
  "context",
  "solution",
  "error_message",
  "error_type",
  "message",
  "summary",
  "command",
];
const LIST_KEYS = ["tags", "category", "entities", "project", "alternatives", "active_files", "next_steps", "blockers", "questions", "open_threads"];
const usual = fc.record(
  {
    ...Object.fromEntries(TEXT_KEYS.map((key) => [key, plainText])),
    ...Object.fromEntries(LIST_KEYS.map((key) => [key, plainList])),
    status: fc.constantFrom("active", "active", "Raw", "retracted", ""),
    outcome: fc.constantFrom("pending", "mixed", "Revised"),
    confidence: fc.constantFrom<unknown>(0.5, 0, 1, "confirmed", "superseded"),
    timestamp: fc.constantFrom("2026-02-28T23:59:59.999Z", "2026-02-31T00:00:00.000Z", "2026-12-31T12:00:00.000Z", "2026-02-03", "soon"),
    created_at: fc.constantFrom("2025-02-28T23:59:59.999Z", "soon"),
  },
  { requiredKeys: [] },
);
const line = fc
  .record({
    id: fc.constantFrom("dec-1", "SIG-00000002", "a b", "kafka", "", 7),
    usual,
    odd: fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 2 }),
    indent: fc.constantFrom(undefined, undefined, " ", "\t"),
    broken: fc.option(fc.tuple(fc.nat(400), fc.constantFrom(...'"{}[],:\\ -.0e1tn\u0001é')), { freq: 4 }),
    end: fc.constantFrom("", "", "\r", " ", "}", ","),
  })
  .map(({ id, usual, odd, indent, broken, end }) => {
    const json = JSON.stringify({ id, ...usual, ...odd }, null, indent).replaceAll("\n", "\r") + end;
    return broken === null ? json : json.slice(0, broken[0]) + broken[1] + json.slice(broken[0] + 1);
  });

/** The bytes of the run that is written. */
function runOf(feed: (writer: BatchWriter) => void): Buffer {
  const file = join(dir, "run");
  const fd = openSync(file, "w+");
  const sink = gatherHere(fd, SALT);
  const writer = new BatchWriter(sink);
  feed(writer);
  writer.handOver(0);
  sink.finish();
  closeSync(fd);
  return readFileSync(file);
}

function parsedRun(record: LoreRecord, doc: number): Buffer {
  return runOf((writer) => {
    writer.addRecord(record, doc);
    for (const name of doc < 0 ? [] : record.projects.length > 0 ? record.projects : record.tags) writer.add(KINDS.project, doc, name);
  });
}

function check(source: SourceName, json: string): boolean {
  const bytes = Buffer.from(`${json}\n`);
  const plain = PlainRecord.of(source) as PlainRecord;
  if (!plain.read(bytes, 0, bytes.length - 1)) return false;
  const object = parseObject(json) ?? {};
  const id = idText(object);
  const record = ALL_SOURCES.find(({ name }) => name === source)?.parseLine(object, id ?? "") ?? null;
  if (record === null) throw new Error(`${json} is no record`);
  expect(bytes.toString("latin1", plain.line.starts[plain.id], plain.line.ends[plain.id])).toBe(id);
  expect(plain.at).toBe(record.at);
  expect(plain.projects.count > 0).toBe(record.projects.length > 0);
  const [byBytes, byValue] = [new ProjectNames(SALT), new ProjectNames(SALT)];
  byBytes.addOfPlain(plain);
  byValue.addOf(object);
  expect([...byBytes.all]).toEqual([...byValue.all]);
  for (const doc of [0, -1]) expect(runOf((writer) => writer.addPlain(plain, doc, json.length)).equals(parsedRun(record, doc))).toBe(true);
  return true;
}

describe.each(ALL_SOURCES.map(({ name }) => name))("lines of %s", (source) => {
  it("are the same record, read by their bytes", { timeout: 120_000 }, () => {
    let plain = 0;
    fc.assert(
      fc.property(line, (json) => {
        if (check(source, json)) plain++;
      }),
      { numRuns: rounds(4000) },
    );
    expect(plain).toBeGreaterThan(rounds(20));
  });
});

const SPOKEN = "we keep the queue in redis, see src/queue.ts";
const USUAL: readonly (readonly [SourceName, object])[] = [
  ["evidence", { id: "evi-1", content: SPOKEN, confidence: "confirmed", tags: ["shop", "session:1"] }],
  ["failures", { id: "fail-1", error_type: "Timeout", error_message: SPOKEN, project: "Shop", step: 3, fix: "retry", tags: [] }],
  ["inbox", { id: "sig-1", content: SPOKEN, source: "me", status: "raw", tags: ["shop"] }],
  [
    "journal",
    { id: "dec-1", decision: SPOKEN, alternatives: ["none"], outcome: "mixed", entities: ["src/queue.ts"], tags: [], lesson_learned: null, git: { head: "x" } },
  ],
  ["patterns", { id: "pat-1", name: SPOKEN, context: "queues", confidence: 0.5, category: "general", tags: [], projects: ["a", "b"] }],
  ["transfer", { id: "hand-1", message: SPOKEN, next_steps: ["test it"], blockers: [], project: "shop", branch: "main" }],
];

describe("usual lines", () => {
  it.each(USUAL)("of %s are read by their bytes", (source, fields) => {
    expect(check(source, JSON.stringify({ timestamp: "2026-02-03T04:05:06.789Z", ...fields }))).toBe(true);
  });
});

describe("left to the source", () => {
  it.each<readonly [string, SourceName, string]>([
    ["a key that is there twice", "inbox", '{"id":"a","content":"one","content":"two"}'],
    ["what is no JSON", "inbox", '{"id":"a","content":"one",}'],
    ["a bad value that nobody asked for", "inbox", '{"id":"a","content":"one","x":[01]}'],
    ["a line without an id", "inbox", '{"content":"one"}'],
    ["a retired one", "inbox", '{"id":"a","content":"one","status":"Discarded"}'],
    ["one that names what supersedes it", "journal", '{"id":"a","decision":"superseded by dec-1a"}'],
    ["one of confidence 0.0", "patterns", '{"id":"a","name":"one","confidence":0.0}'],
    ["one of a confidence that is zero by its many digits", "patterns", `{"id":"a","name":"one","confidence":0.${"0".repeat(330)}1}`],
    ["a failure whose message begins with its type", "failures", '{"id":"a","error_type":"ERR_X","error_message":"ERR_X:timeout"}'],
    ["an anti-pattern", "patterns", '{"id":"a","name":"one","symptom":"two"}'],
    ["a placeholder", "transfer", '{"id":"a","message":"Session ended."}'],
  ])("%s", (_what, source, json) => {
    expect(check(source, json)).toBe(false);
  });
});
