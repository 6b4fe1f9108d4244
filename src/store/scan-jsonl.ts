/**
 * Reads a JSONL store from its newest part to its oldest, so that a store too large for the deadline
 * gives what is newest. With a pattern, only lines that match it are ever looked at: V8's regular
 * expressions find them far faster than JavaScript splits lines. Whether a line is the last of its id
 * is answered on demand, as few are ever shown.
 * Text is handled as Latin-1, one character a byte, which keeps offsets exact and decoding free; a
 * line is decoded as UTF-8 when it is parsed.
 */
import { isAscii } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { OPEN_FLAGS } from "./read-bounded.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** What to look for in raw Latin-1 text. Must match in every line that could matter. */
export interface LinePattern {
  /** Global. For text of plain ASCII without \\u escapes. */
  readonly ascii: RegExp;
  /** The same for all other text: made only when some is met. */
  readonly any: () => RegExp;
}

export interface ScanRequest {
  readonly path: string;
  /** Null visits every line. */
  readonly pattern: LinePattern | null;
  /** A sound line, not necessarily the last of its id. */
  readonly visit: (value: JsonObject, line: string, offset: number) => void;
  /** A line that is not one JSON object. */
  readonly reject: (offset: number, reason: string) => void;
  /** True when time is up. Asked between windows. */
  readonly isLate: () => boolean;
}

export interface ScanResult {
  readonly lines: number;
  readonly bytes: number;
  readonly complete: boolean;
  /** Whether no sound line after the one at `offset` has its id. */
  readonly isLast: (id: string, offset: number) => boolean;
  /** Whether any sound line has this id. */
  readonly holds: (id: string) => boolean;
}

const WINDOW = 1024 * 1024;
/** One record of a real store had 119 kB; beyond this it is no record. */
const MAX_LINE = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
const EMPTY: Buffer = Buffer.alloc(0);

export function scanJsonl(request: ScanRequest): ScanResult {
  const fd = openSync(request.path, OPEN_FLAGS);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error(stat.isDirectory() ? "is a folder, expected a file" : "is not a regular file");
    return new Scanner(fd, request).scan(stat.size);
  } finally {
    closeSync(fd);
  }
}

/** Fresh memory costs a page fault every 4 kB, so one buffer serves all stores that fit into it. */
let shared: Buffer | null = null;

class Scanner {
  private lines = 0;
  /** Of a store in one window, its text; of a larger one, each id with the offset of its last sound line. */
  private text = "";
  private lastLines: Map<string, number> | null = null;

  constructor(
    private readonly fd: number,
    private readonly request: ScanRequest,
  ) {}

  scan(size: number): ScanResult {
    if (size > WINDOW) this.lastLines = new Map();
    const answers = {
      isLast: (id: string, offset: number) =>
        this.lastLines === null ? !hasLine(this.text, lineEnd(this.text, offset), id) : this.lastLines.get(id) === offset,
      holds: (id: string) => (this.lastLines === null ? hasLine(this.text, 0, id) : this.lastLines.has(id)),
    };
    let end = size;
    let carry = EMPTY;
    while (end > 0) {
      if (end < size && this.request.isLate()) return { lines: this.lines, bytes: size - end, complete: false, ...answers };
      const start = Math.max(0, end - WINDOW);
      const window = this.read(start, end - start, carry);
      // The first line of a window may begin in the one before it.
      const head = start === 0 ? 0 : window.indexOf(NEWLINE) + 1;
      if (start > 0 && head === 0) carry = this.carryOn(window, start);
      else {
        this.scanWindow(window.subarray(head), start + head);
        carry = start === 0 ? EMPTY : Buffer.from(window.subarray(0, head));
      }
      end = start;
    }
    return { lines: this.lines, bytes: size, complete: true, ...answers };
  }

  private read(start: number, length: number, carry: Buffer): Buffer {
    const fits = length <= WINDOW && carry.length === 0;
    shared ??= fits ? Buffer.allocUnsafeSlow(WINDOW) : null;
    const buffer = fits && shared !== null ? shared : Buffer.allocUnsafeSlow(length + carry.length);
    let done = 0;
    while (done < length) {
      const count = readSync(this.fd, buffer, done, length - done, start + done);
      if (count === 0) break; // Truncated while we read.
      done += count;
    }
    carry.copy(buffer, done);
    return buffer.subarray(0, done + carry.length);
  }

  /** A window without a line break is the end of a very long line. */
  private carryOn(window: Buffer, start: number): Buffer {
    if (window.length <= MAX_LINE) return Buffer.from(window);
    this.request.reject(start, `line longer than ${MAX_LINE} bytes`);
    return EMPTY;
  }

