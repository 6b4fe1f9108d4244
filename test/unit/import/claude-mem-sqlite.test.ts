/** The reader of SQLite files: what SQLite wrote is read as SQLite reads it, and no bytes make it throw or run in circles. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCreateTable } from "../../../src/import/claude-mem/parse-create-table.ts";
import { parseWal } from "../../../src/import/claude-mem/parse-wal.ts";
import { type Row, SqliteTables } from "../../../src/import/claude-mem/sqlite-tables.ts";
import type { Problem } from "../../../src/types.ts";
import { buildDatabase } from "./claude-mem-database.ts";
import { JOURNAL, SIZES, UTF16, WAL_FILE, WAL_LOG } from "./claude-mem-fixtures.ts";

interface Read {
  readonly rows: readonly Row[];
  readonly problems: readonly Problem[];
}

function readTable(file: Buffer, wal: Buffer | null = null, name = "observations"): Read {
  const problems: Problem[] = [];
  const tables = SqliteTables.open(file, wal, { where: "a.db", tell: (problem) => problems.push(problem) });
  return { rows: tables === null ? [] : [...tables.rows(name)], problems };
}
function titlesOf({ rows }: Read): readonly unknown[] {
  return rows.map(({ fields }) => fields.title);
}

describe("a database with a rollback journal", () => {
  test("all rows of a tree with interior pages, in order", () => {
    const read = readTable(JOURNAL);
    expect(read.problems).toEqual([]);
    expect(read.rows.map(({ rowid }) => rowid)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(titlesOf(read).slice(0, 2)).toEqual(["Discovery number 1 of the cart", "Discovery number 2 of the cart"]);
  });
  test("a text that goes on in overflow pages", () => {
    const narrative = String(readTable(JOURNAL).rows.at(-1)?.fields.narrative);
    expect(narrative).toBe(`Long story. ${Array.from({ length: 150 }, (_, index) => `Step ${index} rounds once.`).join(" ")}`);
  });
  test("the row's number stands for its key, integers are whole, what was added later is null", () => {
    expect(readTable(JOURNAL).rows[4]?.fields).toMatchObject({ id: 5, created_at_epoch: 1767607200000, content_hash: null, text: null });
  });
  test("other tables, and one that is not there", () => {
    expect(readTable(JOURNAL, null, "sdk_sessions").rows.map(({ fields }) => fields.memory_session_id)).toEqual(["m1"]);
    expect(readTable(JOURNAL, null, "memories")).toEqual({ rows: [], problems: [] });
  });
  test("rows of every length around those that need one more page", () => {
    const { rows, problems } = readTable(SIZES, null, "sizes");
    expect([rows.length, problems]).toEqual([75, []]);
    expect(rows.filter(({ rowid, fields }) => fields.t !== "x".repeat(rowid))).toEqual([]);
  });
  test("UTF-16", () => expect(titlesOf(readTable(UTF16))).toEqual(["Ünïcode 日本 🙂 wird gewählt"]));
});

describe("a write-ahead log", () => {
  test("without it, the newest rows are missing", () => expect(titlesOf(readTable(WAL_FILE))).toEqual(["Stock is counted at night"]));
  test("its commits count, what was not committed does not", () => {
    const read = readTable(WAL_FILE, WAL_LOG);
    expect(read.problems).toEqual([]);
    expect(titlesOf(read)).toEqual(["Stock is counted at noon", "Orders are never deleted", "Prices are set by hand"]);
  });
  test("a commit behind a broken frame does not count", () => {
    const log = Buffer.from(WAL_LOG);
    log.writeUInt8(log.readUInt8(200) ^ 1, 200);
    expect(titlesOf(readTable(WAL_FILE, log))).toEqual(["Stock is counted at night"]);
  });
  test("frames of an earlier use, with other salts, do not count", () => {
    const log = Buffer.from(WAL_LOG);
    log.writeUInt32BE(1, 32 + 8);
    expect(parseWal(log)).toBeNull();
  });
  test("the last whole commit counts, wherever the log is cut off", () => {
    const titles = [WAL_LOG.length, 32 + 536 * 7 - 1, 32 + 536, 40, 0].map((length) => titlesOf(readTable(WAL_FILE, WAL_LOG.subarray(0, length))).length);
    expect(titles[0]).toBe(3);
    expect(titles.slice(-2)).toEqual([1, 1]);
    for (const [index, count] of titles.entries()) expect(count).toBeLessThanOrEqual(titles[index - 1] ?? 3);
  });
  test("without its file it is a problem, not a throw", () => expect(readTable(Buffer.alloc(0), WAL_LOG).problems.length).toBeGreaterThan(0));
  test("says how large the database is by now", () => expect(parseWal(WAL_LOG)?.databaseSize).toBe(11));
});

describe("what cannot be read is a problem", () => {
  test.each([
    ["another file", Buffer.from("hello".repeat(100)), "not an SQLite database"],
    ["an empty file", Buffer.alloc(0), "not an SQLite database"],
    ["no page size", Buffer.concat([Buffer.from("SQLite format 3\0"), Buffer.alloc(600)]), "page size"],
  ])("%s", (_, file, what) => {
    const { rows, problems } = readTable(file);
    expect(rows).toEqual([]);
    expect(problems[0]?.what).toContain(what);
    expect(problems[0]?.hint).toBeTruthy();
  });

  test("a table without row numbers", () => {
    const file = buildDatabase({ observations: { sql: "CREATE TABLE observations (a TEXT PRIMARY KEY, b TEXT) WITHOUT ROWID", rows: [] } });
    expect(readTable(file).problems[0]?.what).toContain("no row numbers");
  });

  test("a file that was cut off: the rows before it are read", () => {
    const { rows, problems } = readTable(JOURNAL.subarray(0, 512 * 14));
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThan(21);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.what).toMatch(/^table observations is damaged in \d+ places/);
  });

  test("pages that point to one another are read once", () => {
    const file = Buffer.from(JOURNAL);
    const root = interiorPage(file);
    // Its last child is itself.
    file.writeUInt32BE(root, (root - 1) * 512 + 8);
    const { rows, problems } = readTable(file);
    expect(rows.length).toBeGreaterThan(3);
    expect(problems[0]?.what).toContain("pointed to twice");
  });

  test("an overflow that leads back to its own page", () => {
    const file = Buffer.from(JOURNAL);
    const text = file.indexOf("Step 40 rounds");
    const page = Math.floor(text / 512);
    file.writeUInt32BE(page + 1, page * 512);
    const { rows, problems } = readTable(file);
    expect(rows).toHaveLength(20);
    expect(problems[0]?.what).toContain("the rest of a row is missing");
  });

  test("a value that is longer than its row", () => {
    const file = buildDatabase({ observations: { sql: "CREATE TABLE observations (id INTEGER PRIMARY KEY, title TEXT)", rows: [[1, "abc"]] } });
    // The type of a text says its length: 19 for three bytes.
    file.writeUInt8(21, file.indexOf("abc") - 1);
    const { rows, problems } = readTable(file);
    expect(rows).toEqual([]);
    expect(problems[0]?.what).toContain("beyond its row");
  });

  test("rows that all lie at the same place are not read a thousand times", () => {
    const file = buildDatabase({ observations: { sql: "CREATE TABLE observations (id INTEGER PRIMARY KEY, title TEXT)", rows: [[1, "x".repeat(30_000)]] } });
    const page = 65_536;
    const cell = file.readUInt16BE(page + 8);
    file.writeUInt16BE(10_000, page + 3);
    for (let index = 0; index < 10_000; index++) file.writeUInt16BE(cell, page + 8 + index * 2);
    const { rows, problems } = readTable(file);
    expect(rows.length).toBeLessThanOrEqual(2);
    expect(problems[0]?.what).toContain("overlap");
  });
});

/** Of the table that is searched for; the schema has one too, as page 1. */
function interiorPage(file: Buffer): number {
  for (let number = 2; number * 512 <= file.length; number++) if (file.readUInt8((number - 1) * 512) === 0x05) return number;
  throw new Error("there is none");
}

