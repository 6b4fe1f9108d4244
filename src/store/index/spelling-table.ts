/**
 * Remembers which terms a piece of text stands for. Words repeat, so most pieces have been met before; finding them by
 * a hash of their characters, in flat memory, takes a tenth of the time of a map of strings. Off the hot path.
 */
const SLOT = 3;

export class SpellingTable {
  private slots = new Uint32Array(SLOT * (1 << 15));
  private mask = (1 << 15) - 1;
  private size = 0;
  /** For each spelling how many terms it has, then the terms. */
  private lists = new Uint32Array(1 << 16);
  private used = 1;

  /** Where the terms begin, or 0. */
  find(high: number, low: number): number {
    for (let slot = low & this.mask; ; slot = (slot + 1) & this.mask) {
      const at = slot * SLOT;
      const list = this.slots[at + 2] as number;
      if (list === 0) return 0;
      if (this.slots[at] === high && this.slots[at + 1] === low) return list;
    }
  }

  add(high: number, low: number, terms: readonly number[]): number {
    while (this.used + terms.length + 1 > this.lists.length) this.lists = grown(this.lists);
    const list = this.used;
    this.lists[this.used++] = terms.length;
    for (const term of terms) this.lists[this.used++] = term;
    if (++this.size * 2 > this.mask) this.grow();
    this.insert(high, low, list);
    return list;
  }

  count(list: number): number {
    return this.lists[list] as number;
  }

  term(list: number, index: number): number {
    return this.lists[list + 1 + index] as number;
  }

  clear(): void {
    this.slots.fill(0);
    this.size = 0;
    this.used = 1;
  }

  private insert(high: number, low: number, list: number): void {
    let slot = low & this.mask;
    while (this.slots[slot * SLOT + 2] !== 0) slot = (slot + 1) & this.mask;
    this.slots.set([high, low, list], slot * SLOT);
  }

  private grow(): void {
    const before = this.slots;
    this.mask = this.mask * 2 + 1;
    this.slots = new Uint32Array(SLOT * (this.mask + 1));
    for (let at = 0; at < before.length; at += SLOT) {
      const list = before[at + 2] as number;
      if (list !== 0) this.insert(before[at] as number, before[at + 1] as number, list);
    }
  }
}

export function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
