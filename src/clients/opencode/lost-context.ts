/**
 * What a compaction took from a session. What the messages still show is told from the messages themselves, because OpenCode keeps
 * the latest turns word for word; the rest counts as lost, and comes back in the compact form.
 */
import type { ShownEntry } from "../../session/ledger-line.ts";
import { LedgerFile } from "../../store/ledger-file.ts";
import { askCore, otherEvent } from "./ask-core.ts";
import type { Desk } from "./desk.ts";
import { within } from "./family.ts";
import type { Message } from "./opencode-types.ts";
import { type OwnText, shownIn } from "./own-part.ts";

const TIMEOUT_MS = 1000;

/** The session forgets everything but what it still sees: the system prompt, and `visible`. False where sessions remember nothing. */
export function resetLedger({ core, cwd, stateDir, states }: Desk, sessionId: string, visible: readonly ShownEntry[]): boolean {
  if (stateDir === null || !core.open(cwd).config.session.enabled) return false;
  const file = new LedgerFile({ stateDir, sessionId });
  const at = Date.now();
  const shown = [...(states.read(sessionId).orientation?.shown ?? []), ...visible];
  file.append({ at, by: process.pid, event: "compact" });
  file.append({ at, by: process.pid, event: "start", source: "kept", shown });
  file.close();
  return file.fault === null;
}

/** The core hears of the compaction too; so soon after ours the ledger takes both for one. */
export function findLostContext(desk: Desk, sessionId: string, messages: readonly Message[]): OwnText {
  const { core, cwd, log } = desk;
  if (!resetLedger(desk, sessionId, shownIn(messages))) return { text: "", shown: [] };
  const event = otherEvent("SessionStart", { source: "compact" }, { sessionId, cwd });
  const { text, shown } = askCore(core, { event, style: "compaction" }, log);
  return { text, shown };
}

/** What the model will see of the session, when a prompt comes before we are shown its messages. Nothing, when OpenCode does not say. */
export async function visibleAfterCompaction({ client }: Desk, sessionId: string): Promise<readonly ShownEntry[]> {
  const answer = await within(TIMEOUT_MS, () => client?.session?.messages?.({ path: { id: sessionId } }));
  const messages = (Array.isArray(answer) ? answer : []).filter(isMessage);
  const at = messages.findLastIndex(({ parts }) => parts.some(({ type }) => type === "compaction"));
  const tail = messages[at]?.parts.find(({ type }) => type === "compaction")?.tail_start_id;
  const from = tail === undefined ? -1 : messages.findIndex(({ info }) => info.id === tail);
  return shownIn(messages.slice(from < 0 ? at + 1 : from));
}

export function isMessage(value: unknown): value is Message {
  const { info, parts } = Object(value) as { readonly info?: unknown; readonly parts?: unknown };
  const { id, sessionID } = Object(info) as { readonly id?: unknown; readonly sessionID?: unknown };
  return typeof id === "string" && typeof sessionID === "string" && Array.isArray(parts) && parts.every((part) => typeof part === "object" && part !== null);
}
