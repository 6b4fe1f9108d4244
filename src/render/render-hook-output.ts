/** The client's JSON: one object, the event's own name in it, or the client drops everything. Pure. */

/** Events that something is done about; the others cost nothing but Node's start. */
export const ANSWERED: readonly string[] = [
  "UserPromptSubmit",
  "SessionStart",
  "SubagentStart",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "InstructionsLoaded",
];

/** What is printed on PreCompact the client takes as it is, and its JSON for an error. */
export function renderAnswer(eventName: string, additionalContext: string): string {
  return eventName === "PreCompact" ? additionalContext : JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext } });
}

/** Units that the client's JSON takes beside the text itself, with room to spare. */
const ENVELOPE = 100;

/** Beyond 10,000 units the client shows the model a preview instead; we stay below by a margin. */
export const MAX_TEXT_UNITS = 9500 - ENVELOPE;

/** Units of a text inside the JSON, escapes counted. */
export function jsonUnits(text: string): number {
  return JSON.stringify(text).length - 2;
}
