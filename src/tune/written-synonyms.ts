/** The tables of synonyms as people write them: what a word stands for, in their spelling, so that a list can be written back. */
import { readFileSync } from "node:fs";
import { parse as parseYaml } from "yaml";
import { tokenize } from "../analyze/tokenize.ts";
import { fieldsOf, textsOf } from "../sources/fields.ts";
import type { WrittenGroup } from "./suggest-synonyms.ts";

/** Later files win, word by word. What cannot be read says nothing. */
export function readWrittenSynonyms(files: readonly string[]): ReadonlyMap<string, WrittenGroup> {
  const groups = new Map<string, WrittenGroup>();
  for (const file of files)
    for (const [word, terms] of Object.entries(readTable(file)))
      groups.set(keyOf(word), { word, terms: textsOf(terms).map((text) => ({ key: keyOf(text), text })) });
  return groups;
}

function readTable(file: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(fieldsOf(parseYaml(readFileSync(file, "utf8"), { logLevel: "error" })).synonyms);
  } catch {
    return {};
  }
}

/** As the tables are looked up. */
export function keyOf(word: string): string {
  const keys: string[] = [];
  tokenize(word, (key) => keys.push(key));
  return keys[0] ?? word;
}
