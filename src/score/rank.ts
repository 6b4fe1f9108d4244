/** From estimated candidates to records in their true order: each is read and weighed, and short notes lend each other support. */
import type { Affinity, Candidate, Judged, LoreRecord, Scored } from "../types.ts";
import type { Evidence, Weighed } from "./evidence.ts";

/** A record with what it weighs, before it is decided whether it may be shown. */
export interface Ranked extends Omit<Scored, "confidence" | "rejected"> {
  readonly place: number;
  readonly strength: number;
  readonly isCurrent: () => boolean;
}

export interface RankOptions {
  /** Null takes the estimate for the match: the plain share of keywords. */
  readonly evidence: Evidence | null;
  /** Whether somebody will ask what each term adds. */
  readonly explain: boolean;
  /** What a record was worth when it was shown before; null when that is not known of any. */
  readonly usefulness?: ((record: LoreRecord) => number) | null;
}

/** Notes among so many of the best are read together with their neighbours. */
const SUPPORTED = 12;
/** What a note lends to the next one, and to the one after it. */
const SUPPORT = [0, 0.4, 0.2] as const;
/** Notes written within this time of each other belong together. */
const TOGETHER_MS = 30 * 60_000;
/** Longer ones stand for themselves. */
const NOTE_LENGTH = 400;
const NO_CREDITS: Scored["credits"] = new Map();

/** `judged` are best first. */
export function rankCandidates(judged: readonly Judged[], options: RankOptions): readonly Ranked[] {
  const ranking = new Ranking(options);
  for (const each of judged) ranking.add(each);
  if (options.evidence !== null) for (const each of judged.slice(0, SUPPORTED)) ranking.support(each);
  return ranking.inOrder();
}

interface Entry {
  readonly judged: Judged;
  readonly record: LoreRecord;
  readonly affinity: Affinity;
  readonly place: number;
  readonly isCurrent: () => boolean;
  readonly weighed: Weighed;
  readonly credits: Scored["credits"];
  support: number;
}

class Ranking {
  private readonly entries = new Map<number, Entry>();
  private readonly best = new Set<number>();

  constructor(private readonly options: RankOptions) {}

  add(judged: Judged): void {
    const { candidate } = judged;
    if (this.best.size < SUPPORTED) this.best.add(candidate.place);
    this.enter(judged, candidate.read(), candidate);
  }

  private enter(judged: Judged, record: LoreRecord, { place, isCurrent }: Pick<Candidate, "place" | "isCurrent">): Entry {
    const { evidence, explain } = this.options;
    const factor = judged.weight * judged.recency * judged.affinity;
    const weighed = evidence?.weigh(record) ?? { match: factor === 0 ? 0 : judged.score / factor, strength: Number.POSITIVE_INFINITY };
    const credits = explain && evidence !== null ? evidence.credits() : NO_CREDITS;
    const entry = { judged, record, affinity: judged.candidate.affinity, place, isCurrent, weighed, credits, support: 0 };
    this.entries.set(place, entry);
    return entry;
  }

  /** A turn of a conversation, a line of a log: it means little without what was noted just before and after it. */
  support(judged: Judged): void {
    const entry = this.entries.get(judged.candidate.place);
    if (entry === undefined || !isNote(entry.record) || !entry.isCurrent()) return;
    for (const { record, place, distance, isCurrent } of judged.candidate.neighbours()) {
      if (!isNote(record) || !isTogether(record, entry.record) || !isCurrent()) continue;
      const other = this.entries.get(place) ?? this.enter(judged, record, { place, isCurrent });
      const share = SUPPORT[distance] ?? 0;
      other.support += share * entry.weighed.match;
      // One of the best lends its support when its own turn comes.
      if (!this.best.has(place)) entry.support += share * other.weighed.match;
    }
  }

  inOrder(): readonly Ranked[] {
    const ranked: Ranked[] = [];
    for (const { judged, record, affinity, place, isCurrent, weighed, credits, support } of this.entries.values()) {
      if (weighed.match === 0) continue;
      const match = Math.min(1, weighed.match + support) * judged.affinity;
      const { weight, recency } = judged;
      const usefulness = this.options.usefulness?.(record) ?? 1;
      ranked.push({
        record,
        affinity,
        place,
        isCurrent,
        credits,
        weight,
        recency,
        match,
        support,
        usefulness,
        strength: weighed.strength,
        score: weight * recency * match * usefulness,
      });
    }
    return ranked.sort(byScore);
  }
}

/** Best first; the order depends on nothing but the values. */
function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || (b.record.at ?? 0) - (a.record.at ?? 0) || b.place - a.place;
}

function isNote({ untitled, title }: LoreRecord): boolean {
  return untitled === true && title.length <= NOTE_LENGTH;
}

/** Of one time and of one project, which without a field of its own only the tags can tell. */
function isTogether(a: LoreRecord, b: LoreRecord): boolean {
  if (a.at === null || b.at === null || Math.abs(a.at - b.at) > TOGETHER_MS) return false;
  return a.projects.join("\n") === b.projects.join("\n") && (a.projects.length > 0 || a.tags.join("\n") === b.tags.join("\n"));
}
