/** One row of an SQLite table: the bytes of its payload → values. Throws when they cannot be a row. Pure. */
import type { Encoding } from "./database-image.ts";

/** Blobs are no texts, and nothing that is imported is one: they count as null. */
export type Value = string | number | null;

export interface Varint {
  readonly value: number;
  /** Behind it. */
  readonly end: number;
}

/** Exact up to 2^53; nothing valid that is asked for is larger. */
export function readVarint(bytes: Buffer, start: number): Varint {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = bytes.readUInt8(start + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(start + 8), end: start + 9 };
}

/** Fewer than the table has columns, when the last of them were added later. */
export function parseRecord(payload: Buffer, encoding: Encoding): readonly Value[] {
  const { value: headerEnd, end } = readVarint(payload, 0);
  const values: Value[] = [];
  let at = headerEnd;
  for (let next = end; next < headerEnd; ) {
    const { value: type, end: behind } = readVarint(payload, next);
    const length = lengthOf(type);
    if (at + length > payload.length) throw new RangeError("a value reaches beyond its row");
    values.push(parseValue(payload.subarray(at, at + length), type, encoding));
    at += length;
    next = behind;
  }
  return values;
}

const FIXED_LENGTHS: readonly number[] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  const length = FIXED_LENGTHS[type];
  if (length === undefined) throw new RangeError("a value has a type that is not in use");
  return length;
}

function parseValue(bytes: Buffer, type: number, encoding: Encoding): Value {
  if (type >= 13 && type % 2 === 1) return decode(bytes, encoding);
  if (type === 0 || type >= 12) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 6) return Number(bytes.readBigInt64BE(0));
  return type >= 8 ? type - 8 : bytes.readIntBE(0, bytes.length);
}

function decode(bytes: Buffer, encoding: Encoding): string {
  if (encoding === "utf8") return bytes.toString("utf8");
  const even = bytes.subarray(0, bytes.length & ~1);
  return (encoding === "utf16le" ? even : Buffer.from(even).swap16()).toString("utf16le");
}