  private scanWindow(window: Buffer, base: number): void {
    const { pattern } = this.request;
    const text = window.toString("latin1");
    const plain = isAscii(window) && !text.includes("\\u");
    this.text = text;
    this.lines += countLines(text);
    if (pattern === null) this.visitEvery(text, base);
    else this.visitMatches(text, base, plain ? pattern.ascii : pattern.any());
    if (this.lastLines !== null) noteLastLines(text, base, this.lastLines);
  }

  private visitMatches(text: string, base: number, pattern: RegExp): void {
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const keyEnd = jsonKeyEnd(text, hit.index + hit[0].length);
      if (keyEnd > 0) {
        pattern.lastIndex = keyEnd;
        continue;
      }
      const start = text.lastIndexOf("\n", hit.index) + 1;
      const end = lineEnd(text, start);
      this.visitLine(text.slice(start, end), base + start);
      if (end === text.length) break;
      pattern.lastIndex = end;
    }
  }

  private visitEvery(text: string, base: number): void {
    for (let start = 0; start < text.length; ) {
      const end = lineEnd(text, start);
      const line = text.slice(start, end);
      if (line.trim() !== "") this.visitLine(line, base + start);
      start = end + 1;
    }
  }

  private visitLine(line: string, offset: number): void {
    if (line.length > MAX_LINE) return this.request.reject(offset, `line longer than ${MAX_LINE} bytes`);
    const value = parseObject(line);
    if (value === null) this.request.reject(offset, "not one JSON object");
    else this.request.visit(value, line, offset);
  }
}

function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** A match in a JSON key says nothing: where the key ends, else 0. */
function jsonKeyEnd(text: string, from: number): number {
  let at = from;
  while (isWordCode(text.charCodeAt(at))) at++;
  return text.charCodeAt(at) === 0x22 && text.charCodeAt(at + 1) === 0x3a ? at + 2 : 0;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 0x5f;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

/** Two simple questions: one pattern for both would take quadratic time on a long id. */
function isPlainId(id: string): boolean {
  return /^[\w.:-]+$/.test(id) && /\D/.test(id);
}

/** Whether a sound line from `from` on has this id. Other records may name it too, so each mention is checked. */
function hasLine(text: string, from: number, id: string): boolean {
  // A plain id is spelled the same in every line; any other may be escaped in several ways, or be a number.
  const mention = isPlainId(id) ? `"${id}"` : '"id"';
  for (let at = text.indexOf(mention, from); at >= 0; ) {
    const end = lineEnd(text, at);
    if (idText(parseObject(text.slice(text.lastIndexOf("\n", at) + 1, end))) === id) return true;
    at = text.indexOf(mention, end);
  }
  return false;
}

/** A record's id as text: some writers count. */
export function idText(value: JsonObject | null): string | null {
  const id = value?.id;
  if (typeof id === "number") return String(id);
  return typeof id === "string" && id !== "" ? id : null;
}

/** Windows come newest first, so within one the last line of an id counts, and what is known already stays. */
function noteLastLines(text: string, base: number, lastLines: Map<string, number>): void {
  const here = new Map<string, number>();
  for (let start = 0; start < text.length; ) {
    const end = lineEnd(text, start);
    const id = idOf(text, start, end);
    if (id !== null && !lastLines.has(id)) here.set(id, base + start);
    start = end + 1;
  }
  for (const [id, offset] of here) lastLines.set(id, offset);
}

/** How writers begin a line: compact, or with Python's spaces. */
const ID_STARTS = ['{"id":"', '{"id": "'] as const;

/** The id of a line. A line in the usual shape is not parsed for it: a torn one that still ends in a brace goes unnoticed. */
function idOf(text: string, start: number, end: number): string | null {
  const closed = text.charCodeAt(end - 1) === 0x7d || text.charCodeAt(end - 2) === 0x7d;
  for (const idStart of closed ? ID_STARTS : []) {
    if (!text.startsWith(idStart, start)) continue;
    const from = start + idStart.length;
    const id = text.slice(from, text.indexOf('"', from));
    if (isPlainId(id)) return id;
  }
  return idText(parseObject(text.slice(start, end)));
}

const NON_ASCII = /[\x80-\xff]/;

function parseObject(line: string): JsonObject | null {
  const text = NON_ASCII.test(line) ? Buffer.from(line, "latin1").toString("utf8") : line;
  try {
    const value: unknown = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}
