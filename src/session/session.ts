/**
 * A session, as one run of the hook sees it: what it was shown, what is collected for it now, what it is to remember.
 * Every kind of context flows through its collector; nothing is shown that did not.
 */
import { type EpochMs, FORMS, type Form, type LoreRecord, type Offer, type Scored } from "../types.ts";
import { ContextCollector, type ContextEntry, type ContextPriority } from "./collector.ts";
import { Ledger } from "./ledger.ts";
import type { LedgerLine, ShownEntry } from "./ledger-line.ts";

/** Where a session's lines are kept; another run may write to it at the same time. */
export interface LedgerStore {
  readonly ledger: Ledger;
  /** What others added since it was read, or null. */
  readonly append: (line: LedgerLine) => Ledger | null;
  /** Whether lines can be kept at all: no full disk, no read-only folder. */
  readonly isWritable: () => boolean;
  /** Why the last line was not kept; null when it was. */
  readonly fault: Error | null;
}

interface Facts {
  /** Called when the hash is needed: of the records that are offered, most are neither known nor shown. */
  readonly hash: () => string;
  readonly scored: Scored | null;
  readonly seen: Form | null;
  readonly whole: boolean;
  readonly longest: Form;
}

export interface TextOffer {
  readonly source: string;
  readonly id: string;
  readonly hash: string;
  readonly content: (form: Form) => string;
  readonly priority: ContextPriority;
  readonly persistent?: boolean;
  /** More of it there is no room for. Default: all of it. */
  readonly longest?: Form;
  /** The person asks for it, so it is shown again. */
  readonly isNamed?: boolean;
}

export interface SessionOptions {
  /** Null keeps nothing: no session id, or switched off. */
  readonly store: LedgerStore | null;
  /** The subagent that is spoken to; null for the session itself. */
  readonly agent: string | null;
  readonly now: EpochMs;
  readonly pid: number;
  readonly hash: (text: string) => string;
}

/** The collector serves one session here. */
const OWN = "session";

export class Session {
  readonly ledger: Ledger;
  /** What was not offered because the session has it, for --debug. */
  readonly suppressed: { readonly key: string; readonly prompt: number; readonly form: Form }[] = [];
  private readonly collector = new ContextCollector<Facts>();

  constructor(private readonly options: SessionOptions) {
    this.ledger = options.store?.ledger ?? new Ledger();
  }

  /** Whether what is said now is known later. */
  get isKept(): boolean {
    return this.options.store?.isWritable() ?? false;
  }

  get fault(): Error | null {
    return this.options.store?.fault ?? null;
  }

  /** What was registered from outside and waits. */
  offerWaiting(): void {
    for (const { source, id, text, priority, persistent } of this.ledger.pending.values()) {
      const content = (form: Form): string => shortText(`[${source}] ${text.replaceAll("\n", "\n  ")}`, form);
      const hash = this.options.hash(text);
      this.collector.register(OWN, {
        source,
        id,
        content,
        priority,
        persistent,
        metadata: { hash: () => hash, scored: null, seen: this.seenAs(source, id, hash), whole: true, longest: "full" },
      });
    }
  }

  /** A rule, a document, a mode: shown once, and again when its text changed or there is room for more of it. */
  offerText({ source, id, hash, content, priority, persistent = false, longest = "full", isNamed = false }: TextOffer): void {
    if (!isNamed && this.isKnown({ source, id, hash })) return;
    const seen = isNamed ? null : this.seenAs(source, id, hash);
    this.collector.register(OWN, { source, id, content, priority, persistent, metadata: { hash: () => hash, scored: null, seen, whole: false, longest } });
  }

  /** How the session has seen this very content; null when it has not. */
  private seenAs(source: string, id: string, hash: string): Form | null {
    const before = this.ledger.shown(this.options.agent).get(`${source}:${id}`);
    return before?.hash === hash ? before.form : null;
  }

