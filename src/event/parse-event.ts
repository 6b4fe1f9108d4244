/**
 * Bytes from the client become a typed event, or the reason why not.
 * This folder alone knows the client's field names.
 */
import { utf8Text } from "../store/text-of.ts";
import type { HookEvent } from "../types.ts";

export type ParsedEvent = { readonly ok: true; readonly event: HookEvent } | { readonly ok: false; readonly reason: string };

const BOM = 0xfeff;

/** What decoding puts in the place of bytes that are no UTF-8. A prompt may also hold one. */
const REPLACED = "\ufffd";

/** Strict: the client always sends valid UTF-8, so anything else is not an event. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  const text = utf8Text(bytes, 0, bytes.length);
  // Encoding it again is the rare and slow way; loading node:buffer for isUtf8 would cost every prompt.
  return !text.includes(REPLACED) || Buffer.from(text).equals(bytes) ? text : null;
}

export function parseEvent(text: string): ParsedEvent {
  const json = text.charCodeAt(0) === BOM ? text.slice(1) : text;
  if (json.trim() === "") return { ok: false, reason: "empty input" };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { ok: false, reason: `not JSON: ${(error as Error).message}` };
  }
  return parseEventObject(value);
}

function parseEventObject(value: unknown): ParsedEvent {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { ok: false, reason: "not a JSON object" };
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const name = fields.hook_event_name;
  if (typeof name !== "string") return { ok: false, reason: "hook_event_name is missing" };
  const base = {
    sessionId: typeof fields.session_id === "string" ? fields.session_id : null,
    agent: typeof fields.agent_id === "string" && fields.agent_id !== "" ? fields.agent_id : null,
    transcript: typeof fields.transcript_path === "string" ? fields.transcript_path : "",
    cwd: typeof fields.cwd === "string" && !fields.cwd.includes("\0") ? fields.cwd : "",
  };
  if (name === "UserPromptSubmit") {
    // Older documents say user_prompt; the client sends prompt.
    const prompt = fields.prompt ?? fields.user_prompt;
    if (typeof prompt !== "string") return { ok: false, reason: "prompt is missing" };
    return { ok: true, event: { name, prompt, ...base } };
  }
  return { ok: true, event: { name: "other", hookEventName: name, fields, ...base } };
}
