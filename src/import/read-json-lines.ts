/** The JSON objects of a file of lines, one after another, so that a file may be larger than memory. Torn and overlong lines are problems. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type JsonObject, parseObject } from "../store/parse-line.ts";
import { OPEN_FLAGS } from "../store/read-bounded.ts";
import type { ImportReport } from "./importer.ts";
import { reasonOf } from "./read-text.ts";

export interface JsonLine {
  /** From 1. */
  readonly number: number;
  readonly value: JsonObject;
  /** Where the next line begins. */
  readonly end: number;
}

const CHUNK = 1024 * 1024;
/** Four times what a store of ours takes. */
const MAX_LINE_BYTES = 1024 * 1024;
/** A file of another kind has thousands; ten say it as well. */
const MAX_PROBLEMS = 10;
const NEWLINE = 0x0a;

export function* readJsonLines(file: string, report: ImportReport): Generator<JsonLine> {
  let number = 0;
  let bad = 0;
  for (const { bytes, end } of readLines(file, report)) {
    number++;
    const text = bytes === null ? "" : bytes.toString("utf8").trim();
    const value = parseObject(text);
    if (value !== null) yield { number, value, end };
    else if ((bytes === null || text !== "") && bad++ < MAX_PROBLEMS)
      report.problem({ where: `${file}:${number}`, what: bytes === null ? "the line is too long" : "no JSON object", hint: "this line is skipped" });
  }
  if (bad > MAX_PROBLEMS) report.problem({ where: file, what: `${bad - MAX_PROBLEMS} more lines are no records`, hint: "they are skipped" });
}

interface Line {
  /** Null: longer than is kept. */
  readonly bytes: Buffer | null;
  readonly end: number;
}

function* readLines(file: string, report: ImportReport): Generator<Line> {
  let fd: number | null = null;
  try {
    fd = openSync(file, OPEN_FLAGS);
    if (!fstatSync(fd).isFile()) throw new Error("is not a regular file");
    yield* splitLines(fd);
  } catch (error) {
    report.problem({ where: file, what: reasonOf(error), hint: "this file is skipped; the rest is imported" });
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function* splitLines(fd: number): Generator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let isLost = false;
  let start = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const count = readSync(fd, chunk, 0, CHUNK, null);
    if (count === 0) break;
    const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
    let from = 0;
    for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      yield { bytes: isLost || to - from > MAX_LINE_BYTES ? null : bytes.subarray(from, to), end: start + to + 1 };
      isLost = false;
      from = to + 1;
    }
    // What is too long already is not carried along.
    isLost ||= bytes.length - from > MAX_LINE_BYTES;
    rest = isLost ? Buffer.alloc(0) : bytes.subarray(from);
    start += bytes.length - rest.length;
  }
  if (rest.length > 0 || isLost) yield { bytes: isLost ? null : rest, end: start + rest.length };
}
