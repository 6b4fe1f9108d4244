/** A told session → the lines that the client would have written for it, and what the ledger would hold. */
import { createHash } from "node:crypto";

const STARTED_AT = Date.parse("2026-03-02T09:00:00.000Z");
const SECOND = 1000;

/** `transcript` is JSONL in the client's format; `shown` is what was injected when. */
export function makeTranscript({ name, cwd = "/home/ada/dev/shop", branch = "main", records, steps }) {
  const writer = new Writer(name, cwd, branch);
  const keyOf = new Map(records.map((record) => [record.id, `${record.source}:${record.id}`]));
  const shown = [];
  for (const step of steps) {
    const ids = step.ids ?? [];
    // The hook runs a moment after the prompt is stamped, long before the answer.
    const at = writer.write(step) + 200;
    for (const id of ids) shown.push({ key: keyOf.get(id), form: "full", at, prompt: writer.prompts, withheld: step.withheld === true });
    if (ids.length > 0 && !step.withheld) writer.attach(ids, step.step);
  }
  return { transcript: writer.lines.map((line) => `${JSON.stringify(line)}\n`).join(""), shown };
}

class Writer {
  lines = [];
  prompts = 0;
  #count = 0;
  #parent = null;
  #name;
  #base;

  constructor(name, cwd, branch) {
    this.#name = name;
    this.#base = { isSidechain: false, userType: "external", cwd, sessionId: uuid(name), version: "2.1.197", gitBranch: branch };
  }

  /** Returns when it happened. */
  write(step) {
    if (step.step === "ask") this.prompts++;
    if (step.step === "ask") return this.#add("user", { message: { role: "user", content: step.text } });
    if (step.step === "say") return this.#reply({ type: "text", text: step.text }, "end_turn");
    if (step.step === "tool") return this.#useTool(step);
    return STARTED_AT + this.#count * SECOND;
  }

  /** What a hook added to the context stands in the transcript too: nobody may take it for the agent's own words. */
  attach(ids, step) {
    const hookEvent = { ask: "UserPromptSubmit", start: "SessionStart", beside: "PostToolUse" }[step];
    const content = [`--- Lore Context (auto-injected, ${ids.length} items) ---\n${ids.join("\n")}\n--- end lore context ---`];
    this.#add("attachment", { attachment: { type: "hook_additional_context", content, hookName: hookEvent, hookEvent } }, 300);
  }

  #useTool({ name, input, output, failed }) {
    const id = `toolu_${uuid(`${this.#name} ${this.#count}`).slice(0, 8)}`;
    this.#reply({ type: "tool_use", id, name, input }, "tool_use");
    const result = { tool_use_id: id, type: "tool_result", content: output, ...(failed ? { is_error: true } : {}) };
    return this.#add("user", { message: { role: "user", content: [result] }, toolUseResult: resultOf(name, input, output, failed) });
  }

  #reply(block, stop) {
    const message = { model: "claude-opus-4-1", id: `msg_${this.#count}`, type: "message", role: "assistant", content: [block], stop_reason: stop };
    return this.#add("assistant", { message: { ...message, usage: { input_tokens: 4, output_tokens: 60 } }, requestId: `req_${this.#count}` });
  }

  #add(type, more, late = 0) {
    const at = late === 0 ? STARTED_AT + ++this.#count * SECOND : STARTED_AT + this.#count * SECOND + late;
    const id = uuid(`${this.#name} ${this.lines.length}`);
    this.lines.push({ parentUuid: this.#parent, ...this.#base, type, ...more, uuid: id, timestamp: new Date(at).toISOString() });
    this.#parent = id;
    return at;
  }
}

function resultOf(name, input, output, failed) {
  if (failed) return `Error: ${output}`;
  if (name === "Read") return { type: "text", file: { filePath: input.file_path, content: output, numLines: output.split("\n").length, startLine: 1 } };
  if (name === "Edit") return { filePath: input.file_path, oldString: input.old_string, newString: input.new_string, structuredPatch: [] };
  if (name === "Write") return { type: "create", filePath: input.file_path, content: input.content, structuredPatch: [] };
  if (name === "Grep") return { mode: "content", numFiles: 0, filenames: [], content: output, numLines: output.split("\n").length };
  return { stdout: output, stderr: "", interrupted: false, isImage: false };
}

function uuid(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
