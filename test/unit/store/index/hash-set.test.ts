/** The two tables that stand in for a set and a map of strings. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HashSet } from "../../../../src/store/index/hash-set.ts";
import { SpellingTable } from "../../../../src/store/index/spelling-table.ts";

/** Few different low halves, so that slots are fought for. */
const half = fc.oneof(fc.nat({ max: 40 }), fc.integer({ min: 0, max: 0xffffffff }), fc.constantFrom(0, 1, 1024, 2048, 0xffffffff));
// The set takes (0, 0) and (1, 0) for one: a chance of one in 2^63.
const hash = fc.tuple(half, half).filter(([high, low]) => high !== 0 || low !== 0);

describe("HashSet", () => {
  it("says what a set of strings says", () => {
    fc.assert(
      fc.property(fc.array(hash, { maxLength: 300 }), (hashes) => {
        const set = new HashSet();
        const model = new Set<string>();
        for (const [high, low] of hashes) {
          expect(set.add(high, low)).toBe(!model.has(`${high} ${low}`));
          model.add(`${high} ${low}`);
        }
      }),
    );
  });

  it("keeps everything while it grows", () => {
    const set = new HashSet();
    const count = 50_000;
    const highOf = (i: number): number => Math.imul(i, 0x9e3779b1) >>> 0;
    const added = () => Array.from({ length: count }, (_, i) => set.add(highOf(i + 1), i % 700)).filter(Boolean).length;
    expect([added(), added()]).toEqual([count, 0]);
  });

  it("two zeros are a value too", () => {
    const set = new HashSet();
    expect([set.add(0, 0), set.add(0, 0)]).toEqual([true, false]);
  });
});

describe("SpellingTable", () => {
  const terms = (table: SpellingTable, list: number): readonly number[] => Array.from({ length: table.count(list) }, (_, i) => table.term(list, i));

  it("finds what was added, and nothing else", () => {
    const entry = fc.tuple(hash, fc.array(fc.nat(), { maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 200 }), (entries) => {
        const table = new SpellingTable();
        const model = new Map<string, readonly number[]>();
        for (const [[high, low], own] of entries) {
          const list = table.find(high, low);
          const known = model.get(`${high} ${low}`);
          expect(list === 0 ? undefined : terms(table, list)).toEqual(known);
          if (known !== undefined) continue;
          expect(terms(table, table.add(high, low, own))).toEqual(own);
          model.set(`${high} ${low}`, own);
        }
      }),
    );
  });

  it("keeps everything while it grows, and forgets it when cleared", () => {
    const table = new SpellingTable();
    const highOf = (i: number): number => Math.imul(i, 0x85ebca6b) >>> 0;
    for (let i = 0; i < 60_000; i++) table.add(highOf(i), i % 9000, [i, i + 1]);
    const lost = Array.from({ length: 60_000 }, (_, i) => i).filter((i) => terms(table, table.find(highOf(i), i % 9000)).join() !== [i, i + 1].join());
    expect(lost).toEqual([]);
    table.clear();
    for (let i = 0; i < 60_000; i += 997) expect(table.find(highOf(i), i % 9000)).toBe(0);
    expect(terms(table, table.add(1, 2, [3]))).toEqual([3]);
  });
});
