/**
 * Which documents could be worth a look: adds up, document by document, the most that each wanted term could tell, and
 * keeps those that reach what is needed. One block of 65,536 documents at a time.
 */
import { BLOCK_DOCS, LIST_HEAD, MAX_ARRAY, PLANE_BYTES } from "./format.ts";
import { type Kernel, type Scale, ScriptKernel } from "./kernel.ts";
import { Damaged, type Entry, type Segment } from "./segment.ts";
import { WasmKernel } from "./wasm-kernel.ts";

export interface Wanted {
  readonly entry: Entry;
  /** Its place in a row of hits. */
  readonly column: number;
  /** The most that it tells, in whole steps; 0 only notes the field. */
  readonly bound: number;
}

/** The postings of one term within one block. */
interface Container {
  readonly column: number;
  readonly bound: number;
  readonly count: number;
  /** First word of the postings. */
  readonly at: number;
  /** First word of the fields. */
  readonly fieldsAt: number;
}

/** Documents of one block that could be worth a look, in no order. */
export interface Survivors {
  /** Numbers within the block. */
  readonly docs: Uint32Array;
  /** One row of field codes a document. Holds until the next search. */
  readonly hits: Uint8Array;
  readonly weigh: (scale: Scale) => Uint16Array;
}

/** Lists that together are longer than this, in words, are worth compiling the kernel for. */
const LONG = 2048;
/** Lists may be passed over as long as they could not add more than this share of what is needed. */
const PASSED_SHARE = 0.2;

/** The lists of all wanted terms, read and checked, by block. */
export class BlockSearch {
  private readonly kernel: Kernel;
  /** Whether so much is to be added up that a look beforehand pays. */
  readonly isLong: boolean;
  private readonly blocks = new Map<number, Container[]>();

  /** Those that may be passed over, the longest first. */
  private readonly long: readonly Wanted[];

  /** A row of hits has `width` columns. */
  constructor(segment: Segment, wanted: readonly Wanted[], width: number) {
    this.long = wanted.filter(({ entry, bound }) => bound > 0 && entry.inline === 0 && entry.second >= LONG).sort((a, b) => b.entry.second - a.entry.second);
    // A posting that the entry names needs one word of documents and one of fields.
    const length = wanted.reduce((sum, { entry }) => sum + (entry.inline > 0 ? 2 * entry.inline : entry.second), 0);
    if (length * 4 > segment.size + 1024) throw new Damaged("lists longer than the file");
    this.isLong = length > LONG * 4;
    this.kernel = length > LONG && hasWebAssembly() ? new WasmKernel(length, width) : new ScriptKernel(length, width, segment.footer.documents);
    let at = this.kernel.start;
    for (const each of wanted) at = each.entry.inline > 0 ? this.unpack(each, at) : this.load(segment, each, at);
  }

  get blockNumbers(): Iterable<number> {
    return this.blocks.keys();
  }

  private unpack({ entry: { inline, first, second }, column, bound }: Wanted, start: number): number {
    let at = start;
    const put = (doc: number, field: number): void => {
      this.kernel.words[at] = doc % BLOCK_DOCS;
      this.kernel.words[at + 1] = field & 3;
      this.add(Math.floor(doc / BLOCK_DOCS), { column, bound, count: 1, at, fieldsAt: at + 1 });
      at += 2;
    };
    if (inline === 1) put(first, second);
    else if (inline === 2) {
      put(first & 0xfffffff, first >>> 28);
      put(second & 0xfffffff, second >>> 28);
    } else {
      put(first & 0x3fff, first >>> 14);
      put((first >>> 16) & 0x3fff, first >>> 30);
      put(second & 0x3fff, second >>> 14);
    }
    return at;
  }

  private load(segment: Segment, { entry, column, bound }: Wanted, at: number): number {
    const { words } = this.kernel;
    segment.readList(entry, words, at);
    const end = at + entry.second;
    if (entry.second < LIST_HEAD || this.kernel.checksum(at + LIST_HEAD - 1, end) !== words[at + 2]) throw new Damaged("a list");
    const containers = words[at + LIST_HEAD - 1] as number;
    let next = at + LIST_HEAD + containers;
    for (let i = 0; i < containers && next <= end; i++) {
      const head = words[at + LIST_HEAD + i] as number;
      const count = (head & 0xffff) + 1;
      const fieldsAt = count > MAX_ARRAY ? next + PLANE_BYTES / 4 : next + ((count + 1) >> 1);
      this.add(head >>> 16, { column, bound, count, at: next, fieldsAt });
      next = count > MAX_ARRAY ? fieldsAt + PLANE_BYTES / 4 : fieldsAt + ((count + 15) >> 4);
    }
    if (next !== end) throw new Damaged("a list's parts");
    return end;
  }

  private add(block: number, container: Container): void {
    const known = this.blocks.get(block);
    if (known) known.push(container);
    else this.blocks.set(block, [container]);
  }

  /** The documents whose bounds reach `least`, with the fields in which each term stands; null for none. */
  search(block: number, least: number): Survivors | null {
    const { kernel } = this;
    const containers = this.blocks.get(block) ?? [];
    const passed = this.passOver(least);
    const needed = least - passed.bound;
    let most = 0;
    for (const { bound, column } of containers) if (!passed.columns.has(column)) most += bound;
    if (most < needed) return null;
    kernel.clear();
    for (const { at, fieldsAt, count, bound, column } of containers) {
      if (bound === 0 || passed.columns.has(column)) continue;
      if (count > MAX_ARRAY) kernel.addBitmap(at, fieldsAt, bound, needed);
      else kernel.addArray(at, count, bound, needed);
    }
    const docs = kernel.reached();
    if (docs.length === 0) return null;
    const hits = kernel.rows();
    for (const { at, fieldsAt, count, column } of containers) {
      if (count > MAX_ARRAY) kernel.bitmapFields(at, fieldsAt, column);
      else kernel.arrayFields(at, fieldsAt, count, column);
    }
    return { docs, hits, weigh: (scale) => kernel.weigh(scale) };
  }

  /** What a word in every other record tells is soon told: its list is not added up, and each document is taken to hold it until its fields are looked up. */
  private passOver(least: number): { readonly columns: ReadonlySet<number>; readonly bound: number } {
    const columns = new Set<number>();
    let sum = 0;
    for (const { column, bound } of this.long) {
      if (sum + bound > least * PASSED_SHARE) continue;
      columns.add(column);
      sum += bound;
    }
    return { columns, bound: sum };
  }
}

/** The numbers of all that weigh at least `least`, the heaviest first. By counting: there may be tens of thousands. */
export function heaviestFirst(weights: Uint16Array, least: number): Uint32Array {
  const order: number[] = [];
  for (let i = 0; i < weights.length; i++) if ((weights[i] as number) >= least) order.push(i);
  if (order.length < COUNTED) return Uint32Array.from(order.sort((a, b) => (weights[b] as number) - (weights[a] as number)));
  const starts = new Uint32Array(0x10001);
  for (const i of order) starts[0x10000 - (weights[i] as number)] = (starts[0x10000 - (weights[i] as number)] as number) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  const sorted = new Uint32Array(order.length);
  for (const i of order) {
    const slot = 0xffff - (weights[i] as number);
    const place = starts[slot] as number;
    starts[slot] = place + 1;
    sorted[place] = i;
  }
  return sorted;
}

/** From so many on counting is quicker than comparing. */
const COUNTED = 512;

/** `--jitless` has none. */
function hasWebAssembly(): boolean {
  return typeof WebAssembly === "object";
}
