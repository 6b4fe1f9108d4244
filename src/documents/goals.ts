/** Goals: one YAML file each. Asked for only when a prompt speaks of goals, and at session start. */
import { bodyOf, type Fields, isFields, noteOf, projectsOf, tagsOf, textOf, textsOf, whenOf } from "../sources/fields.ts";
import type { LoreRecord } from "../types.ts";
import { type DocumentSource, fileStem, Gatherer } from "./document-source.ts";

const OPEN = ["active", "blocked", "draft"];
const PRIORITY: Readonly<Record<string, number>> = { critical: 1, high: 0.8, medium: 0.5, low: 0.2 };

function parseGoal(fields: Fields, id: string): LoreRecord | null {
  const name = textOf(fields.name);
  const status = textOf(fields.status).toLowerCase() || "active";
  if (name === "" || !OPEN.includes(status)) return null;
  const priority = textOf(fields.priority).toLowerCase();
  return {
    id,
    source: "goals",
    kind: "goal",
    title: name,
    body: bodyOf(["", textOf(fields.description)], ["Done when", textsOf(fields.success_criteria).join("; ")], ["Deadline", textOf(fields.deadline)]),
    notes: [status, ...noteOf("priority", priority)],
    tags: tagsOf(fields.tags),
    entities: [],
    projects: projectsOf(fields.projects, fields.project),
    value: status === "draft" ? 0.1 : (PRIORITY[priority] ?? 0.5),
    ...whenOf(fields.created_at),
  };
}

export const goals: DocumentSource = {
  name: "goals",
  parseDocuments(documents) {
    const gathered = new Gatherer();
    for (const { file, value } of documents) {
      if (isFields(value)) gathered.one(value, `goal-${fileStem(file)}`, parseGoal);
      else gathered.problem(file, "expected one goal with `id` and `name`");
    }
    return gathered;
  },
};
