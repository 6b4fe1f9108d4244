/** Which wanted keys a record holds, found in its texts. */
import { type OnToken, tokenize, tokenizeAround } from "../analyze/tokenize.ts";
import type { Hits, LoreRecord } from "../types.ts";
import { FIELD_CODES, fieldTexts, idKey } from "./record-text.ts";

/** Each with the best field it stands in; null when it holds none. Without a pattern every token is looked at. */
export function findHits(record: LoreRecord, columns: ReadonlyMap<string, number>, pattern: RegExp | null): Hits | null {
  let hits: Hits | null = null;
  let code = 0;
  const note = (key: string): void => {
    const column = columns.get(key);
    if (column === undefined) return;
    hits ??= new Uint8Array(columns.size);
    if (hits[column] === 0) hits[column] = code;
  };
  const onToken: OnToken = (key, _surface, _kind, parts) => {
    note(key);
    for (const part of parts) note(part);
  };
  for (const [field, text] of fieldTexts(record)) {
    code = field;
    if (code === FIELD_CODES.tags) note(idKey(record));
    if (pattern === null) tokenize(text, onToken);
    else tokenizeAround(text, pattern, onToken);
  }
  return hits;
}
