/** Every line of a store in its order, sound or not, in pieces of many: a store may be larger than a text can be. */
import { closeSync, openSync, readSync } from "node:fs";

export interface EachLineOptions {
  /** Some lines without their ends, and the number of the first, from 1. */
  readonly visit: (lines: readonly Buffer[], first: number) => void;
  /** Called now and then, as this may take long. */
  readonly tick: () => void;
}

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

export function eachLine(file: string, { visit, tick }: EachLineOptions): void {
  const fd = openSync(file, "r");
  /** Pieces of a line whose end is not read yet. */
  let rest: Buffer[] = [];
  let next = 1;
  const tell = (bytes: Buffer): void => {
    const lines = splitLines(bytes);
    visit(lines, next);
    next += lines.length;
  };
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const piece = chunk.subarray(0, readSync(fd, chunk, 0, CHUNK, null));
      if (piece.length === 0) break;
      tick();
      const end = piece.lastIndexOf(NEWLINE);
      if (end >= 0) tell(Buffer.concat([...rest, piece.subarray(0, end)]));
      rest = end >= 0 ? [piece.subarray(end + 1)] : [...rest, piece];
    }
    const last = Buffer.concat(rest);
    if (last.length > 0) tell(last);
  } finally {
    closeSync(fd);
  }
}

function splitLines(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, from);
    const to = newline < 0 ? bytes.length : newline;
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return lines;
}
