/** Stands for the columns of a question and notes every key that a record holds, each with a column of its own. */
import type { LoreRecord } from "../types.ts";

export class EveryKey extends Map<string, number> {
  private next = 0;
  private readonly most: number;

  constructor(record: LoreRecord) {
    super();
    // A text has no more tokens, with their parts, than twice its characters.
    this.most = JSON.stringify(record).length * 2;
  }

  override get size(): number {
    return this.most;
  }

  override get(key: string): number {
    let column = super.get(key);
    if (column === undefined) {
      column = this.next++;
      this.set(key, column);
    }
    return column;
  }
}
