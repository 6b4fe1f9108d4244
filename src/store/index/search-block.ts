/**
 * Which documents could be worth a look: those whose wanted terms could tell, together, as much as is needed. One block of
 * 65,536 documents at a time, of which no more is read and held than its own part of each list.
 */
import { BLOCK_DOCS, checksum, LIST_HEAD, MAX_ARRAY, SHORT_LIST } from "./format.ts";
import { documentWords, type Kernel, type Postings, type Scale, type Survivors, scriptKernel, type Weighed } from "./kernel.ts";
import { type Plan, planBlock } from "./plan-block.ts";
import { Damaged, type Entry, type Segment } from "./segment.ts";
import { wasmKernel } from "./wasm-kernel.ts";

export interface Wanted {
  readonly entry: Entry;
  /** Its place in a row of hits. */
  readonly column: number;
  /** The most that it tells, in whole steps; 0 only notes the field. */
  readonly bound: number;
}

export interface Weighing {
  readonly least: number;
  /** What the columns tell, instead of what was said of them before. */
  readonly bounds: ArrayLike<number>;
  readonly scale: Scale;
  readonly weight: number;
}

export interface BlockSearch {
  readonly blockNumbers: () => Iterable<number>;
  /** The documents whose bounds reach `least`, with the fields in which each term stands; null for none. */
  readonly search: (block: number, least: number) => Survivors | null;
  /** Those of them that weigh at least `weight`. */
  readonly weigh: (block: number, weighing: Weighing) => Weighed | null;
}

interface Container extends Postings {
  bound: number;
  at: number;
  /** Where it is in the file, in words, until the kernel has it; 0 for what the kernel keeps. */
  readonly first: number;
  readonly length: number;
  readonly sum: number;
}

/** Postings that are worth compiling the kernel for. */
const LONG = 600;
/** So many documents can be added up one by one; more, and all that is in a bitmap, are taken 256 at a time. */
const FEW = 16_384;

