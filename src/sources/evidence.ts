/** Evidence: findings with a degree of confirmation. */
import type { LoreRecord } from "../types.ts";
import { type Fields, noteOf, projectsOf, tagsOf, textOf, titledOr, whenOf } from "./fields.ts";
import type { Source } from "./source.ts";

function parseLine(fields: Fields, id: string): LoreRecord | null {
  const content = textOf(fields.content);
  const confidence = textOf(fields.confidence).toLowerCase();
  const status = textOf(fields.status).toLowerCase();
  if (content === "" || confidence === "superseded" || ["superseded", "retracted", "discarded"].includes(status)) return null;
  return {
    id,
    source: "evidence",
    kind: "evidence",
    ...titledOr(textOf(fields.title), content),
    notes: [...noteOf("", confidence), ...noteOf("from", fields.source)],
    tags: tagsOf(fields.tags),
    entities: [],
    projects: projectsOf(fields.project),
    value: confidence === "confirmed" ? 0.8 : 0.4,
    ...whenOf(fields.timestamp),
  };
}

export const evidence: Source = { name: "evidence", parseLine };
