/** claude-mem: its SQLite database as it lies on disk, also while claude-mem is at work, and what its export script writes. */
import { closeSync, openSync } from "node:fs";
import { basename, join } from "node:path";
import { isFields } from "../../sources/fields.ts";
import { OPEN_FLAGS } from "../../store/read-bounded.ts";
import { readFully } from "../../store/read-fully.ts";
import type { Foreign, Importer, ImportReport } from "../importer.ts";
import { isFile, isFolder, statOf } from "../places.ts";
import { readTextFile, reasonOf } from "../read-text.ts";
import { MAGIC } from "./database-image.ts";
import { mapTables, type RowsOf, type TableRow } from "./map-tables.ts";
import { type DatabaseBytes, readDatabase } from "./read-database.ts";
import { SqliteTables } from "./sqlite-tables.ts";

const DATABASE = "claude-mem.db";
/** In bytes: a text of twice as much is more than the engine can hold. */
const MAX_EXPORT = 256 * 1024 * 1024;
/** How far into a file is looked to tell what it is. */
const LOOKED_AT = 64 * 1024;

export const claudeMem: Importer = {
  name: "claude-mem",
  title: "claude-mem's database or JSON export",
  usualPlaces: ({ home }) => (home === null ? [] : [join(home, ".claude-mem", DATABASE)].filter(isFile)),
  recognizes: (path) => {
    if (isFolder(path)) return isFile(join(path, DATABASE));
    const beginning = readBeginning(path);
    if (beginning.startsWith(MAGIC)) return /claude-mem/i.test(basename(path)) || /session_summaries|CREATE TABLE memories/i.test(beginning);
    return /^\s*\{/.test(beginning) && /"(?:totalObservations|observations)"\s*:/.test(beginning);
  },
  read: async function* (path, report) {
    const file = isFolder(path) ? join(path, DATABASE) : path;
    const isDatabase = /\.(?:db|sqlite3?)\b/i.test(basename(file)) || readBeginning(file).startsWith(MAGIC);
    yield* isDatabase ? readTables(file, report) : readExport(file, report);
    report.advance(statOf(file)?.size ?? 0);
  },
};

function* readTables(path: string, report: ImportReport): Generator<Foreign> {
  const bytes = tryRead(path, report);
  if (bytes === null) return;
  if (bytes.torn) report.problem({ where: path, what: "changes while it is read", hint: "import again when claude-mem is idle: nothing is imported twice" });
  const tables = SqliteTables.open(bytes.file, bytes.wal, { where: path, tell: report.problem });
  if (tables === null) return;
  if (!["observations", "session_summaries", "memories"].some((name) => tables.has(name)))
    return report.problem({ where: path, what: "holds none of the tables of claude-mem", hint: "name the file claude-mem.db" });
  const rowsOf: RowsOf = function* (table) {
    for (const { rowid, fields } of tables.rows(table)) yield { fields, from: `${path}#${table}/${rowid}` };
  };
  yield* mapTables(rowsOf, report.skip ?? (() => {}));
}

function tryRead(path: string, report: ImportReport): DatabaseBytes | null {
  try {
    return readDatabase(path);
  } catch (error) {
    report.problem({ where: path, what: reasonOf(error), hint: "this file is skipped; claude-mem can export it as JSON" });
    return null;
  }
}

/** What the tables are called in an export. */
const EXPORTED: Readonly<Record<string, string>> = { observations: "observations", session_summaries: "summaries", sdk_sessions: "sessions" };

function* readExport(path: string, report: ImportReport): Generator<Foreign> {
  const read = readTextFile(path, report, MAX_EXPORT);
  const content = read === null ? null : parseExport(read.text, path, report);
  if (content === null) return;
  const rowsOf: RowsOf = (table) => rowsIn(content[EXPORTED[table] ?? ""], { path, list: EXPORTED[table] ?? "", report });
  yield* mapTables(rowsOf, report.skip ?? (() => {}));
}

function parseExport(text: string, path: string, report: ImportReport): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value) && (Array.isArray(value.observations) || Array.isArray(value.summaries))) return value;
    report.problem({ where: path, what: "is no export of claude-mem: there is no list `observations`", hint: "this file is skipped" });
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1];
    const offset = position === undefined ? {} : { offset: Buffer.byteLength(text.slice(0, Number(position))) };
    report.problem({ where: path, ...offset, what: `broken JSON: ${(error as Error).message.slice(0, 200)}`, hint: "export it again" });
  }
  return null;
}

interface ListPlace {
  readonly path: string;
  readonly list: string;
  readonly report: ImportReport;
}

function* rowsIn(value: unknown, { path, list, report }: ListPlace): Generator<TableRow> {
  if (!Array.isArray(value)) return;
  for (const [index, fields] of value.entries())
    if (isFields(fields)) yield { fields, from: `${path}#${list}/${String(fields.id ?? index)}` };
    else report.problem({ where: `${path}#${list}/${index}`, what: "no JSON object", hint: "it is skipped" });
}

/** Empty when there is nothing to read. */
function readBeginning(path: string): string {
  if (!isFile(path)) return "";
  try {
    const fd = openSync(path, OPEN_FLAGS);
    try {
      const bytes = Buffer.allocUnsafe(LOOKED_AT);
      return bytes.toString("latin1", 0, readFully(fd, bytes, 0, LOOKED_AT));
    } finally {
      closeSync(fd);
    }
  } catch {
    return "";
  }
}