/** A row of hits has `width` columns. */
export function blockSearch(segment: Segment, wanted: readonly Wanted[], width: number): BlockSearch {
  const blocks = new Map<number, Container[]>();
  let short = 0;
  for (let i = 0; i < wanted.length; i++) {
    const own = wordsOf((wanted[i] as Wanted).entry);
    if (own <= SHORT_LIST) short += own;
  }
  /** What the kernel keeps: all that is short. */
  const kept = new Uint32Array(short);
  let free = 0;

  /** Returns where the next one begins. */
  const add = ({ column, bound }: Wanted, block: number, count: number, at: number, first: number, sum: number): number => {
    const documents = documentWords(count);
    const own = count > MAX_ARRAY ? 2 * documents : documents + ((count + 15) >> 4);
    const container = { column, bound, count, at, first, length: own, sum };
    const known = blocks.get(block);
    if (known) known.push(container);
    else blocks.set(block, [container]);
    return (first || at) + own;
  };

  /** One that the entry itself names. */
  const put = (term: Wanted, doc: number, field: number): void => {
    kept[free] = doc % BLOCK_DOCS;
    kept[free + 1] = field & 3;
    free = add(term, Math.floor(doc / BLOCK_DOCS), 1, free, 0, 0);
  };

  const unpack = (term: Wanted): void => {
    const { inline, first, second } = term.entry;
    if (inline === 1) put(term, first, second);
    else if (inline === 2) {
      put(term, first & 0xfffffff, first >>> 28);
      put(term, second & 0xfffffff, second >>> 28);
    } else {
      put(term, first & 0x3fff, first >>> 14);
      put(term, (first >>> 16) & 0x3fff, first >>> 30);
      put(term, second & 0x3fff, second >>> 14);
    }
  };

  /** Of a long list only the head is read here, and for each block its part when its turn comes. */
  const divide = (term: Wanted): void => {
    const { first, second, list } = term.entry;
    const isShort = second <= SHORT_LIST;
    let head = list as Uint32Array;
    const containers = head[LIST_HEAD - 1] as number;
    const summed = isShort ? second : LIST_HEAD + 2 * containers;
    if (summed > second) throw new Damaged("a list");
    if (summed > head.length) {
      head = new Uint32Array(summed);
      segment.readBytes(first * 4, summed * 4, new Uint8Array(head.buffer), 0);
    }
    if (checksum(new Int32Array(head.buffer), LIST_HEAD - 1, summed) !== head[2]) throw new Damaged("a list");
    const start = isShort ? free : first;
    let next = start + (isShort ? LIST_HEAD + containers : summed);
    for (let i = 0; i < containers; i++) {
      const each = head[LIST_HEAD + i] as number;
      next = add(term, each >>> 16, (each & 0xffff) + 1, isShort ? next : 0, isShort ? 0 : next, head[LIST_HEAD + containers + i] as number);
    }
    if (next !== start + second) throw new Damaged("a list");
    if (!isShort) return;
    kept.set(head, free);
    free = next;
  };

  for (let i = 0; i < wanted.length; i++) {
    if ((wanted[i] as Wanted).entry.inline > 0) unpack(wanted[i] as Wanted);
    else divide(wanted[i] as Wanted);
  }
  let largest = 0;
  for (const containers of blocks.values()) {
    let sum = 0;
    for (let i = 0; i < containers.length; i++) sum += (containers[i] as Container).length;
    if (sum > largest) largest = sum;
  }
  let kernel: Kernel | null = null;
  let isTried = false;

  /** Chosen by the first block for all of them, and changed where a later one turns out to be much more work. */
  const kernelFor = (work: number): Kernel => {
    const isMuch = (kernel === null ? work * blocks.size : work) > LONG;
    if (kernel !== null && (isTried || !isMuch)) return kernel;
    const compiled = isMuch ? tryWasm(short + largest, width) : null;
    isTried = isMuch;
    if (kernel !== null && compiled === null) return kernel;
    const chosen = compiled ?? scriptKernel(short + largest, width, segment.footer.documents);
    chosen.words().set(kept);
    kernel = chosen;
    return chosen;
  };

  const load = (container: Container, at: number, target: Kernel): number => {
    const { first, length: own, sum } = container;
    if (first === 0) return at;
    segment.readBytes(first * 4, own * 4, target.bytes(), at * 4);
    if (target.checksum(at, at + own) !== sum) throw new Damaged("a list");
    container.at = at;
    return at + own;
  };

  /** What a document must stand in is read first, and of the rest no more than is needed to tell that none is left. */
  const narrowDown = ({ first, others, rest }: Plan<Container>, least: number, target: Kernel): number => {
    let at = free;
    for (let i = 0; i < first.length; i++) at = load(first[i] as Container, at, target);
    let missing = rest;
    let found = target.gather(first, least - missing);
    for (let i = 0; i < others.length && found > 0; i++) {
      const container = others[i] as Container;
      at = load(container, at, target);
      missing -= container.bound;
      found = target.narrow(container, least - missing);
    }
    return found === 0 ? 0 : at;
  };

  /** Returns where there is room, or 0 when nothing was found. */
  const addUp = (containers: readonly Container[], least: number, target: Kernel): number => {
    let at = free;
    for (let i = 0; i < containers.length; i++) if ((containers[i] as Container).bound > 0) at = load(containers[i] as Container, at, target);
    return target.find(containers, least) === 0 ? 0 : at;
  };

  /** The kernel that found any in this block; null for none. */
  const find = (block: number, least: number, bounds: ArrayLike<number> | null): Kernel | null => {
    const containers = blocks.get(block) ?? [];
    let most = 0;
    for (let i = 0; i < containers.length; i++) {
      const container = containers[i] as Container;
      if (bounds !== null) container.bound = bounds[container.column] as number;
      most += container.bound;
    }
    if (most < least) return null;
    const plan = planBlock(containers, least);
    const isSparse = plan.few <= FEW && plan.first.every(({ count }) => count <= MAX_ARRAY);
    const target = kernelFor(isSparse ? Math.min(3 * plan.few, plan.all) : plan.all);
    let at = isSparse ? narrowDown(plan, least, target) : addUp(containers, least, target);
    if (at === 0) return null;
    target.makeRows();
    for (let i = 0; i < containers.length; i++) {
      const container = containers[i] as Container;
      if (container.bound === 0) at = load(container, at, target);
      target.note(container);
    }
    return target;
  };

  return {
    blockNumbers: () => blocks.keys(),
    search: (block, least) => find(block, least, null)?.survivors() ?? null,
    weigh: (block, { least, bounds, scale, weight }) => find(block, least, bounds)?.weigh(scale, weight) ?? null,
  };
}

/** A posting that the entry names needs one word of documents and one of fields. */
function wordsOf({ inline, second }: Entry): number {
  return inline > 0 ? 2 * inline : second;
}

/** `--jitless` has none, and an old processor not the instructions. */
function tryWasm(length: number, width: number): Kernel | null {
  try {
    return wasmKernel(length, width);
  } catch {
    return null;
  }
}
