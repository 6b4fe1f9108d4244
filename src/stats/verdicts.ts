/** From lines of feedback to one judgement a session and record, in whatever order the lines come. Pure. */
import type { Verdict } from "../store/feedback-file.ts";
import type { EpochMs } from "../types.ts";
import type { ObservedFeedback } from "../usefulness/rate.ts";

export interface Judgement {
  /** What somebody said counts above what was observed. */
  readonly verdict: Verdict;
  /** What the transcript showed; null when only somebody's word is known. */
  readonly observed: Verdict | null;
}

interface Said {
  readonly key: string;
  readonly at: EpochMs;
  readonly verdict: Verdict;
}

/** A session is judged more than once while it goes on: what tells more counts. */
const TELLS: readonly Verdict[] = ["ignored", "used", "contradicted"];

export function isGood(verdict: Verdict): boolean {
  return verdict === "used" || verdict === "helped";
}

export class Verdicts {
  private readonly observed = new Map<string, Map<string, Verdict>>();
  /** Of records that were kept back. */
  private readonly missed = new Map<string, Map<string, Verdict>>();
  private readonly said = new Map<string, Map<string, Said>>();
  /** Said of a record without saying in which session. */
  readonly loose: Said[] = [];
  /** Sessions whose transcript was judged. */
  readonly sessions = new Set<string>();

  constructor(lines: readonly ObservedFeedback[]) {
    for (const line of lines) this.add(line);
  }

  private add({ at, key, verdict, session, by, withheld }: ObservedFeedback): void {
    const isObserved = TELLS.includes(verdict);
    if (by === "session" && session !== undefined) this.sessions.add(session);
    if (session === undefined) {
      this.loose.push({ key, at, verdict });
    } else if (isObserved) {
      const of = inner(withheld === true ? this.missed : this.observed, session);
      const before = of.get(key);
      if (before === undefined || TELLS.indexOf(verdict) > TELLS.indexOf(before)) of.set(key, verdict);
    } else {
      const of = inner(this.said, session);
      const before = of.get(key);
      if (before === undefined || at > before.at || (at === before.at && verdict === "wrong")) of.set(key, { key, at, verdict });
    }
  }

  /** What the transcript showed of a record that was kept back. */
  ofWithheld(session: string, key: string): Verdict | null {
    return this.missed.get(session)?.get(key) ?? this.observed.get(session)?.get(key) ?? null;
  }

  /** Null when nobody has judged it yet. */
  of(session: string | null, key: string): Judgement | null {
    if (session === null) return null;
    const observed = this.observed.get(session)?.get(key) ?? null;
    const verdict = this.said.get(session)?.get(key)?.verdict ?? observed;
    return verdict === null ? null : { verdict, observed };
  }
}

function inner<T>(outer: Map<string, Map<string, T>>, key: string): Map<string, T> {
  let map = outer.get(key);
  if (map === undefined) {
    map = new Map();
    outer.set(key, map);
  }
  return map;
}
