/** A table of synonyms: YAML text becomes keys and terms in the tokenizer's form. Off the hot path. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { tokenize } from "../analyze/tokenize.ts";
import type { Problem } from "../types.ts";

export interface ParsedSynonyms {
  readonly synonyms: ReadonlyMap<string, readonly string[]>;
  readonly problems: readonly Problem[];
}

/** Each is looked up on every prompt that has the word. */
const MAX_SYNONYMS = 32;

export function parseSynonyms(text: string, file: string): ParsedSynonyms {
  const lines = new LineCounter();
  const problems: Problem[] = [];
  const synonyms = new Map<string, readonly string[]>();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  for (const error of document.errors) {
    problems.push({ where: `${file}:${lines.linePos(error.pos[0]).line}`, what: `broken YAML: ${error.message}` });
  }
  const table = isMap(document.contents) ? document.contents.get("synonyms", true) : null;
  if (!isMap(table)) {
    if (document.contents !== null) problems.push({ where: file, what: "expected a map `synonyms:`", hint: "synonyms:\n  deploy: [ci, pipeline]" });
    return { synonyms, problems };
  }
  for (const { key, value } of table.items) {
    const word = isScalar(key) ? keyOf(String(key.value)) : null;
    const terms = termsOf(value);
    const node = key as Node;
    const place = node.range ? `${file}:${lines.linePos(node.range[0]).line}` : file;
    if (word === null) problems.push({ where: place, what: "a key must be one word" });
    else if (terms === null) problems.push({ where: place, what: `"${word}" must have a list of words`, hint: "deploy: [ci, pipeline]" });
    else {
      // Two words of one key ("route", "routing") make one group.
      const all = [...new Set([...(synonyms.get(word) ?? []), ...terms])].filter((term) => term !== word);
      if (all.length > MAX_SYNONYMS) problems.push({ where: place, what: `"${word}" has ${all.length} synonyms, the first ${MAX_SYNONYMS} are used` });
      synonyms.set(word, all.slice(0, MAX_SYNONYMS));
    }
  }
  return { synonyms, problems };
}

function termsOf(value: unknown): readonly string[] | null {
  const items = isSeq(value) ? value.items : isScalar(value) && value.value !== null ? [value] : isScalar(value) || value === null ? [] : null;
  if (items === null) return null;
  const terms = items.map((item) => (isScalar(item) ? keyOf(String(item.value)) : null));
  return terms.every((term) => term !== null) ? terms : null;
}

/** The key of a single token, as records will emit it. */
function keyOf(word: string): string | null {
  const keys: string[] = [];
  tokenize(word, (key) => keys.push(key));
  return keys.length === 1 ? (keys[0] ?? null) : null;
}
