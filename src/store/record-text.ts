/** Which texts of a record count as which field, for the scan and the index alike, and the projects that it names. */
import { recordIdKey } from "../analyze/tokenize.ts";
import { textsOf } from "../sources/fields.ts";
import type { Field, LoreRecord } from "../types.ts";
import type { JsonObject } from "./parse-line.ts";

/** The codes of fields, better ones larger; 0 is for a key that a record does not hold. */
export const FIELD_CODES: Readonly<Record<Field, number>> = { body: 1, tags: 2, title: 3 };

/** From the best field to the least, each as one text: joined by what no token contains. */
export function fieldTexts({ title, untitled, tags, entities, projects, body }: LoreRecord): readonly (readonly [code: number, text: string])[] {
  const labels = tags.concat(entities, projects).join("\n");
  const text = body.map((line) => line[1]).join("\n");
  if (untitled)
    return [
      [FIELD_CODES.tags, labels],
      [FIELD_CODES.body, text === "" ? title : `${title}\n${text}`],
    ];
  return [
    [FIELD_CODES.title, title],
    [FIELD_CODES.tags, labels],
    [FIELD_CODES.body, text],
  ];
}

/** A record is found by its own id as by a tag. */
export function idKey({ id }: LoreRecord): string {
  return recordIdKey(id);
}

/** No project has a longer name. */
const MAX_NAME = 200;

/** Project names in lower case, from the fields that name nothing else. Whether the line is retired does not matter. */
export function namedProjects(value: JsonObject): readonly string[] {
  if (value.project === undefined && value.projects === undefined) return [];
  return [...textsOf(value.project), ...textsOf(value.projects)].filter(({ length }) => length <= MAX_NAME).map((name) => name.toLowerCase());
}
