/** The client's payloads around a prompt, as it sends them, and that no other payload throws. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEvent } from "../../../src/event/parse-event.ts";
import { parseSessionEvent, type SessionEvent } from "../../../src/event/parse-session-event.ts";

const BASE = { session_id: "0b6c1e9a-50d2-4f0d-8a53-9a2f6a1f77c4", transcript_path: "/h/t.jsonl", cwd: "/w" };
const TOOL = { permission_mode: "default", effort: { level: "high" }, tool_use_id: "toolu_1" };
const SUBAGENT = { agent_id: "a2cfdb71050e43cb5", agent_type: "general-purpose" };
const NOTHING = { agent: null, file: null, isEdit: false, command: null, error: null, task: null };

/** As it comes in: through the JSON that the hook reads. */
function parse(hook_event_name: string, fields: object): SessionEvent | null {
  const parsed = parseEvent(JSON.stringify({ ...BASE, hook_event_name, ...fields }));
  if (!parsed.ok || parsed.event.name !== "other") throw new Error("not such an event");
  return parseSessionEvent(parsed.event);
}

const tool = (tool_name: string, tool_input: unknown, more: object = {}): object => ({ ...TOOL, tool_name, tool_input, ...more });

describe("parseSessionEvent", () => {
  it.each<[string, object, SessionEvent]>([
    ["SessionStart", { source: "startup", model: "m" }, { name: "SessionStart", source: "startup" }],
    ["SessionStart", { source: "resume" }, { name: "SessionStart", source: "resume" }],
    ["SessionStart", { source: "clear" }, { name: "SessionStart", source: "clear" }],
    ["SessionStart", { source: "compact", model: "m" }, { name: "SessionStart", source: "compact" }],
    ["SessionStart", {}, { name: "SessionStart", source: "startup" }],
    ["PreCompact", { trigger: "auto", custom_instructions: null }, { name: "PreCompact" }],
    ["PostCompact", { trigger: "manual", compact_summary: "s" }, { name: "PostCompact" }],
    ["SessionEnd", { reason: "clear" }, { name: "SessionEnd" }],
    ["SubagentStart", SUBAGENT, { name: "SubagentStart", agent: "a2cfdb71050e43cb5", type: "general-purpose" }],
    ["SubagentStart", { agent_id: "a3", agent_type: "" }, { name: "SubagentStart", agent: "a3", type: "" }],
    ["SubagentStart", {}, { name: "SubagentStart", agent: "", type: "" }],
    [
      "InstructionsLoaded",
      { file_path: "/w/CLAUDE.md", memory_type: "Project", load_reason: "session_start" },
      { name: "InstructionsLoaded", file: "/w/CLAUDE.md" },
    ],
  ])("%s %j", (name, fields, expected) => {
    expect(parse(name, fields)).toEqual(expected);
  });

  it.each<[string, object, object]>([
    ["PreToolUse", tool("Read", { file_path: "/w/a.ts" }), { file: "/w/a.ts" }],
    ["PreToolUse", tool("Edit", { file_path: "/w/a.ts", old_string: "a", new_string: "b" }), { file: "/w/a.ts", isEdit: true }],
    ["PreToolUse", tool("Write", { file_path: "/w/a.ts", content: "x" }), { file: "/w/a.ts", isEdit: true }],
    ["PreToolUse", tool("NotebookEdit", { notebook_path: "/w/a.ipynb", new_source: "x" }), { file: "/w/a.ipynb", isEdit: true }],
    ["PreToolUse", tool("Bash", { command: "npm test", description: "d" }), { command: "npm test" }],
    ["PreToolUse", tool("Bash", { command: "npm test" }, SUBAGENT), { command: "npm test", agent: "a2cfdb71050e43cb5" }],
    ["PreToolUse", tool("Agent", { description: "d", prompt: "look", subagent_type: "Explore" }), { task: { type: "Explore", prompt: "look" } }],
    ["PreToolUse", tool("Task", { prompt: "look" }), { task: { type: "", prompt: "look" } }],
    ["PostToolUse", tool("Read", { file_path: "/w/a.ts" }, { tool_response: { type: "text" } }), { file: "/w/a.ts" }],
    ["PostToolUse", tool("Bash", { command: "false" }, { error: "not of this event" }), { command: "false" }],
    ["PostToolUseFailure", tool("Bash", { command: "false" }, { error: "Exit code 1", is_interrupt: false }), { command: "false", error: "Exit code 1" }],
    ["PostToolUseFailure", tool("Read", { file_path: "/w/none" }, { error: "File does not exist." }), { file: "/w/none", error: "File does not exist." }],
    ["PostToolUseFailure", tool("Bash", { command: "x" }, { error: { message: "m" } }), { command: "x" }],
    ["PreToolUse", tool("Read", {}), {}],
    ["PreToolUse", tool("Read", null), {}],
    ["PreToolUse", tool("Read", { file_path: "/w/a\0b" }), {}],
    ["PreToolUse", tool("Bash", { command: ["npm"] }), {}],
  ])("%s %j", (name, fields, expected) => {
    expect(parse(name, fields)).toEqual({ name, ...NOTHING, ...expected });
  });

  it.each([
    ["PreToolUse", tool("TaskCreate", { subject: "t", description: "d" })],
    ["PreToolUse", tool("WebFetch", { url: "https://example.org", prompt: "p" })],
    ["PreToolUse", tool("read", { file_path: "/w/a" })],
    ["PreToolUse", { tool_name: 7 }],
    ["InstructionsLoaded", {}],
    ["InstructionsLoaded", { file_path: "/w/\0" }],
    ["SubagentStop", SUBAGENT],
    ["PostToolBatch", { tool_calls: [] }],
    ["Stop", { stop_hook_active: false }],
    ["FileChanged", { file_path: "/w/a", event: "change" }],
    ["sessionstart", { source: "startup" }],
    ["toString", {}],
  ])("nothing is done about %s %j", (name, fields) => {
    expect(parse(name, fields)).toBe(null);
  });

  it("the session, its record and its folder come with every event", () => {
    expect(parseEvent(JSON.stringify({ ...BASE, hook_event_name: "Stop" }))).toMatchObject({
      ok: true,
      event: { name: "other", hookEventName: "Stop", sessionId: BASE.session_id, transcript: "/h/t.jsonl", cwd: "/w" },
    });
    const odd = { hook_event_name: "UserPromptSubmit", prompt: "p", session_id: 7, transcript_path: null, cwd: "/w\0" };
    expect(parseEvent(JSON.stringify(odd))).toMatchObject({ ok: true, event: { sessionId: null, transcript: "", cwd: "" } });
  });

  it("whatever the fields hold, texts come out, without a NUL, or nothing", () => {
    const name = fc.constantFrom("SessionStart", "SubagentStart", "InstructionsLoaded", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PreCompact");
    const value = fc.oneof(fc.jsonValue(), fc.string({ unit: "binary" }), fc.constantFrom("Bash", "Read", "Agent", "Task", "a\0b"));
    const input = fc.dictionary(fc.constantFrom("file_path", "notebook_path", "command", "prompt", "subagent_type"), value);
    const keys = fc.constantFrom("source", "agent_id", "agent_type", "file_path", "tool_name", "error");
    fc.assert(
      fc.property(
        name,
        fc.dictionary(keys, value),
        fc.oneof(input, value),
        fc.constantFrom("Bash", "Read", "Agent", null),
        (event, fields, tool_input, known) => {
          const parsed = parse(event, { ...fields, tool_input, ...(known === null ? {} : { tool_name: known }) });
          const { task, isEdit: _isEdit, ...rest } = { task: null, isEdit: false, ...parsed } as { task: object | null; isEdit: boolean };
          for (const text of [...Object.values(rest), ...Object.values(task ?? {})]) {
            expect(text === null || (typeof text === "string" && !text.includes("\0"))).toBe(true);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
