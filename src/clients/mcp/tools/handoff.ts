/** `handoff`: where the work stands, for the next session. */
import * as z from "zod/v4";
import { defineTool } from "../tool.ts";
import { COMMON, Text, Texts, Written, writeRecord } from "../writing.ts";

const input = z.object({
  message: Text.min(1).describe("Where the work stands: what is done, what is half done"),
  next: Texts.optional().describe("What to do next, in order"),
  blockers: Texts.optional().describe("What is in the way"),
  questions: Texts.optional().describe("What the person has to answer"),
  files: Texts.optional().describe("Files that are being worked on, from the project's root"),
  ...COMMON,
});

export const handoff = defineTool({
  name: "handoff",
  title: "Hand over",
  description:
    "Writes down where the work stands, so that the next session begins with it. Use it at the end of a session or before a long pause: " +
    "what is done, what is next, what is in the way.",
  input,
  output: Written,
  readOnly: false,
  idempotent: false,
  run: ({ message, next, blockers, questions, files, ...common }, place) =>
    writeRecord(place, "handoff", { text: message, next, blockers, questions, files }, common),
});