describe("any bytes", () => {
  const bytes = fc.uint8Array({ maxLength: 3000 }).map((array) => Buffer.from(array));
  test("never throw, alone or behind the header of a database", () => {
    fc.assert(
      fc.property(bytes, bytes, (file, wal) => {
        readTable(file, wal);
        readTable(Buffer.concat([JOURNAL.subarray(0, 100), file]), wal);
        readTable(WAL_FILE, Buffer.concat([WAL_LOG.subarray(0, 32), wal]));
      }),
      { numRuns: 300 },
    );
  });

  const change = fc.record({ at: fc.nat({ max: JOURNAL.length - 1 }), byte: fc.nat({ max: 255 }) });
  test("never throw in place of any of a database's own, and never give more rows than fit", () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const file = Buffer.from(JOURNAL);
        for (const { at, byte } of changes) file.writeUInt8(byte, at);
        expect(readTable(file).rows.length).toBeLessThan(file.length / 4);
      }),
      { numRuns: 500 },
    );
  });

  test("every bit flipped in the heads of all pages: told, or harmless", () => {
    let told = 0;
    for (let page = 0; page < JOURNAL.length; page += 512)
      for (let bit = 0; bit < 16 * 8; bit++) {
        const file = Buffer.from(JOURNAL);
        const at = page + Math.floor(bit / 8);
        file.writeUInt8(file.readUInt8(at) ^ (1 << (bit % 8)), at);
        const { rows, problems } = readTable(file);
        if (problems.length > 0) told++;
        expect(rows.length).toBeLessThanOrEqual(60);
      }
    expect(told).toBeGreaterThan(300);
  });

  test("a bit flipped in the log ends it there", () => {
    const whole = titlesOf(readTable(WAL_FILE, WAL_LOG));
    fc.assert(
      fc.property(fc.nat({ max: WAL_LOG.length - 1 }), fc.nat({ max: 7 }), (at, bit) => {
        const log = Buffer.from(WAL_LOG);
        log.writeUInt8(log.readUInt8(at) ^ (1 << bit), at);
        const read = readTable(WAL_FILE, log);
        expect(read.problems).toEqual([]);
        expect([...whole, "Stock is counted at night"]).toEqual(expect.arrayContaining([...titlesOf(read)]));
      }),
    );
  });
});

