/** Signals and observations: raw notes, gone from here once promoted or discarded. */
import type { LoreRecord } from "../types.ts";
import { type Fields, noteOf, projectsOf, tagsOf, textOf, titledOr, whenOf } from "./fields.ts";
import type { Source } from "./source.ts";

function parseLine(fields: Fields, id: string): LoreRecord | null {
  const title = textOf(fields.title);
  const content = textOf(fields.content);
  const status = textOf(fields.status).toLowerCase();
  if ((content === "" && title === "") || (status !== "" && status !== "raw" && status !== "active")) return null;
  return {
    id,
    source: "inbox",
    kind: id.startsWith("sig-") ? "signal" : "observation",
    ...titledOr(title, content),
    notes: noteOf("from", fields.source),
    tags: tagsOf(fields.tags),
    entities: [],
    projects: projectsOf(fields.project),
    value: 0.3,
    ...whenOf(fields.timestamp),
  };
}

export const inbox: Source = { name: "inbox", parseLine };
