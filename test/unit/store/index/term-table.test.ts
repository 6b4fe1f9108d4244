import { expect, test } from "vitest";
import { TermTable } from "../../../../src/store/index/term-table.ts";

test("one number a hash, however many there are, until it is cleared", () => {
  const table = new TermTable();
  const ids = hashes(100_000).map(([high, low]) => table.idOf(high, low));
  expect(new Set(ids).size).toBe(100_000);
  expect(table.size).toBe(100_000);
  expect(hashes(100_000).map(([high, low]) => table.idOf(high, low))).toEqual(ids);
  table.clear();
  expect(table.idOf(7, 7)).toBe(0);
});

test("hashes that share a half are different terms", () => {
  const table = new TermTable();
  const ids = [table.idOf(1, 2), table.idOf(2, 2), table.idOf(1, 3), table.idOf(0, 0)];
  expect(ids).toEqual([0, 1, 2, 3]);
  expect(table.idOf(0, 0)).toBe(3);
});

test("numbers in the order of the whole hash, which is unsigned", () => {
  const table = new TermTable();
  const all = [...hashes(50_000), ...hashes(500).map(([high]) => [high, 0xffff_ffff] as const), [0xffff_ffff, 1], [0xffff_ffff, 0], [0, 5], [0, 3]] as const;
  for (const [high, low] of all) table.idOf(high, low);
  const order = [...table.order()].map((id) => [table.hashes[id * 2] as number, table.hashes[id * 2 + 1] as number] as const);
  expect(order).toEqual(order.toSorted(([a, b], [c, d]) => a - c || b - d));
  expect(order).toHaveLength(table.size);
});

test("nothing has an order", () => {
  expect([...new TermTable().order()]).toEqual([]);
});

function hashes(count: number): readonly (readonly [high: number, low: number])[] {
  return Array.from({ length: count }, (_, i) => [Math.imul(i + 1, 0x9e3779b1) >>> 0, Math.imul(i + 1, 0x85ebca6b) >>> 0] as const);
}
