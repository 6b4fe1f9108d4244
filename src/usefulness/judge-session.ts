/**
 * Was each shown record used? From what was said and done in a session after it was shown. Records that were kept back are
 * judged in the same way, so that the two can be compared. Pure.
 */
import type { Language } from "../analyze/language.ts";
import { FORMS } from "../types.ts";
import { distinctiveTerms, shownTexts, type Term } from "./distinctive-terms.ts";
import { findContradictions } from "./find-contradictions.ts";
import { foldersIn, isNamed, isTitled, touchedFolder, touchesFile } from "./find-names.ts";
import { quotesOf } from "./find-quotes.ts";
import { synonymsIn } from "./find-traces.ts";
import type { Moment } from "./parse-moments.ts";
import { type Followed, nameTerms, type ReadSession, readSession, type ShownRecord, traceAt } from "./read-session.ts";

export interface SessionToJudge {
  readonly moments: readonly Moment[];
  readonly shown: readonly ShownRecord[];
  readonly language: Language;
  /** 0..1, see rarityIn. */
  readonly rarity: (key: string) => number;
}

export interface Judgement {
  readonly key: string;
  readonly verdict: "used" | "ignored" | "contradicted";
  readonly withheld: boolean;
  readonly unasked: boolean;
  /** What told: the name of a signal and terms of the record, nothing else of the session. */
  readonly why: string;
  /** The strongest trace of it, 1 where it is just enough. */
  readonly strength: number;
}

/** What traces must add up to: two rare words side by side or three that are not; a command or an edit has fewer by chance. */
const NEEDED = { reply: 2.1, action: 1.45 } as const;
/** With each prompt that follows, what looks like use is more likely to be chance. */
const LATER = 0.12;
const MOST_LATER = 1.5;

/** Each key once. */
export function judgeSession({ moments, shown, language, rarity }: SessionToJudge): readonly Judgement[] {
  const followed = merge(shown).map((each): Followed => {
    const terms = distinctiveTerms({ record: each.record, form: each.form, language, rarity });
    const from = moments.findIndex(({ at }) => at > each.at);
    return { ...each, terms, synonyms: synonymsIn(terms), quotes: quotesOf(shownTexts(each.record, each.form), terms), from: from < 0 ? moments.length : from };
  });
  const session = readSession(moments, followed);
  const contradictions = findContradictions(session, followed);
  return followed.map((each) => {
    const { key, withheld, unasked = false } = each;
    const { strength, why } = findUse(session, each);
    const contradicted = contradictions.get(key);
    if (contradicted !== undefined) return { key, withheld, unasked, verdict: "contradicted", why: contradicted, strength };
    return { key, withheld, unasked, verdict: strength >= 1 ? "used" : "ignored", why, strength };
  });
}

/** Shown again, or longer: from the first time on, by what was shown most. */
function merge(shown: readonly ShownRecord[]): readonly ShownRecord[] {
  const merged = new Map<string, ShownRecord>();
  for (const each of shown) {
    const before = merged.get(each.key);
    if (before === undefined) merged.set(each.key, each);
    else {
      const form = FORMS.indexOf(each.form) < FORMS.indexOf(before.form) ? each.form : before.form;
      const unasked = before.unasked === true && each.unasked === true;
      merged.set(each.key, { ...before, at: Math.min(before.at, each.at), form, withheld: before.withheld && each.withheld, unasked });
    }
  }
  return [...merged.values()];
}

interface Use {
  readonly strength: number;
  readonly why: string;
  /** Of a trace. */
  readonly terms: readonly Term[];
}

const NO_USE: Use = { strength: 0, why: "no trace", terms: [] };
/** What a second trace with a rare term of its own adds, of its strength: chance strikes once. */
const SECOND = 0.3;
const RARE = 0.65;
/** Named outright. */
const CERTAIN = 3;
/** Four words of it in a row. */
const QUOTED = 1.5;
/** So much of them must be new: the same facts may be told in the same words. */
const FRESH = 0.2;

/** The strongest sign of it. */
function findUse(session: ReadSession, followed: Followed): Use {
  const { moments } = session;
  const folders = foldersIn(shownTexts(followed.record, followed.form));
  const uses: Use[] = [];
  let prompts = 0;
  for (let index = followed.from; index < moments.length; index++) {
    const { kind } = moments[index] as Moment;
    if (kind === "prompt") prompts++;
    if (kind === "prompt" || kind === "given") continue;
    const needed = NEEDED[kind] * Math.min(MOST_LATER, 1 + LATER * prompts);
    uses.push(outrightUse(session, followed, index, folders) ?? tracedUse(session, followed, index, needed));
  }
  return addUp(uses);
}

function addUp(uses: readonly Use[]): Use {
  const [best = NO_USE, ...others] = [...uses].sort((a, b) => b.strength - a.strength);
  const second = others.find(({ terms }) => terms.some((term) => term.weight >= RARE && !best.terms.includes(term))) ?? NO_USE;
  return { ...best, strength: best.strength + SECOND * second.strength };
}

/** The record itself is named, opened or quoted, and nobody else had done so before. */
function outrightUse(session: ReadSession, followed: Followed, index: number, folders: readonly string[]): Use | null {
  const { files } = session.moments[index] as Moment;
  const text = session.lower[index] as string;
  const { record, terms, quotes } = followed;
  const isNew = (isThere: (text: string) => boolean): boolean => !wasThere(session, followed, index, isThere);
  if (isNamed(text, record.id)) return { strength: CERTAIN, why: "named by its id", terms: [] };
  if (isTitled(text, record.title) && isNew((each) => isTitled(each, record.title))) return { strength: CERTAIN, why: "named by its title", terms: [] };
  const file = touchesFile(files, terms, (key) => session.isKnown(followed, key, index));
  if (file !== null) return { strength: CERTAIN, why: `its file was touched: ${file}`, terms: [] };
  const folder = touchedFolder(files, folders);
  if (folder !== null && isNew((each) => each.includes(folder))) return { strength: CERTAIN, why: `its folder was touched: ${folder}`, terms: [] };
  const quote = (session.runs[index] ?? []).find((run) => quotes.has(run) && isNewQuote(session, followed, index, run));
  return quote === undefined ? null : { strength: QUOTED, why: `quoted: ${quotes.get(quote)}`, terms: [] };
}

function isNewQuote(session: ReadSession, followed: Followed, index: number, run: string): boolean {
  if (session.isKnown(followed, run, index)) return false;
  const fresh = run.split(" ").filter((key) => !session.isKnown(followed, key, index));
  return fresh.reduce((sum, key) => sum + (followed.terms.get(key)?.weight ?? 0), 0) >= FRESH;
}

/** Before it was shown by anybody, since then by anybody but the agent. */
function wasThere({ moments }: ReadSession, { from }: Followed, index: number, isThere: (text: string) => boolean): boolean {
  return moments.slice(0, index).some(({ kind, text }, at) => (at < from || kind === "prompt" || kind === "given") && isThere(text));
}

function tracedUse(session: ReadSession, followed: Followed, index: number, needed: number): Use {
  const trace = traceAt(session, followed, index);
  if (trace.score === 0) return NO_USE;
  const where = (session.moments[index] as Moment).kind === "reply" ? "an answer" : "a command or an edit";
  return { strength: trace.score / needed, why: `its terms in ${where}: ${nameTerms(trace)}`, terms: trace.terms };
}
