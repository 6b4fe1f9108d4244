/** The short way from bytes to text. `toString(encoding)` does the same, but has V8 compile three of Node's functions first, in every process. */
import { lent } from "./lent.ts";

interface Sliced {
  utf8Slice?(start: number, end: number): string;
  latin1Slice?(start: number, end: number): string;
  utf8Write?(text: string, offset: number): number;
  base64Write?(text: string, offset: number, length: number): number;
}

export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  if (lent !== null) return lent.buffer.utf8Slice.call(bytes, start, end);
  return (bytes as Sliced).utf8Slice?.(start, end) ?? asBuffer(bytes).toString("utf8", start, end);
}

/** One character a byte. */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
  if (lent !== null) return lent.buffer.latin1Slice.call(bytes, start, end);
  return (bytes as Sliced).latin1Slice?.(start, end) ?? asBuffer(bytes).toString("latin1", start, end);
}

/** Whether a stretch of bytes is plain ASCII; only then both texts of it are the same. */
export function isAsciiText(bytes: Uint8Array, start: number, end: number): boolean {
  if (lent !== null) return lent.buffer.isAscii(new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start));
  return utf8Text(bytes, start, end) === latin1Text(bytes, start, end);
}

export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return (lent === null ? Buffer.compare(a, b) : lent.buffer.compare(a, b)) === 0;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** How many bytes it took. There must be room: three for each character. */
export function writeUtf8(bytes: Buffer, text: string, offset: number): number {
  return (bytes as Sliced).utf8Write?.(text, offset) ?? bytes.write(text, offset, "utf8");
}

/** Of a text whose length is a multiple of four. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0));
  const written = lent === null ? undefined : (Buffer.prototype as Sliced).base64Write?.call(bytes, text, 0, bytes.length);
  return written === bytes.length ? bytes : Uint8Array.from(Buffer.from(text, "base64"));
}
