/** `hook_prompt`: the hook's own answer, from a process that runs already. For the client's hooks, not for models. */
import * as z from "zod/v4";
import { parseEvent } from "../../../event/parse-event.ts";
import { Refusal } from "../../../refusal.ts";
import { defineTool } from "../tool.ts";

/** Clients fill in what they do not know with an empty text. */
const Given = z.string().optional();
const input = z.object({
  prompt: z.string().describe("What the person asked"),
  session_id: Given.describe("The session, which remembers what it was shown"),
  cwd: Given.describe("The folder in which the client works"),
  transcript_path: Given.describe("The client's own record of the session"),
  agent_id: Given.describe("The subagent that is spoken to"),
  hook_event_name: Given.describe("UserPromptSubmit unless said otherwise"),
});

/** An object that asks for nothing: an empty text is no JSON, and the client would report it. */
const SILENCE = "{}";

export const hookPrompt = defineTool({
  name: "hook_prompt",
  title: "Answer a client's hook",
  description: "Called by the client's own prompt hook, never by a model: gives the JSON that the hook would print for this prompt. Use context instead.",
  input,
  // A session remembers what it was shown.
  readOnly: false,
  idempotent: false,
  namesFolder: true,
  otherwise: SILENCE,
  run(given, place) {
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
    const parsed = parseEvent(JSON.stringify({ hook_event_name: "UserPromptSubmit", cwd: place.cwd, prompt: "", ...fields }));
    if (!parsed.ok) throw new Refusal(`that is no event: ${parsed.reason}`);
    if (parsed.event.name === "UserPromptSubmit") place.noteAsked(parsed.event.prompt);
    return { text: place.core.answer(parsed.event) || SILENCE };
  },
});
