/** Writes small SQLite databases for tests: one leaf page for each table, so that any schema can be tried without SQLite. */

export type Cell = string | number | null;

export interface TestTable {
  readonly sql: string;
  /** The first column is the row's number. */
  readonly rows: readonly (readonly Cell[])[];
}

const PAGE = 65_536;
const LEAF = 0x0d;

export function buildDatabase(tables: Readonly<Record<string, TestTable>>): Buffer {
  const names = Object.entries(tables);
  const schema = names.map(([name, { sql }], index) => record(["table", name, name, index + 2, sql]));
  const pages = names.map(([, { rows }]) =>
    leaf(
      0,
      rows.map((row) => [Number(row[0]), record([null, ...row.slice(1)])] as const),
    ),
  );
  const first = leaf(
    100,
    schema.map((payload, index) => [index + 1, payload] as const),
  );
  first.write("SQLite format 3\0", "latin1");
  // 1 stands for 65536; then: both format versions, nothing reserved, fixed fractions.
  Buffer.from([0, 1, 1, 1, 0, 64, 32, 32]).copy(first, 16);
  first.writeUInt32BE(pages.length + 1, 28);
  first.writeUInt32BE(1, 56);
  return Buffer.concat([first, ...pages]);
}

function leaf(start: number, rows: readonly (readonly [rowid: number, payload: Buffer])[]): Buffer {
  const page = Buffer.alloc(PAGE);
  let end = PAGE;
  page.writeUInt8(LEAF, start);
  page.writeUInt16BE(rows.length, start + 3);
  for (const [index, [rowid, payload]] of rows.entries()) {
    const cell = Buffer.concat([varint(payload.length), varint(rowid), payload]);
    end -= cell.length;
    cell.copy(page, end);
    page.writeUInt16BE(end, start + 8 + index * 2);
  }
  return page;
}

function record(values: readonly Cell[]): Buffer {
  const bodies = values.map((value) => (typeof value === "string" ? Buffer.from(value) : typeof value === "number" ? double(value) : Buffer.alloc(0)));
  const types = values.map((value, index) => varint(typeof value === "string" ? 13 + 2 * (bodies[index]?.length ?? 0) : typeof value === "number" ? 7 : 0));
  const header = Buffer.concat(types);
  return Buffer.concat([varint(header.length + 1), header, ...bodies]);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

function varint(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80);
  return Buffer.from(bytes);
}
