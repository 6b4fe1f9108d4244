/**
 * What compaction took away, in the messages of each request from then on: always in the same message and in the same bytes, as
 * nothing that is added here is stored. A prompt's own records are not our business here: prompt-context.ts has stored them.
 */
import type { Desk } from "./desk.ts";
import { findLostContext, isMessage } from "./lost-context.ts";
import type { Message } from "./opencode-types.ts";
import { addOwnPart, isOwnPart } from "./own-part.ts";
import type { SessionState } from "./session-state.ts";

export function addLostContext(desk: Desk, { messages: given }: { readonly messages: Message[] }): void {
  if (!Array.isArray(given)) return;
  const messages = given.filter(isMessage);
  const sessionId = messages.at(-1)?.info.sessionID ?? null;
  const isOwn = desk.compactions.takeMessages(sessionId);
  if (sessionId === null) return;
  // A copy is summed up: there the compact form says it, and afterwards it comes back.
  if (isOwn) return removeOwnParts(messages);
  const { restored } = bringUpToDate(desk, sessionId, messages);
  const anchor = messages.find(({ info }) => info.id === restored?.anchor);
  if (restored !== null && anchor !== undefined) addOwnPart(anchor.parts, { sessionID: sessionId, messageID: restored.anchor }, restored);
}

function removeOwnParts(messages: readonly Message[]): void {
  for (const { parts } of messages) parts.splice(0, parts.length, ...parts.filter((part) => !isOwnPart(part)));
}

/** The session's state for these messages: after a compaction, with what it took away. */
function bringUpToDate(desk: Desk, sessionId: string, messages: readonly Message[]): SessionState {
  const before = desk.states.read(sessionId);
  const found = messages.findLast(isSummary)?.info.id ?? null;
  const summary = found ?? before.summary ?? null;
  // Of a session that was compacted before we were there, nothing of ours was lost.
  const isCompacted = found !== null && before.summary !== undefined && found !== before.summary;
  const restored = isCompacted ? restoreInto(desk, sessionId, messages) : keepRestored(before, messages, found !== null);
  if (restored === before.restored && summary === before.summary && !before.isCompacted) return before;
  const state = { ...before, summary, isCompacted: false, restored };
  desk.states.write(sessionId, state);
  return state;
}

function restoreInto(desk: Desk, sessionId: string, messages: readonly Message[]): SessionState["restored"] {
  const anchor = lastPrompt(messages);
  if (anchor === undefined) return null;
  const lost = findLostContext(desk, sessionId, messages);
  return lost.text === "" ? null : { ...lost, anchor };
}

/** When the person takes messages back, it goes on in the one that is the last then; with the compaction itself it goes. */
function keepRestored({ restored }: SessionState, messages: readonly Message[], isCompacted: boolean): SessionState["restored"] {
  if (restored === null || !isCompacted) return null;
  if (messages.some(({ info }) => info.id === restored.anchor)) return restored;
  const anchor = lastPrompt(messages);
  return anchor === undefined ? restored : { ...restored, anchor };
}

function lastPrompt(messages: readonly Message[]): string | undefined {
  return messages.findLast(({ info, parts }) => info.role === "user" && !parts.some(({ type }) => type === "compaction"))?.info.id;
}

function isSummary({ info }: Message): boolean {
  return info.role === "assistant" && info.summary === true && info.error === undefined;
}
