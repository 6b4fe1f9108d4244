/** The line number of a byte offset, counted only when a person reads a problem. Off the hot path. */
import { closeSync, openSync, readSync } from "node:fs";

const CHUNK = 1024 * 1024;

export function lineAt(path: string, offset: number): number | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, "r");
    const buffer = Buffer.allocUnsafe(CHUNK);
    let line = 1;
    for (let at = 0; at < offset; ) {
      const count = readSync(fd, buffer, 0, Math.min(CHUNK, offset - at), at);
      if (count === 0) break;
      for (let i = 0; i < count; i++) if (buffer[i] === 0x0a) line++;
      at += count;
    }
    return line;
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
