/** A session's moments against the terms of the records that it was shown: what was said, and what had come up before. Pure. */
import type { EpochMs, Form } from "../types.ts";
import type { RecordText } from "./distinctive-terms.ts";
import { findHits, findTrace, type Hit, NO_TRACE, type Sought, type Trace, type Wanted } from "./find-traces.ts";
import type { Moment } from "./parse-moments.ts";

export interface ShownRecord {
  /** `source:id` */
  readonly key: string;
  readonly at: EpochMs;
  readonly form: Form;
  /** It was chosen and then kept back. */
  readonly withheld: boolean;
  /** It was shown without a question, as at a start. */
  readonly unasked?: boolean;
  readonly record: RecordText;
}

/** A record on its way through a session. */
export interface Followed extends ShownRecord, Sought {
  /** Four keys in a row → as the record has them. */
  readonly quotes: ReadonlyMap<string, string>;
  /** The first moment after it was shown. */
  readonly from: number;
}

export interface ReadSession {
  readonly moments: readonly Moment[];
  /** Their texts in lower case: each is looked through for each record. */
  readonly lower: readonly string[];
  /** Of what the agent said and did: single keys, and four in a row. */
  readonly hits: readonly (readonly Hit[])[];
  readonly runs: readonly (readonly string[])[];
  readonly wanted: Wanted;
  /** Whether a key, or four in a row, had come up before this moment without the record's doing. */
  readonly isKnown: (followed: Followed, key: string, before: number) => boolean;
}

export function readSession(moments: readonly Moment[], followed: readonly Followed[]): ReadSession {
  const wanted = wantedBy(followed);
  const first = new Map<string, number>();
  const firstGiven = new Map<string, number>();
  const found = moments.map(({ kind, text }, index) => {
    const isGiven = kind === "prompt" || kind === "given";
    const all = followed.length === 0 ? [] : findHits(text, wanted);
    for (const { key } of all) {
      if (!first.has(key)) first.set(key, index);
      if (isGiven && !firstGiven.has(key)) firstGiven.set(key, index);
    }
    return isGiven ? [] : all;
  });
  const isKnown: ReadSession["isKnown"] = ({ from }, key, before) =>
    (first.get(key) ?? Number.POSITIVE_INFINITY) < from || (firstGiven.get(key) ?? Number.POSITIVE_INFINITY) < before;
  const isRun = ({ key }: Hit): boolean => wanted.runs.has(key);
  return {
    moments,
    lower: moments.map(({ text }) => text.toLowerCase()),
    // Those that another stands for are never weighed.
    hits: found.map((all) => all.filter(({ isCovered }) => !isCovered)),
    runs: found.map((all) => all.filter(isRun).map(({ key }) => key)),
    wanted,
    isKnown,
  };
}

function wantedBy(followed: readonly Followed[]): Wanted {
  const keys = new Set(followed.flatMap(({ terms }) => [...terms.values()].flatMap(({ key, synonyms }) => [key, ...synonyms])));
  const runs = new Set(followed.flatMap(({ quotes }) => [...quotes.keys()]));
  return { keys, runs, runEnds: new Set([...runs].map((run) => run.slice(run.lastIndexOf(" ") + 1))) };
}

/** What a moment of the agent's says of a record, beyond what was known. */
export function traceAt({ hits, isKnown }: Pick<ReadSession, "hits" | "isKnown">, followed: Followed, index: number): Trace {
  const found = hits[index] ?? [];
  return found.length === 0 ? NO_TRACE : findTrace(found, followed, (key) => isKnown(followed, key, index));
}

const NAMED_TERMS = 4;

export function nameTerms({ terms }: Trace): string {
  return [...terms]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, NAMED_TERMS)
    .map(({ surface }) => surface.slice(0, 40))
    .join(", ");
}
