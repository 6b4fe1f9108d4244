/** `fail`: a failure, and what fixed it. */
import * as z from "zod/v4";
import { defineTool } from "../tool.ts";
import { COMMON, FORCE, Text, Texts, Written, writeRecord } from "../writing.ts";

const input = z.object({
  type: z.string().min(1).max(200).describe("What kind of error: TypeError, build, test, network, …"),
  message: Text.min(1).describe("What was printed, or what went wrong"),
  fix: Text.optional().describe("What fixed it: without it, the record helps little"),
  tool: z.string().max(200).optional().describe("The tool in which it happened: Bash, Edit, …"),
  command: Text.optional().describe("The command that failed"),
  entities: Texts.optional().describe("Files, functions, tables that it is about"),
  ...COMMON,
  ...FORCE,
});

export const fail = defineTool({
  name: "fail",
  title: "Record a failure",
  description:
    "Writes down a failure and its fix, so that it is shown when the same file, command or error comes up again. Use it after an error took more than one attempt, " +
    "or had a cause that its message did not tell. A failure that is known already is refused, with its id.",
  input,
  output: Written,
  readOnly: false,
  idempotent: false,
  run: ({ type, message, fix, tool, command, entities, ...common }, place) =>
    writeRecord(place, "failure", { text: message, type, fix, tool, command, entities }, common),
});
