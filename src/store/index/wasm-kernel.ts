/** The same loops in WebAssembly, for lists that are long: see kernel.wat. Compiling it costs as much as two thousand postings in JavaScript. */
import { base64Bytes } from "../text-of.ts";
import { BLOCK_DOCS, PLANE_BYTES } from "./format.ts";
import type { Kernel, Postings, Survivors } from "./kernel.ts";
import { KERNEL_CODE } from "./kernel-code.ts";
import { STEPS, stepsFor } from "./threshold.ts";

/** Memory of WebAssembly comes in pages of this many bytes. */
const PAGE = 65_536;
const LISTS_AT = 4 * BLOCK_DOCS;
/** Of a step's value, in bytes. */
const VALUE = 32;

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly plane: (at: number, count: number, plane: number) => void;
  readonly add: (at: number, count: number, bound: number, totals: number, plane: number) => void;
  readonly collect: (totals: number, plane: number, sums: number, least: number) => number;
  readonly narrow: (at: number, count: number, bound: number, sums: number, found: number, least: number) => number;
  readonly find: (program: number, end: number, values: number) => number;
  readonly note: (at: number, count: number, found: number, row: number, width: number) => void;
  readonly weigh: (...numbers: readonly number[]) => number;
  readonly checksum: (at: number, end: number, sum: number) => number;
}

/** In the place of a program: the room behind the lists is for adding up. */
const GATHERED = "gathered";

/** Compiled once a process. */
let compiled: WebAssembly.Module | null = null;

/** For `length` words of lists. Variables in a closure instead of fields: their names are short in the bundle. */
export function wasmKernel(length: number, width: number): Kernel {
  compiled ??= new WebAssembly.Module(base64Bytes(KERNEL_CODE));
  const code = new WebAssembly.Instance(compiled).exports as unknown as Exports;
  const { memory } = code;
  let words = new Uint32Array(memory.buffer);
  let bytes = new Uint8Array(memory.buffer, LISTS_AT);
  // Behind the lists: values, program, planes, rows; or, where documents are few, one plane, totals, sums, rows.
  const valuesAt = (LISTS_AT + length * 4 + 15) & ~15;
  let programAt = 0;
  let programEnd = 0;
  let planesAt = 0;
  let sumsAt = 0;
  let rowsAt = 0;
  let count = 0;
  /** What the program tells that is in memory. */
  let programmed: string | null = null;

  const reach = (end: number): void => {
    const missing = end - words.byteLength;
    if (missing <= 0) return;
    memory.grow(Math.ceil(missing / PAGE));
    words = new Uint32Array(memory.buffer);
    bytes = new Uint8Array(memory.buffer, LISTS_AT);
  };

  /** False when no document can reach it. Blocks mostly ask for the same. */
  const program = (bounds: readonly number[], least: number): boolean => {
    const wanted = `${least}:${bounds}`;
    if (wanted === programmed) return true;
    const steps = stepsFor(bounds, least);
    if (steps === null) return false;
    programmed = wanted;
    programAt = valuesAt + (STEPS + steps.length / 3) * VALUE;
    programEnd = programAt + steps.length * 4;
    planesAt = (programEnd + 15) & ~15;
    rowsAt = planesAt + bounds.length * PLANE_BYTES;
    reach(rowsAt);
    words.fill(0, valuesAt / 4, (valuesAt + VALUE) / 4);
    words.fill(0xffffffff, (valuesAt + VALUE) / 4, (valuesAt + STEPS * VALUE) / 4);
    for (let i = 0; i < steps.length; i++) {
      const number = steps[i] as number;
      words[programAt / 4 + i] = i % 3 === 0 ? planesAt + number * PLANE_BYTES : valuesAt + number * VALUE;
    }
    return true;
  };

  const narrow = ({ at, count: held, bound }: Postings, least: number): number => {
    if (count > 0) count = code.narrow(byteOf(at), held, bound, sumsAt, count, least);
    return count;
  };

  const survivors = (): Survivors => ({
    docs: new Uint32Array(memory.buffer, 0, count).slice(),
    hits: new Uint8Array(memory.buffer, rowsAt, count * width).slice(),
  });

  reach(valuesAt);
  return {
    words: () => words.subarray(LISTS_AT / 4),
    bytes: () => bytes,
    checksum: (from, to) => code.checksum(byteOf(from), byteOf(to), to - from) >>> 0,
    find(postings, least) {
      count = 0;
      // Large bounds first: that takes the fewest steps.
      const added = postings.filter(({ bound }) => bound > 0).sort((a, b) => b.bound - a.bound);
      const bounds = added.map(({ bound }) => bound);
      if (!program(bounds, least)) return 0;
      for (let i = 0; i < added.length; i++) {
        const { at, count: held } = added[i] as Postings;
        code.plane(byteOf(at), held, planesAt + i * PLANE_BYTES);
      }
      count = code.find(programAt, programEnd, valuesAt + STEPS * VALUE);
      return count;
    },
    gather(postings, least) {
      let most = 0;
      for (let i = 0; i < postings.length; i++) most += (postings[i] as Postings).count;
      const totalsAt = valuesAt + PLANE_BYTES;
      sumsAt = totalsAt + 2 * BLOCK_DOCS;
      rowsAt = sumsAt + 4 * Math.min(most, BLOCK_DOCS);
      reach(rowsAt);
      // Left empty by the block before, unless that was searched in the other way.
      if (programmed !== GATHERED) words.fill(0, valuesAt / 4, sumsAt / 4);
      programmed = GATHERED;
      for (let i = 0; i < postings.length; i++) {
        const { at, count: held, bound } = postings[i] as Postings;
        code.add(byteOf(at), held, bound, totalsAt, valuesAt);
      }
      count = code.collect(totalsAt, valuesAt, sumsAt, least);
      return count;
    },
    narrow,
    makeRows() {
      // Behind the rows there is room for their weights, and for those of the columns.
      reach(rowsAt + count * (width + 2) + 8 * width + 16);
      words.fill(0, rowsAt / 4, (rowsAt + count * width + 3) >> 2);
    },
    note: ({ at, count: held, column }) => code.note(byteOf(at), held, count, rowsAt + column, width),
    survivors,
    weigh({ weights, full, neutral, foreign, strong }, least) {
      const weightsAt = (rowsAt + count * width + 7) & ~7;
      const out = weightsAt + weights.length * 2;
      new Uint16Array(memory.buffer, weightsAt, weights.length).set(weights);
      count = code.weigh(count, rowsAt, width, weights.length / 4, weightsAt, full, neutral, foreign, strong, least, out);
      return { ...survivors(), weights: new Uint16Array(memory.buffer, out, count).slice() };
    },
  };
}

/** Of a place among the lists. */
function byteOf(word: number): number {
  return LISTS_AT + word * 4;
}
