/**
 * The tables of an SQLite file, row by row, and nothing else of SQL. Written for this: a library would be 730 kB of WebAssembly for one
 * command, Node has SQLite of its own only from version 22 on, and the file format is promised to stay as it is.
 */
import type { Problem } from "../../types.ts";
import { type DatabaseImage, openImage } from "./database-image.ts";
import { parseCreateTable, type TableShape } from "./parse-create-table.ts";
import { parseRecord, type Value } from "./parse-record.ts";
import { scanTable } from "./scan-table.ts";

export interface Row {
  readonly rowid: number;
  /** Lower-case names; a column that the table does not have is not there either. */
  readonly fields: Readonly<Record<string, Value>>;
}

interface Table extends TableShape {
  readonly root: number;
}

/** Of the table that lists the others. */
const SCHEMA_ROOT = 1;

export class SqliteTables {
  private readonly tables = new Map<string, Table>();

  private constructor(
    private readonly image: DatabaseImage,
    private readonly where: string,
    private readonly tell: (problem: Problem) => void,
  ) {
    const damage = new Tally();
    for (const { payload } of scanTable(image, SCHEMA_ROOT, damage)) damage.attempt(() => this.addTable(parseRecord(payload, image.encoding)));
    this.tellDamage("the list of tables", damage);
  }

  /** Null when it is no database; why has been told. */
  static open(file: Buffer, wal: Buffer | null, place: { readonly where: string; readonly tell: (problem: Problem) => void }): SqliteTables | null {
    const image = openImage(file, wal);
    if (typeof image !== "string") return new SqliteTables(image, place.where, place.tell);
    place.tell({ where: place.where, what: image, hint: "name the file claude-mem.db, or a JSON export of claude-mem" });
    return null;
  }

  has(name: string): boolean {
    return this.tables.has(name);
  }

  /** In the order of their numbers; nothing when there is no such table. */
  *rows(name: string): Generator<Row> {
    const table = this.tables.get(name);
    if (table === undefined) return;
    if (table.withoutRowid) return this.tell({ where: this.where, what: `table ${name} has no row numbers and cannot be read`, hint: "export it as JSON" });
    const damage = new Tally();
    for (const { rowid, payload } of scanTable(this.image, table.root, damage)) {
      const values = damage.attempt(() => parseRecord(payload, this.image.encoding));
      if (values === null) continue;
      const entries = table.columns.map((column, index) => [column, index === table.rowidColumn ? rowid : (values[index] ?? null)] as const);
      yield { rowid, fields: Object.fromEntries(entries) };
    }
    this.tellDamage(`table ${name}`, damage);
  }

  private addTable([type, name, , root, sql]: readonly Value[]): void {
    if (type !== "table" || typeof name !== "string" || typeof root !== "number" || root < 1 || typeof sql !== "string") return;
    const shape = parseCreateTable(sql);
    if (shape !== null) this.tables.set(name.toLowerCase(), { ...shape, root });
  }

  private tellDamage(what: string, { count, first }: Tally): void {
    if (count === 0) return;
    const places = count === 1 ? "one place" : `${count} places`;
    this.tell({
      where: this.where,
      what: `${what} is damaged in ${places}, the rest is read: ${first}`,
      hint: "`sqlite3 claude-mem.db .recover` may save more",
    });
  }
}

/** One problem for a table, however much of it is wrong. */
class Tally {
  count = 0;
  first = "";

  add(what: string): void {
    if (this.count++ === 0) this.first = what;
  }

  attempt<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      this.add((error as Error).message);
      return null;
    }
  }
}
