/** From the ranking to those worth showing: none when the best is not sure enough; no outdated lines, no copies, no weak tail. */
import type { Config } from "../config/config.ts";
import type { LoreRecord, Rejection, Scored } from "../types.ts";
import { confidenceOf, strengthFor } from "./confidence.ts";
import type { Ranked } from "./rank.ts";

/** Of the records that may be shown, so many times the most that fit are looked at. */
const LOOKED_AT = 3;
/** The best evidence among so many counts: the first need not be the one that says most for being right. */
const TRUSTED = 10;
/** A note costs a line: it need not be as good as a record that costs a paragraph. */
const NOTE_SHARE = 0.6;
/** Within this share of the best a list goes on whatever comes; beyond it, it ends where the next has less than this share of the one before it. */
const NEAR = 0.5;
const STEEP = 0.8;
/** Two texts of one kind that share so many of their words say one thing. */
const ALIKE = 0.8;

export interface TrimOptions {
  readonly config: Config;
  /** What evidence for this prompt is measured in. */
  readonly unit: number;
  /** Keep what is turned down, in its place and with the reason. */
  readonly thorough: boolean;
}

export interface Trimmed {
  readonly scored: readonly Scored[];
  /** The most that any of the best has. */
  readonly confidence: number;
  /** How many were turned down for what they are, not for how they match. */
  readonly unfit: number;
}

/** `ranked` is best first. */
export function trimRanking(ranked: readonly Ranked[], options: TrimOptions): Trimmed {
  const { config, unit, thorough } = options;
  const fitness = new Fitness();
  const fit: Checked[] = [];
  let sound = 0;
  let unfit = 0;
  let strength = 0;
  for (const each of ranked) {
    if (!thorough && sound >= config.budget.max_items * LOOKED_AT) break;
    const checked: Checked = { ranked: each, unfit: null, alike: 0 };
    checked.unfit = fitness.check(checked);
    if (checked.unfit === null) {
      if (sound < TRUSTED) strength = Math.max(strength, each.strength * ownShare(each, config));
      sound++;
    } else unfit++;
    fit.push(checked);
  }
  const confidence = config.match === "coverage" ? 1 : confidenceOf(strength, unit);
  const admission = new Admission(config, unit, confidence);
  const scored: Scored[] = [];
  for (const { ranked: each, unfit: reason, alike } of fit) {
    const rejected = reason ?? admission.check(each);
    if (rejected !== null && !thorough) continue;
    // What only the ranking needed stays on it: nobody prints a record whole.
    scored.push({ ...each, record: countingAlike(each.record, alike), confidence: confidenceOf(each.strength, unit), rejected });
  }
  return { scored, confidence, unfit };
}

interface Checked {
  ranked: Ranked;
  unfit: Rejection | null;
  /** How many others say the same and are not shown. */
  alike: number;
}

function countingAlike(record: LoreRecord, alike: number): LoreRecord {
  return alike === 0 ? record : { ...record, notes: [...record.notes, `and ${alike} more like it`] };
}

/** Another project's record must be surer by itself, so it counts less for the whole. */
function ownShare({ affinity }: Ranked, { max_wrong, projects }: Config): number {
  return affinity === "other" && max_wrong < 1 ? strengthFor(max_wrong, 1) / strengthFor(Math.min(max_wrong, projects.other_max_wrong), 1) : 1;
}

/** Whether the evidence admits a record. Asked in order, best first. */
class Admission {
  private best = 0;
  private last = 0;
  private readonly kinds = new Set<LoreRecord["kind"]>();
  private shown = 0;

  constructor(
    private readonly config: Config,
    private readonly unit: number,
    private readonly confidence: number,
  ) {}

  check({ score, affinity, strength, record }: Ranked): Rejection | null {
    const { max_wrong, threshold, projects, budget, match } = this.config;
    if (1 - this.confidence > max_wrong) return { by: "confidence", value: this.confidence, needed: 1 - max_wrong };
    if (score < threshold.score) return { by: "score", value: score, needed: threshold.score };
    if (affinity === "other" && match === "evidence" && strength < strengthFor(projects.other_max_wrong, this.unit))
      return { by: "other project", value: confidenceOf(strength, this.unit), needed: 1 - projects.other_max_wrong };
    const needed = this.needed(record, threshold.relative);
    if (score < needed) return { by: "distance to the best", value: score, needed };
    if (this.shown >= budget.max_items * LOOKED_AT) return { by: "rank" };
    this.best = Math.max(this.best, score);
    this.last = score;
    this.kinds.add(record.kind);
    this.shown++;
    return null;
  }

  /** A share of the best; and behind a steep drop, once away from the best, nothing more, unless it is of a kind that was not shown yet. */
  private needed({ untitled, kind }: LoreRecord, relative: number): number {
    if (untitled) return this.best * relative * NOTE_SHARE;
    if (!this.kinds.has(kind)) return this.best * relative;
    return Math.max(this.best * relative, Math.min(this.best * NEAR, this.last * STEEP));
  }
}

/** Whether a record is in force, and says something that none before it says. */
class Fitness {
  private readonly seen = new Map<string, Checked>();
  private readonly kept: Checked[] = [];
  private readonly words = new Map<LoreRecord, ReadonlySet<string>>();

  check(checked: Checked): Rejection | null {
    const { record, isCurrent } = checked.ranked;
    if (!isCurrent()) return { by: "a later line of this id" };
    // Copies of one text (a batch import run twice) count once.
    const text = JSON.stringify([record.kind, record.title, record.body]);
    const first = this.seen.get(text);
    if (first !== undefined) return merge(first, checked, "the same text");
    this.seen.set(text, checked);
    return this.likeAnother(checked);
  }

  /** Notes are too short to be told apart by their words. */
  private likeAnother(checked: Checked): Rejection | null {
    const { record } = checked.ranked;
    if (record.untitled || this.kept.length >= TRUSTED) return null;
    for (const other of this.kept) {
      const { record: kept } = other.ranked;
      if (kept.kind === record.kind && overlap(this.wordsOf(record), this.wordsOf(kept)) >= ALIKE) return merge(other, checked, "nearly the same text");
    }
    this.kept.push(checked);
    return null;
  }

  private wordsOf(record: LoreRecord): ReadonlySet<string> {
    let words = this.words.get(record);
    if (words === undefined) {
      words = wordsOf(record);
      this.words.set(record, words);
    }
    return words;
  }
}

/** The newest speaks for all of them, in the place of the best. Returns why the other one does not. */
function merge(kept: Checked, other: Checked, by: "the same text" | "nearly the same text"): Rejection {
  const [a, b] = [kept.ranked, other.ranked];
  kept.alike++;
  // Another project's must not stand in for our own.
  if (a.affinity === b.affinity && (b.record.at ?? 0) > (a.record.at ?? 0)) {
    kept.ranked = { ...a, record: b.record, place: b.place };
    other.ranked = { ...b, record: a.record, place: a.place };
  }
  return { by, as: kept.ranked.record.id };
}

function wordsOf({ title, body }: LoreRecord): ReadonlySet<string> {
  const text = [title, ...body.map(([, line]) => line)].join(" ").toLowerCase();
  return new Set(text.split(" ").filter((word) => word.length > 2));
}

/** Of the words that either has, the share that both have. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  const either = a.size + b.size - both;
  return either === 0 ? 1 : both / either;
}
