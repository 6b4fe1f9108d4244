/** The same loops in WebAssembly, for lists that are long: see kernel.wat. Compiling it costs as much as two thousand postings in JavaScript. */
import { BLOCK_DOCS } from "./format.ts";
import type { Kernel, Scale } from "./kernel.ts";
import { KERNEL_CODE } from "./kernel-code.ts";

/** Memory of WebAssembly comes in pages of this many bytes. */
const PAGE = 65_536;
const DOCS_AT = 2 * BLOCK_DOCS;
const LISTS_AT = DOCS_AT + 4 * BLOCK_DOCS;

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly clear: () => void;
  readonly addArray: (at: number, count: number, bound: number, least: number, found: number) => number;
  readonly addBitmap: (low: number, high: number, bound: number, least: number, found: number) => number;
  readonly arrayFields: (at: number, fields: number, count: number, found: number, row: number, width: number) => void;
  readonly bitmapFields: (low: number, high: number, found: number, row: number, width: number) => void;
  readonly weigh: (...numbers: readonly number[]) => void;
  readonly checksum: (at: number, end: number, sum: number) => number;
}

/** Compiled once a process. */
let compiled: WebAssembly.Module | null = null;

export class WasmKernel implements Kernel {
  readonly start = LISTS_AT / 4;
  words: Uint32Array;
  private readonly code: Exports;
  private readonly rowsAt: number;
  private count = 0;

  constructor(
    length: number,
    private readonly width: number,
  ) {
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_CODE, "base64"));
    this.code = new WebAssembly.Instance(compiled).exports as unknown as Exports;
    this.rowsAt = LISTS_AT + length * 4;
    this.reach(this.rowsAt);
    this.words = new Uint32Array(this.code.memory.buffer);
  }

  private reach(bytes: number): void {
    const missing = bytes - this.code.memory.buffer.byteLength;
    if (missing > 0) this.code.memory.grow(Math.ceil(missing / PAGE));
  }

  checksum(from: number, to: number): number {
    return this.code.checksum(from * 4, to * 4, to - from) >>> 0;
  }

  clear(): void {
    this.code.clear();
    this.count = 0;
  }

  addArray(at: number, count: number, bound: number, least: number): void {
    this.count = this.code.addArray(at * 4, count, bound, least, this.count);
  }

  addBitmap(low: number, high: number, bound: number, least: number): void {
    this.count = this.code.addBitmap(low * 4, high * 4, bound, least, this.count);
  }

  reached(): Uint32Array {
    return new Uint32Array(this.code.memory.buffer, DOCS_AT, this.count).slice();
  }

  rows(): Uint8Array {
    const { count, width, rowsAt } = this;
    // Behind the rows there is room for their weights, and for those of the columns.
    this.reach(rowsAt + count * width + 8 + count * 2 + 8 * width);
    this.words = new Uint32Array(this.code.memory.buffer);
    return new Uint8Array(this.code.memory.buffer, rowsAt, count * width).fill(0);
  }

  weigh({ weights, full, neutral, foreign, strong }: Scale): Uint16Array {
    const { count, width, rowsAt } = this;
    const weightsAt = (rowsAt + count * width + 7) & ~7;
    const out = weightsAt + weights.length * 2;
    const columns = weights.length / 4;
    const { buffer } = this.code.memory;
    new Uint16Array(buffer, weightsAt, weights.length).set(weights);
    if (count > 0) this.code.weigh(count, rowsAt, width, columns, weightsAt, full, neutral, foreign, strong, out);
    return new Uint16Array(buffer, out, count).slice();
  }

  arrayFields(at: number, fieldsAt: number, count: number, column: number): void {
    if (this.count > 0) this.code.arrayFields(at * 4, fieldsAt * 4, count, this.count, this.rowsAt + column, this.width);
  }

  bitmapFields(low: number, high: number, column: number): void {
    if (this.count > 0) this.code.bitmapFields(low * 4, high * 4, this.count, this.rowsAt + column, this.width);
  }
}
