/** lore's stores of lines: which file holds what, and what a line becomes. Every field is kept as it is. */
import { evidence } from "../../sources/evidence.ts";
import { failures } from "../../sources/failures.ts";
import { type Fields, textOf, textsOf, whenOf } from "../../sources/fields.ts";
import { inbox } from "../../sources/inbox.ts";
import { journal } from "../../sources/journal.ts";
import { patterns } from "../../sources/patterns.ts";
import type { Source } from "../../sources/source.ts";
import { transfer } from "../../sources/transfer.ts";
import { idText } from "../../store/parse-line.ts";
import type { Writable } from "../../write/writable.ts";
import type { Foreign } from "../importer.ts";

export interface LineStore {
  readonly path: string;
  readonly source: Source;
  readonly kindOf: (fields: Fields) => Writable;
}

export const LINE_STORES: readonly LineStore[] = [
  { path: "journal/data/decisions.jsonl", source: journal, kindOf: () => "decision" },
  { path: "patterns/data/patterns.jsonl", source: patterns, kindOf: (fields) => (isAnti(fields) ? "anti-pattern" : "pattern") },
  { path: "failures/data/failures.jsonl", source: failures, kindOf: () => "failure" },
  { path: "inbox/data/observations.jsonl", source: inbox, kindOf: () => "observation" },
  { path: "inbox/data/signals.jsonl", source: inbox, kindOf: () => "signal" },
  { path: "evidence/data/evidence.jsonl", source: evidence, kindOf: () => "evidence" },
  { path: "transfer/data/handoffs.jsonl", source: transfer, kindOf: () => "handoff" },
];

function isAnti(fields: Fields): boolean {
  return textOf(fields.symptom) !== "" || textOf(fields.fix) !== "" || textOf(fields.kind ?? fields.type).startsWith("anti");
}

export interface Stored {
  readonly kind: Writable;
  readonly source: Source;
  readonly fields: Fields;
  readonly from: string;
}

/** Null: it says nothing. What the source would not show any more is retired. */
export function foreignOf({ kind, source, fields, from }: Stored): Foreign | null {
  const text = sayingOf(fields);
  if (text === "") return null;
  const id = idText(fields);
  const { id: _id, tags, project, ...kept } = fields;
  const isRetired = source.parseLine(fields, id ?? "") === null;
  return {
    kind,
    said: { text, tags: textsOf(tags) },
    at: whenOf(fields.timestamp, fields.created_at, fields.valid_at).at,
    project: textOf(project) || null,
    // A lore folder holds all of a person's projects; which one it is, the tags say.
    isOfNoProject: true,
    from,
    fields: kept,
    ...(id === null ? {} : { id }),
    ...(isRetired ? { isRetired } : {}),
  };
}

function sayingOf(fields: Fields): string {
  const { decision, name, error_message, content, message, summary, title, next_steps, open_threads, blockers, questions } = fields;
  const texts = [decision, name, error_message, content, message, summary, title].map(textOf);
  return texts.find((text) => text !== "") ?? [next_steps, open_threads, blockers, questions].flatMap(textsOf)[0] ?? "";
}
