/** The client's version, from the beginning of its own record of the session: no event carries it. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { OPEN_FLAGS } from "./read-bounded.ts";

const HEAD = 64 * 1024;
const VERSION = /"version":"(\d{1,4}\.\d{1,4}\.\d{1,6})"/;

/** Null when there is no record yet, or it does not say. */
export function readClientVersion(transcript: string): string | null {
  if (transcript === "") return null;
  let fd: number | null = null;
  try {
    fd = openSync(transcript, OPEN_FLAGS);
    if (!fstatSync(fd).isFile()) return null;
    const head = Buffer.alloc(HEAD);
    return VERSION.exec(head.toString("latin1", 0, readSync(fd, head, 0, HEAD, 0)))?.[1] ?? null;
  } catch {
    return null;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}
