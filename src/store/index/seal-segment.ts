/** What makes a file of rows, postings and entries a segment: its footer, and its head. Off the hot path. */
import { fsyncSync, futimesSync } from "node:fs";
import { type FileWriter, writeFully } from "./file-writer.ts";
import { checksum, type Footer, HEAD_BYTES, INDEX_FORMAT, MAGIC } from "./format.ts";

/** The head is written last: without it the file is nothing. Its time is set to what the head says, so that any later change shows. */
export function sealSegment(fd: number, out: FileWriter, footer: Footer): void {
  const text = Buffer.from(JSON.stringify(footer));
  const footerAt = out.position;
  out.flush();
  writeFully(fd, Buffer.concat([text, text]), 2 * text.length, footerAt);
  // Even, as some file systems count in twos.
  const seconds = Math.floor(footer.builtAt / 2000) * 2 - 3600;
  const head = new Uint32Array(HEAD_BYTES / 4);
  head[0] = MAGIC;
  head[1] = INDEX_FORMAT;
  head[2] = footerAt % 0x1_0000_0000;
  head[3] = Math.floor(footerAt / 0x1_0000_0000);
  head[4] = text.length;
  head[6] = seconds;
  head[7] = checksum(head, 0, 7);
  writeFully(fd, new Uint8Array(head.buffer), HEAD_BYTES, 0);
  fsyncSync(fd);
  futimesSync(fd, seconds, seconds);
}
