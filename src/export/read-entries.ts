/** The entries of a YAML or JSON document as they are stored, with the ids by which they are known. */
import { parse as parseYaml } from "yaml";
import { fileStem } from "../documents/document-source.ts";
import { type Fields, fieldsOf, isFields } from "../sources/fields.ts";
import { idText } from "../store/parse-line.ts";
import { readBounded } from "../store/read-bounded.ts";
import type { Problem, SourceName } from "../types.ts";

interface Entry {
  readonly source: SourceName;
  readonly fields: Fields;
}

/** As large as readers take them. */
const MAX_BYTES = 16 * 1024 * 1024;

/** None for a JSONL store, and none for the registry, whose files are parts of records. */
export function readEntries(source: SourceName, path: string, problems: Problem[]): readonly Entry[] {
  if (source === "registry" || /\.(?:jsonl|ndjson)$/.test(path)) return [];
  try {
    const text = readBounded(path, MAX_BYTES).replace(/^\ufeff/, "");
    const value: unknown = path.endsWith(".json") ? JSON.parse(text) : parseYaml(text, { logLevel: "error" });
    return entriesOf(source, path, value).map((fields) => ({ source, fields }));
  } catch (error) {
    const [what = ""] = (error as Error).message.split("\n");
    problems.push({ where: path, what, hint: "this file is left out; the rest is exported" });
    return [];
  }
}

function entriesOf(source: SourceName, path: string, value: unknown): readonly Fields[] {
  const document = fieldsOf(value);
  switch (source) {
    case "patterns":
      return [...listOf(document.patterns, "pat"), ...listOf(document.anti_patterns, "anti").map((entry) => ({ kind: "anti-pattern", ...entry }))];
    case "concepts":
      return listOf(document.concepts, "con");
    case "goals":
      return isFields(value) ? [withId(value, `goal-${fileStem(path)}`)] : [];
    case "transfer":
      return isFields(value) ? [withId(value, fileStem(path))] : [];
    default:
      return listOf(value, source);
  }
}

/** Entries without an id are known by their place. */
function listOf(value: unknown, prefix: string): readonly Fields[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown, index) => (isFields(entry) ? [withId(entry, `${prefix}-${index + 1}`)] : []));
}

function withId(fields: Fields, id: string): Fields {
  return { ...fields, id: idText(fields) ?? id };
}
