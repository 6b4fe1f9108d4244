/** Whether what would have been shown in a session was then used, as far as its transcript tells: the question that replay has, put to the judge of sessions. */
import type { Language } from "../analyze/language.ts";
import type { EpochMs, Form, LoreRecord } from "../types.ts";
import { judgeSession } from "../usefulness/judge-session.ts";
import { type Moment, parseMoments } from "../usefulness/parse-moments.ts";

export type Use = "used" | "ignored" | "contradicted";

/** A record and when it would have been shown. */
export interface ShownAt {
  readonly record: LoreRecord;
  readonly at: EpochMs;
  readonly form: Form;
  /** It was only near to being shown. */
  readonly withheld: boolean;
}

interface JudgeRequest {
  /** The transcript. */
  readonly text: string;
  readonly shown: readonly ShownAt[];
  readonly language: Language;
  /** 0..1: how rare a word is in the stores. */
  readonly rarity: (key: string) => number;
}

/** By the key of the record, `source:id`. */
export type JudgeUse = (request: JudgeRequest) => ReadonlyMap<string, Use>;

/** Two sets of settings ask about the same transcript, one after the other: the last one is kept. */
export function makeJudge(): JudgeUse {
  let last: { readonly text: string; readonly moments: readonly Moment[] } | null = null;
  return ({ text, shown, language, rarity }) => {
    if (shown.length === 0) return new Map();
    if (last?.text !== text) last = { text, moments: parseMoments(text) };
    const judged = judgeSession({
      moments: last.moments,
      shown: shown.map(({ record, at, form, withheld }) => ({ key: keyOf(record), at, form, withheld, record })),
      language,
      rarity,
    });
    return new Map(judged.map(({ key, verdict }) => [key, verdict]));
  };
}

export function keyOf({ source, id }: LoreRecord): string {
  return `${source}:${id}`;
}
