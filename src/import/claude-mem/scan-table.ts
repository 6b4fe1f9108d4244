/**
 * The rows of an SQLite table, by walking its b-tree. What is damaged is counted and left out; every page is entered once, so that no
 * pointer can lead in circles, and the work is bounded by the size of the file.
 */
import type { DatabaseImage } from "./database-image.ts";
import { readVarint } from "./parse-record.ts";

export interface RawRow {
  readonly rowid: number;
  readonly payload: Buffer;
}

export interface Damage {
  /** Of a page or a row, with what is wrong with it. */
  readonly add: (what: string) => void;
}

const INTERIOR = 0x05;
const LEAF = 0x0d;
const FILE_HEADER = 100;

export function* scanTable(image: DatabaseImage, root: number, damage: Damage): Generator<RawRow> {
  const entered = new Set<number>();
  const ahead = [root];
  for (let number = ahead.pop(); number !== undefined; number = ahead.pop()) {
    const page = entered.has(number) ? null : image.page(number);
    entered.add(number);
    if (page === null) {
      damage.add(`page ${number} is missing or is pointed to twice`);
      continue;
    }
    const tree = { image, page, start: number === 1 ? FILE_HEADER : 0, number };
    const type = page.readUInt8(tree.start);
    if (type === LEAF) yield* rowsOf(tree, entered, damage);
    else if (type === INTERIOR) ahead.push(...childrenOf(tree, damage).reverse());
    else damage.add(`page ${number} is no page of a table`);
  }
}

interface TreePage {
  readonly image: DatabaseImage;
  readonly page: Buffer;
  /** Of the b-tree's header; the first page begins with that of the file. */
  readonly start: number;
  readonly number: number;
}

/** Where the cells of a page begin; those that cannot be one are left out. */
function cellsOf({ image, page, start, number }: TreePage, header: number, damage: Damage): readonly number[] {
  const most = Math.floor((image.usable - start - header) / 2);
  const stated = page.readUInt16BE(start + 3);
  const pointers = start + header;
  const cells = Array.from({ length: Math.min(stated, most) }, (_, index) => page.readUInt16BE(pointers + index * 2));
  const possible = cells.filter((at) => at >= pointers && at + 4 <= image.usable);
  if (possible.length < stated) damage.add(`page ${number} points to rows outside of it`);
  return possible;
}

function childrenOf(tree: TreePage, damage: Damage): number[] {
  const { page, start } = tree;
  return [...cellsOf(tree, 12, damage).map((at) => page.readUInt32BE(at)), page.readUInt32BE(start + 8)];
}

function* rowsOf(tree: TreePage, entered: Set<number>, damage: Damage): Generator<RawRow> {
  let room = tree.image.usable;
  for (const at of cellsOf(tree, 8, damage)) {
    try {
      const { row, local } = readCell(tree, at, entered);
      room -= local;
      // Rows that overlap could make a small file say gigabytes.
      if (room < 0) throw new RangeError("holds rows that overlap");
      yield row;
    } catch (error) {
      // Reading a cell is arithmetic on bytes: whatever fails there, the bytes are wrong.
      damage.add(`page ${tree.number}: ${(error as Error).message}`);
      if (room < 0) return;
    }
  }
}

function readCell({ image, page }: TreePage, at: number, entered: Set<number>): { readonly row: RawRow; readonly local: number } {
  const size = readVarint(page, at);
  const rowid = readVarint(page, size.end);
  const local = localSize(size.value, image.usable);
  if (rowid.end + local > image.usable) throw new RangeError("a row reaches beyond its page");
  const beginning = page.subarray(rowid.end, rowid.end + local);
  if (local === size.value) return { row: { rowid: rowid.value, payload: beginning }, local };
  const rest = readOverflow({ image, first: page.readUInt32BE(rowid.end + local), length: size.value - local, entered });
  return { row: { rowid: rowid.value, payload: Buffer.concat([beginning, ...rest]) }, local };
}

/** How much of a row stands in the leaf itself. */
function localSize(size: number, usable: number): number {
  const most = usable - 35;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((size - least) % (usable - 4));
  return wanted <= most ? wanted : least;
}

interface Overflow {
  readonly image: DatabaseImage;
  readonly first: number;
  readonly length: number;
  readonly entered: Set<number>;
}

function readOverflow({ image, first, length, entered }: Overflow): readonly Buffer[] {
  const parts: Buffer[] = [];
  let left = length;
  for (let number = first; left > 0; ) {
    const page = entered.has(number) ? null : image.page(number);
    if (page === null) throw new RangeError(`the rest of a row is missing (page ${number})`);
    entered.add(number);
    const part = page.subarray(4, Math.min(4 + left, image.usable));
    parts.push(part);
    left -= part.length;
    number = page.readUInt32BE(0);
  }
  return parts;
}
