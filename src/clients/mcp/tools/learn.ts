/** `learn`: a pattern that works, or one to avoid. */
import * as z from "zod/v4";
import { defineTool } from "../tool.ts";
import { COMMON, FORCE, Text, Texts, Written, writeRecord } from "../writing.ts";

const input = z.object({
  name: Text.min(1).describe("The pattern's name, as one would look for it"),
  anti: z.boolean().default(false).describe("A pattern to avoid"),
  context: Text.optional().describe("Where it applies"),
  problem: Text.optional().describe("What it solves; of a pattern to avoid, how one notices it"),
  solution: Text.optional().describe("What to do; of a pattern to avoid, what to do instead"),
  confidence: z.number().min(0).max(1).optional().describe("How sure it is, 0 to 1; 0.5 by default"),
  risk: Text.optional().describe("Of a pattern to avoid: what it costs"),
  severity: z.string().max(50).optional().describe("Of a pattern to avoid: low, medium, high"),
  entities: Texts.optional().describe("Files, functions, tables that it is about"),
  ...COMMON,
  ...FORCE,
});

export const learn = defineTool({
  name: "learn",
  title: "Learn a pattern",
  description:
    "Writes down a pattern: a way of doing things that proved itself here, or one to avoid (anti: true). Use it when something worked and will be needed again, " +
    "or when the same mistake was made twice. A pattern of that name is refused, with its id.",
  input,
  output: Written,
  readOnly: false,
  idempotent: false,
  run: ({ name, anti, context, problem, solution, confidence, risk, severity, entities, ...common }, place) =>
    writeRecord(place, anti ? "anti-pattern" : "pattern", { text: name, context, problem, solution, confidence, risk, severity, entities }, common),
});
