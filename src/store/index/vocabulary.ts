/**
 * The words that spellings stand for, by their hashes, and the number that each has among the terms of the block at hand. What a
 * spelling stands for takes a microsecond or two to find out, and neighbouring blocks are spelled alike. Off the hot path.
 */
import { hashLanes } from "../identity.ts";
import { grown } from "./spelling-table.ts";
import { TermTable } from "./term-table.ts";

export class Vocabulary {
  private readonly words = new TermTable();
  /** Numbers in the block plus one; 0 where it has not been met. */
  private ids = new Uint32Array(1 << 15);

  constructor(private readonly salt: number) {}

  get size(): number {
    return this.words.size;
  }

  wordOf(key: string): number {
    const [high, low] = hashLanes(key, this.salt);
    const word = this.words.idOf(high, low);
    if (word >= this.ids.length) this.ids = grown(this.ids);
    return word;
  }

  high(word: number): number {
    return this.words.hashes[word * 2] as number;
  }

  low(word: number): number {
    return this.words.hashes[word * 2 + 1] as number;
  }

  /** -1 when this block has not met it. */
  idIn(word: number): number {
    return (this.ids[word] as number) - 1;
  }

  /** Returns it. */
  setId(word: number, id: number): number {
    this.ids[word] = id + 1;
    return id;
  }

  beginBlock(): void {
    this.ids.fill(0);
  }

  clear(): void {
    this.words.clear();
  }
}
