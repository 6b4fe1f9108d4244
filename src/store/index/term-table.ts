/**
 * The terms of one block: a number for each, found by the salted hash that also stands for the term in the segment, and the
 * order of those hashes. In flat memory, as most terms are ids that are met once. Off the hot path.
 */
import { grown } from "./spelling-table.ts";

const FIRST_SLOTS = 1 << 15;
/** Three rounds of these bits sort by the high half. */
const DIGIT_BITS = 11;

export class TermTable {
  /** High and low half of the hash for each number. */
  hashes = new Uint32Array(1 << 15);
  size = 0;
  /** Numbers plus one; 0 is empty. */
  private slots = new Uint32Array(FIRST_SLOTS);

  idOf(high: number, low: number): number {
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    let slot = low & mask;
    for (let held = slots[slot] as number; held !== 0; held = slots[slot] as number) {
      if (hashes[held * 2 - 1] === low && hashes[held * 2 - 2] === high) return held - 1;
      slot = (slot + 1) & mask;
    }
    return this.add(high, low, slot);
  }

  private add(high: number, low: number, slot: number): number {
    const id = this.size++;
    if (id * 2 === this.hashes.length) this.hashes = grown(this.hashes);
    this.hashes[id * 2] = high;
    this.hashes[id * 2 + 1] = low;
    this.slots[slot] = id + 1;
    if (this.size * 2 > this.slots.length) this.grow();
    return id;
  }

  private grow(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = (this.hashes[id * 2 + 1] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }

  /** All numbers, by hash. */
  order(): Uint32Array {
    let order = Uint32Array.from({ length: this.size }, (_, id) => id);
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) order = this.sortByDigit(order, shift);
    this.settleTies(order);
    return order;
  }

  private sortByDigit(order: Uint32Array, shift: number): Uint32Array<ArrayBuffer> {
    const { hashes } = this;
    const digits = (1 << DIGIT_BITS) - 1;
    const starts = new Uint32Array(digits + 2);
    for (let id = 0; id < this.size; id++) {
      const digit = ((hashes[id * 2] as number) >>> shift) & digits;
      starts[digit + 1] = (starts[digit + 1] as number) + 1;
    }
    for (let digit = 0; digit < digits; digit++) starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
    const sorted = new Uint32Array(order.length);
    for (let i = 0; i < order.length; i++) {
      const id = order[i] as number;
      const digit = ((hashes[id * 2] as number) >>> shift) & digits;
      const at = starts[digit] as number;
      starts[digit] = at + 1;
      sorted[at] = id;
    }
    return sorted;
  }

  /** Equal high halves are rare: their few terms are put in the order of the low halves. */
  private settleTies(order: Uint32Array): void {
    for (let i = 1; i < order.length; i++) {
      const id = order[i] as number;
      let at = i;
      for (; at > 0 && this.isBefore(id, order[at - 1] as number); at--) order[at] = order[at - 1] as number;
      order[at] = id;
    }
  }

  private isBefore(a: number, b: number): boolean {
    return this.hashes[a * 2] === this.hashes[b * 2] && (this.hashes[a * 2 + 1] as number) < (this.hashes[b * 2 + 1] as number);
  }

  clear(): void {
    this.slots.fill(0);
    this.size = 0;
  }
}
