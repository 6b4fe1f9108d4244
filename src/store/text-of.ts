/** The short way from bytes to text. `toString(encoding)` does the same, but has V8 compile three of Node's functions first, in every process. */
interface Sliced {
  utf8Slice?(start: number, end: number): string;
  latin1Slice?(start: number, end: number): string;
}

export function utf8Text(bytes: Buffer, start: number, end: number): string {
  return (bytes as Sliced).utf8Slice?.(start, end) ?? bytes.toString("utf8", start, end);
}

/** One character a byte. */
export function latin1Text(bytes: Buffer, start: number, end: number): string {
  return (bytes as Sliced).latin1Slice?.(start, end) ?? bytes.toString("latin1", start, end);
}
