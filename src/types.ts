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
  readonly cwd: string;
}
export interface PromptEvent extends EventBase {
  readonly name: "UserPromptSubmit";
  readonly prompt: string;
}
interface SessionStartEvent extends EventBase {
  readonly name: "SessionStart";
  readonly source: string;
}
/** A well-formed event of the client that injection has nothing to say to. */
interface OtherEvent extends EventBase {
  readonly name: "other";
  readonly hookEventName: string;
}
export type HookEvent = PromptEvent | SessionStartEvent | OtherEvent;

export interface Project {
  /** Short name, as records carry it in tags and `project` fields; null when there is none. */
  readonly name: string | null;
  /** `owner/repo` of the git remote, when there is one: tells two repositories of the same name apart. */
  readonly slug: string | null;
  readonly aliases: readonly string[];
  /** How it was found, for --debug. */
  readonly foundBy: string;
}

export type KeywordKind = "word" | "symbol" | "path" | "error";

/** One unit of the prompt's information. A record covers it by its key, or in part by a synonym or its parts. */
export interface Keyword {
  /** As the person wrote it. */
  readonly text: string;
  /** As the tokenizer emits it for records. */
  readonly key: string;
  readonly kind: KeywordKind;
  readonly weight: number;
  readonly synonyms: readonly string[];
  readonly parts: readonly string[];
  readonly pasted: boolean;
  /** A word of talking to an agent, which names no subject. */
  readonly weak: boolean;
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

/** What a candidate is judged by; reading the record itself is left to when it may be shown. */
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
}

/** How candidates are judged, for whoever looks for them. */
export interface Judge {
  /** For each wanted key the most that it could tell, in whole steps; 0 for a key that does not matter. */
  readonly bounds: Uint16Array;
  /** What the bounds of a record's keys must add up to. At least 1. */
  readonly least: number;
  /** What a record's bounds must add up to for this match. */
  readonly needed: (match: number) => number;
  /** For each key and field code, in steps, what a hit could be worth at the most, and what covers the whole prompt. */
  readonly scale: {
    readonly weights: Uint16Array;
    readonly full: number;
    /** Of a match in another project's record so many 256ths count, and nothing below `strong`. */
    readonly foreign: number;
    readonly strong: number;
  };
  /** Of a match in a record of no project so much counts. */
  readonly neutral: (source: SourceName) => number;
  /** What a row must weigh for this match, the project's factor counted in. */
  readonly weightNeeded: (match: number) => number;
  /** The score that a perfect match could have in this source, if no record is newer than `newest`. */
  readonly reach: (source: SourceName, newest: EpochMs | null) => number;
  /** The match of the hits that begin at `start`: null when no record with these is worth showing. */
  readonly match: (hits: Hits, start: number) => Matched | null;
  /** Orders the judged, best first. */
  readonly compare: (a: Judged, b: Judged) => number;
  /** Null when it may not be shown, and nobody wants to know why. */
  readonly judge: (candidate: Candidate, matched: Matched) => Judged | null;
}

export interface Matched {
  readonly match: number;
  /** Absolute matched information, in units of one word that occurs nowhere else. */
  readonly information: number;
}

/** A candidate with every factor of its score. */
export interface Judged extends Matched {
  readonly candidate: Candidate;
  readonly score: number;
  readonly weight: number;
  readonly recency: number;
  /** Why it may not be shown; null when it may. */
  readonly rejected: Rejection | null;
}

/** How common terms are in the stores as a whole. */
export interface Corpus {
  /** Lines, of whatever kind. */
  readonly records: number;
  /** In how many lines a key stands that once were a record, current or not. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** How a record covers one keyword, kept for explanation. */
export interface Credit {
  readonly via: "own" | "synonym" | "parts";
  readonly field: Field;
  /** 0..1: how fully the keyword is covered. */
  readonly share: number;
}

export type Affinity = "own" | "neutral" | "other";

/** Put into words only when somebody asks: most candidates are rejected, and most prompts are not explained. */
export type Rejection =
  | { readonly by: "match" | "information" | "score" | "other project" | "distance to the best"; readonly value: number; readonly needed: number }
  | { readonly by: "a later line of this id" | "rank" }
  | { readonly by: "the same text"; readonly as: string };

export interface Scored extends Omit<Judged, "candidate"> {
  readonly record: LoreRecord;
  readonly affinity: Affinity;
  /** Only when somebody wants to know. */
  readonly credits: ReadonlyMap<Keyword, Credit>;
}

export type Form = "full" | "short" | "line";

export interface Selected {
  readonly scored: Scored;
  readonly form: Form;
  readonly text: string;
  readonly tokens: Tokens;
}

export interface Selection {
  readonly items: readonly Selected[];
  readonly leftOut: readonly Scored[];
  readonly text: string;
  readonly tokens: Tokens;
}
