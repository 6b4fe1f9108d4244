/**
 * How well a record matches a prompt, from its text: field-weighted BM25 with a bonus for words that stand side by side as
 * they do in the prompt, and apart from it what the match says about being right. Pure.
 */
import type { Credit, Field, Keyword, LoreRecord, Occurrences } from "../types.ts";
import type { Term } from "./terms.ts";

/** The codes of fields, as hits have them. */
const TAGS = 2;
const TITLE = 3;
/** Saturation: how soon saying a word again stops counting. */
const K1 = 2;
/** How far a long text counts less, and what a text of usual length has, in characters. A title's length counts as it is. */
const LENGTH = 0.75;
const USUAL_TITLE = 76;
const USUAL_BODY = 450;
const PADDING = 95;
const TITLE_WEIGHT = 4;
const TAG_WEIGHT = 1.5;
/** Of the rarer word's information, for a pair within so many characters; in a title half as much again. */
const PAIR_BONUS = 0.4;
const PAIR_DISTANCE = 18;
const PAIR_IN_TITLE = 1.5;
/** So many occurrences of all terms are looked at for pairs. */
const MAX_PLACES = 64;

export interface Weighed {
  /** 0..1: of what the best conceivable record would have. */
  readonly match: number;
  /** Absolute: what its content words say for it, in nats. Infinite when the prompt names its id. */
  readonly strength: number;
}

/** A term that a key stands for: by itself, or for a share as its synonym. */
class Owner {
  constructor(
    readonly term: number,
    readonly synonymShare: number | null,
  ) {}
}

export class Evidence {
  /** By key, the numbers of the terms that it stands for. */
  private readonly owners = new Map<string, Owner[]>();
  private readonly pairs: ReadonlySet<number>;
  private readonly most: number;
  /** How many subjects the prompt has. */
  private readonly asked: number;
  /** Whether earlier prompts lend it words. */
  private readonly isFollowUp: boolean;
  /** For each term its occurrences: as the person wrote it, and by the best synonym. */
  private readonly own: Float64Array;
  private readonly bySynonym: Float64Array;
  private readonly shares: Float64Array;
  private readonly fields: Uint8Array;
  private readonly places: { term: number; field: number; at: number }[] = [];

  constructor(
    private readonly terms: readonly Term[],
    pairs: readonly (readonly [string, string])[],
    /** What a generic word counts for being right. */
    private readonly genericWeight: number,
    private readonly occurrences: Occurrences,
  ) {
    const count = terms.length;
    const numbers = new Map<string, number>();
    let asked = 0;
    let told = 0;
    let isFollowUp = false;
    for (let term = 0; term < count; term++) {
      const { keyword, synonyms, weight, information } = terms[term] as Term;
      this.addOwner(keyword.key, new Owner(term, null));
      for (const { key, share } of synonyms) this.addOwner(key, new Owner(term, share));
      numbers.set(keyword.key, term);
      if (!keyword.generic && !keyword.compound) asked++;
      if (keyword.carried) isFollowUp = true;
      told += weight * information;
    }
    this.pairs = numberPairs(pairs, numbers, count);
    this.asked = asked;
    this.isFollowUp = isFollowUp;
    this.most = (K1 + 1) * told;
    this.own = new Float64Array(count);
    this.bySynonym = new Float64Array(count);
    this.shares = new Float64Array(count);
    this.fields = new Uint8Array(count);
  }

  private addOwner(key: string, owner: Owner): void {
    const known = this.owners.get(key);
    if (known) known.push(owner);
    else this.owners.set(key, [owner]);
  }

  weigh(record: LoreRecord): Weighed {
    const isNamed = this.read(record);
    let sum = this.pairBonus();
    let strength = 0;
    let subjects = 0;
    let ownSubjects = 0;
    const usual = usualFactor(record);
    for (let number = 0; number < this.terms.length; number++) {
      const { keyword, weight, information } = this.terms[number] as Term;
      const factor = this.factorOf(number);
      if (factor === 0) continue;
      sum += weight * information * factor;
      if (!keyword.generic) subjects++;
      if (isOwnSubject(keyword)) ownSubjects++;
      strength += information * Math.min(factor, this.shareOf(number) * MOST_FACTOR * usual) * confidenceWeight(keyword, this.genericWeight);
    }
    // Words of earlier prompts lend weight to an answer, but the prompt itself asks: something of both must be there.
    const isAsked = !this.isFollowUp || (ownSubjects > 0 && subjects > ownSubjects);
    const match = this.most === 0 || !isAsked ? 0 : Math.min(1, sum / this.most);
    return { match, strength: isNamed ? Number.POSITIVE_INFINITY : (strength * this.coordination(subjects)) / usual };
  }

  /** One word may stand there by chance, two of a kind hardly; and where only one was asked for, one is all. */
  private coordination(subjects: number): number {
    if (subjects === 0) return NO_SUBJECT;
    return subjects > 1 ? 1 : this.asked > 1 ? ONE_SUBJECT : ONLY_SUBJECT;
  }

