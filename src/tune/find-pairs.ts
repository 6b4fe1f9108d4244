/**
 * Words that people use for what the stores call otherwise: a prompt got nothing, and soon after, in the same session, a
 * search or another prompt found a record that was then used. Pure.
 */
import type { Outcome } from "../replay/outcome.ts";

/** A word of a prompt, by its key and as it was written. */
export interface Word {
  readonly key: string;
  readonly text: string;
}

export interface Reading {
  /** The words of a text that name a subject. */
  readonly wordsOf: (text: string) => readonly Word[];
  /** Every word that a record holds, by key; empty when it is not there any more. */
  readonly wordsIn: (key: string) => ReadonlySet<string>;
}

/** A pair that one session speaks for. */
export interface Pair {
  readonly said: Word;
  readonly stored: Word;
  readonly session: string;
  /** The record that it would have found. */
  readonly record: string;
}

/** So long after, and so many questions later, it is another matter. */
const SOON_MS = 30 * 60_000;
const NEXT = 4;
/** A long prompt says many things: which of its words was meant cannot be told. */
const MAX_WORDS = 6;

export function findPairs(outcomes: readonly Outcome[], reading: Reading): readonly Pair[] {
  const bySession = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    if (outcome.kind !== "prompt" && outcome.kind !== "search") continue;
    const own = bySession.get(outcome.session) ?? [];
    own.push(outcome);
    bySession.set(outcome.session, own);
  }
  return [...bySession.values()].flatMap((own) =>
    own.flatMap((asked, index) =>
      asked.kind === "prompt" && asked.items.length === 0 ? pairsAfter(asked, own.slice(index + 1, index + 1 + NEXT), reading) : [],
    ),
  );
}

function pairsAfter(asked: Outcome, later: readonly Outcome[], { wordsOf, wordsIn }: Reading): readonly Pair[] {
  const said = wordsOf(asked.prompt);
  if (said.length === 0 || said.length > MAX_WORDS) return [];
  const keys = new Set(said.map(({ key }) => key));
  const pairs = later
    .filter(({ at }) => at - asked.at <= SOON_MS)
    .flatMap(({ prompt, items }) =>
      items
        .filter(({ use }) => use === "used")
        .flatMap(({ key: record }) => {
          const held = wordsIn(record);
          const found = wordsOf(prompt).filter(({ key }) => held.has(key) && !keys.has(key));
          const unmet = said.filter(({ key }) => !held.has(key));
          return unmet.flatMap((word) => found.map((stored): Pair => ({ said: word, stored, session: asked.session, record })));
        }),
    );
  return [...new Map(pairs.map((pair) => [`${pair.said.key}\n${pair.stored.key}`, pair])).values()];
}
