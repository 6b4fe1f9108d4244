/**
 * The words by which a sentence is recognised, folded as records are. Beside them stand marks for what a bag of words would lose:
 * that something is denied, and which of two things comes first ("X, not Y", "X over Y"). Part of the hot bundle.
 */
import { tokenize } from "../analyze/tokenize.ts";

export interface Word {
  readonly key: string;
  readonly parts: readonly string[];
  /** The key as it stands in a statement, between blanks. */
  readonly needle: string;
  /** Must be found as it is: numbers, names, marks. */
  readonly firm: boolean;
  readonly mark: boolean;
  readonly number: boolean;
}

/** The mark of a denial. No token has it. */
export const DENIAL = "!";

/** Each once, in the order of the text. */
export function contentWords(text: string): readonly Word[] {
  const words = new Map<string, Word>();
  const add = (word: Word) => words.has(word.key) || words.set(word.key, word);
  let pending = "";
  tokenize(spellOutDenials(text), (key, surface, kind, parts) => {
    const spoken = ` ${surface.toLowerCase()} `;
    if (DENIALS.includes(spoken)) {
      pending = DENIAL;
      add(markOf(DENIAL));
    } else if (DIRECTIONS.includes(spoken)) pending = `${surface.toLowerCase()}:`;
    else if (!STOPWORDS.includes(spoken)) {
      if (pending !== "") add(markOf(pending + key));
      pending = "";
      const number = hasDigit(key);
      add({ key, parts, needle: ` ${key} `, firm: number || kind !== "word" || hasInnerCapital(surface), mark: false, number });
    }
  });
  return [...words.values()];
}

function markOf(key: string): Word {
  return { key, parts: [], needle: ` ${key} `, firm: true, mark: true, number: false };
}

/** No token contains an apostrophe. */
function spellOutDenials(text: string): string {
  if (!text.includes("'") && !text.includes("\u2019")) return text;
  return text.replaceAll("\u2019", "'").replaceAll("n't", " not ").replaceAll("N'T", " NOT ");
}

const DENIALS = " not never no nor neither none cannot without avoid avoids instead forbidden forbid don dont ";
const DIRECTIONS = " over than before after from ";
const STOPWORDS =
  " a about all also always am an and any are as at be been being both but by ca can could did do does doing done each either else etc ever every for get gets" +
  " had has have having he her here his how i if in into is it its itself just let lets like ll make may me might more most must my need of on once one or other our" +
  " out own per please re really s shall she should so some such t that the their them then there these they this those through to too up upon us ve very via was" +
  " we were what when where which while who whose why will with wo would yes you your ";

function hasDigit(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

function hasInnerCapital(surface: string): boolean {
  for (let i = 1; i < surface.length; i++) {
    const code = surface.charCodeAt(i);
    if (code >= 65 && code <= 90) return true;
  }
  return false;
}
