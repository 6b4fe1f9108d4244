/** A prompt's own records, as a part of its message before the person's text: OpenCode stores it, so that it stands there in every later request. */
import type { Context } from "../../open-context.ts";
import { askCore, promptEvent } from "./ask-core.ts";
import type { Desk } from "./desk.ts";
import { resetLedger, visibleAfterCompaction } from "./lost-context.ts";
import type { MessageInfo, Part } from "./opencode-types.ts";
import { orient } from "./orientation.ts";
import { addOwnPart, isOwnPart, personText } from "./own-part.ts";

export async function addPromptContext(
  desk: Desk,
  { sessionID: sessionId }: { readonly sessionID?: unknown },
  { message, parts }: { readonly message: MessageInfo; readonly parts: Part[] },
): Promise<void> {
  const { core, cwd, compactions, family, log, states } = desk;
  const prompt = personText(parts);
  if (typeof sessionId !== "string" || sessionId === "" || prompt === "" || parts.some(isOwnPart)) return;
  compactions.end(sessionId);
  const isChild = await family.isChild(sessionId);
  // First, as a session begins before its first prompt: what it says need not be said again.
  if (!isChild) log.attempt("orientation", () => void orient(desk, sessionId), undefined);
  if (states.read(sessionId).isCompacted) resetLedger(desk, sessionId, await visibleAfterCompaction(desk, sessionId));
  const asked = { event: promptEvent(prompt, { sessionId, cwd }), style: "prompt", ...(isChild ? { adapt: forSubagent } : {}) } as const;
  const { text, shown } = askCore(core, asked, log);
  if (text !== "") addOwnPart(parts, { sessionID: sessionId, messageID: message.id }, { text, shown });
}

/** A small slice, as subagents get in other clients. */
function forSubagent(context: Context): Context {
  const { config } = context;
  const { enabled, tokens } = config.subagent;
  const budget = { ...config.budget, tokens: Math.min(tokens, config.budget.tokens) };
  return { ...context, config: { ...config, enabled: config.enabled && enabled, budget } };
}
