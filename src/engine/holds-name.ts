/** Whether a record speaks of a name as a whole: who asks for `session_id` does not mean every session. Pure. */
import { tokenize } from "../analyze/tokenize.ts";
import { fieldTexts } from "../store/record-text.ts";
import type { LoreRecord } from "../types.ts";

export interface AskedName {
  readonly key: string;
  readonly parts: readonly string[];
}

/** Null when the text is not a single name made of several words. */
export function nameIn(text: string): AskedName | null {
  const names: AskedName[] = [];
  tokenize(text, (key, _surface, _kind, parts) => names.push({ key, parts }));
  const [name] = names;
  return name !== undefined && names.length === 1 && name.parts.length > 1 ? name : null;
}

/** Written in one way or another, or at least with all of its words. */
export function holdsName(record: LoreRecord, { key, parts }: AskedName): boolean {
  const missing = new Set(parts);
  let isThere = false;
  for (const [, text] of fieldTexts(record)) {
    tokenize(text, (other, _surface, _kind, otherParts) => {
      if (other === key) isThere = true;
      missing.delete(other);
      for (const part of otherParts) missing.delete(part);
    });
    if (isThere || missing.size === 0) return true;
  }
  return false;
}
