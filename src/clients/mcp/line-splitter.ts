/** Bytes in, lines out. A line beyond the limit is passed over to its end, so that it costs no memory and nothing after it is lost. */
const NEWLINE = 0x0a;

export interface LineListener {
  readonly onLine: (line: string) => void;
  readonly onTooLong: () => void;
}

export class LineSplitter {
  private parts: Buffer[] = [];
  private length = 0;
  private isSkipping = false;

  constructor(
    private readonly maxBytes: number,
    private readonly listener: LineListener,
  ) {}

  push(chunk: Buffer): void {
    let from = 0;
    for (let to = chunk.indexOf(NEWLINE); to >= 0; to = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, to));
      this.finish();
      from = to + 1;
    }
    this.keep(chunk.subarray(from));
  }

  /** What stands behind the last line feed counts as a line. */
  end(): void {
    if (this.length > 0 || this.isSkipping) this.finish();
  }

  private keep(part: Buffer): void {
    if (this.isSkipping || part.length === 0) return;
    this.length += part.length;
    this.parts.push(part);
    if (this.length <= this.maxBytes) return;
    this.isSkipping = true;
    this.reset();
  }

  private finish(): void {
    const line = this.isSkipping ? null : Buffer.concat(this.parts).toString("utf8");
    this.isSkipping = false;
    this.reset();
    if (line === null) this.listener.onTooLong();
    else this.listener.onLine(line);
  }

  private reset(): void {
    this.parts = [];
    this.length = 0;
  }
}
