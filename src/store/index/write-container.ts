/** The documents of a block that hold a term, as a container: what format.ts describes. Off the hot path. */
import type { FileWriter } from "./file-writer.ts";
import { BLOCK_DOCS, MAX_ARRAY, PLANE_BYTES } from "./format.ts";

/** Count, words of payload, then two-byte documents and two-bit fields, or two planes of bits. A document met twice under one term keeps its first field. */
export function writeContainer(out: FileWriter, values: Uint32Array, start: number, end: number): void {
  const count = dropRepeats(values, start, end);
  out.word(count);
  if (count > MAX_ARRAY) {
    out.word(PLANE_BYTES / 2);
    return writePlanes(out, values, start, start + count);
  }
  out.word(((count + 1) >> 1) + ((count + 15) >> 4));
  for (let i = 0; i < count; i += 2) {
    const second = i + 1 < count ? (values[start + i + 1] as number) % BLOCK_DOCS : 0;
    out.word((((values[start + i] as number) % BLOCK_DOCS) | (second << 16)) >>> 0);
  }
  for (let i = 0; i < count; i += 16) {
    let word = 0;
    for (let j = 0; j < 16 && i + j < count; j++) word |= ((values[start + i + j] as number) >>> 16) << (2 * j);
    out.word(word >>> 0);
  }
}

function dropRepeats(values: Uint32Array, start: number, end: number): number {
  let kept = start;
  for (let i = start; i < end; i++) {
    if (kept > start && (values[kept - 1] as number) % BLOCK_DOCS === (values[i] as number) % BLOCK_DOCS) continue;
    values[kept++] = values[i] as number;
  }
  return kept - start;
}

function writePlanes(out: FileWriter, values: Uint32Array, start: number, end: number): void {
  const planes = new Uint32Array(PLANE_BYTES / 2);
  for (let i = start; i < end; i++) {
    const doc = (values[i] as number) % BLOCK_DOCS;
    const code = (values[i] as number) >>> 16;
    const bit = 1 << (doc & 31);
    if (code & 1) setBits(planes, doc >>> 5, bit);
    if (code & 2) setBits(planes, PLANE_BYTES / 4 + (doc >>> 5), bit);
  }
  for (const word of planes) out.word(word);
}

function setBits(words: Uint32Array, index: number, bits: number): void {
  words[index] = (words[index] as number) | bits;
}
