/** Which wanted keys a record holds, found in its texts. */
import { isPlainText, tokenize, tokenizeAround, tokenizeNear } from "../analyze/tokenize.ts";
import type { Hits, LoreRecord } from "../types.ts";
import type { Prefilter } from "./prefilter.ts";
import { FIELD_CODES, fieldTexts, idKey } from "./record-text.ts";

/** Each with the best field it stands in; null when it holds none. Without a pattern or beginnings every token is looked at. */
export function findHits(record: LoreRecord, columns: ReadonlyMap<string, number>, wanted: Prefilter["texts"]): Hits | null {
  let hits: Hits | null = null;
  let code = 0;
  const note = (key: string): void => {
    const column = columns.get(key);
    if (column === undefined) return;
    hits ??= new Uint8Array(columns.size);
    if (hits[column] === 0) hits[column] = code;
  };
  const noteAll = (key: string, parts: readonly string[]): void => {
    note(key);
    for (const part of parts) note(part);
  };
  for (const [field, text] of fieldTexts(record)) {
    code = field;
    if (code === FIELD_CODES.tags) note(idKey(record));
    if (wanted instanceof RegExp) tokenizeAround(text, wanted, (key, _surface, _kind, parts) => noteAll(key, parts));
    else if (wanted !== null && isPlainText(text)) tokenizeNear(text, wanted, (_at, key, parts) => noteAll(key, parts));
    else tokenize(text, (key, _surface, _kind, parts) => noteAll(key, parts));
  }
  return hits;
}
