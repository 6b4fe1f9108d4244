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

/** Which wanted keys a record holds, and the best field for each. */
export type Hits = ReadonlyMap<string, Field>;

export interface Candidate {
  readonly record: LoreRecord;
  readonly hits: Hits;
}

/** What scoring needs to know about the stores as a whole. */
export interface Corpus {
  readonly records: number;
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

export interface Scored {
  readonly record: LoreRecord;
  readonly score: number;
  readonly weight: number;
  readonly recency: number;
  readonly match: number;
  /** Absolute matched information, in units of one word that occurs nowhere else. */
  readonly information: number;
  readonly affinity: Affinity;
  readonly credits: ReadonlyMap<Keyword, Credit>;
  /** Why it may not be shown; null when it may. */
  readonly rejected: Rejection | null;
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
