/** The nouns of the program, in the order in which they flow from stdin to stdout. */

export type EpochMs = number;
/** Whole days since 1970-01-01 UTC: the only clock that ranking sees, so that a day's output is stable. */
export type Day = number;
export type Tokens = number;

/** Something expected that went wrong: shown by --debug and `sources`, never thrown. */
export interface Problem {
  readonly where: string;
  /** Byte offset in the file `where`: becomes a line number only when somebody reads the problem. */
  readonly offset?: number;
  readonly what: string;
  readonly hint?: string;
}

export type SourceName = "patterns" | "journal" | "failures" | "transfer" | "registry" | "inbox" | "goals" | "concepts" | "evidence";

interface EventBase {
  readonly sessionId: string | null;
  /** The subagent in which it happens; null for the session itself. */
  readonly agent: string | null;
  /** The client's own record of the session; empty when it gives none. */
  readonly transcript: string;
  readonly cwd: string;
}
export interface PromptEvent extends EventBase {
  readonly name: "UserPromptSubmit";
  readonly prompt: string;
}
/** Any other event of the client, its own fields unread: most of them say nothing to us. */
export interface OtherEvent extends EventBase {
  readonly name: "other";
  readonly hookEventName: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
export type HookEvent = PromptEvent | OtherEvent;

export interface Project {
  /** Short name, as records carry it in tags and `project` fields; null when there is none. */
  readonly name: string | null;
  /** `owner/repo` of the git remote, when there is one: tells two repositories of the same name apart. */
  readonly slug: string | null;
  readonly aliases: readonly string[];
  /** How it was found, for --debug. */
  readonly foundBy: string;
}

/** An id is that of a record. */
export type KeywordKind = "word" | "symbol" | "path" | "error" | "id";

/** One term of the prompt. A compound (AuthService, src/auth.ts) is one, and each of its parts is another. */
export interface Keyword {
  /** As the person wrote it. */
  readonly text: string;
  /** As the tokenizer emits it for records. */
  readonly key: string;
  readonly kind: KeywordKind;
  /** What it counts in the ranking, before its rarity. */
  readonly weight: number;
  readonly synonyms: readonly string[];
  /** Whether its parts are keywords too: wherever it stands, they stand. */
  readonly compound: boolean;
  readonly pasted: boolean;
  /** It names no subject. */
  readonly generic: boolean;
  /** It comes from an earlier prompt of the session. */
  readonly carried?: true;
}

type TriggerKind = "symbols" | "paths" | "questions" | "errors";

export interface Trigger {
  readonly kind: TriggerKind;
  readonly text: string;
  readonly weight: number;
}

export interface Analysis {
  readonly project: Project;
  readonly keywords: readonly Keyword[];
  /** Keys of the person's own words that stand side by side. */
  readonly pairs: readonly (readonly [string, string])[];
  readonly triggers: readonly Trigger[];
  readonly mentionsGoal: boolean;
  /** Whether the prompt was cut before it was analysed. */
  readonly bounded: boolean;
}

export type RecordKind =
  | "pattern"
  | "anti-pattern"
  | "decision"
  | "failure"
  | "handoff"
  | "registry"
  | "signal"
  | "observation"
  | "goal"
  | "concept"
  | "evidence";

/** A stored record in one shape, whatever file it came from. Its texts are untrusted until rendered. */
export interface LoreRecord {
  readonly id: string;
  readonly source: SourceName;
  readonly kind: RecordKind;
  readonly title: string;
  /** A note without a title of its own: what stands there is its text. */
  readonly untitled?: true;
  /** Labelled body lines; an empty label prints the text alone. */
  readonly body: readonly (readonly [label: string, text: string])[];
  /** What the header shows in brackets besides the date, e.g. "confidence: 0.9". */
  readonly notes: readonly string[];
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  /** Projects named by a field of their own; tags may name one too. */
  readonly projects: readonly string[];
  readonly day: Day | null;
  /** Instant within the day: orders records of one day; null when unknown. */
  readonly at: EpochMs | null;
  /** 0..1: how much its author vouches for it (a pattern's confidence and validations). */
  readonly value: number;
}

export type Field = "title" | "tags" | "body";

/** For each wanted key, in their order, the field in which a record holds it: 0 not at all, 1 body, 2 tags, 3 title. */
export type Hits = Uint8Array;

/** Of a key, in the field with this code, at this character of a text of this length. */
type TellOccurrence = (key: string, code: number, at: number, length: number) => void;

/** Finds wanted keys in the text of records. */
export interface Occurrences {
  readonly each: (record: LoreRecord, tell: TellOccurrence) => void;
  /** The key by which a prompt names the record itself. */
  readonly idOf: (record: LoreRecord) => string;
}

/** What a candidate is chosen by; reading the record itself is left to when it may be shown. */
export interface Candidate {
  readonly source: SourceName;
  readonly at: EpochMs | null;
  readonly affinity: Affinity;
  readonly hits: Hits;
  /** Where it stands in the stores; later is larger. Settles what would else be a tie. */
  readonly place: number;
  readonly read: () => LoreRecord;
  /** Whether no later line retires or replaces it. */
  readonly isCurrent: () => boolean;
  /** The records on the two lines before it and the two behind it, as far as there are any. */
  readonly neighbours: () => readonly Neighbour[];
}

/** A record that stands next to a candidate in its store. */
export interface Neighbour {
  readonly record: LoreRecord;
  readonly place: number;
  /** Lines between them, plus one. */
  readonly distance: number;
  readonly isCurrent: () => boolean;
}

/** How candidates are chosen from their hits alone, for whoever looks for them. */
export interface Judge {
  /** For each wanted key the most that it could tell, in whole steps; 0 for a key that does not matter. */
  readonly bounds: Uint16Array;
  /** What the bounds of a record's keys must add up to. At least 1. */
  readonly least: number;
  /** What a record's bounds must add up to for this estimate. */
  readonly needed: (estimate: number) => number;
  /** For each key and field code, in steps, what a hit could be worth at the most, and what covers the whole prompt. */
  readonly scale: {
    readonly weights: Uint16Array;
    readonly full: number;
    /** Of an estimate for another project's record so many 256ths count, and nothing below `strong`. */
    readonly foreign: number;
    readonly strong: number;
  };
  /** Of an estimate for a record of no project so much counts. */
  readonly neutral: (source: SourceName) => number;
  /** What a row must weigh for this estimate, the project's factor counted in. */
  readonly weightNeeded: (estimate: number) => number;
  /** The score that a perfect match could have in this source, if no record is newer than `newest`. */
  readonly reach: (source: SourceName, newest: EpochMs | null) => number;
  /** The match, estimated from the hits that begin at `start`; 0 when there is none. */
  readonly estimate: (hits: Hits, start: number) => number;
  /** Orders the judged, best first. */
  readonly compare: (a: Judged, b: Judged) => number;
  /** Null when it could not be shown whatever its text says. */
  readonly judge: (candidate: Candidate, estimate: number) => Judged | null;
  /** Whether lines that a later one replaces are wanted too, to explain them. */
  readonly outdatedToo: boolean;
}

/** A candidate with every factor of its estimated score. */
export interface Judged {
  readonly candidate: Candidate;
  readonly score: number;
  readonly weight: number;
  readonly recency: number;
  /** What belonging to this or another project makes of the match. */
  readonly affinity: number;
}

/** How common terms are in the stores as a whole. */
export interface Corpus {
  /** Lines, of whatever kind. */
  readonly records: number;
  /** In how many lines a key stands that once were a record, current or not. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** What one keyword adds to a record's match, kept for explanation. */
export interface Credit {
  readonly via: "own" | "synonym";
  readonly field: Field;
  /** Of the match. */
  readonly share: number;
}

export type Affinity = "own" | "neutral" | "other";

/** Put into words only when somebody asks: most candidates are rejected, and most prompts are not explained. */
export type Rejection =
  | { readonly by: "score" | "confidence" | "other project" | "distance to the best"; readonly value: number; readonly needed: number }
  | { readonly by: "a later line of this id" | "rank" }
  | { readonly by: "already shown"; readonly prompt: number; readonly form: Form }
  | { readonly by: "already loaded" | "held back" }
  | { readonly by: "the same text" | "nearly the same text"; readonly as: string };

/** A record with every factor of its score. */
export interface Scored {
  readonly record: LoreRecord;
  readonly affinity: Affinity;
  /** weight × recency × match, times what it was worth before */
  readonly score: number;
  readonly weight: number;
  readonly recency: number;
  /** 0..1, the project's factor and what neighbours add counted in. */
  readonly match: number;
  /** Of the match, what the notes beside it add. */
  readonly support: number;
  /** What it was worth when it was shown before, around 1. */
  readonly usefulness: number;
  /** 0..1: how sure it is that this record, by itself, is what the prompt is about. */
  readonly confidence: number;
  /** Why it may not be shown; null when it may. */
  readonly rejected: Rejection | null;
  /** Only when somebody wants to know. */
  readonly credits: ReadonlyMap<Keyword, Credit>;
}

export type Form = "full" | "short" | "line";
/** The longest first. */
export const FORMS: readonly Form[] = ["full", "short", "line"];

/** Something that may be shown, whatever it comes from. */
export interface Offer {
  /** `source:id`, by which a session remembers it. */
  readonly key: string;
  /** Of its content: what changed is news. */
  readonly hash: string;
  readonly source: string;
  readonly id: string;
  readonly score: number;
  /** The record that it is; null for rules, documents and whatever was registered. */
  readonly scored: Scored | null;
  /** How the session has seen it already: only a longer form tells more. */
  readonly seen: Form | null;
  /** Shown whole where there is any room for it, whatever share that takes. */
  readonly whole: boolean;
  /** Comes back after each compaction. */
  readonly persistent: boolean;
  /** More of it than this there is no room for, whatever else is shown. */
  readonly longest: Form;
  readonly render: (form: Form) => string;
}

export interface Selected {
  readonly offer: Offer;
  readonly form: Form;
  readonly text: string;
  readonly tokens: Tokens;
}

export interface Selection {
  readonly items: readonly Selected[];
  readonly leftOut: readonly Offer[];
  /** The session has these already, and there is no room or no need for more of them. */
  readonly known: readonly Offer[];
  readonly text: string;
  readonly tokens: Tokens;
}
