/**
 * Remembers which terms a piece of text stands for. Words repeat, so most pieces have been met before; finding them by
 * a hash of their characters, in flat memory, takes a tenth of the time of a map of strings. Off the hot path.
 */
const SLOT = 3;
/** Set where a slot holds the one term itself, as nearly all do, and not where a list of them is. */
const SINGLE = 0x8000_0000;

export class SpellingTable {
  private slots = new Uint32Array(SLOT * (1 << 15));
  private mask = (1 << 15) - 1;
  size = 0;
  /** For each spelling of none or several terms how many, then the terms. */
  private lists = new Uint32Array(1 << 16);
  private used = 1;

  /** What `add` gave, or 0. */
  find(high: number, low: number): number {
    const { slots, mask } = this;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT;
      const found = slots[at + 2] as number;
      if (found === 0 || (slots[at] === high && slots[at + 1] === low)) return found;
    }
  }

  add(high: number, low: number, terms: readonly number[]): number {
    const [only] = terms;
    const found = terms.length === 1 && only !== undefined ? (only | SINGLE) >>> 0 : this.addList(terms);
    if (++this.size * 2 > this.mask) this.grow();
    this.insert(high, low, found);
    return found;
  }

  private addList(terms: readonly number[]): number {
    while (this.used + terms.length + 1 > this.lists.length) this.lists = grown(this.lists);
    const list = this.used;
    this.lists[this.used++] = terms.length;
    for (const term of terms) this.lists[this.used++] = term;
    return list;
  }

  count(found: number): number {
    return found >= SINGLE ? 1 : (this.lists[found] as number);
  }

  term(found: number, index: number): number {
    return found >= SINGLE ? found - SINGLE : (this.lists[found + 1 + index] as number);
  }

  clear(): void {
    this.slots.fill(0);
    this.size = 0;
    this.used = 1;
  }

  private insert(high: number, low: number, found: number): void {
    let slot = low & this.mask;
    while (this.slots[slot * SLOT + 2] !== 0) slot = (slot + 1) & this.mask;
    this.slots[slot * SLOT] = high;
    this.slots[slot * SLOT + 1] = low;
    this.slots[slot * SLOT + 2] = found;
  }

  private grow(): void {
    const before = this.slots;
    this.mask = this.mask * 2 + 1;
    this.slots = new Uint32Array(SLOT * (this.mask + 1));
    for (let at = 0; at < before.length; at += SLOT) {
      const found = before[at + 2] as number;
      if (found !== 0) this.insert(before[at] as number, before[at + 1] as number, found);
    }
  }
}

export function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
