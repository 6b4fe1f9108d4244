/**
 * The end of a turn, of a session, or its compaction → what became of the records that were shown in it, appended to the
 * feedback, and what the hook reads derived anew. Off the hot path; nothing of the session itself is kept.
 */
import { readTranscript } from "../capture/read-transcript.ts";
import { clock } from "../clock.ts";
import type { Context } from "../open-context.ts";
import { Corpus } from "../store/corpus.ts";
import { appendFeedback, readFeedback, type Verdict } from "../store/feedback-file.ts";
import { foldFeedback } from "../store/fold-feedback.ts";
import type { HookEvent, Keyword, Corpus as Statistics } from "../types.ts";
import { type RecordText, rarityIn } from "./distinctive-terms.ts";
import { type Judgement, judgeSession } from "./judge-session.ts";
import { parseMoments } from "./parse-moments.ts";
import type { ObservedFeedback } from "./rate.ts";
import type { ShownRecord } from "./read-session.ts";
import { readRecordsOf, readShownKeys } from "./read-shown.ts";
import { refreshUsefulness } from "./refresh-usefulness.ts";
import { walkTerms } from "./walk-terms.ts";

/** For reading the stores; what is not known by then is not judged this time. */
const MAX_MS = 1500;
/** In one session, the newest: those before were judged at the ends of earlier turns. Of a transcript of 4 MB, three seconds at the most. */
const MAX_RECORDS = 100;
/** Of them so many terms are looked up. */
const MAX_TERMS = 2000;
/** A later verdict of the same session stands only if it says more. */
const RANKS: readonly Verdict[] = ["ignored", "used", "contradicted"];

/** What was written, or why nothing was. */
export function recordUsefulness({ transcript, sessionId, agent }: HookEvent, context: Context): string {
  const { config, locations, now, isTrial } = context;
  const { stateDir, cacheDir } = locations;
  if (!config.usefulness.enabled) return "usefulness is switched off";
  if (sessionId === null || stateDir === null || agent !== null || isTrial) return "no session to judge";
  const shown = readShown(context, stateDir, sessionId);
  if (shown.length === 0) return "no record was shown";
  const text = transcript === "" ? null : readTranscript(transcript);
  if (text === null) return "no transcript";
  const judged = judgeSession({ moments: parseMoments(text), shown, language: context.language, rarity: rarityIn(countTerms(context, shown)) });
  const lines = newsOf(judged, readFeedback(stateDir), { session: sessionId, now });
  if (lines.length === 0) return `${judged.length} records judged, nothing new`;
  appendFeedback(stateDir, lines);
  foldFeedback(stateDir);
  refreshUsefulness({ stateDir, cacheDir, now });
  return `${judged.length} records judged: ${lines.map(({ key, verdict }) => `${key} ${verdict}`).join(", ")}`;
}

function readShown(context: Context, stateDir: string, sessionId: string): readonly ShownRecord[] {
  const shown = readShownKeys(stateDir, sessionId);
  const keys = new Set([...new Set(shown.map(({ key }) => key))].slice(-MAX_RECORDS));
  const latestAt = clock() + MAX_MS;
  const records = keys.size === 0 ? new Map<string, RecordText>() : readRecordsOf(keys, context.stores, () => clock() > latestAt);
  return shown.flatMap((each) => {
    const record = records.get(each.key);
    return record === undefined ? [] : [{ ...each, record }];
  });
}

/** How common the records' own terms are in all stores. */
function countTerms({ stores, stamps, project, knownProjects, index, loadScanner }: Context, shown: readonly ShownRecord[]): Statistics {
  const keys = new Set<string>();
  for (const { title, body, entities } of new Set(shown.map(({ record }) => record)))
    for (const text of [title, ...body.map(([, line]) => line), ...entities]) walkTerms(text, ({ token }) => void (keys.size < MAX_TERMS && keys.add(token)));
  const keywords = [...keys].map((key): Keyword => ({ text: key, key, kind: "word", weight: 1, synonyms: [], compound: false, pasted: false, generic: false }));
  const latestAt = clock() + MAX_MS;
  const corpus = new Corpus({ stores, stamps, keywords, project, knownProjects, index, loadScanner, isLate: () => clock() > latestAt });
  try {
    return corpus.statistics;
  } finally {
    corpus.close();
  }
}

/** What the session's lines do not say yet. */
function newsOf(
  judged: readonly Judgement[],
  feedback: readonly ObservedFeedback[],
  { session, now }: { readonly session: string; readonly now: number },
): readonly ObservedFeedback[] {
  const before = new Map(feedback.flatMap((line) => (line.by === "session" && line.session === session ? [[line.key, line] as const] : [])));
  return judged.flatMap(({ key, verdict, why, withheld, unasked }): readonly ObservedFeedback[] => {
    const last = before.get(key);
    // Passed over at the start, and then as an answer too.
    const isAsked = last?.unasked === true && !unasked && verdict === last.verdict;
    if (last !== undefined && RANKS.indexOf(verdict) <= RANKS.indexOf(last.verdict) && !isAsked) return [];
    return [{ at: now, key, verdict, session, by: "session", why, ...(withheld ? { withheld: true } : {}), ...(unasked ? { unasked: true } : {}) }];
  });
}
