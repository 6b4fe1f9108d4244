/**
 * The session's orientation in the system prompt: asked for once, before its first prompt, then the same bytes on every request,
 * so that the provider's cache of the prompt holds. Subagents' sessions have none: their task's own records come with their prompt.
 */
import { askCore, otherEvent } from "./ask-core.ts";
import type { Desk } from "./desk.ts";
import type { OwnText } from "./own-part.ts";

const TITLE = "You are a title generator";

/** What the session was told when it began. */
export function orient(desk: Desk, sessionId: string): OwnText {
  const { core, cwd, states, log } = desk;
  const state = states.read(sessionId);
  if (state.orientation !== null) return state.orientation;
  const event = otherEvent("SessionStart", { source: "startup" }, { sessionId, cwd });
  const { text, shown, context } = askCore(core, { event, style: "session_start" }, log);
  states.prune(context.config.session.keep_days, context.now);
  states.write(sessionId, { ...state, orientation: { text, shown } });
  return { text, shown };
}

export async function addOrientation(desk: Desk, { sessionID }: { readonly sessionID?: unknown }, { system }: { readonly system: string[] }): Promise<void> {
  if (typeof sessionID !== "string" || sessionID === "" || !Array.isArray(system)) return;
  if (desk.compactions.isUnderWay(sessionID) || String(system[0] ?? "").startsWith(TITLE)) return;
  if (await desk.family.isChild(sessionID)) return;
  const { text } = orient(desk, sessionID);
  if (text !== "" && !system.includes(text)) system.push(text);
}
