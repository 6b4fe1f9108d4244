/** How tokens with the wanted keys begin. */
import { beginningOf } from "../analyze/tokenize.ts";

/** Null where one of them cannot be told from its beginning, or there are none: then every token is looked at. */
export function beginningsOf(keys: Iterable<string>): readonly string[] | null {
  const beginnings: string[] = [];
  for (const key of keys) {
    const beginning = beginningOf(key);
    if (beginning === null) return null;
    if (!beginnings.includes(beginning)) beginnings.push(beginning);
  }
  return beginnings.length === 0 ? null : beginnings;
}
