/** Where wanted keys stand in a record's texts: what evidence is weighed by. */
import { isPlainText, tokenize, tokenizeNear } from "../analyze/tokenize.ts";
import type { Occurrences } from "../types.ts";
import { beginningsOf } from "./beginnings.ts";
import { fieldTexts, idKey } from "./record-text.ts";

/** Only tokens that could have one of these keys are looked at, so others may be told or not. */
export function occurrencesOf(keys: Iterable<string>): Occurrences {
  const beginnings = beginningsOf(keys);
  return {
    each: (record, tell) => {
      for (const [code, text] of fieldTexts(record)) {
        if (text === "") continue;
        const tellAt = (at: number, key: string, parts: readonly string[]): void => {
          tell(key, code, at, text.length);
          for (let i = 0; i < parts.length; i++) tell(parts[i] as string, code, at, text.length);
        };
        if (beginnings !== null && isPlainText(text)) tokenizeNear(text, beginnings, tellAt);
        else tokenizeAll(text, tellAt);
      }
    },
    idOf: idKey,
  };
}

function tokenizeAll(text: string, tellAt: (at: number, key: string, parts: readonly string[]) => void): void {
  let at = 0;
  tokenize(text, (key, surface, _kind, parts) => {
    tellAt(at, key, parts);
    at += surface.length + 1;
  });
}