describe("columns of a table", () => {
  test.each([
    ["CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT)", ["id", "b"], 0],
    ['CREATE TABLE "a" ("Id" INTEGER PRIMARY KEY AUTOINCREMENT, [b c] TEXT, `d` TEXT)', ["id", "b c", "d"], 0],
    ["CREATE TABLE a (b TEXT CHECK(b IN ('x,y)', 'z')), c NUMERIC(3, 2), UNIQUE(b, c), FOREIGN KEY(b) REFERENCES d(e), late TEXT)", ["b", "c", "late"], -1],
    ["CREATE TABLE a (b INT -- , no (column\n, /* c TEXT, */ d TEXT DEFAULT ',')", ["b", "d"], -1],
    ["CREATE TABLE a (b INT, c INT GENERATED ALWAYS AS (b + 1) VIRTUAL, d INT AS (b) STORED, e)", ["b", "d", "e"], -1],
    ["CREATE TABLE a (check_sum TEXT, unique_id TEXT)", ["check_sum", "unique_id"], -1],
    ["CREATE TABLE a (id INTEGER PRIMARY KEY DESC)", ["id"], -1],
  ])("%s", (sql, columns, rowidColumn) => expect(parseCreateTable(sql)).toMatchObject({ columns, rowidColumn, withoutRowid: false }));

  test.each(["CREATE TABLE a", "", "CREATE TABLE a ()", "((((", "CREATE VIRTUAL TABLE"])("none in %j", (sql) => expect(parseCreateTable(sql)).toBeNull());
  test("any text", () => fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."(),'\"`[]-/*a \n") }), (sql) => void parseCreateTable(sql))));
});
