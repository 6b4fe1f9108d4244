/** Events of which the session only takes note. */
import type { Run } from "../find-records.ts";
import type { Steps } from "../inject.ts";
import { type Injection, silence } from "../trace.ts";
import type { OtherEvent } from "../types.ts";

/** What it prints, the client takes as instructions for the summary: nothing, unless the person wrote some. */
export function recordPreCompact({ sessionId }: OtherEvent, { context, trace }: Run, { openSession }: Steps): Injection {
  const session = openSession(context, sessionId, null);
  const about = [...session.ledger.shown(null).keys()];
  session.remember({ event: "precompact", source: about.join(" ").slice(0, 2000) });
  const { instructions } = context.config.compaction;
  return instructions.trim() === "" ? silence(trace, `noted: ${about.length} entries are about to be lost`) : { text: instructions, trace };
}

/** What the client loads by itself need not be shown. */
export function recordLoaded({ sessionId }: OtherEvent, file: string, { context, trace }: Run, { openSession }: Steps): Injection {
  const session = openSession(context, sessionId, null);
  if (!session.ledger.loaded.has(file)) session.remember({ event: "loaded", file });
  return silence(trace, "noted: the client loaded it");
}
