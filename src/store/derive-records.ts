/**
 * YAML and JSON documents, parsed once into records and kept as JSONL in the cache, so that the YAML
 * parser stays off the hot path. Off the hot path itself.
 */
import { parse as parseYaml } from "yaml";
import { documentSource } from "../documents/all-documents.ts";
import type { StoreDocument } from "../documents/document-source.ts";
import type { LoreRecord, Problem, SourceName } from "../types.ts";
import { readBounded } from "./read-bounded.ts";

/** Nobody writes a larger YAML file by hand, and parsing one would outlast any deadline. */
const MAX_YAML_BYTES = 4 * 1024 * 1024;
const MAX_JSON_BYTES = 16 * 1024 * 1024;

export interface Derived {
  readonly records: readonly LoreRecord[];
  readonly problems: readonly Problem[];
}

export function deriveRecords(source: SourceName, paths: readonly string[]): Derived {
  const problems: Problem[] = [];
  const documents: StoreDocument[] = [];
  for (const path of paths) {
    const read = readDocument(path);
    if ("problem" in read) problems.push(read.problem);
    else documents.push(read);
  }
  const parsed = documentSource(source).parseDocuments(documents);
  return { records: parsed.records, problems: [...problems, ...parsed.problems] };
}

function readDocument(path: string): StoreDocument | { readonly problem: Problem } {
  const isJson = path.endsWith(".json");
  try {
    const text = readBounded(path, isJson ? MAX_JSON_BYTES : MAX_YAML_BYTES).replace(/^\ufeff/, "");
    return { file: path, value: isJson ? JSON.parse(text) : parseYaml(text, { logLevel: "error" }) };
  } catch (error) {
    return { problem: { where: `${path}${yamlLine(error)}`, what: firstLine((error as Error).message), hint: "this file is skipped; the rest is used" } };
  }
}

function yamlLine(error: unknown): string {
  const position = (error as { linePos?: readonly { readonly line: number }[] }).linePos?.[0];
  return position ? `:${position.line}` : "";
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}
