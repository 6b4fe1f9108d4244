/** An SQLite database as one set of pages: the file, and above it what its write-ahead log holds. Knows pages, not what stands in them. */
import { isPageSize, parseWal } from "./parse-wal.ts";

export type Encoding = "utf8" | "utf16le" | "utf16be";

export interface DatabaseImage {
  readonly encoding: Encoding;
  /** Bytes of a page that may hold content; the rest is reserved. */
  readonly usable: number;
  readonly pageSize: number;
  readonly pageCount: number;
  /** From 1 on; null when there is no such page, or not all of it. */
  readonly page: (number: number) => Buffer | null;
}

export const MAGIC = "SQLite format 3\0";
const HEADER = 100;
const ENCODINGS: readonly Encoding[] = ["utf8", "utf16le", "utf16be"];
/** The format promises at least so many usable bytes; the arithmetic of overflowing cells relies on them. */
const MIN_USABLE = 480;

/** A text says why it is none. */
export function openImage(file: Buffer, walFile: Buffer | null): DatabaseImage | string {
  const wal = walFile === null ? null : parseWal(walFile);
  const header = wal?.pages.get(1) ?? file;
  if (header.length < HEADER || header.toString("latin1", 0, MAGIC.length) !== MAGIC) return "is not an SQLite database, or an encrypted one";
  // 1 stands for 65536, which does not fit.
  const size = header.readUInt16BE(16);
  const pageSize = size === 1 ? 65_536 : size;
  const usable = pageSize - header.readUInt8(20);
  if (!isPageSize(pageSize) || usable < MIN_USABLE) return `has no valid page size: ${pageSize}`;
  // A log of another page size belongs to another file.
  const newer = wal?.pageSize === pageSize ? wal : null;
  const pageCount = newer?.databaseSize ?? Math.ceil(file.length / pageSize);
  const page = (number: number): Buffer | null => {
    if (number < 1 || number > pageCount) return null;
    const end = number * pageSize;
    return newer?.pages.get(number) ?? (end <= file.length ? file.subarray(end - pageSize, end) : null);
  };
  return { encoding: ENCODINGS[header.readUInt32BE(56) - 1] ?? "utf8", usable, pageSize, pageCount, page };
}
