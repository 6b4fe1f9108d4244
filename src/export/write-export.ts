/** Where an export goes: a file that is nobody else's to read, whole or not at all. */
import { closeSync, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** So many characters are written at once. */
const PIECE = 1024 * 1024;

/** Throws when the file is there already, unless `force` is set, and when it cannot be written. */
export function writeExport(file: string, pieces: Iterable<string>, force: boolean): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there !== undefined && !force) throw new Error(`${file} is there already`);
  // Renaming would replace the device or the link itself.
  if (there !== undefined && !there.isFile()) throw new Error(`${file} is not a regular file`);
  const aside = `${file}.${process.pid}.tmp`;
  try {
    const fd = openSync(aside, "wx", 0o600);
    try {
      writePieces(pieces, (text) => writeWhole(fd, Buffer.from(text)));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

export function writePieces(pieces: Iterable<string>, write: (text: string) => void): void {
  let held = "";
  for (const piece of pieces) {
    held += piece;
    if (held.length < PIECE) continue;
    write(held);
    held = "";
  }
  if (held !== "") write(held);
}

function writeWhole(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done);
}
