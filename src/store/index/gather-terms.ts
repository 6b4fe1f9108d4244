/** Takes batches of messages about lines, and writes a run of terms for each block of documents. Off the hot path. */
import { BlockTerms, NO_DOCUMENT } from "./block-terms.ts";
import { FileWriter } from "./file-writer.ts";
import { BLOCK_DOCS } from "./format.ts";
import type { Run } from "./run-cursors.ts";
import { Batch, type BatchSink, KINDS, MESSAGE_WORDS, messageWords, WIDE } from "./term-batch.ts";

export class TermGatherer {
  private readonly out: FileWriter;
  private readonly terms: BlockTerms;
  private readonly runs: Run[] = [];
  private lastDoc = -1;

  constructor(fd: number, salt: number) {
    this.out = new FileWriter(fd);
    this.terms = new BlockTerms(salt);
  }

  take({ bytes, words }: Batch, used: number): void {
    for (let at = 0; at < used; ) {
      const kind = words[at] as number;
      const doc = words[at + 1] as number;
      const length = words[at + 2] as number;
      const start = (at + MESSAGE_WORDS) * 4;
      if (kind === KINDS.line) this.beginLine(doc);
      else if (kind > WIDE) this.addWide(kind - WIDE, bytes.toString("utf16le", start, start + length), doc);
      else this.addAscii(kind, bytes, start, start + length, doc);
      at += messageWords(length);
    }
  }

  private beginLine(doc: number): void {
    if (this.terms.isFull) this.closeBlock();
    this.beginDocument(doc);
    this.terms.beginLine();
  }

  private beginDocument(doc: number): void {
    if (doc === NO_DOCUMENT || doc === this.lastDoc) return;
    if (doc % BLOCK_DOCS === 0) this.closeBlock();
    this.lastDoc = doc;
  }

  private addAscii(kind: number, bytes: Buffer, start: number, end: number, doc: number): void {
    if (kind === KINDS.project) return this.terms.addProject(bytes, start, end, doc);
    if (kind === KINDS.id) return this.terms.addId(bytes, start, end, doc);
    if (kind !== KINDS.term) return this.terms.addChunks(bytes, start, end, kind, doc);
    this.beginDocument(doc);
    this.terms.addTerm(bytes.toString("latin1", start, end), doc);
  }

  private addWide(kind: number, text: string, doc: number): void {
    if (kind === KINDS.project) return this.terms.addProjectName(text, doc);
    if (kind === KINDS.id) return this.terms.countTerm(text, doc);
    if (kind !== KINDS.term) return this.terms.addText(text, kind, doc);
    this.beginDocument(doc);
    this.terms.addTerm(text, doc);
  }

  /** Also when its terms fill the memory: a block may have several runs. */
  private closeBlock(): void {
    const start = this.out.position;
    if (this.terms.flush(this.out) === 0) return;
    // Lines that are all outdated have terms and no document.
    const block = Math.max(0, Math.floor(this.lastDoc / BLOCK_DOCS));
    this.runs.push({ start, end: this.out.position, block });
  }

  finish(): readonly Run[] {
    this.closeBlock();
    this.out.flush();
    return this.runs;
  }
}

/** Whoever takes batches until the runs are written. */
export interface RunSink extends BatchSink {
  readonly finish: () => readonly Run[];
  /** Nothing is written any more once it returns. */
  readonly abandon: () => void;
}

/** Gathers where the lines are read. */
export function gatherHere(fd: number, salt: number): RunSink {
  const gatherer = new TermGatherer(fd, salt);
  return {
    take(batch, used, room) {
      gatherer.take(batch, used);
      return room < batch.bytes.length ? batch : new Batch(new ArrayBuffer(Math.max(room + 4, FIRST_BYTES) & ~3));
    },
    finish: () => gatherer.finish(),
    abandon: () => {},
  };
}

/** What a batch takes before it is handed on, and a few texts of the last line. */
const FIRST_BYTES = 1 << 19;
