/** The words of a statement as a review compares them: in lower case, without endings and without words that every text has. Pure. */
import { foldInflection } from "../analyze/fold-word.ts";
import { isStopword, type Language } from "../analyze/language.ts";
import type { LoreRecord } from "../types.ts";

/** More of a text than this adds nothing to what it states. */
const MAX_TEXT = 4000;
const WORD = /\w+n't|[\p{L}\p{N}][\p{L}\p{N}+#_./@-]*[\p{L}\p{N}+#]|[\p{L}\p{N}]/gu;
const PLAIN = /^[a-z]+$/;

/** Words that turn a statement round. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  "not no never none without avoid cannot don't dont doesn't won't isn't aren't shouldn't mustn't stop except unless forbid forbidden".split(" "),
);
/** Words that bound, place or reverse what is stated. */
const BOUNDS =
  "all any every some each only both either may might before after above below under over on off up down more less least most true false enable disable revert undo remove delete drop start end";

const TURNING: ReadonlySet<string> = new Set([...NEGATIONS, ...BOUNDS.split(" ")].flatMap((word) => [word, foldedWord(word)]));

/** Kept although it is a stopword: without it, or with another in its place, a text says something else. */
export function isTurning(word: string): boolean {
  return TURNING.has(word);
}

export function wordsOf(text: string): readonly string[] {
  return text.slice(0, MAX_TEXT).toLowerCase().replaceAll("\u2019", "'").match(WORD) ?? [];
}

export function foldedWord(word: string): string {
  return PLAIN.test(word) ? foldInflection(word) : word;
}

/** Per language, what becomes of a word: looking it up among the stopwords costs more than everything else. */
const FOLDED = new WeakMap<Language, Map<string, string | null>>();

/** In their order. */
export function contentWords(text: string, language: Language): readonly string[] {
  const known = FOLDED.get(language) ?? new Map<string, string | null>();
  FOLDED.set(language, known);
  return wordsOf(text).flatMap((word) => {
    let folded = known.get(word);
    if (folded === undefined) {
      folded = isTurning(word) || !isStopword(language, word) ? foldedWord(word) : null;
      known.set(word, folded);
    }
    return folded ?? [];
  });
}

/** Words that a title may have or not, and name the same. */
const SMALL: ReadonlySet<string> = new Set("a an the is are be been was were will would should must can we our us to of in at as for with by and".split(" "));

/** Of a title each word but the smallest, and single capitals: they are names. */
export function titleWords(title: string): readonly string[] {
  const capitals = title.replace(/^[AI] /, "").match(/(?<![\w'])[A-Z](?![\w'])/g) ?? [];
  return [
    ...wordsOf(title)
      .filter((word) => !SMALL.has(word) && word.length > 1)
      .map(foldedWord),
    ...capitals,
  ];
}

/** What a record states, apart from why: a decision and its title, the name of a pattern, a note. */
export function statementOf({ title, body }: LoreRecord): string {
  return [title, ...body.filter(([label]) => label === "").map(([, text]) => text)].join("\n\n");
}

/** Everything else that it says, but for the files it names, which are found in its text by machine. */
export function reasonsOf({ body }: LoreRecord): string {
  return body
    .filter(([label]) => label !== "" && label !== "Files")
    .map(([, text]) => text)
    .join("\n");
}
