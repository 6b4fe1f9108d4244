/** The sums on which everything else relies: no change of one bit goes unnoticed. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checksum, checksumBytes, sealRow } from "../../../../src/store/index/format.ts";

const someWords = fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 1, maxLength: 40 }).map((values) => Uint32Array.from(values));

describe("checksum", () => {
  it("tells every flip of a single bit, wherever it is", () => {
    fc.assert(
      fc.property(someWords, (words) => {
        const sum = checksum(words, 0, words.length);
        for (let bit = 0; bit < words.length * 32; bit++) {
          const place = bit >>> 5;
          words[place] = ((words[place] as number) ^ (1 << (bit & 31))) >>> 0;
          // A million times `expect` would take seconds.
          if (checksum(words, 0, words.length) === sum) throw new Error(`bit ${bit} is not told`);
          words[place] = ((words[place] as number) ^ (1 << (bit & 31))) >>> 0;
        }
      }),
    );
  });

  it("tells any other value of one word", () => {
    fc.assert(
      fc.property(someWords, fc.nat(), fc.integer({ min: 1, max: 0xffffffff }), (words, at, change) => {
        const other = words.slice();
        other[at % words.length] = ((other[at % words.length] as number) ^ change) >>> 0;
        expect(checksum(other, 0, other.length)).not.toBe(checksum(words, 0, words.length));
      }),
    );
  });

  it("of nothing but zeros tells how many there are", () => {
    const sums = Array.from({ length: 100 }, (_, length) => checksum(new Uint32Array(length), 0, length));
    expect(new Set(sums).size).toBe(100);
  });

  it("of a stretch depends on nothing around it", () => {
    fc.assert(
      fc.property(someWords, someWords, someWords, (before, own, after) => {
        const all = Uint32Array.from([...before, ...own, ...after]);
        expect(checksum(all, before.length, before.length + own.length)).toBe(checksum(own, 0, own.length));
      }),
    );
  });
});

describe("checksumBytes", () => {
  it("is the sum of the same words, seeded with the length in bytes, wherever the bytes lie", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.nat({ max: 9 }), (bytes, offset) => {
        const words = new Uint32Array((bytes.length + 3) >> 2);
        new Uint8Array(words.buffer).set(bytes);
        const moved = new Uint8Array(offset + bytes.length + 5).fill(0xaa);
        moved.set(bytes, offset);
        expect(checksumBytes(moved, offset, offset + bytes.length)).toBe(checksum(words, 0, words.length, bytes.length));
      }),
    );
  });

  it("tells every flip of a single bit, and a zero more at the end", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(), (bytes, at) => {
        const sum = checksumBytes(bytes, 0, bytes.length);
        const other = bytes.slice();
        other[(at >>> 3) % bytes.length] = (other[(at >>> 3) % bytes.length] as number) ^ (1 << (at & 7));
        expect(checksumBytes(other, 0, other.length)).not.toBe(sum);
        expect(checksumBytes(Uint8Array.from([...bytes, 0]), 0, bytes.length + 1)).not.toBe(sum);
      }),
      { numRuns: 1000 },
    );
  });
});

it("a row's seal holds for its words and flags together: a flipped bit breaks it, but for one in sixteen million", () => {
  const row = fc.array(fc.integer({ min: 0, max: 0xffffffff }), { minLength: 5, maxLength: 5 });
  let unnoticed = 0;
  fc.assert(
    fc.property(row, fc.nat({ max: 3 }), (values, flags) => {
      const words = Uint32Array.from([...values, 0]);
      words[5] = sealRow(words, 0, flags);
      for (let bit = 0; bit < 192; bit++) {
        const other = words.slice();
        other[bit >>> 5] = ((other[bit >>> 5] as number) ^ (1 << (bit & 31))) >>> 0;
        if (sealRow(other, 0, (other[5] as number) >>> 24) === other[5]) unnoticed++;
      }
    }),
  );
  expect(unnoticed).toBe(0);
});
