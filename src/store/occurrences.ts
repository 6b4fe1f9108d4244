/** Where wanted keys stand in a record's texts: what evidence is weighed by. */
import { isPlainText, needleOf, type OnToken, tokenize, tokenizeNear } from "../analyze/tokenize.ts";
import type { LoreRecord, Occurrences, TellOccurrence } from "../types.ts";
import { fieldTexts, idKey } from "./record-text.ts";

/** Only tokens that could have one of these keys are looked at, so others may be told or not. */
export function occurrencesOf(keys: Iterable<string>): Occurrences {
  const all = [...keys].map(needleOf);
  const needles = [...new Set(all.filter((needle) => needle !== null))];
  const isSearchable = needles.length > 0 && !all.includes(null);
  return {
    each: (record, tell) => {
      for (const [code, text] of fieldTexts(record)) {
        if (text === "") continue;
        if (isSearchable && isPlainText(text)) tokenizeNear(text, needles, (at, ...token) => tellToken(token, code, at, text.length, tell));
        else tellAll(text, code, tell);
      }
    },
    idOf: (record: LoreRecord) => idKey(record),
  };
}

function tellAll(text: string, code: number, tell: TellOccurrence): void {
  let at = 0;
  tokenize(text, (...token) => {
    tellToken(token, code, at, text.length, tell);
    at += token[1].length + 1;
  });
}

function tellToken([key, , , parts]: Parameters<OnToken>, code: number, at: number, length: number, tell: TellOccurrence): void {
  tell(key, code, at, length);
  for (const part of parts) tell(part, code, at, length);
}
