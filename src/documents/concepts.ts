/** Concepts: the words a person's projects use in a meaning of their own. */
import { bodyOf, type Fields, fieldsOf, projectsOf, tagsOf, textOf, textsOf, whenOf } from "../sources/fields.ts";
import type { LoreRecord } from "../types.ts";
import { type DocumentSource, Gatherer } from "./document-source.ts";

function parseConcept(fields: Fields, id: string): LoreRecord | null {
  const name = textOf(fields.name);
  const definition = textOf(fields.definition);
  const status = textOf(fields.status).toLowerCase();
  if (name === "" || definition === "" || (status !== "" && status !== "active")) return null;
  return {
    id,
    source: "concepts",
    kind: "concept",
    title: name,
    body: bodyOf(["", definition], ["Grounded by", textsOf(fields.grounded_by).join(", ")]),
    notes: [],
    tags: tagsOf(fields.tags),
    entities: [],
    projects: projectsOf(fields.project),
    value: 0.5,
    ...whenOf(fields.created_at, fields.timestamp),
  };
}

export const concepts: DocumentSource = {
  name: "concepts",
  parseDocuments(documents) {
    const gathered = new Gatherer();
    for (const { file, value } of documents) gathered.list(file, "`concepts`", fieldsOf(value).concepts, "con", parseConcept);
    return gathered;
  },
};
