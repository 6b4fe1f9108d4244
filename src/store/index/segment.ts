/**
 * Reads a segment: its footer, the entries of terms, lists of postings, rows. Nothing is read whole, and everything
 * read is checked; what does not check out throws Damaged, and the caller reads the stores themselves.
 */
import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { sep } from "node:path";
import { hashLanes } from "../identity.ts";
import { isSame, utf8Text } from "../text-of.ts";
import {
  type Coverage,
  checksum,
  ENTRY_BYTES,
  type Footer,
  HEAD_BYTES,
  INDEX_FORMAT,
  INLINE_SHIFT,
  LIST_HEAD,
  MAGIC,
  ROW_BYTES,
  SHORT_LIST,
  SLOT_BYTES,
  sealRow,
} from "./format.ts";

/** The index is not what was written. */
export class Damaged extends Error {}

/** A store is no longer what was indexed, though nothing told. */
export class Moved extends Error {}

/** The postings of a term, or where they are. */
export interface Entry {
  /** How many lines hold it. */
  readonly lines: number;
  /** How many documents the entry itself names; 0 for a list. */
  readonly inline: number;
  /** The documents, or the place of the list and its length, in words. */
  readonly first: number;
  readonly second: number;
  /** A short list itself, or the beginning of a longer one. Not checked yet. */
  readonly list: Uint32Array | null;
}

export interface Row {
  readonly at: number | null;
  readonly offset: number;
  readonly length: number;
  readonly hash: number;
  readonly flags: number;
}

/** A directory up to this size is read once; of a larger one a slot a term. */
const WHOLE_DIRECTORY = 16 * 1024;
/** In bytes. */
const WHOLE_SEGMENT = 32 * 1024;
const FOOTER_LIMIT = 16 * 1024 * 1024;

/** One small buffer serves all reads of entries and rows. */
const words = new Uint32Array(1024);
const bytes = new Uint8Array(words.buffer);
const signed = new Int32Array(words.buffer);
const times = new Float64Array(words.buffer);

export class Segment {
  private directory: Uint32Array | null = null;
  /** Of a small segment all of it: one read instead of three a term. */
  private readonly whole: Uint8Array | null;

  private constructor(
    private readonly fd: number,
    readonly size: number,
    readonly footer: Footer,
  ) {
    this.whole = null;
    if (size > WHOLE_SEGMENT) return;
    const whole = new Uint8Array(size);
    this.readInto(whole, 0, 0, size);
    this.whole = whole;
  }

  /** Null when there is none, or one of another version; throws Damaged when it is not what was written. */
  static open(cacheDir: string, name: string, version: string): Segment | null {
    const path = cacheDir + sep + name;
    // Asking first: an error costs more than all the rest.
    if (!existsSync(path)) return null;
    let fd: number;
    try {
      fd = openSync(path, "r");
    } catch {
      return null;
    }
    try {
      const { size, mtimeMs } = fstatSync(fd);
      const footer = readFooter(fd, size, mtimeMs);
      if (footer?.version === version) return new Segment(fd, size, footer);
    } catch (error) {
      closeSync(fd);
      throw error instanceof Damaged ? error : new Damaged("unreadable");
    }
    closeSync(fd);
    return null;
  }

  close(): void {
    closeSync(this.fd);
  }

  /** The documents that name no project. */
  get unnamed(): Entry | null {
    const list = this.footer.unnamed;
    return list === null ? null : { lines: 0, inline: 0, first: list[0], second: list[1], list: this.readBeginning(list[0], list[1]) };
  }

  coverageOf(doc: number): Coverage {
    for (const coverage of this.footer.coverage) if (doc >= coverage.firstDoc && doc < coverage.endDoc) return coverage;
    throw new Damaged("a document of no store");
  }

  find(term: string): Entry | null {
    const [high, low] = hashLanes(term, this.footer.salt);
    const { bucketBits } = this.footer;
    const used = this.readBucket(bucketBits === 0 ? 0 : high >>> (32 - bucketBits));
    for (let i = 0; i < used; i += ENTRY_BYTES / 4) if (words[i] === low) return this.entry(low, words[i + 1] as number, words[i + 2] as number);
    return null;
  }

  private entry(low: number, first: number, second: number): Entry {
    const inline = second >>> INLINE_SHIFT;
    if (inline > 0) return { lines: inline, inline, first, second, list: null };
    if (second < LIST_HEAD) throw new Damaged("a list's length");
    const list = this.readBeginning(first, second);
    const lines = list[0] as number;
    if ((lines ^ low) >>> 0 !== list[1]) throw new Damaged("a count of lines");
    return { lines, inline, first, second, list };
  }

