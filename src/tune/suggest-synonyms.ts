/** Which words should find each other, and which need not any more. Pure. */
import { upperBound } from "../calibrate/intervals.ts";
import type { Outcome } from "../replay/outcome.ts";
import type { Pair, Word } from "./find-pairs.ts";
import type { SynonymSuggestion } from "./suggestion.ts";

/** In so many sessions a pair must have come up. */
const LEAST_SESSIONS = 2;
/** And in this share of the sessions in which the word found nothing and something else did. */
const LEAST_SHARE = 0.5;
/** A synonym that brought so many records, of which hardly any was used, does harm. */
const LEAST_BROUGHT = 10;

export interface SynonymRequest {
  readonly pairs: readonly Pair[];
  /** Of prompts, explained. */
  readonly outcomes: readonly Outcome[];
  /** What a word stands for now, by keys. */
  readonly synonymsOf: (key: string) => readonly string[];
  /** The same as it is written in the tables; null when the word is in none. */
  readonly writtenOf: (key: string) => WrittenGroup | null;
  readonly wordsIn: (record: string) => ReadonlySet<string>;
  /** How often shown records are used. */
  readonly usedShare: number;
}

export interface WrittenGroup {
  readonly word: string;
  readonly terms: readonly Word[];
}

/** What each synonym in force has brought. */
export interface Brought {
  readonly word: string;
  readonly synonym: string;
  readonly shown: number;
  readonly used: number;
}

export function suggestSynonyms(request: SynonymRequest): { readonly suggestions: readonly SynonymSuggestion[]; readonly open: readonly string[] } {
  const added = findAdditions(request);
  const removed = countBrought(request).filter(({ shown, used }) => shown >= LEAST_BROUGHT && upperBound({ count: used, of: shown }, 0.05) < request.usedShare);
  const words = new Map<string, Word>([
    ...added.map(({ said }) => [said.key, said] as const),
    ...removed.map(({ word }) => [word, { key: word, text: word }] as const),
  ]);
  const suggestions = [...words.values()].map((word) =>
    toSuggestion(
      request.writtenOf(word.key) ?? { word: word.text.toLowerCase(), terms: [] },
      added.filter(({ said }) => said.key === word.key),
      removed.filter((each) => each.word === word.key),
    ),
  );
  const single = new Set(request.pairs.map(({ said }) => said.key)).size;
  const open =
    suggestions.length === 0 && single > 0
      ? [`synonyms: ${single} words found nothing where others did, none of them with the same other word in ${LEAST_SESSIONS} sessions`]
      : [];
  return { suggestions, open };
}

function toSuggestion({ word, terms }: WrittenGroup, more: readonly Addition[], fewer: readonly Brought[]): SynonymSuggestion {
  const removed = terms.filter(({ key }) => fewer.some(({ synonym }) => synonym === key)).map(({ text }) => text);
  const added = more.map(({ stored }) => stored.text.toLowerCase());
  const reasons = [
    ...more.map(({ said, stored, sessions }) => `"${stored.text}" found what "${said.text}" did not, in ${sessions} sessions`),
    ...fewer.map(({ synonym, shown, used }) => `"${synonym}" brought ${shown} records, ${used} of them used`),
  ];
  return { word, terms: [...terms.map(({ text }) => text).filter((text) => !removed.includes(text)), ...added], added, removed, why: reasons.join("; ") };
}

interface Addition extends Pick<Pair, "said" | "stored"> {
  readonly sessions: number;
}

/** For each word the one that it came up with most, if there is one: where two came up as often, it cannot be told which was meant. */
function findAdditions({ pairs, synonymsOf }: SynonymRequest): readonly Addition[] {
  const words = new Map(pairs.map(({ said }) => [said.key, said]));
  const found = [...words.values()].flatMap((said) => {
    const own = pairs.filter((pair) => pair.said.key === said.key);
    const others = new Map(own.map(({ stored }) => [stored.key, stored]));
    const counted = [...others.values()].map((stored) => ({ said, stored, sessions: countSessions(own.filter((pair) => pair.stored.key === stored.key)) }));
    const [best, next] = counted.sort((a, b) => b.sessions - a.sessions);
    const isEnough = best !== undefined && best.sessions >= LEAST_SESSIONS && best.sessions >= countSessions(own) * LEAST_SHARE;
    return isEnough && best.sessions > (next?.sessions ?? 0) && !synonymsOf(said.key).includes(best.stored.key) ? [best] : [];
  });
  return found.filter((each) => !found.some((other) => other !== each && other.stored.key === each.stored.key && other.sessions >= each.sessions));
}

function countSessions(pairs: readonly Pair[]): number {
  return new Set(pairs.map(({ session }) => session)).size;
}

/** Which synonyms brought what, the most useful first. */
export function countBrought({ outcomes, synonymsOf, wordsIn }: Pick<SynonymRequest, "outcomes" | "synonymsOf" | "wordsIn">): readonly Brought[] {
  const counts = new Map<string, { word: string; synonym: string; shown: number; used: number }>();
  for (const { items } of outcomes)
    for (const { key, via, use } of items) {
      const held = via.length === 0 ? null : wordsIn(key);
      for (const word of via)
        for (const synonym of synonymsOf(word).filter((term) => held?.has(term))) {
          const count = counts.get(`${word}\n${synonym}`) ?? { word, synonym, shown: 0, used: 0 };
          count.shown++;
          if (use === "used") count.used++;
          counts.set(`${word}\n${synonym}`, count);
        }
    }
  return [...counts.values()].sort((a, b) => b.used - a.used || b.shown - a.shown || (a.word < b.word ? -1 : 1));
}
