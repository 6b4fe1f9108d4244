/** Where a text says what a record says: its terms, close to each other, as far as nobody else brought them in. Pure. */
import type { Term } from "./distinctive-terms.ts";
import { RUN } from "./find-quotes.ts";
import { walkTerms } from "./walk-terms.ts";

/** A key that some record has, or four in a row, at the number of its token in the text. */
export interface Hit {
  readonly at: number;
  readonly key: string;
  /** Of a name, where the record may have it as a word: dueDate says less than "due date". */
  readonly isPart: boolean;
  /** Another hit stands for it. */
  readonly isCovered: boolean;
}

export interface Trace {
  readonly score: number;
  readonly terms: readonly Term[];
}

/** Of one record: its terms by key, and by the words that mean the same. */
export interface Sought {
  readonly terms: ReadonlyMap<string, Term>;
  readonly synonyms: ReadonlyMap<string, Term>;
}

export const NO_TRACE: Trace = { score: 0, terms: [] };
/** So many tokens belong together: two sentences. */
const WINDOW = 40;
/** What a word of the same meaning counts, of the word itself. */
const SYNONYM = 0.5;
/** And the part of a name. */
const PART = 0.6;
/** Two terms side by side as in the record are no chance, unless both are plain. */
const PHRASE = 0.5;
/** Two rare ones that are, in whatever order, are hardly one. */
const TOGETHER = 0.25;
/** Without a single rare term, what many plain ones say counts half. */
const RARE = 0.65;
/** And so many tokens may lie between them. */
const NEAR = 3;

/** What is looked for in a session. */
export interface Wanted {
  readonly keys: ReadonlySet<string>;
  /** Four keys in a row, joined by spaces, and the last of each. */
  readonly runs: ReadonlySet<string>;
  readonly runEnds: ReadonlySet<string>;
}

export function findHits(text: string, { keys, runs, runEnds }: Wanted): readonly Hit[] {
  const hits: Hit[] = [];
  let whole = -1;
  const recent: string[] = [];
  walkTerms(text, ({ key, kind }, at) => {
    if (keys.has(key)) {
      if (kind === "name") whole = at;
      hits.push({ at, key, isPart: kind === "part", isCovered: kind === "part" && whole === at });
    }
    if (kind === "part" || kind === "quantity") return;
    if (recent.push(key) > RUN) recent.shift();
    if (!runEnds.has(key)) return;
    const run = recent.join(" ");
    if (runs.has(run)) hits.push({ at, key: run, isPart: false, isCovered: true });
  });
  return hits;
}

/** The first that has it. */
export function synonymsIn(terms: ReadonlyMap<string, Term>): ReadonlyMap<string, Term> {
  const synonyms = new Map<string, Term>();
  for (const term of terms.values()) for (const key of term.synonyms) if (!synonyms.has(key)) synonyms.set(key, term);
  return synonyms;
}

/** The best stretch. `isKnown`: somebody or something else brought the key in before. */
export function findTrace(hits: readonly Hit[], sought: Sought, isKnown: (key: string) => boolean): Trace {
  const found: Match[] = [];
  for (const hit of hits) {
    const match = hit.isCovered ? null : matchOf(hit, sought, isKnown);
    if (match !== null) found.push(match);
  }
  let best = NO_TRACE;
  for (let from = 0, to = 0; from < found.length; from++) {
    while (to < found.length && (found[to] as Match).at - (found[from] as Match).at <= WINDOW) to++;
    const trace = weigh(found.slice(from, to));
    if (trace.score > best.score) best = trace;
  }
  return best;
}

interface Match {
  readonly at: number;
  readonly term: Term;
  readonly weight: number;
}

function matchOf({ at, key, isPart }: Hit, { terms, synonyms }: Sought, isKnown: (key: string) => boolean): Match | null {
  const own = terms.get(key);
  if (own !== undefined) return isKnown(key) ? null : { at, term: own, weight: own.weight * (isPart ? PART : 1) };
  const term = synonyms.get(key);
  return term === undefined || isKnown(key) || isKnown(term.key) ? null : { at, term, weight: term.weight * SYNONYM };
}

/** Each term once, and what stands together as it does in the record. */
function weigh(matches: readonly Match[]): Trace {
  const weights = new Map<Term, number>();
  const phrases = new Map<string, number>();
  matches.forEach(({ at, term, weight }, index) => {
    weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    for (let next = index + 1; next < matches.length && (matches[next] as Match).at - at <= NEAR; next++) {
      const { term: follower, weight: other } = matches[next] as Match;
      if (follower === term) continue;
      const pair = term.next.has(follower.key) ? PHRASE * Math.min(1, term.weight + follower.weight) : Math.min(weight, other) >= RARE ? TOGETHER : 0;
      if (pair > 0) phrases.set(`${term.key} ${follower.key}`, pair);
    }
  });
  const sum = [...weights.values(), ...phrases.values()].reduce((total, weight) => total + weight, 0);
  const isRare = Math.max(0, ...weights.values()) >= RARE;
  return { score: isRare ? sum : sum / 2, terms: [...weights.keys()] };
}
