/**
 * The layout of a segment file, shared by its writer and its reader. Little-endian throughout.
 *
 *   head       32 bytes: magic, format, where the footer is and its length, the file's own modification time
 *   rows       24 bytes a document, newest first
 *   postings   one list a term: its containers, one or more for each block of 65,536 documents
 *   entries    12 bytes a term, ordered by hash
 *   directory  8 bytes a bucket of terms: the first entry and a checksum of the bucket
 *   footer     JSON: what the segment covers, and where the parts lie; twice, as comparing them is quicker than any sum
 *
 * Whatever is read is checked by a sum that lies elsewhere, so that a damaged file is noticed and not believed.
 */
import type { SourceName } from "../../types.ts";

/** Raised whenever the layout, a row's meaning or the definition of a term changes. */
export const INDEX_FORMAT = 7;
export const MAGIC = 0x45524f4c;

export const HEAD_BYTES = 32;
export const ROW_BYTES = 24;
/** The low half of the term's hash, of which the directory knows the first bits of the high half; then its postings or where they are. */
export const ENTRY_BYTES = 12;
export const SLOT_BYTES = 8;
export const BLOCK_DOCS = 1 << 16;

/** A plane holds one bit a document of a block; a bitmap container has two, which spell the field's code. */
export const PLANE_BYTES = BLOCK_DOCS / 8;
/** From here on a bitmap is smaller than an array of two bytes and a quarter each. */
export const MAX_ARRAY = 7000;
/**
 * Most terms stand in one to three documents, which the entry names itself: the number of them in the two top bits of
 * its last word, the field in the two bits above each document. Other terms have a list, in words:
 *   how many lines hold it, the same crossed with the hash, a checksum, how many containers,
 *   for each container its block and the count less one, two bytes each; then the containers themselves.
 * The checksum is one of all that follows it. Of a list longer than `SHORT_LIST` no more is read than a block needs: before the
 * containers it has a checksum for each, and the first is one of what lies between it and them.
 */
export const INLINE_SHIFT = 30;
/** Documents up to these are named by the entry itself, where there are one, two or three. */
export const INLINE_LIMITS: readonly number[] = [0, 0x1_0000_0000, 0x1000_0000, 0x4000];
export const LIST_HEAD = 4;
/** In words. Up to here a list is read together with its head. */
export const SHORT_LIST = 128;

/** Of a document. Retired: the last line of its id, and nothing to show. */
export const RETIRED = 1;

/** Terms beside those of the tokenizer, which never begin with these signs. */
export const projectTerm = (name: string): string => `\u0001=${name}`;
/** `owner/repo` is also found by `repo`. */
export const shortProjectTerm = (name: string): string => `\u0001/${name}`;

/** A stretch of one store file that a segment covers. */
export interface Coverage {
  readonly path: string;
  readonly source: SourceName;
  readonly from: number;
  readonly to: number;
  readonly lines: number;
  /** The file's identity when it was read; trusted only if `settled`. */
  readonly stamp: string;
  readonly settled: boolean;
  /** Checksums of the first and the last bytes covered: appending keeps them, rewriting does not. */
  readonly head: number;
  readonly tail: number;
  /** Checksum of every byte covered. */
  readonly sum: number;
  /** The latest time of any record; null when none has one. */
  readonly newest: number | null;
  /** Its documents: numbers from `firstDoc` up to, not including, `endDoc`. */
  readonly firstDoc: number;
  readonly endDoc: number;
}

export interface Footer {
  readonly version: string;
  readonly kind: SegmentKind;
  /** Tells one build from another: a delta names the base that it continues. */
  readonly id: string;
  readonly base: string | null;
  /** When it was built, in milliseconds. */
  readonly builtAt: number;
  readonly coverage: readonly Coverage[];
  readonly documents: number;
  /** Of the hashes of its terms. */
  readonly salt: number;
  readonly rowsAt: number;
  readonly entriesAt: number;
  readonly entries: number;
  readonly directoryAt: number;
  /** The directory has 2^bucketBits buckets. */
  readonly bucketBits: number;
  /** Project names, in lower case, that the covered lines name in fields of their own. */
  readonly projects: readonly string[];
  /** Further ones that were known when it was built. For all of these a tag counts as naming a project. */
  readonly registry: readonly string[];
  /** The list of the documents that name no project, by a field or by a tag that is known to be one: its first word, and how many. */
  readonly unnamed: readonly [at: number, length: number] | null;
  readonly rejected: readonly Rejected[];
}

export type SegmentKind = "documents" | "base" | "delta";

export interface Rejected {
  readonly path: string;
  readonly offset: number;
  readonly reason: string;
}

/** A bucket of the directory is read in one piece of no more than this many entries. */
export const MAX_BUCKET = 340;

/** So many bytes at either end of a covered stretch are compared before its rest is believed. */
export const SAMPLE_BYTES = 1024;

/** Of whole words; a change of one word always changes it. Signed ones on the hot path: V8 makes an object of each number above 2^31. */
export function checksum(words: Int32Array | Uint32Array, start: number, end: number, seed = end - start): number {
  let sum = seed;
  for (let i = start; i < end; i++) {
    sum = Math.imul(sum ^ (words[i] as number), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/** The same of any stretch of bytes, seeded with its length: the last, incomplete word is filled up with zeros. */
export function checksumBytes(bytes: Uint8Array, start: number, end: number): number {
  const whole = start + ((end - start) & ~3);
  let sum = end - start;
  let i = start;
  for (; i < whole; i += 4) {
    sum = Math.imul(sum ^ wordAt(bytes, i), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  if (i < end) {
    let last = 0;
    for (let shift = 0; i < end; i++, shift += 8) last |= (bytes[i] as number) << shift;
    sum = Math.imul(sum ^ last, 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}

/** The last word of a row: its flags, and what ties them to the words before. */
export function sealRow(words: Int32Array | Uint32Array, at: number, flags: number): number {
  return ((flags << 24) | ((checksum(words, at, at + 5) ^ Math.imul(flags + 1, 0x85ebca6b)) & 0xffffff)) >>> 0;
}
