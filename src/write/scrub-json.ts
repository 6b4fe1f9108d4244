/**
 * JSON text with its secrets replaced: only the strings that hold one are written anew, so that numbers, spaces, the order of
 * fields and those that a later one of the same name hides stay as they are. Pure.
 */
import { kindOfField } from "../privacy/find-assignments.ts";
import { isSuspect, type Scrubbed, type Secret, scrubField, scrubText } from "./scrub-text.ts";

/** A string of JSON text, where it stands there with its quotes. */
interface Literal {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The name of the field whose value it is. */
  readonly name: string | null;
}

/** Its texts, for whoever looks at many at once; null when it is no JSON. */
export interface JsonText {
  readonly source: string;
  readonly literals: readonly Literal[];
}

export function parseJsonText(source: string): JsonText | null {
  try {
    // A mark at the beginning is no JSON, and readers pass over it.
    JSON.parse(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source);
    return { source, literals: findLiterals(source) };
  } catch {
    return null;
  }
}

/** Whether a field is named like a secret and holds one; its text alone does not tell. */
export function hasNamedSecret({ literals }: JsonText): boolean {
  return literals.some(({ name, text }) => name !== null && kindOfField(name, text) !== null);
}

export function textsOfJson({ literals }: JsonText): string {
  return literals.map(({ text }) => text).join("\n");
}

export function scrubJson(json: JsonText): Scrubbed {
  if (!hasNamedSecret(json) && !isSuspect(textsOfJson(json))) return { text: json.source, secrets: [] };
  const secrets: Secret[] = [];
  let result = "";
  let kept = 0;
  for (const { start, end, text, name } of json.literals) {
    const scrubbed = name === null ? scrubText(text) : scrubField(name, text);
    if (scrubbed.secrets.length === 0) continue;
    secrets.push(...scrubbed.secrets.map((secret) => ({ ...secret, at: start })));
    result += json.source.slice(kept, start) + JSON.stringify(scrubbed.text);
    kept = end;
  }
  return { text: result + json.source.slice(kept), secrets };
}

/** Of text that is known to be JSON. */
function findLiterals(source: string): readonly Literal[] {
  const literals: Literal[] = [];
  for (let start = source.indexOf('"'); start >= 0; start = source.indexOf('"', literals.at(-1)?.end)) {
    const end = endOfLiteral(source, start);
    const inner = source.slice(start + 1, end - 1);
    const text = inner.includes("\\") ? (JSON.parse(`"${inner}"`) as string) : inner;
    literals.push({ start, end, text, name: nameBefore(source, start, literals.at(-1)) });
  }
  return literals;
}

function nameBefore(source: string, start: number, before: Literal | undefined): string | null {
  return before !== undefined && source.slice(before.end, start).trim() === ":" ? before.text : null;
}

function endOfLiteral(source: string, start: number): number {
  for (let quote = source.indexOf('"', start + 1); ; quote = source.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (source[quote - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0 || quote < 0) return quote + 1;
  }
}
