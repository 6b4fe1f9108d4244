/**
 * What the model that sums a session up is told: in the compact form and half the budget, what the session was shown. It comes back
 * by itself afterwards, so the summary need not repeat it. The session itself remembers nothing of this: a copy of it is asked.
 */
import type { Context } from "../../open-context.ts";
import type { LedgerStore } from "../../session/session.ts";
import { LedgerFile } from "../../store/ledger-file.ts";
import { askCore, otherEvent } from "./ask-core.ts";
import type { Desk } from "./desk.ts";

const INTRODUCTION = "Stored records that this session was shown. They come back by themselves after the summary: refer to them by id, do not repeat them.";

export function addCompactionContext(desk: Desk, { sessionID: sessionId }: { readonly sessionID?: unknown }, output: { readonly context: string[] }): void {
  const { core, cwd, compactions, log } = desk;
  if (typeof sessionId !== "string" || sessionId === "" || !Array.isArray(output.context)) return;
  compactions.announce(sessionId);
  const event = otherEvent("SessionStart", { source: "compact" }, { sessionId, cwd });
  const { text } = askCore(core, { event, style: "compaction", isTrial: true, adapt: (context) => withCopy(context, sessionId) }, log);
  if (text !== "") output.context.push(`${INTRODUCTION}\n${text}`);
}

/** Sessions that are opened in this context are one copy, which no file keeps. */
function withCopy(context: Context, sessionId: string): Context {
  const { stateDir } = context.locations;
  if (stateDir === null || !context.config.session.enabled) return context;
  const file = new LedgerFile({ stateDir, sessionId, isTrial: true });
  file.close();
  const { ledger } = file;
  const store: LedgerStore = {
    ledger,
    fault: null,
    isWritable: () => true,
    append: (line) => {
      ledger.add(line);
      return null;
    },
  };
  return { ...context, openLedger: () => store };
}
