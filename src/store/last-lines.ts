/** For each id the offset of its last sound line in a stretch of a store. Whether a line that nobody asked for is sound is looked up when somebody asks for its id. */
import { closeSync, openSync } from "node:fs";
import { idText, parseObject } from "./parse-line.ts";
import { OPEN_FLAGS } from "./read-bounded.ts";
import { readFully } from "./read-fully.ts";
import { utf8Text } from "./text-of.ts";

interface Passed {
  readonly offset: number;
  readonly length: number;
}

export class LastLines {
  private readonly known = new Map<string, number>();
  private readonly passed = new Map<string, Passed | Passed[]>();

  constructor(private readonly path: string) {}

  /** How many ids there are at the most. */
  get size(): number {
    return this.known.size + this.passed.size;
  }

  /** In any order: lines come in windows from the end to the beginning. */
  note(id: string, offset: number): void {
    if (offset >= (this.known.get(id) ?? 0)) this.known.set(id, offset);
  }

  /** A line that begins with this id, and may yet turn out to be torn or to say something else. */
  pass(id: string, offset: number, length: number): void {
    const others = this.passed.get(id);
    const line = { offset, length };
    if (others === undefined) this.passed.set(id, line);
    else if (Array.isArray(others)) others.push(line);
    else this.passed.set(id, [others, line]);
  }

  get(id: string): number | undefined {
    const passed = this.passed.get(id);
    if (passed !== undefined) {
      this.passed.delete(id);
      const known = this.known.get(id) ?? -1;
      const later = (Array.isArray(passed) ? passed : [passed]).filter(({ offset }) => offset > known).sort((a, b) => b.offset - a.offset);
      const last = later.length === 0 ? undefined : this.firstSound(id, later);
      if (last !== undefined) this.note(id, last.offset);
    }
    return this.known.get(id);
  }

  /** None of a file that is gone meanwhile: nothing of it can be shown either. */
  private firstSound(id: string, lines: readonly Passed[]): Passed | undefined {
    let fd: number;
    try {
      fd = openSync(this.path, OPEN_FLAGS);
    } catch {
      return undefined;
    }
    try {
      return lines.find(({ offset, length }) => {
        const bytes = new Uint8Array(length);
        return idText(parseObject(utf8Text(bytes, 0, readFully(fd, bytes, offset, length)))) === id;
      });
    } finally {
      closeSync(fd);
    }
  }
}
