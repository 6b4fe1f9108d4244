/** Writes a file in large pieces, and reads one back in its order. Off the hot path. */
import { readSync, writeSync } from "node:fs";

const BUFFER_BYTES = 1 << 18;

export class FileWriter {
  private readonly buffer = new Uint32Array(BUFFER_BYTES / 4);
  private readonly bytes = new Uint8Array(this.buffer.buffer);
  private words = 0;
  private flushed = 0;

  constructor(readonly fd: number) {}

  get position(): number {
    return this.flushed + this.words * 4;
  }

  word(value: number): void {
    if (this.words === this.buffer.length) this.flush();
    this.buffer[this.words++] = value;
  }

  allWords(values: Uint32Array, start = 0, end = values.length): void {
    const { buffer } = this;
    for (let i = start; i < end; ) {
      if (this.words === buffer.length) this.flush();
      const room = Math.min(end, i + buffer.length - this.words);
      let next = this.words;
      while (i < room) buffer[next++] = values[i++] as number;
      this.words = next;
    }
  }

  /** Fills up to a multiple of eight bytes. */
  align(): void {
    if (this.position % 8 !== 0) this.word(0);
  }

  flush(): void {
    writeFully(this.fd, this.bytes, this.words * 4, this.flushed);
    this.flushed += this.words * 4;
    this.words = 0;
  }
}

/** A full disk shows as an error here, never as a short file. */
export function writeFully(fd: number, bytes: Uint8Array, length: number, position: number): void {
  for (let done = 0; done < length; ) done += writeSync(fd, bytes, done, length - done, position + done);
}

export class WordReader {
  private readonly buffer: Uint32Array;
  private readonly bytes: Uint8Array;
  private at = 0;
  private filled = 0;

  constructor(
    private readonly fd: number,
    private position: number,
    private readonly end: number,
    bufferBytes = 1 << 16,
  ) {
    this.buffer = new Uint32Array(bufferBytes / 4);
    this.bytes = new Uint8Array(this.buffer.buffer);
  }

  get isAtEnd(): boolean {
    return this.at === this.filled && this.position >= this.end;
  }

  word(): number {
    if (this.at === this.filled) this.fill();
    return this.buffer[this.at++] as number;
  }

  words(target: Uint32Array, count: number): void {
    const { buffer } = this;
    for (let i = 0; i < count; ) {
      if (this.at === this.filled) this.fill();
      const room = Math.min(count, i + this.filled - this.at);
      let next = this.at;
      while (i < room) target[i++] = buffer[next++] as number;
      this.at = next;
    }
  }

  private fill(): void {
    const wanted = Math.min(this.bytes.length, this.end - this.position);
    let done = 0;
    while (done < wanted) {
      const count = readSync(this.fd, this.bytes, done, wanted - done, this.position + done);
      if (count === 0) throw new Error("a file of the index ended early");
      done += count;
    }
    if (done === 0) throw new Error("a file of the index ended early");
    this.position += done;
    this.at = 0;
    this.filled = done / 4;
  }
}
