/**
 * One store with its past: which lines were there at a time, and which record each of them was then. Grows as the clock goes
 * on, never back, and keeps the words of its records in memory, so that asking it costs no file.
 */
import { findHits } from "../store/find-hits.ts";
import type { Scan } from "../store/scan-store.ts";
import type { StoreFile } from "../store/store-file.ts";
import type { EpochMs, Hits, LoreRecord } from "../types.ts";
import { EveryKey } from "./every-key.ts";
import { type Change, inlineChanges, readChanges } from "./read-changes.ts";

interface Document {
  readonly record: LoreRecord;
  readonly offset: number;
  readonly length: number;
}

type FoundLine = Scan["found"][number];

const NO_HITS: Hits = new Uint8Array(0);

export class StoreHistory {
  private readonly changes: readonly Change[];
  private next = 0;
  private lines = 0;
  private readonly documents: (Document | null)[] = [];
  private readonly byOffset = new Map<number, number>();
  private readonly postings = new Map<string, { readonly documents: number[]; readonly codes: number[] }>();
  private readonly lastLines: PastLines;
  private readonly projects = new Set<string>();
  /** For each document the number of the question that found it last, and where it stands in its answer. */
  private asked: Int32Array = new Int32Array(64);
  private slots: Int32Array = new Int32Array(64);
  private question = 0;
  private last: { readonly question: string | null; readonly scan: Scan } | null = null;

  /** `visible` counts, for all stores together, the lines of an id that are there. */
  constructor(
    private readonly store: StoreFile,
    private readonly visible: Map<string, number>,
  ) {
    this.changes = store.inline ? inlineChanges(store.inline) : readChanges(store);
    const ids = new Set(this.changes.flatMap(({ id }) => id ?? []));
    this.lastLines = new PastLines(ids, (id) => visible.has(this.visibleKey(id)));
  }

  private visibleKey(id: string): string {
    return `${this.store.source}\n${id}`;
  }

  /** To a time at or after the one it was at. */
  moveTo(time: EpochMs): void {
    for (; this.next < this.changes.length; this.next++) {
      const change = this.changes[this.next] as Change;
      if (change.at > time) break;
      this.apply(change);
    }
  }

  private apply({ id, offset, length, record, projects, isNew }: Change): void {
    if (isNew) this.lines++;
    for (const name of projects) this.projects.add(name);
    if (id === null) return;
    if (isNew) this.visible.set(this.visibleKey(id), (this.visible.get(this.visibleKey(id)) ?? 0) + 1);
    this.lastLines.raise(id, offset);
    const before = this.byOffset.get(offset);
    if (before !== undefined) this.documents[before] = null;
    if (record !== null) this.add({ record, offset, length });
  }

  private add(document: Document): void {
    const number = this.documents.push(document) - 1;
    this.byOffset.set(document.offset, number);
    const every = new EveryKey(document.record);
    const hits = findHits(document.record, every, null);
    for (const [key, column] of every.entries()) {
      let posting = this.postings.get(key);
      if (posting === undefined) {
        posting = { documents: [], codes: [] };
        this.postings.set(key, posting);
      }
      posting.documents.push(number);
      posting.codes.push(hits?.[column] ?? 0);
    }
  }

  /** As scanning the file would have told at that time. The last answer is kept: a prompt is asked more than once. */
  scan(columns: ReadonlyMap<string, number> | null): Scan {
    const { store, lines, lastLines, projects } = this;
    const question = columns === null ? null : `${this.next}\n${[...columns.keys()].join("\n")}`;
    if (question === null || this.last === null || this.last.question !== question) {
      const found = columns === null ? this.all() : this.find(columns);
      this.last = { question, scan: { store, lines, bytes: 0, complete: true, found, lastLines, projects, rejected: [] } };
    }
    return this.last.scan;
  }

  /** In how many records a key stands, and how many lines there are. */
  frequencyOf(key: string): number {
    return this.postings.get(key)?.documents.length ?? 0;
  }

  get size(): number {
    return this.lines;
  }

  private all(): readonly FoundLine[] {
    return this.documents.flatMap((document) => (document === null ? [] : [{ ...document, hits: NO_HITS }]));
  }

  private find(columns: ReadonlyMap<string, number>): readonly FoundLine[] {
    const found: FoundLine[] = [];
    const width = columns.size;
    this.makeRoom();
    const question = ++this.question;
    for (const [key, column] of columns) {
      const posting = this.postings.get(key);
      if (posting === undefined) continue;
      const { documents, codes } = posting;
      for (let at = 0; at < documents.length; at++) {
        const number = documents[at] as number;
        const document = this.documents[number] as Document | null;
        if (document === null) continue;
        if (this.asked[number] !== question) {
          this.asked[number] = question;
          const { record, offset, length } = document;
          this.slots[number] = found.push({ record, offset, length, hits: new Uint8Array(width) }) - 1;
        }
        (found[this.slots[number] as number] as FoundLine).hits[column] = codes[at] as number;
      }
    }
    return found;
  }

  private makeRoom(): void {
    if (this.asked.length >= this.documents.length) return;
    const size = this.documents.length * 2;
    this.asked = new Int32Array(size);
    this.slots = new Int32Array(size);
  }
}

/** The last line of each id so far. An id that comes only later has its line beyond everything, so that nobody takes it for current. */
class PastLines extends Map<string, number> {
  constructor(
    private readonly ids: ReadonlySet<string>,
    private readonly isVisible: (id: string) => boolean,
  ) {
    super();
  }

  override get(id: string): number | undefined {
    const offset = super.get(id);
    if (offset !== undefined || !this.ids.has(id)) return offset;
    return this.isVisible(id) ? undefined : Number.MAX_SAFE_INTEGER;
  }

  raise(id: string, offset: number): void {
    if (offset >= (super.get(id) ?? 0)) this.set(id, offset);
  }
}
