/** The records of a store with the numbers of their lines, for commands: in pieces, as a store may be larger than a text can be. */
import { closeSync, openSync, readSync } from "node:fs";
import { type JsonObject, parseObject } from "../store/parse-line.ts";

export interface NumberedLine {
  /** From 1. */
  readonly number: number;
  readonly value: JsonObject;
}

const CHUNK = 1024 * 1024;
const NEWLINE = 0x0a;

export interface ReadOptions {
  readonly visit: (line: NumberedLine) => void;
  /** Passes over others by their bytes. */
  readonly isWanted?: (bytes: Buffer) => boolean;
  /** Called now and then, as this may take long. */
  readonly tick: () => void;
}

/** Visits each line that is a record. */
export function readLines(file: string, { visit, isWanted = () => true, tick }: ReadOptions): void {
  const fd = openSync(file, "r");
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  const see = (bytes: Buffer): void => {
    number++;
    const value = bytes.length === 0 || !isWanted(bytes) ? null : parseObject(bytes.toString("utf8"));
    if (value !== null) visit({ number, value });
  };
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const count = readSync(fd, chunk, 0, CHUNK, null);
      if (count === 0) break;
      tick();
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      let from = 0;
      for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
        see(bytes.subarray(from, to));
        from = to + 1;
      }
      rest = bytes.subarray(from);
    }
    if (rest.length > 0) see(rest);
  } finally {
    closeSync(fd);
  }
}
