/**
 * What the reader of lines tells the gatherer of terms, as messages in flat memory, so that the two may be threads: a line begins,
 * its texts by field, its id, its projects. Each has a head of three words (kind, document, bytes), then its text, then a zero. Off the hot path.
 */
import type { LoreRecord } from "../../types.ts";
import { FIELD_CODES, fieldTexts, idKey } from "../record-text.ts";
import { writeUtf8 } from "../text-of.ts";
import { NO_DOCUMENT } from "./block-terms.ts";
import type { PlainRecord, Stretches } from "./plain-record.ts";

/** A text's kind is its field's code, 1 to 3. */
export const KINDS = { line: 0, id: 4, term: 5, project: 6 } as const;
/** Added to the kind: two bytes a character, as not all of them are ASCII. */
export const WIDE = 8;
export const MESSAGE_WORDS = 3;

export class Batch {
  readonly bytes: Buffer;
  readonly words: Int32Array;

  constructor(memory: ArrayBufferLike, offset = 0, length = memory.byteLength) {
    this.bytes = Buffer.from(memory, offset, length);
    this.words = new Int32Array(memory, offset, length / 4);
  }
}

export interface BatchSink {
  /** Takes the first `used` words, and gives a batch that has room for so many bytes, which may be the same. */
  readonly take: (batch: Batch, used: number, room: number) => Batch;
}

/** Handed on when so much is in it. */
const FULL_WORDS = 1 << 16;
/** Up to here by a loop, without a call that leaves JavaScript. */
const SHORT = 24;

export class BatchWriter {
  private batch: Batch;
  private used = 0;

  constructor(private readonly sink: BatchSink) {
    this.batch = sink.take(new Batch(new ArrayBuffer(0)), 0, 0);
  }

  addRecord(record: LoreRecord, doc: number): void {
    if (this.used > FULL_WORDS) this.handOver(0);
    this.add(KINDS.line, doc, "");
    for (const [code, text] of fieldTexts(record)) {
      if (code === FIELD_CODES.tags) this.add(KINDS.id, doc, idKey(record));
      if (text !== "") this.add(code, doc, text);
    }
  }

  add(kind: number, doc: number, text: string): void {
    const room = (MESSAGE_WORDS + 1) * 4 + text.length * 3;
    if (this.used * 4 + room > this.batch.bytes.length) this.handOver(room);
    const { bytes, words } = this.batch;
    const start = (this.used + MESSAGE_WORDS) * 4;
    const written = text.length <= SHORT ? writeShort(bytes, start, text) : writeUtf8(bytes, text, start);
    const isWide = written !== text.length;
    // As it is, half a surrogate pair too: ids must be found again.
    const length = isWide ? bytes.write(text, start, "utf16le") : written;
    bytes[start + length] = 0;
    words[this.used] = isWide ? kind + WIDE : kind;
    words[this.used + 1] = doc;
    words[this.used + 2] = length;
    this.used += messageWords(length);
  }

  /** The same of a line that was read by its bytes, with its projects; `length` is the line's. */
  addPlain(record: PlainRecord, doc: number, length: number): void {
    if (this.used > FULL_WORDS) this.handOver(0);
    // Each text twice at the most, and a head and an end for the shortest, of which the line spends three bytes on quotation marks and comma.
    const room = length * 8 + 256;
    if (this.used * 4 + room > this.batch.bytes.length) this.handOver(room);
    const { title, tags, entities, projects, body } = record;
    this.close(KINDS.line, doc, this.open());
    if (title.count > 0) this.close(FIELD_CODES.title, doc, this.copy(record, title, this.open()));
    this.close(KINDS.id, doc, this.copyLower(record, record.id));
    if (tags.count + entities.count + projects.count > 0)
      this.close(FIELD_CODES.tags, doc, this.copy(record, projects, this.copy(record, entities, this.copy(record, tags, this.open()))));
    if (body.count > 0) this.close(FIELD_CODES.body, doc, this.copy(record, body, this.open()));
    if (doc !== NO_DOCUMENT) this.addNames(record, projects.count > 0 ? projects : tags, doc);
  }

  private addNames(record: PlainRecord, { items, count }: Stretches, doc: number): void {
    for (let i = 0; i < count; i++) this.close(KINDS.project, doc, this.copyItem(record, items[i] as number, this.open()));
  }

  /** Where the text of the next message begins. */
  private open(): number {
    return (this.used + MESSAGE_WORDS) * 4;
  }

  /** What lies between two texts belongs to no token. */
  private copy(record: PlainRecord, { items, count }: Stretches, from: number): number {
    let at = from;
    for (let i = 0; i < count; i++) {
      at = this.copyItem(record, items[i] as number, at);
      this.batch.bytes[at++] = 0;
    }
    return at;
  }

  private copyItem({ line: { bytes, starts, ends } }: PlainRecord, item: number, to: number): number {
    const target = this.batch.bytes;
    const end = ends[item] as number;
    let at = to;
    for (let i = starts[item] as number; i < end; i++) target[at++] = bytes[i] as number;
    return at;
  }

  private copyLower({ line: { bytes, starts, ends } }: PlainRecord, item: number): number {
    const target = this.batch.bytes;
    const end = ends[item] as number;
    let at = this.open();
    for (let i = starts[item] as number; i < end; i++) {
      const char = bytes[i] as number;
      target[at++] = char >= 0x41 && char <= 0x5a ? char + 0x20 : char;
    }
    return at;
  }

  /** The message whose text ends there. */
  private close(kind: number, doc: number, end: number): void {
    const { bytes, words } = this.batch;
    const length = end - this.open();
    bytes[end] = 0;
    words[this.used] = kind;
    words[this.used + 1] = doc;
    words[this.used + 2] = length;
    this.used += messageWords(length);
  }

  handOver(room: number): void {
    this.batch = this.sink.take(this.batch, this.used, room);
    this.used = 0;
  }
}

/** With the zero that ends its text. */
export function messageWords(length: number): number {
  return MESSAGE_WORDS + (length >> 2) + 1;
}

/** As many bytes as characters, or -1 when it is not ASCII. */
function writeShort(bytes: Buffer, start: number, text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 127) return -1;
    bytes[start + i] = code;
  }
  return text.length;
}
