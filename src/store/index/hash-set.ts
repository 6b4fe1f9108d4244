/** A set of 64-bit hashes in flat memory: a million take 16 MB, where a set of strings would take a hundred. Off the hot path. */
export class HashSet {
  private slots = new Uint32Array(2 * 1024);
  private count = 0;

  /** True when it was not there before. */
  add(high: number, low: number): boolean {
    // An empty slot is two zeros.
    const first = high === 0 && low === 0 ? 1 : high;
    if (!insert(this.slots, first, low)) return false;
    if (++this.count * 5 > (this.slots.length / 2) * 3) this.grow();
    return true;
  }

  private grow(): void {
    const larger = new Uint32Array(this.slots.length * 2);
    for (let i = 0; i < this.slots.length; i += 2) {
      const high = this.slots[i] as number;
      const low = this.slots[i + 1] as number;
      if (high !== 0 || low !== 0) insert(larger, high, low);
    }
    this.slots = larger;
  }
}

function insert(slots: Uint32Array, high: number, low: number): boolean {
  const mask = slots.length / 2 - 1;
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const at = slot * 2;
    if (slots[at] === 0 && slots[at + 1] === 0) {
      slots[at] = high;
      slots[at + 1] = low;
      return true;
    }
    if (slots[at] === high && slots[at + 1] === low) return false;
  }
}
