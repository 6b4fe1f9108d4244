/** SQLite's write-ahead log: which pages of it are committed, and therefore newer than those of the database file. Pure. */

export interface Wal {
  readonly pageSize: number;
  /** Of each page its newest committed content. */
  readonly pages: ReadonlyMap<number, Buffer>;
  /** In pages, after the last commit. */
  readonly databaseSize: number;
}

const HEADER = 32;
const FRAME_HEADER = 24;
const MAGIC = 0x377f0682;
const FORMAT = 3_007_000;

/** Null when it holds no commit. Whatever follows the last one, or was left behind by an earlier use of the file, does not count. */
export function parseWal(bytes: Buffer): Wal | null {
  if (bytes.length < HEADER + FRAME_HEADER || (bytes.readUInt32BE(0) & ~1) >>> 0 !== MAGIC || bytes.readUInt32BE(4) !== FORMAT) return null;
  const pageSize = bytes.readUInt32BE(8);
  if (!isPageSize(pageSize)) return null;
  const sum = new Checksum((bytes.readUInt32BE(0) & 1) === 0);
  sum.add(bytes, 0, 24);
  if (!sum.isAt(bytes, 24)) return null;
  const committed = new Map<number, Buffer>();
  const open = new Map<number, Buffer>();
  let databaseSize = 0;
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= bytes.length; at += FRAME_HEADER + pageSize) {
    // The salts are new each time that the log is begun again from its start.
    if (bytes.compare(bytes, 16, 24, at + 8, at + 16) !== 0) break;
    sum.add(bytes, at, 8);
    sum.add(bytes, at + FRAME_HEADER, pageSize);
    if (!sum.isAt(bytes, at + 16)) break;
    open.set(bytes.readUInt32BE(at), bytes.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize));
    const size = bytes.readUInt32BE(at + 4);
    if (size === 0) continue;
    for (const [number, page] of open) committed.set(number, page);
    open.clear();
    databaseSize = size;
  }
  return databaseSize === 0 ? null : { pageSize, pages: committed, databaseSize };
}

export function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65_536 && (size & (size - 1)) === 0;
}

/** Runs on from frame to frame, so that a frame counts only behind all that were written before it. */
class Checksum {
  private first = 0;
  private second = 0;

  constructor(private readonly littleEndian: boolean) {}

  /** The length is a multiple of eight. */
  add(bytes: Buffer, from: number, length: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset + from, length);
    let { first, second } = this;
    for (let at = 0; at < length; at += 8) {
      first = (first + view.getUint32(at, this.littleEndian) + second) >>> 0;
      second = (second + view.getUint32(at + 4, this.littleEndian) + first) >>> 0;
    }
    this.first = first;
    this.second = second;
  }

  isAt(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.first && bytes.readUInt32BE(at + 4) === this.second;
  }
}
