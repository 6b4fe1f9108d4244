/** The client's JSON: one object, the event's own name in it, or the client drops everything. Pure. */
import type { Selection } from "../types.ts";

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
export function renderAnswer(eventName: string, additionalContext: string, systemMessage?: string): string {
  if (eventName === "PreCompact") return additionalContext;
  return JSON.stringify({ systemMessage, hookSpecificOutput: { hookEventName: eventName, additionalContext } });
}

/** A line for the person alone, where they would see it pass: not beside each tool. */
export function renderNotice(eventName: string, selection: Selection | null): string | undefined {
  if (selection === null || (eventName !== "UserPromptSubmit" && eventName !== "SessionStart")) return undefined;
  const count = selection.items.length;
  return `lore: ${count} item${count === 1 ? "" : "s"}, ${selection.tokens} tokens`;
}

/** Units that the client's JSON takes beside the text itself, with room to spare. */
const ENVELOPE = 100;

/** Beyond 10,000 units the client shows the model a preview instead; we stay below by a margin. */
export const MAX_TEXT_UNITS = 9500 - ENVELOPE;

/** Units of a text inside the JSON, escapes counted. */
export function jsonUnits(text: string): number {
  return JSON.stringify(text).length - 2;
}