  /** What each term adds to the match of the record that was weighed last. */
  credits(): ReadonlyMap<Keyword, Credit> {
    const credits = new Map<Keyword, Credit>();
    this.terms.forEach(({ keyword, weight, information }, number) => {
      const factor = this.factorOf(number);
      if (factor === 0) return;
      const via = (this.own[number] as number) > 0 ? "own" : "synonym";
      credits.set(keyword, { via, field: FIELDS[this.fields[number] as number] as Field, share: (weight * information * factor) / this.most });
    });
    return credits;
  }

  /** Saturated occurrences: 0 for none, towards K1 + 1 for many. A synonym counts when it says more than the word itself. */
  private factorOf(number: number): number {
    return Math.max(saturated(this.own[number] as number), this.bySynonym[number] as number);
  }

  /** Counts occurrences; true when the prompt names the record by its id. */
  private read(record: LoreRecord): boolean {
    this.own.fill(0);
    this.bySynonym.fill(0);
    this.fields.fill(0);
    this.places.length = 0;
    const isNamed = this.owners.has(this.occurrences.idOf(record));
    this.occurrences.each(record, (key, code, at, length) => this.note(key, code, at, length));
    // Its id stands in none of its texts.
    if (isNamed) this.note(this.occurrences.idOf(record), TAGS, 0, 0);
    return isNamed;
  }

  private note(key: string, code: number, at: number, length: number): void {
    const owners = this.owners.get(key);
    if (owners === undefined) return;
    const worth = worthIn(code, length);
    for (let i = 0; i < owners.length; i++) {
      const { term, synonymShare } = owners[i] as Owner;
      if ((this.fields[term] as number) < code) this.fields[term] = code;
      if (synonymShare !== null) {
        this.noteSynonym(term, synonymShare, synonymShare * saturated(worth));
        continue;
      }
      this.own[term] = (this.own[term] as number) + worth;
      if (this.pairs.size > 0 && this.places.length < MAX_PLACES) this.places.push({ term, field: code, at });
    }
  }

  private noteSynonym(term: number, share: number, factor: number): void {
    if (factor <= (this.bySynonym[term] as number)) return;
    this.bySynonym[term] = factor;
    this.shares[term] = share;
  }

  /** Of what the word itself could say. */
  private shareOf(number: number): number {
    return (this.own[number] as number) > 0 ? 1 : (this.shares[number] as number);
  }

  private pairBonus(): number {
    const best = new Map<number, number>();
    const { places, terms } = this;
    for (let i = 0; i < places.length; i++) {
      for (let j = i + 1; j < places.length; j++) {
        const a = places[i] as (typeof places)[number];
        const b = places[j] as (typeof places)[number];
        if (a.field !== b.field || Math.abs(a.at - b.at) > PAIR_DISTANCE) continue;
        const pair = Math.min(a.term, b.term) * terms.length + Math.max(a.term, b.term);
        if (!this.pairs.has(pair)) continue;
        const rarer = Math.min(toldBy(terms[a.term] as Term), toldBy(terms[b.term] as Term));
        const bonus = PAIR_BONUS * rarer * (a.field === TITLE ? PAIR_IN_TITLE : 1);
        if (bonus > (best.get(pair) ?? 0)) best.set(pair, bonus);
      }
    }
    let sum = 0;
    for (const bonus of best.values()) sum += bonus;
    return sum;
  }
}

/** Each as one number, made from those of its terms. */
function numberPairs(pairs: readonly (readonly [string, string])[], numbers: ReadonlyMap<string, number>, count: number): ReadonlySet<number> {
  const numbered = new Set<number>();
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i] as readonly [string, string];
    const a = numbers.get(pair[0]);
    const b = numbers.get(pair[1]);
    if (a !== undefined && b !== undefined) numbered.add(Math.min(a, b) * count + Math.max(a, b));
  }
  return numbered;
}

/** A term says no more for being right than so many times what it usually does, however often it stands there. */
export const MOST_FACTOR = 1.1;
const FIELDS: readonly Field[] = ["body", "body", "tags", "title"];
/** What a match of no content word counts, of one among several, of the only one; more of them count in full. */
const NO_SUBJECT = 0.3;
const ONE_SUBJECT = 0.5;
const ONLY_SUBJECT = 0.75;

function isOwnSubject({ generic, compound, carried }: Keyword): boolean {
  return !generic && !compound && !carried;
}

function saturated(occurrences: number): number {
  return ((K1 + 1) * occurrences) / (K1 + occurrences);
}

function toldBy({ weight, information }: Term): number {
  return weight * information;
}

/** What a keyword counts for being right, in a record and in the prompt alike: rarity apart, whether it names a subject, and who said it. */
export function confidenceWeight({ generic, pasted, carried, weight }: Keyword, genericWeight: number): number {
  return (generic ? genericWeight : 1) * (pasted || carried ? Math.min(1, weight) : 1);
}

/** What one occurrence counts in a text of this length. A very long title is a text. */
function worthIn(code: number, length: number): number {
  if (code === TAGS) return TAG_WEIGHT;
  const inText = 1 / (1 - LENGTH + (LENGTH * (length + PADDING)) / (USUAL_BODY + PADDING));
  return code === TITLE ? Math.max(inText, TITLE_WEIGHT / (1 - LENGTH + (LENGTH * length) / USUAL_TITLE)) : inText;
}

/** What a chance match amounts to: more where a word may stand in a title. */
function usualFactor({ untitled }: LoreRecord): number {
  return untitled ? 1.42 : 2;
}
