/** Finds the few keys that are wanted of a line by their bytes. Off the hot path. */

const SLOTS = 64;

export class PlainKeys {
  private readonly keys: readonly Buffer[];
  /** Numbers of keys plus one, by a sum of length and first and last byte; 0 is empty. */
  private readonly slots = new Uint8Array(SLOTS);

  constructor(names: readonly string[]) {
    this.keys = names.map((name) => Buffer.from(name, "latin1"));
    this.keys.forEach((key, number) => {
      let slot = slotOf(key, 0, key.length);
      while (this.slots[slot] !== 0) slot = (slot + 1) % SLOTS;
      this.slots[slot] = number + 1;
    });
  }

  /** The number of the key that stands there; -1 when it is none of them. */
  find(bytes: Buffer, start: number, end: number): number {
    for (let slot = slotOf(bytes, start, end); ; slot = (slot + 1) % SLOTS) {
      const found = (this.slots[slot] as number) - 1;
      if (found < 0 || isSame(this.keys[found] as Buffer, bytes, start, end)) return found;
    }
  }
}

function slotOf(bytes: Buffer, start: number, end: number): number {
  if (start === end) return 0;
  return ((bytes[start] as number) * 7 + (bytes[end - 1] as number) * 3 + (end - start) * 5) % SLOTS;
}

/** Whether just this text stands there. */
export function isSame(text: Buffer, bytes: Buffer, start: number, end: number): boolean {
  return text.length === end - start && beginsWith(text, bytes, start, end);
}

export function beginsWith(text: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (text.length > end - start) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}

/** The same in any case of letters; the text wanted is in lower case, and of letters alone. */
export function isSameLower(text: Buffer, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) if (((bytes[start + i] as number) | 0x20) !== text[i]) return false;
  return true;
}
