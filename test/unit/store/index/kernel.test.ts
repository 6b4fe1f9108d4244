/** The two kernels do the same work, and the compiled one is what its source says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BLOCK_DOCS, checksum, MAX_ARRAY, PLANE_BYTES } from "../../../../src/store/index/format.ts";
import { type Kernel, type Postings, type Scale, scriptKernel } from "../../../../src/store/index/kernel.ts";
import { planBlock } from "../../../../src/store/index/plan-block.ts";
import { wasmKernel } from "../../../../src/store/index/wasm-kernel.ts";
import { REPO_ROOT } from "../../builders.ts";

const PLANE = PLANE_BYTES / 4;

/** The postings of one term: which documents hold it, and in which field. */
interface List {
  readonly postings: readonly (readonly [doc: number, field: number])[];
  readonly bitmap: boolean;
  readonly bound: number;
  readonly column: number;
}

const WIDTH = 5;
const doc = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: BLOCK_DOCS - 1 }), fc.constantFrom(0, 31, 32, 63, 64, BLOCK_DOCS - 1));
const list: fc.Arbitrary<List> = fc.record({
  postings: fc
    .uniqueArray(fc.tuple(doc, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 60, selector: ([each]) => each })
    .map((all) => all.toSorted(([a], [b]) => a - b)),
  bitmap: fc.boolean(),
  bound: fc.nat({ max: 9000 }),
  column: fc.nat({ max: WIDTH - 1 }),
});
interface Search {
  readonly lists: readonly List[];
  readonly least: number;
  readonly scale: Scale;
  readonly weight: number;
}

const scale: fc.Arbitrary<Scale> = fc.record({
  weights: fc.uint16Array({ max: 9000, minLength: 4 * (WIDTH - 2), maxLength: 4 * (WIDTH - 2) }),
  full: fc.integer({ min: 1, max: 30_000 }),
  neutral: fc.nat({ max: 256 }),
  foreign: fc.nat({ max: 256 }),
  strong: fc.nat({ max: 20_000 }),
});
const search: fc.Arbitrary<Search> = fc.record({
  lists: fc.array(list, { minLength: 1, maxLength: 6 }),
  least: fc.integer({ min: 1, max: 20_000 }),
  scale,
  weight: fc.constantFrom(0, 1, 3000),
});

/** A kernel tells the two kinds by how many postings there are. */
function countOf({ postings, bitmap }: List): number {
  return bitmap ? MAX_ARRAY + 1 : postings.length;
}

function lengthOf({ postings, bitmap }: List): number {
  return bitmap ? 2 * PLANE : ((postings.length + 1) >> 1) + ((postings.length + 15) >> 4);
}

/** Written as the segment holds it. */
function put(words: Uint32Array, at: number, { postings, bitmap }: List): void {
  const fieldsAt = at + (bitmap ? PLANE : (postings.length + 1) >> 1);
  const set = (place: number, value: number): void => {
    words[place] = ((words[place] as number) | value) >>> 0;
  };
  postings.forEach(([each, field], i) => {
    if (!bitmap) {
      set(at + (i >> 1), each << (16 * (i & 1)));
      set(fieldsAt + (i >> 4), field << (2 * (i & 15)));
      return;
    }
    if (field & 1) set(at + (each >>> 5), 1 << (each & 31));
    if (field & 2) set(fieldsAt + (each >>> 5), 1 << (each & 31));
  });
}

type Row = readonly [doc: number, weight: number, fields: readonly number[]];

/** Adding all of them up, or looking those of the first lists up in the others. */
type Way = "find" | "gather";

function run(kernel: Kernel, { lists, least, scale, weight }: Search, way: Way = "find"): readonly Row[] {
  let at = 0;
  const placed = lists.map((own) => {
    const start = at;
    at += lengthOf(own);
    put(kernel.words(), start, own);
    return { bound: own.bound, column: own.column, at: start, count: countOf(own) };
  });
  const found = way === "find" ? kernel.find(placed, least) : narrowDown(kernel, placed, least);
  if (found === 0) return [];
  kernel.makeRows();
  for (const own of placed) kernel.note(own);
  const { docs } = kernel.survivors();
  expect(docs.length).toBe(found);
  const weighed = kernel.weigh(scale, weight);
  return Array.from(weighed.docs, (doc, i): Row => [doc, weighed.weights[i] as number, [...weighed.hits.subarray(i * WIDTH, (i + 1) * WIDTH)]]);
}

function narrowDown(kernel: Kernel, placed: readonly Postings[], least: number): number {
  const { first, others, rest } = planBlock(placed, least);
  let missing = rest;
  let found = kernel.gather(first, least - missing);
  for (const postings of others) {
    missing -= postings.bound;
    found = kernel.narrow(postings, least - missing);
  }
  return found;
}

