/** Patterns and anti-patterns: lore's YAML database and JSONL of the same fields. */
import type { LoreRecord } from "../types.ts";
import { bodyOf, type Fields, fieldsOf, noteOf, numberOf, projectsOf, tagsOf, textOf, textsOf, whenOf } from "./fields.ts";
import type { Source } from "./source.ts";

function parseLine(fields: Fields, id: string): LoreRecord | null {
  const isAnti = textOf(fields.symptom) !== "" || textOf(fields.fix) !== "" || textOf(fields.kind ?? fields.type).startsWith("anti");
  return isAnti ? parseAntiPattern(fields, id) : parsePattern(fields, id);
}

const DEPRECATED = "[deprecated]";

function isRetired(fields: Fields, name: string): boolean {
  const status = textOf(fields.status).toLowerCase();
  return (name.startsWith("[") && name.toLowerCase().startsWith(DEPRECATED)) || numberOf(fields.confidence) === 0 || (status !== "" && status !== "active");
}

export function parsePattern(fields: Fields, id: string): LoreRecord | null {
  const name = textOf(fields.name) || textOf(fields.title);
  if (name === "" || isRetired(fields, name)) return null;
  return {
    ...common(fields, id, name),
    kind: "pattern",
    body: bodyOf(
      ["Context", textOf(fields.context)],
      ["Problem", textOf(fields.problem)],
      ["Solution", textOf(fields.solution)],
      ...exampleLines(fields.examples),
    ),
    notes: noteOf("confidence", fields.confidence),
    value: worthOf(fields),
  };
}

export function parseAntiPattern(fields: Fields, id: string): LoreRecord | null {
  const name = textOf(fields.name) || textOf(fields.title);
  if (name === "" || isRetired(fields, name)) return null;
  return {
    ...common(fields, id, name),
    kind: "anti-pattern",
    body: bodyOf(["Symptom", textOf(fields.symptom)], ["Risk", textOf(fields.risk)], ["Fix", textOf(fields.fix)]),
    notes: noteOf("severity", fields.severity),
    value: 0.5,
  };
}

function common(fields: Fields, id: string, name: string) {
  return {
    id,
    source: "patterns" as const,
    title: name,
    tags: [...new Set([...tagsOf(fields.tags), ...textsOf(fields.category)])].filter((tag) => tag !== "general"),
    entities: textsOf(fields.entities),
    projects: projectsOf(fields.project, fields.projects),
    ...whenOf(fields.created_at, fields.timestamp),
  };
}

function exampleLines(examples: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(examples)) return [];
  return examples.flatMap((example) =>
    Object.entries(fieldsOf(example)).map(([label, text]) => [label === "bad" ? "Bad" : label === "good" ? "Good" : "Example", textOf(text)] as const),
  );
}

/** Confidence, raised by each time the pattern proved itself. */
function worthOf(fields: Fields): number {
  const confidence = numberOf(fields.confidence) ?? 0.5;
  const validations = Math.max(0, numberOf(fields.validations) ?? 0);
  return Math.min(1, Math.max(0, confidence) * (1 + Math.log1p(validations) / 4));
}

export const patterns: Source = { name: "patterns", parseLine };
