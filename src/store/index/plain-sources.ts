/**
 * What of a plain line counts as which field, for each source: what its parseLine makes of the same line, but for what the index does
 * not know (labels, notes, the order within a field, a text that a better field holds as well). Whatever is out of the ordinary is left to
 * parseLine; `plain-record.test.ts` compares the two. Off the hot path.
 */
import { HOUSEKEEPING } from "../../sources/fields.ts";
import type { SourceName } from "../../types.ts";
import { beginsWith, isSame, isSameLower } from "./plain-keys.ts";
import type { Use } from "./plain-line.ts";

/** Whether a text of a line is one that the rules below take into account. */
export type Check = (bytes: Buffer, start: number, end: number) => boolean;

/** Lists of keys. */
export interface PlainSource {
  /** One of these has to say something. */
  readonly says: readonly string[];
  /** The first of these that says something is the title; without one the line is untitled. */
  readonly title: readonly string[];
  /** What counts as title beside it. */
  readonly titleToo?: readonly string[];
  readonly body: readonly string[];
  readonly tags: readonly string[];
  readonly entities: readonly string[];
  readonly projects: readonly string[];
  /** The first of these that is a time counts. */
  readonly times: readonly string[];
  readonly checks: readonly (readonly [key: string, check: Check])[];
  /** Tags that are none. */
  readonly isDropped: Check;
}

const LISTS = ["tags", "category", "entities", "project", "projects", "alternatives", "active_files", "next_steps", "blockers", "questions", "open_threads"];

/** As the sources read them. */
export function useOf(key: string, source: SourceName): Use {
  if (key === "confidence" && source === "patterns") return "positive";
  return LISTS.includes(key) ? "list" : "text";
}

const never: Check = () => false;

/** In any case of letters, as the sources compare. */
function isOneOf(...texts: readonly string[]): Check {
  const wanted = texts.map((text) => Buffer.from(text, "latin1"));
  return (bytes, start, end) => {
    for (const text of wanted) if (isSameLower(text, bytes, start, end)) return true;
    return false;
  };
}

function isNoneOf(...texts: readonly string[]): Check {
  const isUnwanted = isOneOf(...texts);
  return (bytes, start, end) => !isUnwanted(bytes, start, end);
}

function lackingAny(...texts: readonly string[]): Check {
  const unwanted = texts.map((text) => Buffer.from(text, "latin1"));
  return (bytes, start, end) => {
    for (const text of unwanted) for (let at = start; at <= end - text.length; at++) if (beginsWith(text, bytes, at, end)) return false;
    return true;
  };
}

const housekeeping = HOUSEKEEPING.map((text) => Buffer.from(text, "latin1"));
const isHousekeeping: Check = (bytes, start, end) => {
  for (const text of housekeeping) if (beginsWith(text, bytes, start, end)) return true;
  return false;
};
const GENERAL = Buffer.from("general");

const COMMON = {
  tags: ["tags"],
  entities: [],
  projects: ["project"],
  times: ["timestamp"],
  isDropped: isHousekeeping,
} as const;
/** Of other sources they name projects as well, but not the record's. */
const NO_PROJECTS = ["projects", never] as const;
const NOT_RETIRED = ["status", isNoneOf("retracted", "superseded", "discarded")] as const;
const ACTIVE = ["status", isOneOf("active")] as const;
/** Perhaps it names what it was superseded by. */
const namesNoDecision = lackingAny("dec-");
/** Longer than any placeholder, and not what lore writes by itself. */
const isSaying: Check = (bytes, start, end) => end - start > 20 && ((bytes[start] as number) | 0x20) !== 0x61;

export const PLAIN_SOURCES: Partial<Record<SourceName, PlainSource>> = {
  evidence: {
    ...COMMON,
    says: ["content"],
    title: ["title"],
    body: ["content"],
    checks: [NOT_RETIRED, NO_PROJECTS, ["confidence", isNoneOf("superseded")]],
  },
  failures: {
    ...COMMON,
    says: ["error_message"],
    title: ["error_message"],
    titleToo: ["error_type"],
    body: ["fix", "command"],
    entities: ["entities"],
    // A colon is put behind it, and what is too long for a term must not become one.
    checks: [NOT_RETIRED, NO_PROJECTS, ["error_type", (_bytes, start, end) => end - start < 100]],
  },
  inbox: {
    ...COMMON,
    says: ["content", "title"],
    title: ["title"],
    body: ["content"],
    checks: [["status", isOneOf("raw", "active")], NO_PROJECTS],
  },
  journal: {
    ...COMMON,
    says: ["decision", "title"],
    title: ["title", "decision"],
    body: ["decision", "rationale", "alternatives", "lesson_learned"],
    entities: ["entities"],
    times: ["timestamp", "valid_at"],
    checks: [
      ACTIVE,
      NO_PROJECTS,
      ["superseded_by", never],
      ["outcome", isNoneOf("revised")],
      ["decision", namesNoDecision],
      ["title", namesNoDecision],
      ["rationale", namesNoDecision],
      ["lesson_learned", namesNoDecision],
    ],
  },
  patterns: {
    ...COMMON,
    says: ["name", "title"],
    title: ["name", "title"],
    body: ["context", "problem", "solution"],
    tags: ["tags", "category"],
    entities: ["entities"],
    projects: ["project", "projects"],
    times: ["created_at", "timestamp"],
    isDropped: (bytes, start, end) => isHousekeeping(bytes, start, end) || isSame(GENERAL, bytes, start, end),
    checks: [
      ACTIVE,
      // Anti-patterns, and what only they or a few have.
      ...["symptom", "fix", "kind", "type", "examples"].map((key) => [key, never] as const),
      ["name", lackingAny("[")],
      ["title", lackingAny("[")],
      ["category", (bytes, start, end) => !isHousekeeping(bytes, start, end)],
      // Zero is the mark of one that is deprecated. It is no text: naming it here has the line's reader look at it.
      ["confidence", never],
    ],
  },
  transfer: {
    ...COMMON,
    says: ["message"],
    title: ["message"],
    body: ["summary", "next_steps", "blockers", "questions", "open_threads"],
    entities: ["active_files"],
    times: ["timestamp", "created_at"],
    checks: [NOT_RETIRED, NO_PROJECTS, ["message", isSaying], ["summary", isSaying]],
  },
};
