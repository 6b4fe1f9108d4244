/** claude-mem's rows of several versions, from databases and exports, and the records that they become. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { handoffId } from "../../../src/capture/build-handoff.ts";
import { claudeMem } from "../../../src/import/claude-mem/claude-mem.ts";
import { mapObservation } from "../../../src/import/claude-mem/map-observation.ts";
import { mapSummary } from "../../../src/import/claude-mem/map-summary.ts";
import type { Foreign } from "../../../src/import/importer.ts";
import type { Problem } from "../../../src/types.ts";
import { buildDatabase, type Cell, type TestTable } from "./claude-mem-database.ts";
import { JOURNAL, WAL_FILE, WAL_LOG } from "./claude-mem-fixtures.ts";

const folder = mkdtempSync(join(tmpdir(), "cmem-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function fileOf(content: string | Buffer, name = "claude-mem.db"): string {
  const place = join(folder, String(files++));
  mkdirSync(place);
  writeFileSync(join(place, name), content);
  return join(place, name);
}

interface Read {
  readonly records: readonly Foreign[];
  readonly problems: readonly Problem[];
  readonly skipped: readonly string[];
}

async function readAll(path: string): Promise<Read> {
  const problems: Problem[] = [];
  const skipped: string[] = [];
  const records: Foreign[] = [];
  const report = { problem: (problem: Problem) => void problems.push(problem), advance: () => {}, skip: (why: string) => void skipped.push(why) };
  for await (const record of claudeMem.read(path, report)) records.push(record);
  return { records, problems, skipped };
}

function tableOf(name: string, columns: readonly string[], ...rows: readonly (readonly Cell[])[]): TestTable {
  return { sql: `CREATE TABLE ${name} (id INTEGER PRIMARY KEY AUTOINCREMENT, ${columns.join(", ")})`, rows };
}
const ORIGIN = { from: "x", sessionId: null };
const AT = Date.parse("2026-01-05T10:00:00Z");

describe("an observation", () => {
  const row = {
    project: "shop",
    title: "Money is kept in cents",
    subtitle: "Floats cannot hold a tenth",
    narrative: "Sums of prices were off by a cent.",
    facts: '["src/money.ts rounds once", "Sums of prices were off by a cent"]',
    concepts: '["trade-off", "currency"]',
    files_read: '["src/cart.ts"]',
    files_modified: '["src/money.ts", "src/cart.ts"]',
    created_at_epoch: AT,
  };
  const told = "Sums of prices were off by a cent. src/money.ts rounds once.";
  const common = { tags: ["currency"], entities: ["src/money.ts", "src/cart.ts"] };

  test("that is a decision", () =>
    expect(mapObservation({ ...row, type: "decision" }, ORIGIN)).toEqual({
      kind: "decision",
      said: { text: row.title, rationale: told, ...common },
      at: AT,
      project: "shop",
      from: "x",
    }));
  test("that mends something is a failure with its remedy", () =>
    expect(mapObservation({ ...row, type: "bugfix" }, ORIGIN)).toMatchObject({
      kind: "failure",
      said: { text: "Money is kept in cents. Floats cannot hold a tenth.", type: "Bugfix", fix: told, ...common },
    }));
  test.each(["discovery", "feature", "refactor", "change", "security_note", "something new"])("of type %s is a note", (type) =>
    expect(mapObservation({ ...row, type }, ORIGIN)).toMatchObject({
      kind: "observation",
      said: { text: told, source: "claude-mem" },
      fields: { title: row.title },
    }),
  );
  test.each([
    ["pattern", "solution"],
    ["gotcha", "problem"],
  ])("that discovers first of all a %s is a pattern", (concept, field) => {
    const pattern = mapObservation({ ...row, type: "discovery", concepts: JSON.stringify([concept, "how-it-works"]) }, ORIGIN);
    expect(pattern).toMatchObject({ kind: "pattern", said: { text: row.title, [field]: told, context: row.subtitle, confidence: 0.4, tags: [] } });
    const note = mapObservation({ ...row, type: "discovery", concepts: JSON.stringify(["how-it-works", concept]) }, ORIGIN);
    expect(note?.kind).toBe("observation");
  });
  test("of a worktree belongs to the project that it was merged into", () =>
    expect(mapObservation({ ...row, type: "change", merged_into_project: "store" }, ORIGIN)?.project).toBe("store"));

  test.each([
    ["nothing at all", {}],
    ["empty texts", { type: "discovery", title: "", narrative: "  ", facts: "[]", text: null }],
    ["a word or two", { type: "change", title: "Updated README" }],
    ["placeholders", { type: "bugfix", title: "N/A", subtitle: "none", narrative: "null", facts: '["-"]' }],
    ["the empty form", { type: "decision", title: "[**title**: Short title]", narrative: "**narrative**: Full context" }],
    ["that nothing happened", { type: "discovery", title: "No significant changes in this session", narrative: "Nothing was done." }],
  ])("that says %s is dropped", (_, empty) => expect(mapObservation(empty, ORIGIN)).toBeNull());

  test.each([
    ["invalid JSON", '["one fact is here", ', "discovery", '["one fact is here",'],
    ["lines", "- The cart is kept\n- The session ends", "discovery", "The cart is kept. The session ends."],
    ["an object", '{"a": 1}', "discovery", '{"a": 1}.'],
    ["a list of anything", '[1, null, {"text": "The cart is kept"}, ["x"]]', "discovery", "1. The cart is kept."],
    ["a real list", ["The cart is kept"], "discovery", "The cart is kept."],
  ])("with facts that are %s", (_, facts, type, text) => {
    const mapped = mapObservation({ type, title: "How the cart works", facts }, ORIGIN);
    expect(mapped?.said.text.replace(/\.$/, "")).toBe(text.replace(/\.$/, ""));
  });

  test.each([
    ["milliseconds", { created_at_epoch: AT }, AT],
    ["seconds", { created_at_epoch: AT / 1000 }, AT],
    ["text alone", { created_at: "2026-01-05T10:00:00.000Z" }, AT],
    ["zero, and text", { created_at_epoch: 0, created_at: "2026-01-05T10:00:00.000Z" }, AT],
    ["nothing", {}, null],
    ["nonsense", { created_at_epoch: "soon", created_at: "never" }, null],
  ])("with a time in %s", (_, time, at) => expect(mapObservation({ type: "feature", title: "The cart can be shared", ...time }, ORIGIN)?.at ?? null).toBe(at));

  test("of any fields never throws", () => {
    const value = fc.oneof(fc.string(), fc.constant(null), fc.double(), fc.json(), fc.array(fc.anything()));
    const names = [
      "type",
      "title",
      "subtitle",
      "facts",
      "narrative",
      "text",
      "concepts",
      "files_read",
      "created_at",
      "created_at_epoch",
      "project",
      "next_steps",
    ];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (fields) => {
        mapObservation(fields, ORIGIN);
        mapSummary(fields, ORIGIN);
      }),
    );
  });
});

describe("a summary", () => {
  const row = { project: "shop", request: "Round money once", completed: "Cents everywhere", learned: "Floats lie", created_at_epoch: AT };
  test("is a handoff, under the id that the hook gives to the session's own", () =>
    expect(mapSummary({ ...row, next_steps: "1. Migrate the invoices\n2. Tell the shop", files_edited: '["a.ts"]' }, { from: "x", sessionId: "s" })).toEqual({
      kind: "handoff",
      id: handoffId("s"),
      sessionId: "s",
      said: { text: "Round money once", next: ["Migrate the invoices", "Tell the shop"], files: ["a.ts"] },
      fields: { summary: "Cents everywhere. Floats lie." },
      at: AT,
      project: "shop",
      from: "x",
    }));
  test.each([{ request: "Look at the cart" }, { request: "Look", next_steps: "None", completed: "" }, {}])("%j says nothing", (empty) =>
    expect(mapSummary(empty, ORIGIN)).toBeNull(),
  );
});

describe("databases", () => {
  test("as SQLite wrote them", async () => {
    const path = fileOf(JOURNAL);
    const { records, problems, skipped } = await readAll(path);
    expect([problems, skipped]).toEqual([[], []]);
    expect(records.map(({ kind }) => kind)).toEqual([...Array(20).fill("observation"), "decision", "handoff"]);
    expect(records.at(-2)).toMatchObject({ project: "shop", at: AT, sessionId: "11111111-2222-4333-8444-555555555555", from: `${path}#observations/21` });
    expect(records.at(-1)?.said.next).toEqual(["Migrate the invoices", "Tell the shop"]);
  });
  test("with a log beside them", async () => {
    const path = fileOf(WAL_FILE);
    writeFileSync(`${path}-wal`, WAL_LOG);
    expect((await readAll(path)).records.map(({ said }) => said.text)).toEqual([
      "Stock is counted at noon",
      "Orders are never deleted",
      "Prices are set by hand",
    ]);
  });
  test("named by their folder", async () => expect((await readAll(join(fileOf(WAL_FILE), ".."))).records).toHaveLength(1));

  test("of the first versions: memories and overviews", async () => {
    const file = buildDatabase({
      memories: tableOf(
        "memories",
        ["session_id", "text", "keywords", "created_at", "created_at_epoch", "project"],
        [1, "s1", "The cart is kept in the session until it ends.", "cart, session", "2026-01-05T10:00:00Z", AT / 1000, "shop"],
        [2, "s1", "", null, "", 0, "shop"],
      ),
      overviews: tableOf("overviews", ["session_id", "content", "created_at_epoch", "project"], [1, "s1", "Worked on the cart.", AT, "shop"]),
    });
    const { records, skipped } = await readAll(fileOf(file));
    expect(records).toMatchObject([
      { kind: "observation", said: { text: "The cart is kept in the session until it ends.", tags: ["cart", "session"] }, at: AT, sessionId: "s1" },
      { kind: "handoff", said: { text: "Worked on the cart." }, id: handoffId("s1") },
    ]);
    expect(skipped).toEqual(["says nothing"]);
  });

  test("with observations that are one text, and sessions under their old names", async () => {
    const file = buildDatabase({
      sdk_sessions: tableOf("sdk_sessions", ["claude_session_id", "sdk_session_id", "project"], [1, "client-1", "own-1", "shop"]),
      observations: tableOf(
        "observations",
        ["sdk_session_id", "project", "text", "type", "created_at_epoch"],
        [1, "own-1", "shop", "Prices are kept in cents because floats lie", "decision", AT],
        [2, "own-2", "shop", "Carts are kept for a week", "decision", AT],
      ),
    });
    expect((await readAll(fileOf(file))).records.map(({ said, sessionId }) => [said.text, sessionId])).toEqual([
      ["Prices are kept in cents because floats lie", "client-1"],
      ["Carts are kept for a week", undefined],
    ]);
  });

  test("with several summaries of a session: the last one counts", async () => {
    const columns = ["memory_session_id", "project", "request", "completed", "created_at_epoch"];
    const rows = [
      [1, "m1", "shop", "First", "One", AT + 1],
      [2, "m1", "shop", "Third", "Three", AT + 3],
      [3, "m1", "shop", "Second", "Two", AT + 2],
      [4, "m2", "shop", "Other", "Four", AT],
    ] as const;
    const { records, skipped } = await readAll(fileOf(buildDatabase({ session_summaries: tableOf("session_summaries", columns, ...rows) })));
    expect(records.map(({ said }) => said.text)).toEqual(["Third", "Other"]);
    expect(skipped).toEqual(["an earlier summary of a session", "an earlier summary of a session"]);
  });

  test("with rules of the person: those that no longer hold are kept as such", async () => {
    const file = buildDatabase({
      observations: tableOf("observations", ["title"]),
      directives: tableOf(
        "directives",
        ["scope", "project", "content", "status", "created_at_epoch"],
        [1, "global", null, "Answer in German", "active", AT],
        [2, "project", "shop", "Use tabs", "archived", AT],
      ),
    });
    const { records } = await readAll(fileOf(file));
    expect(records).toMatchObject([
      { kind: "decision", said: { text: "Answer in German" }, project: null, isOfNoProject: true },
      { kind: "decision", said: { text: "Use tabs" }, project: "shop", isRetired: true },
    ]);
    expect(records[0]).not.toHaveProperty("isRetired");
  });

  test("without what claude-mem saw of itself", async () => {
    const row = [1, "observer-sessions", "decision", "The observer observes the observer"] as const;
    const file = buildDatabase({ observations: tableOf("observations", ["project", "type", "title"], row) });
    expect((await readAll(fileOf(file))).records).toEqual([]);
  });

  test("that are none, are not there, or are of another program: one problem that names the file", async () => {
    const other = buildDatabase({ bookmarks: tableOf("bookmarks", ["url"], [1, "x"]) });
    for (const path of [fileOf("not a database"), join(folder, "nowhere.db"), fileOf(other), fileOf(Buffer.alloc(0))]) {
      const { records, problems } = await readAll(path);
      expect(records).toEqual([]);
      expect(problems).toHaveLength(1);
      expect(problems[0]).toMatchObject({ where: path, hint: expect.any(String) });
    }
  });

  test("of any bytes never throw", async () => {
    const change = fc.record({ at: fc.nat({ max: JOURNAL.length - 1 }), byte: fc.nat({ max: 255 }) });
    const path = fileOf("");
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 10 }), async (changes) => {
        const bytes = Buffer.from(JOURNAL);
        for (const { at, byte } of changes) bytes.writeUInt8(byte, at);
        writeFileSync(path, bytes);
        await readAll(path);
      }),
    );
  });
});

describe("exports", () => {
  const content = {
    exportedAt: "2026-01-06T00:00:00Z",
    totalObservations: 2,
    observations: [{ id: 7, memory_session_id: "m1", project: "shop", type: "decision", title: "Money is kept in cents", created_at_epoch: AT }, "broken"],
    sessions: [{ memory_session_id: "m1", content_session_id: "client-1" }],
    summaries: [{ id: 9, memory_session_id: "m1", project: "shop", request: "Round", completed: "Done so", next_steps: "Tell the shop" }],
    prompts: [{ prompt_text: "hello" }],
  };
  test("give what the database would", async () => {
    const path = fileOf(JSON.stringify(content, null, 2), "memories.json");
    const { records, problems } = await readAll(path);
    expect(records).toMatchObject([
      { kind: "decision", said: { text: "Money is kept in cents" }, sessionId: "client-1", at: AT, from: `${path}#observations/7` },
      { kind: "handoff", said: { text: "Round", next: ["Tell the shop"] }, sessionId: "client-1", at: null },
    ]);
    expect(problems).toEqual([{ where: `${path}#observations/1`, what: "no JSON object", hint: "it is skipped" }]);
  });
  test.each([
    ["broken JSON", '{"observations": [', "broken JSON"],
    ["another file", '{"name": "x"}', "no export of claude-mem"],
    ["a list", "[]", "no export of claude-mem"],
  ])("%s is a problem", async (_, text, what) => {
    const { records, problems } = await readAll(fileOf(text, "memories.json"));
    expect(records).toEqual([]);
    expect(problems.map((problem) => problem.what)).toEqual([expect.stringContaining(what)]);
  });
});

describe("places", () => {
  test("the database in the home, if it is there", () => {
    const home = join(folder, "home");
    expect(claudeMem.usualPlaces({ home, root: folder })).toEqual([]);
    mkdirSync(join(home, ".claude-mem"), { recursive: true });
    writeFileSync(join(home, ".claude-mem", "claude-mem.db"), JOURNAL);
    expect(claudeMem.usualPlaces({ home, root: folder })).toEqual([join(home, ".claude-mem", "claude-mem.db")]);
    expect(claudeMem.usualPlaces({ home: null, root: folder })).toEqual([]);
    expect(claudeMem.recognizes(join(home, ".claude-mem"))).toBe(true);
  });
  test.each([
    ["a database under another name", JOURNAL, "backup.db", true],
    ["an export", '{"exportedAt": "x", "totalObservations": 0}', "out.json", true],
    ["another JSON file", '{"name": "x"}', "package.json", false],
    ["lines of JSON", '{"id": "dec-1"}\n', "decisions.jsonl", false],
    ["a text", "observations: none", "notes.md", false],
  ])("%s", (_, content, name, expected) => expect(claudeMem.recognizes(fileOf(content, name))).toBe(expected));
  test("another program's database, and nothing", () => {
    const other = join(mkdtempSync(join(tmpdir(), "other-")), "places.db");
    writeFileSync(other, buildDatabase({ bookmarks: tableOf("bookmarks", ["url"]) }));
    expect([claudeMem.recognizes(other), claudeMem.recognizes(join(folder, "nowhere"))]).toEqual([false, false]);
    rmSync(join(other, ".."), { recursive: true });
  });
});
