/** Decisions of the journal. The last line of an id has been chosen before it comes here. */
import type { LoreRecord } from "../types.ts";
import { bodyOf, type Fields, noteOf, projectsOf, tagsOf, textOf, textsOf, whenOf } from "./fields.ts";
import type { Source } from "./source.ts";

function parseLine(fields: Fields, id: string): LoreRecord | null {
  const decision = textOf(fields.decision) || textOf(fields.title);
  if (decision === "" || isRetired(fields)) return null;
  const title = textOf(fields.title) || decision;
  return {
    id,
    source: "journal",
    kind: "decision",
    title,
    body: bodyOf(
      ["", title === decision ? "" : decision],
      ["Why", textOf(fields.rationale)],
      ["Instead of", textsOf(fields.alternatives).join("; ")],
      ["Lesson", textOf(fields.lesson_learned)],
      ["Files", textsOf(fields.entities).join(", ")],
    ),
    notes: outcomeNote(fields),
    tags: tagsOf(fields.tags),
    entities: textsOf(fields.entities),
    projects: projectsOf(fields.project),
    value: 0.5,
    ...whenOf(fields.timestamp, fields.valid_at),
  };
}

const SUPERSEDED = /\b(?:superseded by|corrected in) dec-[0-9a-f]/i;

/** `status` where it exists; before it did, an outcome "revised" or the text itself said so. */
function isRetired(fields: Fields): boolean {
  const status = textOf(fields.status).toLowerCase();
  if (status !== "") return status !== "active";
  if (textOf(fields.superseded_by) !== "" || textOf(fields.outcome).toLowerCase() === "revised") return true;
  return [fields.decision, fields.title, fields.rationale, fields.lesson_learned].some((field) => {
    const text = textOf(field);
    return text.includes("dec-") && SUPERSEDED.test(text);
  });
}

/** "pending" is what every decision starts with, so it tells nothing. */
function outcomeNote(fields: Fields): readonly string[] {
  const outcome = textOf(fields.outcome);
  return outcome === "pending" ? [] : noteOf("", outcome);
}

export const journal: Source = { name: "journal", parseLine };
