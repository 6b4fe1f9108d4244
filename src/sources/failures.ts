/** Failures: what went wrong before, and the remedy where one was found. */
import type { LoreRecord } from "../types.ts";
import { bodyOf, type Fields, noteOf, projectsOf, tagsOf, textOf, textsOf, whenOf } from "./fields.ts";
import type { Source } from "./source.ts";

function parseLine(fields: Fields, id: string): LoreRecord | null {
  const message = textOf(fields.error_message);
  const status = textOf(fields.status).toLowerCase();
  if (message === "" || ["retracted", "superseded", "discarded"].includes(status)) return null;
  const type = textOf(fields.error_type);
  return {
    id,
    source: "failures",
    kind: "failure",
    title: type === "" || message.startsWith(`${type}:`) ? message : `${type}: ${message}`,
    body: bodyOf(["Fix", textOf(fields.fix)], ["Command", textOf(fields.command)]),
    notes: [...noteOf("tool", fields.tool), ...noteOf("step", fields.step)],
    tags: tagsOf(fields.tags),
    entities: textsOf(fields.entities),
    projects: projectsOf(fields.project),
    value: textOf(fields.fix) === "" ? 0.4 : 0.7,
    ...whenOf(fields.timestamp),
  };
}

export const failures: Source = { name: "failures", parseLine };
