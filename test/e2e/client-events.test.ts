/** Every event of the client, in its own format. Few may print: what others print blocks, forces a turn or is an error. */
import { expect, it } from "vitest";
import { contextOf, DEPLOY_PROMPT, makeHome, runHook } from "./run-hook.ts";

const home = makeHome();
const BASE = { session_id: "0b6c1e9a-50d2-4f0d-8a53-9a2f6a1f77c4", transcript_path: "/tmp/t.jsonl", cwd: home.storefront };
const TURN = { ...BASE, prompt_id: "c1a7", permission_mode: "default" };
const TOOL = { ...TURN, tool_name: "Bash", tool_input: { command: "kubectl rollout status", description: DEPLOY_PROMPT }, tool_use_id: "toolu_01" };
const AGENT = { agent_id: "a2cfdb71050e43cb5", agent_type: "general-purpose" };

const SILENT: readonly (readonly [string, object])[] = [
  ["SessionEnd", { ...BASE, reason: "prompt_input_exit" }],
  ["PreToolUse", TOOL],
  ["PostToolUse", { ...TOOL, tool_response: { stdout: DEPLOY_PROMPT, stderr: "", interrupted: false }, duration_ms: 12 }],
  ["PostToolUseFailure", { ...TOOL, error: "Exit code 3", is_interrupt: false, duration_ms: 7 }],
  ["Stop", { ...TURN, stop_hook_active: false, last_assistant_message: DEPLOY_PROMPT }],
  ["SubagentStart", { ...BASE, agent_id: "a1", agent_type: "" }],
  ["SubagentStop", { ...TURN, ...AGENT, agent_transcript_path: "/tmp/a.jsonl", last_assistant_message: DEPLOY_PROMPT }],
  ["PreCompact", { ...BASE, trigger: "manual", custom_instructions: DEPLOY_PROMPT }],
  ["PostCompact", { ...BASE, trigger: "auto", compact_summary: DEPLOY_PROMPT }],
  ["CwdChanged", { ...BASE, old_cwd: home.dir, new_cwd: home.storefront }],
  ["FileChanged", { ...BASE, file_path: "/tmp/x", event: "change" }],
  ["InstructionsLoaded", { ...BASE, file_path: "/tmp/CLAUDE.md", memory_type: "Project", load_reason: "session_start" }],
  ["Notification", { ...BASE, message: DEPLOY_PROMPT }],
  ["SomethingNew", { ...BASE, prompt: DEPLOY_PROMPT }],
  ["userpromptsubmit", { ...BASE, prompt: DEPLOY_PROMPT }],
];

it.each(SILENT)("%s prints nothing", async (hook_event_name, fields) => {
  expect(contextOf(await runHook({ home, stdin: JSON.stringify({ ...fields, hook_event_name }) }))).toBe("");
});

it.each([
  ["UserPromptSubmit", { ...TURN, prompt: DEPLOY_PROMPT }],
  ["SessionStart", { ...BASE, source: "startup" }],
  ["SubagentStart", { ...BASE, ...AGENT }],
  ["PostToolUseFailure", { ...TOOL, error: `Exit code 3\n${DEPLOY_PROMPT}`, is_interrupt: false, duration_ms: 7 }],
] as const)("%s may print", async (hook_event_name, fields) => {
  expect(contextOf(await runHook({ home, stdin: JSON.stringify({ ...fields, hook_event_name }) }), hook_event_name)).not.toBe("");
});
