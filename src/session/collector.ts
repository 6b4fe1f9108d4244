/**
 * The one place through which every kind of context flows: sources register entries, whoever answers the client takes them
 * in order. Keeps nothing on disk, touches nothing: the ledger decides what a session still has to see.
 */

export type ContextPriority = "critical" | "high" | "normal" | "low";

/** How much of an entry is shown: all of it, its most telling part, one line. */
export type ContextForm = "full" | "short" | "line";

export interface RegisterContextOptions<Metadata = unknown> {
  /** Unique within its source: the same `source:id` registered again replaces what was there. */
  readonly id: string;
  /** Who registers, e.g. "journal", "rules", "background-task". */
  readonly source: string;
  /** The text, or a function that gives it in the length that fits. */
  readonly content: string | ((form: ContextForm) => string);
  /** Order of appearance. Default: normal. */
  readonly priority?: ContextPriority;
  /** Order within a priority, larger first. Default: 0. */
  readonly score?: number;
  /** Stays after it was consumed, and is shown again after compaction. */
  readonly persistent?: boolean;
  /** Whatever the source wants to find again; not looked at. */
  readonly metadata?: Metadata;
}

export interface ContextEntry<Metadata = unknown> {
  readonly id: string;
  readonly source: string;
  /** `source:id` */
  readonly key: string;
  /** In full. */
  readonly content: string;
  readonly priority: ContextPriority;
  readonly score: number;
  readonly persistent: boolean;
  /** When it was registered, in milliseconds since 1970. */
  readonly timestamp: number;
  /** Counts registrations: a later one has a larger number. */
  readonly order: number;
  readonly metadata: Metadata | undefined;
  readonly render: (form: ContextForm) => string;
}

export interface PendingContext<Metadata = unknown> {
  /** In order of appearance. */
  readonly entries: readonly ContextEntry<Metadata>[];
  /** Their contents, joined. */
  readonly merged: string;
  readonly hasContent: boolean;
}

const SEPARATOR = "\n\n---\n\n";
const PRIORITIES: readonly ContextPriority[] = ["critical", "high", "normal", "low"];

export class ContextCollector<Metadata = unknown> {
  private readonly sessions = new Map<string, Map<string, ContextEntry<Metadata>>>();
  private registered = 0;

  register(sessionId: string, options: RegisterContextOptions<Metadata>): void {
    let entries = this.sessions.get(sessionId);
    if (entries === undefined) {
      entries = new Map();
      this.sessions.set(sessionId, entries);
    }
    const entry = new Entry(options, this.registered++);
    entries.set(entry.key, entry);
  }

  hasPending(sessionId: string): boolean {
    return this.sessions.has(sessionId);
  }

  /** Everything, without taking it; null when there is nothing. */
  getPending(sessionId: string): PendingContext<Metadata> | null {
    return this.select(sessionId, () => true);
  }

  /** What is to be shown once: it is gone from here. Persistent entries stay, and are not among them. */
  consume(sessionId: string): PendingContext<Metadata> {
    const consumed = this.select(sessionId, ({ persistent }) => !persistent);
    if (consumed === null) return new Pending([]);
    const entries = this.sessions.get(sessionId);
    for (const { key } of consumed.entries) entries?.delete(key);
    if (entries?.size === 0) this.sessions.delete(sessionId);
    return consumed;
  }

  /** What comes back after compaction; null when there is nothing. */
  getPersistent(sessionId: string): PendingContext<Metadata> | null {
    return this.select(sessionId, ({ persistent }) => persistent);
  }

  clear(sessionId: string): void {
    this.sessions.delete(sessionId);
  }

  private select(sessionId: string, isWanted: (entry: ContextEntry<Metadata>) => boolean): PendingContext<Metadata> | null {
    const wanted = [...(this.sessions.get(sessionId)?.values() ?? [])].filter(isWanted);
    return wanted.length === 0 ? null : new Pending(wanted.sort(inOrder));
  }
}

class Entry<Metadata> implements ContextEntry<Metadata> {
  readonly id: string;
  readonly source: string;
  readonly key: string;
  readonly priority: ContextPriority;
  readonly score: number;
  readonly persistent: boolean;
  readonly timestamp = Date.now();
  readonly metadata: Metadata | undefined;
  private readonly given: RegisterContextOptions<Metadata>["content"];

  constructor(
    { id, source, content, priority = "normal", score = 0, persistent = false, metadata }: RegisterContextOptions<Metadata>,
    readonly order: number,
  ) {
    this.id = id;
    this.source = source;
    this.key = `${source}:${id}`;
    this.priority = priority;
    this.score = score;
    this.persistent = persistent;
    this.metadata = metadata;
    this.given = content;
  }

  get content(): string {
    return this.render("full");
  }

  render(form: ContextForm): string {
    return typeof this.given === "string" ? this.given : this.given(form);
  }
}

class Pending<Metadata> implements PendingContext<Metadata> {
  constructor(readonly entries: readonly ContextEntry<Metadata>[]) {}

  /** Put together only when somebody asks: the hook arranges entries itself. */
  get merged(): string {
    return this.entries.map(({ content }) => content).join(SEPARATOR);
  }

  get hasContent(): boolean {
    return this.entries.length > 0;
  }
}

function inOrder(a: ContextEntry, b: ContextEntry): number {
  return PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || b.score - a.score || a.order - b.order;
}
