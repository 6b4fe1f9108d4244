/**
 * Reads a line by its bytes where it is plain JSON, as nearly all are: one object of ASCII without escapes, and under the keys that
 * are wanted nothing but texts, lists of texts and numbers. Says where they stand; any other line is left to JSON.parse. Off the hot path.
 */
import { PlainKeys } from "./plain-keys.ts";

/** What a wanted key may hold, beside null. A list may also be a single text. */
export type Use = "text" | "list" | "positive";

const [TAB, RETURN, BLANK, QUOTE, COMMA, COLON] = [0x09, 0x0d, 0x20, 0x22, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];
const NONE = -1;
/** Of values that are passed over; real lines have one or two levels. */
const MAX_DEPTH = 16;
export const MAX_ITEMS = 1024;
const MAX_DIGITS = 20;
/** Whatever is made of a plain line has room in any batch. */
const MAX_BYTES = 1 << 16;
/** What may stand in a string as it is: ASCII but for control characters, the quotation mark and the backslash. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, code) => (code >= BLANK && code < 128 && code !== QUOTE && code !== 0x5c ? 1 : 0));
const LITERALS = ["null", "true", "false"].map((text) => Buffer.from(text));
const [NULL] = LITERALS as [Buffer, Buffer, Buffer];

export class PlainLine {
  bytes: Buffer = Buffer.alloc(0);
  /** Texts that say something, without their quotation marks; those of one key stand together. */
  readonly starts = new Int32Array(MAX_ITEMS);
  readonly ends = new Int32Array(MAX_ITEMS);
  /** For each wanted key its first item and the one behind its last; both 0 when it says nothing. */
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  private readonly seen: Uint8Array;
  private readonly keys: PlainKeys;
  private items = 0;

  /** Wanted keys are numbered in their order. */
  constructor(
    names: readonly string[],
    private readonly uses: readonly Use[],
  ) {
    this.keys = new PlainKeys(names);
    this.firsts = new Int32Array(names.length);
    this.lasts = new Int32Array(names.length);
    this.seen = new Uint8Array(names.length);
  }

  /** False when the line is not plain. At `end` there is a line break. */
  read(bytes: Buffer, start: number, end: number): boolean {
    if (end - start > MAX_BYTES) return false;
    this.bytes = bytes;
    this.items = 0;
    for (let key = 0; key < this.seen.length; key++) this.firsts[key] = this.lasts[key] = this.seen[key] = 0;
    let at = this.pastBlanks(start);
    if (bytes[at] !== OPEN) return false;
    do {
      at = this.pastMember(at + 1);
      if (at < 0) return false;
    } while (bytes[at] === COMMA);
    return bytes[at] === CLOSE && this.pastBlanks(at + 1) === end;
  }

  private pastBlanks(from: number): number {
    const { bytes } = this;
    let at = from;
    for (let char = bytes[at]; char === BLANK || char === RETURN || char === TAB; ) char = bytes[++at];
    return at;
  }

  /** Where the comma or the brace behind it stands. */
  private pastMember(from: number): number {
    const { bytes } = this;
    const start = this.pastBlanks(from) + 1;
    if (bytes[start - 1] !== QUOTE) return NONE;
    const end = pastPlain(bytes, start);
    if (bytes[end] !== QUOTE) return NONE;
    const colon = this.pastBlanks(end + 1);
    if (bytes[colon] !== COLON) return NONE;
    const key = this.keys.find(bytes, start, end);
    const at = this.pastBlanks(colon + 1);
    const behind = key < 0 ? this.pastAny(at, 0) : this.pastWanted(at, key);
    return behind < 0 ? NONE : this.pastBlanks(behind);
  }

  private pastWanted(at: number, key: number): number {
    // Of a key that is there twice the last one counts.
    if (this.seen[key] === 1) return NONE;
    this.seen[key] = 1;
    this.firsts[key] = this.items;
    const behind = this.pastValue(at, this.uses[key] as Use);
    this.lasts[key] = this.items;
    return behind;
  }

  private pastValue(at: number, use: Use): number {
    const char = this.bytes[at] as number;
    if (char === NULL[0]) return this.pastLiteral(at, NULL);
    if (use === "positive") return this.pastPositive(at);
    if (char === QUOTE) return this.pastItem(at);
    return use === "list" && char === OPEN_LIST ? this.pastItems(at) : NONE;
  }

  /** A text that is wanted. Blanks at its ends would have to be cut off. */
  private pastItem(at: number): number {
    const { bytes } = this;
    const start = at + 1;
    const end = pastPlain(bytes, start);
    if (bytes[end] !== QUOTE || this.items === MAX_ITEMS) return NONE;
    if (end === start) return end + 1;
    if (bytes[start] === BLANK || bytes[end - 1] === BLANK) return NONE;
    this.starts[this.items] = start;
    this.ends[this.items++] = end;
    return end + 1;
  }

  private pastItems(from: number): number {
    const { bytes } = this;
    let at = this.pastBlanks(from + 1);
    if (bytes[at] === CLOSE_LIST) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return NONE;
      at = this.pastItem(at);
      if (at < 0) return NONE;
      at = this.pastBlanks(at);
      if (bytes[at] === CLOSE_LIST) return at + 1;
      if (bytes[at] !== COMMA) return NONE;
      at = this.pastBlanks(at + 1);
    }
  }

  /** A number above zero, plainly written: with enough digits behind the point it would be zero all the same. */
  private pastPositive(at: number): number {
    const end = this.pastNumber(at);
    if (end - at > MAX_DIGITS) return NONE;
    for (let i = at; i < end; i++) {
      const char = this.bytes[i] as number;
      if (char === 0x2d || (char | 0x20) === 0x65) return NONE;
    }
    for (let i = at; i < end; i++) if ((this.bytes[i] as number) > 0x30) return end;
    return NONE;
  }

  private pastNumber(from: number): number {
    const { bytes } = this;
    const whole = bytes[from] === 0x2d ? from + 1 : from;
    let at = bytes[whole] === 0x30 ? whole + 1 : pastDigits(bytes, whole);
    if (at > whole && bytes[at] === 0x2e) {
      const first = at + 1;
      at = pastDigits(bytes, first);
      if (at === first) return NONE;
    }
    if (at === whole) return NONE;
    // Exponents are rare: not plain.
    return ((bytes[at] as number) | 0x20) === 0x65 ? NONE : at;
  }

  /** What nobody asked for must be JSON all the same. */
  private pastAny(at: number, depth: number): number {
    const char = this.bytes[at] as number;
    if (char === QUOTE) {
      const end = pastPlain(this.bytes, at + 1);
      return this.bytes[end] === QUOTE ? end + 1 : NONE;
    }
    if (char === OPEN || char === OPEN_LIST) return depth < MAX_DEPTH ? this.pastNested(at, depth + 1) : NONE;
    for (const literal of LITERALS) if (char === literal[0]) return this.pastLiteral(at, literal);
    return this.pastNumber(at);
  }

  private pastNested(from: number, depth: number): number {
    const { bytes } = this;
    const isList = bytes[from] === OPEN_LIST;
    let at = this.pastBlanks(from + 1);
    if (bytes[at] === (isList ? CLOSE_LIST : CLOSE)) return at + 1;
    for (;;) {
      at = isList ? this.pastAny(at, depth) : this.pastNestedMember(at, depth);
      if (at < 0) return NONE;
      at = this.pastBlanks(at);
      if (bytes[at] === (isList ? CLOSE_LIST : CLOSE)) return at + 1;
      if (bytes[at] !== COMMA) return NONE;
      at = this.pastBlanks(at + 1);
    }
  }

  private pastNestedMember(at: number, depth: number): number {
    if (this.bytes[at] !== QUOTE) return NONE;
    const end = pastPlain(this.bytes, at + 1);
    if (this.bytes[end] !== QUOTE) return NONE;
    const colon = this.pastBlanks(end + 1);
    return this.bytes[colon] === COLON ? this.pastAny(this.pastBlanks(colon + 1), depth) : NONE;
  }

  private pastLiteral(at: number, literal: Buffer): number {
    for (let i = 0; i < literal.length; i++) if (this.bytes[at + i] !== literal[i]) return NONE;
    return at + literal.length;
  }
}

function pastPlain(bytes: Buffer, from: number): number {
  let at = from;
  while (IS_PLAIN[bytes[at] as number] === 1) at++;
  return at;
}

function pastDigits(bytes: Buffer, from: number): number {
  let at = from;
  for (let char = bytes[at] as number; char >= 0x30 && char <= 0x39; ) char = bytes[++at] as number;
  return at;
}