  /** Whether the session has all of this very text; if so, that is noted for --debug. */
  isKnown({ source, id, hash }: Pick<TextOffer, "source" | "id" | "hash">): boolean {
    const before = this.ledger.shown(this.options.agent).get(`${source}:${id}`);
    if (before?.hash !== hash || before.form !== "full") return false;
    if (!this.suppressed.some(({ key }) => key === before.key)) this.suppressed.push({ key: before.key, prompt: before.prompt, form: before.form });
    return true;
  }

  /**
   * A record: found for a question; named by the person, so that it is shown again; or for a session that goes on, where a
   * longer form of what is known is not worth saying. Returns it as rejected when the session has it.
   */
  offerRecord(scored: Scored, occasion: "found" | "named" | "resumed"): Scored {
    const { record, score } = scored;
    const before = this.ledger.shown(this.options.agent).get(`${record.source}:${record.id}`);
    const hash = (): string => this.options.hash(JSON.stringify([record.kind, record.title, record.body]));
    const isSeen = before !== undefined && occasion !== "named" && before.hash === hash();
    if (isSeen && (occasion === "resumed" || before.form === "full"))
      return { ...scored, rejected: { by: "already shown", prompt: before.prompt, form: before.form } };
    const seen = isSeen ? before.form : null;
    this.collector.register(OWN, {
      source: record.source,
      id: record.id,
      content: record.title,
      score,
      metadata: { hash, scored, seen, whole: false, longest: "full" },
    });
    return scored;
  }

  /** Everything collected, in order of appearance. */
  offers(): readonly Offer[] {
    return (this.collector.getPending(OWN)?.entries ?? []).map(toOffer);
  }

  /**
   * Writes down what happened, before it is printed. Returns the keys that a run at the same time was first to show:
   * they are its to print.
   */
  remember(line: Omit<LedgerLine, "at" | "by" | "agent">): ReadonlySet<string> {
    const { store, agent, now, pid } = this.options;
    this.collector.consume(OWN);
    const others = store?.append({ at: now, by: pid, ...(agent === null ? {} : { agent }), ...line }) ?? null;
    const theirs = others?.shown(agent);
    const isTheirs = ([key, hash, form]: ShownEntry): boolean => {
      const other = theirs?.get(key);
      return other !== undefined && other.hash === hash && FORMS.indexOf(other.form) <= FORMS.indexOf(form);
    };
    return new Set((line.shown ?? []).filter(isTheirs).map(([key]) => key));
  }
}

function toOffer(entry: ContextEntry<Facts>): Offer {
  const { key, source, id, score, priority, persistent } = entry;
  const { hash, scored, seen, whole, longest } = entry.metadata as Facts;
  return {
    key,
    source,
    id,
    score,
    scored,
    seen,
    persistent,
    longest,
    whole: whole || priority === "critical",
    render: (form) => entry.render(form),
    get hash() {
      return hash();
    },
  };
}

/** `tells`: how much of an offer its style really shows in a form. */
export function shownAs(items: readonly { readonly offer: Offer; readonly form: Form }[], tells: (offer: Offer, form: Form) => Form): readonly ShownEntry[] {
  return items.map(({ offer, form }) => [offer.key, offer.hash, tells(offer, form), Math.round(offer.score * 1000) / 1000]);
}

const SHORT = 400;
const LINE = 120;

/** A text in the length that fits. */
export function shortText(text: string, form: Form): string {
  const max = form === "full" ? text.length : form === "short" ? SHORT : LINE;
  return text.length <= max ? text : `${text.slice(0, max).trimEnd()}\u2026`;
}

const MIN_NAME = 8;
const MIN_WORD = 16;
const MIN_ID = 4;

/** Whether a prompt asks for a record by its id or by its name. */
export function asksFor(prompt: string, { id, title }: LoreRecord): boolean {
  const lower = prompt.toLowerCase();
  // A title of one word is too easily said without meaning the record.
  const isName = title.length >= (title.includes(" ") ? MIN_NAME : MIN_WORD);
  return (id.length >= MIN_ID && hasWord(lower, id.toLowerCase())) || (isName && hasWord(lower, title.toLowerCase()));
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0 && word !== ""; at = text.indexOf(word, at + 1)) {
    if (!isWordCode(text.charCodeAt(at - 1)) && !isWordCode(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || code > 127;
}
