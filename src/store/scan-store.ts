/**
 * Reads lines of a store without an index: all of a small store, and what was appended since the index was made.
 * Every line is parsed, as any of them may retire a record; its words are looked at only if the raw text could hold
 * a wanted key, which one regular expression tells far faster than a tokenizer.
 * Text is handled as Latin-1, one character a byte, which keeps offsets exact; a line is decoded when it is parsed.
 */
import { isAscii } from "node:buffer";
import { closeSync } from "node:fs";
import type { Hits, LoreRecord } from "../types.ts";
import { findHits } from "./find-hits.ts";
import { idText, type JsonObject, lineId, parseObject } from "./parse-line.ts";
import type { LinePattern, Prefilter } from "./prefilter.ts";
import { MAX_LINE, NOT_JSON, openStore, readWindows, TOO_LONG } from "./read-lines.ts";
import { namedProjects } from "./record-text.ts";
import { parserOf, type StoreFile } from "./store-file.ts";

export interface ScanRequest {
  readonly store: StoreFile;
  readonly from: number;
  /** The columns of a row of hits; null keeps every record, without hits. */
  readonly columns: ReadonlyMap<string, number> | null;
  readonly prefilter: Prefilter;
  /** True when time is up. */
  readonly isLate: () => boolean;
}

interface FoundLine {
  readonly record: LoreRecord;
  readonly hits: Hits;
  readonly offset: number;
  /** In bytes, without the line break. */
  readonly length: number;
}

export interface Scan {
  readonly store: StoreFile;
  readonly lines: number;
  readonly bytes: number;
  /** False when time ran out before the oldest line. */
  readonly complete: boolean;
  /** Records of lines that hold a wanted key, outdated ones too. */
  readonly found: readonly FoundLine[];
  /** For each id the offset of its last sound line, as far as ids are known. */
  readonly lastLines: ReadonlyMap<string, number>;
  /** In lower case. */
  readonly projects: ReadonlySet<string>;
  readonly rejected: readonly { readonly offset: number; readonly reason: string }[];
}

const NO_HITS: Hits = new Uint8Array(0);

/** Throws when the file cannot be read. */
export function scanStore(request: ScanRequest): Scan {
  if (request.store.inline) return scanInline(request, request.store.inline);
  const { fd, size } = openStore(request.store.path);
  try {
    return new Scanner(request).scan(fd, size);
  } finally {
    closeSync(fd);
  }
}

class Scanner {
  private lines = 0;
  private readonly found: FoundLine[] = [];
  private readonly lastLines = new Map<string, number>();
  private readonly projects = new Set<string>();
  private readonly rejected: { readonly offset: number; readonly reason: string }[] = [];
  private readonly parse: ReturnType<typeof parserOf>;
  private readonly columns: ReadonlyMap<string, number> | null;

  constructor(private readonly request: ScanRequest) {
    this.parse = parserOf(request.store);
    this.columns = request.columns;
  }

  scan(fd: number, size: number): Scan {
    const { store, from, isLate } = this.request;
    const reached = readWindows(fd, {
      from,
      to: size,
      isLate,
      visit: (bytes, start, end, offset) => this.visit(bytes.subarray(start, end), offset),
      reject: (offset, reason) => {
        this.rejected.push({ offset, reason });
        this.lines++;
      },
    });
    const { found, lastLines, projects, rejected } = this;
    // A derived file has a header and a footer line.
    const lines = store.derived && from === 0 ? this.lines - 2 : this.lines;
    return { store, lines, bytes: size - reached, complete: reached <= from, found, lastLines, projects, rejected };
  }

  private visit(window: Buffer, base: number): void {
    const text = window.toString("latin1");
    const matches = new MatchedLines(text, isAscii(window) && !text.includes("\\u"), this.columns === null ? null : this.request.prefilter.lines);
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline;
      this.lines++;
      const line = text.slice(start, end);
      const value = line.length > MAX_LINE ? null : parseLine(line);
      if (value !== null) this.visitLine(value, line, base + start, matches.includes(start, end));
      else if (line.trim() !== "") this.rejected.push({ offset: base + start, reason: line.length > MAX_LINE ? TOO_LONG : NOT_JSON });
      start = end + 1;
    }
  }

  private visitLine(value: JsonObject, line: string, offset: number, isWanted: boolean): void {
    for (const name of namedProjects(value)) this.projects.add(name);
    const own = idText(value);
    // A line that nobody asked for needs no name of its own.
    const id = own ?? (isWanted ? lineId(value, this.request.store.source, line) : null);
    if (id === null) return;
    if (offset >= (this.lastLines.get(id) ?? 0)) this.lastLines.set(id, offset);
    const record = isWanted ? this.parse(value, id) : null;
    if (record === null) return;
    const hits = this.columns === null ? NO_HITS : findHits(record, this.columns, this.request.prefilter.texts);
    if (hits !== null) this.found.push({ record, hits, offset, length: line.length });
  }
}

/** Asked for one line after the other, says whether the pattern stands in it. */
class MatchedLines {
  private readonly pattern: RegExp | null;
  /** Where the next match is that was not yet asked for. */
  private next = -1;

  constructor(
    private readonly text: string,
    plain: boolean,
    lines: LinePattern | null,
  ) {
    this.pattern = lines === null ? null : plain ? lines.ascii : lines.any();
    if (this.pattern !== null) this.pattern.lastIndex = 0;
    this.advance();
  }

  includes(start: number, end: number): boolean {
    if (this.pattern === null) return true;
    if (this.next < start) {
      this.pattern.lastIndex = start;
      this.advance();
    }
    return this.next < end;
  }

  private advance(): void {
    if (this.pattern === null) return;
    for (;;) {
      const hit = this.pattern.exec(this.text);
      this.next = hit === null ? Number.POSITIVE_INFINITY : hit.index;
      // A match in a JSON key says nothing.
      const keyEnd = hit === null ? 0 : jsonKeyEnd(this.text, hit.index + hit[0].length);
      if (keyEnd === 0) return;
      this.pattern.lastIndex = keyEnd;
    }
  }
}

function scanInline({ store, columns, prefilter }: ScanRequest, records: readonly LoreRecord[]): Scan {
  const found = records.flatMap((record, index) => {
    const hits = columns === null ? NO_HITS : findHits(record, columns, prefilter.texts);
    return hits === null ? [] : [{ record, hits, offset: index, length: 0 }];
  });
  const lastLines = new Map(records.map(({ id }, index) => [id, index]));
  const projects = new Set(records.flatMap((record) => record.projects.map((name) => name.toLowerCase())));
  return { store, lines: records.length, bytes: 0, complete: true, found, lastLines, projects, rejected: [] };
}

const NON_ASCII = /[\x80-\xff]/;

function parseLine(line: string): JsonObject | null {
  return parseObject(NON_ASCII.test(line) ? Buffer.from(line, "latin1").toString("utf8") : line);
}

/** Where the JSON key ends in which `from` lies, else 0. */
function jsonKeyEnd(text: string, from: number): number {
  let at = from;
  while (isWordCode(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === 0x22 && text.charCodeAt(at + 1) === 0x3a ? at + 2 : 0;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 0x5f;
}
