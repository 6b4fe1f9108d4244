/**
 * Reads lines of a store without an index: all of a small store, and what was appended since the index was made.
 * The words of a line are looked at only if its raw text could hold a wanted key, which one regular expression tells far
 * faster than a tokenizer. Any line may retire a record: of one that nobody asks for its id is noted.
 * Text is handled as Latin-1, one character a byte, which keeps offsets exact; a line is decoded when it is parsed.
 */
import { closeSync } from "node:fs";
import type { Hits, LoreRecord } from "../types.ts";
import { findHits } from "./find-hits.ts";
import { LastLines } from "./last-lines.ts";
import { idText, type JsonObject, lineId, parseObject } from "./parse-line.ts";
import { PassedLines } from "./passed-lines.ts";
import type { LinePattern, Prefilter } from "./prefilter.ts";
import { MAX_LINE, NOT_JSON, openStore, readWindows, TOO_LONG } from "./read-lines.ts";
import { namedProjects } from "./record-text.ts";
import { parserOf, type StoreFile } from "./store-file.ts";
import { isAsciiText, latin1Text } from "./text-of.ts";

export interface ScanRequest {
  readonly store: StoreFile;
  readonly from: number;
  /** The columns of a row of hits; null keeps every record, without hits. */
  readonly columns: ReadonlyMap<string, number> | null;
  readonly prefilter: Prefilter;
  /** Whether somebody wants to know of every line that is no JSON, and not only of those that matter. Default: no. */
  readonly thorough?: boolean;
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
  readonly lastLines: Pick<ReadonlyMap<string, number>, "get" | "size">;
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
  private readonly lastLines: LastLines;
  private readonly projects = new Set<string>();
  /** Their names as lines spell them. */
  private readonly spelled = new Set<string>();
  private readonly rejected: { readonly offset: number; readonly reason: string }[] = [];
  private readonly parse: ReturnType<typeof parserOf>;
  private readonly columns: ReadonlyMap<string, number> | null;

  constructor(private readonly request: ScanRequest) {
    this.parse = parserOf(request.store);
    this.columns = request.columns;
    this.lastLines = new LastLines(request.store.path);
  }

  scan(fd: number, size: number): Scan {
    const { store, from, isLate } = this.request;
    const reached = readWindows(fd, {
      from,
      to: size,
      isLate,
      visit: (bytes, start, end, offset) => this.visit(latin1Text(bytes, start, end), offset, isAsciiText(bytes, start, end)),
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

  private visit(text: string, base: number, isAscii: boolean): void {
    const matches = new MatchedLines(text, isAscii && !text.includes("\\u"), this.columns === null ? null : this.request.prefilter.lines);
    const passed = this.request.thorough ? null : new PassedLines(text, this.spelled, isAscii);
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf("\n", start);
      const end = newline < 0 ? text.length : newline;
      this.lines++;
      const isWanted = matches.includes(start, end);
      const id = isWanted || passed === null || end - start > MAX_LINE ? null : passed.idOf(start, end);
      if (id === null) this.parseLine(text.slice(start, end), base + start, isAscii, isWanted);
      else this.lastLines.pass(id, base + start, end - start);
      start = end + 1;
    }
  }

  private parseLine(line: string, offset: number, isAscii: boolean, isWanted: boolean): void {
    const value = line.length > MAX_LINE ? null : parseObject(isAscii ? line : decode(line));
    if (value !== null) this.visitLine(value, line, offset, isWanted);
    else if (line.trim() !== "") this.rejected.push({ offset, reason: line.length > MAX_LINE ? TOO_LONG : NOT_JSON });
  }

  private visitLine(value: JsonObject, line: string, offset: number, isWanted: boolean): void {
    const { project } = value;
    // Names repeat from line to line.
    if (typeof project !== "string" || value.projects !== undefined || !this.spelled.has(project)) {
      for (const name of namedProjects(value)) this.projects.add(name);
      if (typeof project === "string") this.spelled.add(project);
    }
    const own = idText(value);
    // A line that nobody asked for needs no name of its own.
    const id = own ?? (isWanted ? lineId(value, this.request.store.source, line) : null);
    if (id === null) return;
    this.lastLines.note(id, offset);
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

function decode(line: string): string {
  return NON_ASCII.test(line) ? Buffer.from(line, "latin1").toString("utf8") : line;
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
