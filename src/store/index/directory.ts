/** The directory of a segment's terms: buckets by the leading bits of the hash, each with a checksum. Off the hot path. */
import { type FileWriter, WordReader } from "./file-writer.ts";
import { checksum, ENTRY_BYTES, MAX_BUCKET, SLOT_BYTES } from "./format.ts";

/** High and low half of the hash, then what the entry says. */
const MERGED_BYTES = 16;
const ENTRY_WORDS = ENTRY_BYTES / 4;

/** Writes the entries, each without what its bucket tells. Sixteen to a bucket on average. */
export function copyEntries(fd: number, count: number, out: FileWriter): { readonly slots: Uint32Array; readonly bits: number } {
  const open = (): WordReader => new WordReader(fd, 0, count * MERGED_BYTES, 1 << 18);
  let bits = Math.max(0, Math.ceil(Math.log2(Math.max(1, count / 16))));
  const most = bits + 8;
  while (isCrowded(open(), count, bits)) if (++bits > most) throw new Error("two terms cannot be told apart: try again");
  const directory = new DirectoryBuilder(bits);
  const reader = open();
  for (let entry = 0; entry < count; entry++) {
    directory.beginEntry(bucketOf(reader.word(), bits), entry);
    for (let word = 0; word < ENTRY_WORDS; word++) out.word(directory.add(reader.word()));
  }
  return { slots: directory.finish(count), bits };
}

function bucketOf(high: number, bits: number): number {
  return bits === 0 ? 0 : high >>> (32 - bits);
}

/** Whether two terms of one bucket could not be told apart, or a bucket is too large to be read in one piece. */
function isCrowded(reader: WordReader, count: number, bits: number): boolean {
  const lows = new Uint32Array(MAX_BUCKET);
  let bucket = -1;
  let held = 0;
  for (let entry = 0; entry < count; entry++) {
    const own = bucketOf(reader.word(), bits);
    const low = reader.word();
    reader.word();
    reader.word();
    if (own !== bucket) held = 0;
    bucket = own;
    if (held >= MAX_BUCKET) return true;
    for (let i = 0; i < held; i++) if (lows[i] === low) return true;
    lows[held++] = low;
  }
  return false;
}

/** For each bucket its first entry, and a checksum of its entries. */
class DirectoryBuilder {
  private readonly slots: Uint32Array;
  private bucket = 0;
  private readonly held = new Uint32Array(MAX_BUCKET * ENTRY_WORDS);
  private words = 0;

  constructor(bits: number) {
    this.slots = new Uint32Array(((1 << bits) + 1) * (SLOT_BYTES / 4));
  }

  beginEntry(bucket: number, entry: number): void {
    if (bucket !== this.bucket) this.close(bucket, entry);
  }

  /** Returns it. */
  add(word: number): number {
    this.held[this.words++] = word;
    return word;
  }

  finish(count: number): Uint32Array {
    this.close(this.slots.length / 2 - 1, count);
    return this.slots;
  }

  private close(next: number, entry: number): void {
    this.slots[this.bucket * 2 + 1] = checksum(this.held, 0, this.words);
    this.words = 0;
    while (this.bucket < next) {
      this.slots[++this.bucket * 2] = entry;
      this.slots[this.bucket * 2 + 1] = checksum(this.held, 0, 0);
    }
  }
}
