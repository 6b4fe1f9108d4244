/** `remember`: a decision, with its reasons. */
import * as z from "zod/v4";
import { defineTool } from "../tool.ts";
import { COMMON, FORCE, Text, Texts, Written, writeRecord } from "../writing.ts";

const input = z.object({
  decision: Text.min(1).describe("What was decided, as one statement"),
  rationale: Text.optional().describe("Why, in a sentence or two"),
  alternatives: Texts.optional().describe("What was considered and left"),
  type: z.string().max(100).optional().describe("architecture, implementation, process, …"),
  entities: Texts.optional().describe("Files, functions, tables that it is about"),
  ...COMMON,
  ...FORCE,
});

export const remember = defineTool({
  name: "remember",
  title: "Remember a decision",
  description:
    "Writes down a decision so that later sessions know it: what was chosen, why, and what was left. Use it when you and the person have settled something that " +
    "code alone will not tell. A decision that is written down already is refused, with its id.",
  input,
  output: Written,
  readOnly: false,
  idempotent: false,
  run: ({ decision, rationale, alternatives, type, entities, ...common }, place) =>
    writeRecord(place, "decision", { text: decision, rationale, alternatives, type, entities }, common),
});