/** Those that a document must stand in have to be arrays. */
function isSparse({ lists, least }: Search): boolean {
  return planBlock(
    lists.map((own) => ({ bound: own.bound, bitmap: own.bitmap, count: countOf(own) })),
    least,
  ).first.every(({ bitmap }) => !bitmap);
}

function runNaively({ lists, least, scale, weight: leastWeight }: Search): readonly Row[] {
  const sums = new Map<number, number>();
  for (const { postings, bound } of lists) for (const [found] of postings) sums.set(found, (sums.get(found) ?? 0) + bound);
  return [...sums].flatMap(([found, sum]): Row[] => {
    if (sum < least) return [];
    const fields = Array.from({ length: WIDTH }, () => 0);
    for (const { postings, column } of lists) fields[column] = postings.find(([other]) => other === found)?.[1] ?? (fields[column] as number);
    const whole = fields.slice(0, -2).reduce((all, code, column) => all + (scale.weights[column * 4 + code] as number), 0);
    const weight = Math.min(scale.full, whole);
    // The last two columns tell whether it is the own project's, and whether it is nobody's.
    const [own, nobody] = fields.slice(-2);
    const factor = own !== 0 ? 256 : nobody !== 0 ? scale.neutral : weight < scale.strong ? 0 : scale.foreign;
    const counted = Math.ceil((weight * factor) / 256);
    return counted < leastWeight ? [] : [[found, counted, fields]];
  });
}

function byDocument(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(([a], [b]) => a - b);
}

function lengthOfAll({ lists }: Search): number {
  return lists.reduce((sum, each) => sum + lengthOf(each), 0);
}

it("both kernels find what adding up document by document finds", () => {
  fc.assert(
    fc.property(search, (own) => {
      const expected = byDocument(runNaively(own));
      expect(byDocument(run(scriptKernel(lengthOfAll(own), WIDTH, BLOCK_DOCS), own))).toEqual(expected);
      expect(run(wasmKernel(lengthOfAll(own), WIDTH), own)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it("looking documents up finds the same", () => {
  fc.assert(
    fc.property(search.filter(isSparse), (own) => {
      const expected = byDocument(runNaively(own));
      expect(byDocument(run(scriptKernel(lengthOfAll(own), WIDTH, BLOCK_DOCS), own, "gather"))).toEqual(expected);
      expect(run(wasmKernel(lengthOfAll(own), WIDTH), own, "gather")).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it("a second search is not disturbed by the first", () => {
  fc.assert(
    fc.property(search.filter(isSparse), search, fc.constantFrom<Way>("find", "gather"), (first, second, way) => {
      const length = Math.max(lengthOfAll(first), lengthOfAll(second));
      for (const make of [() => scriptKernel(length, WIDTH, BLOCK_DOCS), () => wasmKernel(length, WIDTH)]) {
        const used = make();
        run(used, first, way);
        used.words().fill(0, 0, length);
        expect(run(used, second)).toEqual(run(make(), second));
      }
    }),
    { numRuns: 100 },
  );
});

it("every document of a block may be found at once", () => {
  const all: List = { postings: Array.from({ length: BLOCK_DOCS }, (_, each) => [each, 1 + (each % 3)] as const), bitmap: true, bound: 2, column: 1 };
  for (const kernel of [scriptKernel(lengthOf(all), WIDTH, BLOCK_DOCS), wasmKernel(lengthOf(all), WIDTH)]) {
    const rows = run(kernel, {
      lists: [all],
      least: 2,
      scale: { weights: new Uint16Array(4 * (WIDTH - 2)).fill(2), full: 5, neutral: 256, foreign: 256, strong: 0 },
      weight: 5,
    });
    expect(rows.length).toBe(BLOCK_DOCS);
    expect(rows.every(([found, weight, fields], i) => found === i && weight === 5 && fields[1] === 1 + (i % 3))).toBe(true);
  }
});

it("both sum up a list as the writer does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 50 }), (values) => {
      const expected = checksum(Uint32Array.from(values), 0, values.length);
      for (const kernel of [scriptKernel(values.length, 1, 1), wasmKernel(values.length, 1)]) {
        kernel.words().set(values);
        expect(kernel.checksum(0, values.length)).toBe(expected);
      }
    }),
  );
});

it("kernel-code.ts is what kernel.wat compiles to", async () => {
  const { renderKernel } = (await import(pathToFileURL(join(REPO_ROOT, "scripts/build-kernel.mjs")).href)) as { readonly renderKernel: () => Promise<string> };
  expect(readFileSync(join(REPO_ROOT, "src/store/index/kernel-code.ts"), "utf8")).toBe(await renderKernel());
});
