/** A text file of somebody else: bounded, in whatever encoding, with line feeds only. What cannot be read is a problem, never an exception. */
import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync } from "node:fs";
import { OPEN_FLAGS } from "../store/read-bounded.ts";
import { readFully } from "../store/read-fully.ts";
import type { EpochMs } from "../types.ts";
import type { ImportReport } from "./importer.ts";

/** Nobody writes more by hand. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

export interface TextFile {
  readonly text: string;
  readonly bytes: number;
  readonly modifiedAt: EpochMs;
}

/** Null when there is a problem, which is reported. */
export function readTextFile(path: string, report: ImportReport, maxBytes = MAX_TEXT_BYTES): TextFile | null {
  try {
    const { bytes, modifiedAt } = readBytes(path, maxBytes);
    const text = decode(bytes);
    if (text === null) throw new Error("is not text");
    return { text, bytes: bytes.length, modifiedAt };
  } catch (error) {
    report.problem({ where: path, what: reasonOf(error), hint: "this file is skipped; the rest is imported" });
    return null;
  }
}

function readBytes(path: string, maxBytes: number): { readonly bytes: Buffer; readonly modifiedAt: EpochMs } {
  const fd = openSync(path, OPEN_FLAGS);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error(stat.isDirectory() ? "is a folder, expected a file" : "is not a regular file");
    if (stat.size > maxBytes) throw new Error(`larger than ${maxBytes} bytes`);
    const buffer = Buffer.allocUnsafe(stat.size);
    return { bytes: buffer.subarray(0, readFully(fd, buffer, 0, stat.size)), modifiedAt: Math.floor(stat.mtimeMs) };
  } finally {
    closeSync(fd);
  }
}

/** UTF-8, UTF-16 with its mark (editors of Windows), else Latin-1, which cannot fail. Null for what is no text. */
function decode(bytes: Buffer): string | null {
  const text = bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString("utf16le") : isUtf8(bytes) ? bytes.toString("utf8") : bytes.toString("latin1");
  if (text.includes("\0")) return null;
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/** What the system says, without the call and the path that it repeats. */
export function reasonOf(error: unknown): string {
  const [line = ""] = (error as Error).message.split("\n");
  return line.replace(/, (?:open|scandir|lstat|stat|read)\b.*$/, "");
}
