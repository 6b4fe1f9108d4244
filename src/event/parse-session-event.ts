/** The fields of the events around a prompt: sessions, compaction, subagents, tools. Not needed for a prompt itself. */
import type { OtherEvent } from "../types.ts";

export type SessionEvent =
  | { readonly name: "SessionStart"; readonly source: string }
  | { readonly name: "PreCompact" | "PostCompact" | "SessionEnd" }
  | { readonly name: "SubagentStart"; readonly agent: string; readonly type: string }
  | { readonly name: "InstructionsLoaded"; readonly file: string }
  | ToolEvent;

export interface ToolEvent {
  readonly name: "PreToolUse" | "PostToolUse" | "PostToolUseFailure";
  /** The subagent that uses it; null for the session itself. */
  readonly agent: string | null;
  /** The file that is read or edited. */
  readonly file: string | null;
  /** Whether it is changed. */
  readonly isEdit: boolean;
  readonly command: string | null;
  /** What went wrong, once it has. */
  readonly error: string | null;
  /** What a subagent is asked, when the tool is the one that starts it. */
  readonly task: { readonly type: string; readonly prompt: string } | null;
}

const TOOL_EVENTS = ["PreToolUse", "PostToolUse", "PostToolUseFailure"] as const;
/** Clients have called it both. */
const AGENT_TOOLS: readonly string[] = ["Agent", "Task"];
const READING: readonly string[] = ["Read", "NotebookRead"];
const EDITING: readonly string[] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/** Null for an event that nothing is done about. */
export function parseSessionEvent({ hookEventName: name, fields }: OtherEvent): SessionEvent | null {
  if (name === "SessionStart") return { name, source: textOf(fields.source) || "startup" };
  if (name === "PreCompact" || name === "PostCompact" || name === "SessionEnd") return { name };
  if (name === "SubagentStart") return { name, agent: textOf(fields.agent_id), type: textOf(fields.agent_type) };
  if (name === "InstructionsLoaded") return textOf(fields.file_path) === "" ? null : { name, file: textOf(fields.file_path) };
  const toolEvent = TOOL_EVENTS.find((each) => each === name);
  return toolEvent === undefined ? null : parseTool(toolEvent, fields);
}

function parseTool(name: ToolEvent["name"], fields: OtherEvent["fields"]): ToolEvent | null {
  const tool = textOf(fields.tool_name);
  const input = typeof fields.tool_input === "object" && fields.tool_input !== null ? (fields.tool_input as Record<string, unknown>) : {};
  const agent = textOf(fields.agent_id) || null;
  const error = name === "PostToolUseFailure" ? textOf(fields.error) || null : null;
  const isEdit = EDITING.includes(tool);
  const none = { name, agent, file: null, isEdit, command: null, error, task: null };
  if (AGENT_TOOLS.includes(tool)) return { ...none, task: { type: textOf(input.subagent_type), prompt: textOf(input.prompt) } };
  if (isEdit || READING.includes(tool)) return { ...none, file: textOf(input.file_path) || textOf(input.notebook_path) || null };
  if (tool === "Bash") return { ...none, command: textOf(input.command) || null };
  return null;
}

function textOf(value: unknown): string {
  return typeof value === "string" && !value.includes("\0") ? value : "";
}
