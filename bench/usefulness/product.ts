/** The judge and the shipped settings as a library; bundled at run time by bench/usefulness.mjs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { foldWord } from "../../src/analyze/fold-word.ts";
import { type Language, makeLanguage } from "../../src/analyze/language.ts";
import { tokenize } from "../../src/analyze/tokenize.ts";
import { AMBIGUOUS_WORDS, FUNCTION_WORDS } from "../../src/config/function-words.ts";
import { GENERIC_WORDS } from "../../src/config/generic-words.ts";
import { readStopwords } from "../../src/config/stopwords.ts";
import type { Corpus, LoreRecord } from "../../src/types.ts";
import { rarityIn } from "../../src/usefulness/distinctive-terms.ts";
import { type Judgement, judgeSession, type ShownRecord } from "../../src/usefulness/judge-session.ts";
import { parseMoments } from "../../src/usefulness/parse-moments.ts";

export interface ToldSession {
  readonly transcript: string;
  readonly shown: readonly Omit<ShownRecord, "record">[];
}

/** `root` holds keyword-synonyms.yaml; `records` are the store. */
export function openJudge(root: string, records: readonly LoreRecord[]): (session: ToldSession) => readonly Judgement[] {
  const language = shippedLanguage(root);
  const rarity = rarityIn(countTerms(records));
  const byKey = new Map(records.map((record) => [`${record.source}:${record.id}`, record]));
  return ({ transcript, shown }) =>
    judgeSession({
      moments: parseMoments(transcript),
      shown: shown.flatMap((each) => {
        const record = byKey.get(each.key);
        return record === undefined ? [] : [{ ...each, record }];
      }),
      language,
      rarity,
    });
}

function shippedLanguage(root: string): Language {
  const { synonyms } = parse(readFileSync(join(root, "keyword-synonyms.yaml"), "utf8")) as { readonly synonyms: Readonly<Record<string, readonly string[]>> };
  return makeLanguage({
    stopwords: readStopwords(["en"], () => ({})).words,
    foreign: FUNCTION_WORDS,
    ambiguous: AMBIGUOUS_WORDS,
    generic: GENERIC_WORDS,
    synonyms: Object.entries(synonyms).map(([key, terms]) => [foldWord(key), terms.map(foldWord)]),
  });
}

function countTerms(records: readonly LoreRecord[]): Corpus {
  const documentFrequency = new Map<string, number>();
  for (const { title, body, tags } of records) {
    const keys = new Set<string>();
    for (const text of [title, ...body.map(([, line]) => line), ...tags])
      tokenize(text, (key, _surface, _kind, parts) => {
        for (const each of [key, ...parts]) keys.add(each);
      });
    for (const key of keys) documentFrequency.set(key, (documentFrequency.get(key) ?? 0) + 1);
  }
  return { records: records.length, documentFrequency };
}
