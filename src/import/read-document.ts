/** One YAML or JSON document of somebody else, as plain JSON. */
import { parse as parseYaml } from "yaml";
import type { ImportReport } from "./importer.ts";
import { readTextFile } from "./read-text.ts";

export interface ReadDocument {
  readonly value: unknown;
  readonly bytes: number;
}

/** Null when there is a problem, which is reported. */
export function readDocument(file: string, report: ImportReport): ReadDocument | null {
  const read = readTextFile(file, report);
  if (read === null) return null;
  try {
    return { value: file.endsWith(".json") ? JSON.parse(read.text) : parseYamlText(read.text), bytes: read.bytes };
  } catch (error) {
    const [what = ""] = (error as Error).message.split("\n");
    report.problem({ where: `${file}${lineOf(error)}`, what, hint: "this file is skipped; the rest is imported" });
    return null;
  }
}

/** A header of 4 MB took twenty seconds. */
const MAX_HEADER = 64 * 1024;

/** What stands between the first two lines of dashes. Throws. */
export function parseHeader(header: string): unknown {
  if (header.length > MAX_HEADER) throw new Error(`it has more than ${MAX_HEADER} characters`);
  return parseYamlText(header);
}

/** Throws. Through JSON, as an anchor of YAML may lead back to itself. */
function parseYamlText(text: string): unknown {
  const value: unknown = parseYaml(text, { logLevel: "error" });
  return value === undefined || value === null ? null : JSON.parse(JSON.stringify(value));
}

function lineOf(error: unknown): string {
  const position = (error as { linePos?: readonly { readonly line: number }[] }).linePos?.[0];
  return position ? `:${position.line}` : "";
}
