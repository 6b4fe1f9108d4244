/** From the bytes of a store to lines that can be indexed, the last one first. Off the hot path. */
import type { LoreRecord, SourceName } from "../../types.ts";
import { idText, type JsonObject, lineId, parseObject } from "../parse-line.ts";
import { MAX_LINE, NOT_JSON, TOO_LONG } from "../read-lines.ts";
import { parserOf, type StoreFile } from "../store-file.ts";
import { latin1Text, utf8Text } from "../text-of.ts";
import { checksumView } from "./checksum-view.ts";
import { PlainRecord } from "./plain-record.ts";

/** Who takes the lines. */
export interface LineSink {
  readonly addLine: (line: IndexedLine) => void;
  readonly addPlain: (record: PlainRecord, source: SourceName, place: LinePlace) => void;
  readonly reject: (path: string, offset: number, reason: string) => void;
}

export interface LinePlace {
  offset: number;
  length: number;
  /** A checksum of the line. */
  hash: number;
}

export interface IndexedLine extends Readonly<LinePlace> {
  readonly source: SourceName;
  readonly value: JsonObject;
  readonly record: LoreRecord | null;
  /** Null for a line that neither has an id nor says anything. */
  readonly id: string | null;
  readonly hasOwnId: boolean;
}

const NEWLINE = 0x0a;

/** Splits windows into lines, the last one first. */
export class StretchReader {
  private readonly parse: ReturnType<typeof parserOf>;
  private readonly plain: PlainRecord | null;
  /** One for all lines. */
  private readonly place: LinePlace = { offset: 0, length: 0, hash: 0 };
  /** All windows come in one buffer, until it has to grow. */
  private viewed: Buffer | null = null;
  private view: DataView = new DataView(new ArrayBuffer(0));

  constructor(
    private readonly store: StoreFile,
    private readonly builder: LineSink,
    private readonly counts: { lines: number },
  ) {
    this.parse = parserOf(store);
    this.plain = store.derived || store.project ? null : PlainRecord.of(store.source);
  }

  visit(bytes: Buffer, start: number, end: number, base: number): void {
    // Behind the last line break there is nothing: stretches end with one.
    for (let lineEnd = end - 1; lineEnd >= start; ) {
      const before = lineEnd === start ? -1 : bytes.lastIndexOf(NEWLINE, lineEnd - 1);
      const lineStart = before < start ? start : before + 1;
      this.counts.lines++;
      if (lineStart < lineEnd) this.visitLine(bytes, lineStart, lineEnd, base + lineStart - start);
      lineEnd = lineStart - 1;
    }
  }

  private viewOf(bytes: Buffer): DataView {
    if (this.viewed !== bytes) this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.viewed = bytes;
    return this.view;
  }

  private visitLine(bytes: Buffer, start: number, end: number, offset: number): void {
    if (end - start > MAX_LINE) return this.builder.reject(this.store.path, offset, TOO_LONG);
    const { plain, place } = this;
    if (plain === null || !plain.read(bytes, start, end)) return this.parseLine(bytes, start, end, offset);
    place.offset = offset;
    place.length = end - start;
    place.hash = checksumView(this.viewOf(bytes), start, end);
    this.builder.addPlain(plain, this.store.source, place);
  }

  private parseLine(bytes: Buffer, start: number, end: number, offset: number): void {
    const text = utf8Text(bytes, start, end);
    const value = parseObject(text);
    if (value === null) {
      if (text.trim() !== "") this.builder.reject(this.store.path, offset, NOT_JSON);
      return;
    }
    const { source } = this.store;
    const hasOwnId = idText(value) !== null;
    const id = lineId(value, source, hasOwnId ? "" : latin1Text(bytes, start, end));
    const record = this.parse(value, id);
    this.builder.addLine({ source, value, record, id, hasOwnId, offset, length: end - start, hash: checksumView(this.viewOf(bytes), start, end) });
  }
}