  /** Into the shared buffer; how many words it has. */
  private readBucket(bucket: number): number {
    const { first, end, sum } = this.slot(bucket);
    const used = (end - first) * (ENTRY_BYTES / 4);
    if (used < 0 || used > words.length) throw new Damaged("a bucket out of bounds");
    this.read(this.footer.entriesAt + first * ENTRY_BYTES, used * 4);
    if (checksum(signed, 0, used) !== sum) throw new Damaged("a bucket");
    return used;
  }

  /** All of them, in the order of their hashes: for those who check the whole. */
  *entries(): Generator<Entry & { readonly bucket: number; readonly low: number }> {
    for (let bucket = 0; bucket < 1 << this.footer.bucketBits; bucket++) {
      const copy = words.slice(0, this.readBucket(bucket));
      for (let i = 0; i < copy.length; i += ENTRY_BYTES / 4) {
        const low = copy[i] as number;
        yield { ...this.entry(low, copy[i + 1] as number, copy[i + 2] as number), bucket, low };
      }
    }
  }

  private slot(bucket: number): { readonly first: number; readonly end: number; readonly sum: number } {
    const { directoryAt, bucketBits } = this.footer;
    const size = ((1 << bucketBits) + 1) * SLOT_BYTES;
    if (size > WHOLE_DIRECTORY) {
      this.read(directoryAt + bucket * SLOT_BYTES, 2 * SLOT_BYTES);
      return { first: words[0] as number, sum: words[1] as number, end: words[2] as number };
    }
    if (this.directory === null) {
      this.directory = new Uint32Array(size / 4);
      this.readInto(new Uint8Array(this.directory.buffer), 0, directoryAt, size);
    }
    const at = bucket * 2;
    return { first: this.directory[at] as number, sum: this.directory[at + 1] as number, end: this.directory[at + 2] as number };
  }

  private readBeginning(first: number, length: number): Uint32Array {
    const known = Math.min(length, SHORT_LIST);
    this.read(first * 4, known * 4);
    return words.slice(0, known);
  }

  /** Of the file, from a position on, into `target`. Whoever uses them must check them first. */
  readBytes(position: number, length: number, target: Uint8Array, at: number): void {
    this.readInto(target, at, position, length);
  }

  row(doc: number): Row {
    this.read(this.footer.rowsAt + doc * ROW_BYTES, ROW_BYTES);
    const last = words[5] as number;
    const flags = last >>> 24;
    if (sealRow(signed, 0, flags) !== last) throw new Damaged("a row");
    const time = times[0] as number;
    const third = words[3] as number;
    return {
      at: Number.isNaN(time) ? null : time,
      offset: (words[2] as number) + (third & 0xff) * 0x1_0000_0000,
      length: third >>> 8,
      hash: words[4] as number,
      flags,
    };
  }

  private read(position: number, length: number): void {
    this.readInto(bytes, 0, position, length);
  }

  private readInto(target: Uint8Array, offset: number, position: number, length: number): void {
    if (position < 0 || position + length > this.size) throw new Damaged("a place beyond the end");
    if (this.whole !== null) {
      target.set(this.whole.subarray(position, position + length), offset);
      return;
    }
    for (let done = 0; done < length; ) {
      const count = readSync(this.fd, target, offset + done, length - done, position + done);
      if (count === 0) throw new Damaged("cut short");
      done += count;
    }
  }
}

function readFooter(fd: number, size: number, mtimeMs: number): Footer | null {
  if (readSync(fd, bytes, 0, HEAD_BYTES, 0) !== HEAD_BYTES || words[0] !== MAGIC) throw new Damaged("no index file");
  if (checksum(signed, 0, 7) !== words[7]) throw new Damaged("the head");
  if (words[1] !== INDEX_FORMAT) return null;
  const at = (words[2] as number) + (words[3] as number) * 0x1_0000_0000;
  const length = words[4] as number;
  // Whoever changed the file has changed its time.
  if (mtimeMs !== (words[6] as number) * 1000) throw new Damaged("changed since it was written");
  if (at + 2 * length !== size || length > FOOTER_LIMIT) throw new Damaged("its size");
  const text = new Uint8Array(2 * length);
  const isWhole = readSync(fd, text, 0, 2 * length, at) === 2 * length && isSame(text.subarray(0, length), text.subarray(length));
  if (!isWhole) throw new Damaged("the footer");
  return JSON.parse(utf8Text(text, 0, length)) as Footer;
}
