/** `lore://context/session`: what a session that begins now would be told, and where earlier ones were left. */

import { runIn } from "../../../find-by-id.ts";
import { readOwnRecords } from "../../../find-records.ts";
import type { Context } from "../../../open-context.ts";
import { renderRecord } from "../../../render/render-record.ts";
import type { LoreRecord } from "../../../types.ts";
import type { Resource } from "../resource.ts";
import { NOTHING } from "./auto.ts";

/** So many handoffs besides the newest, which the orientation has. */
const MOST = 4;
/** A session that nobody has: rules are shown to sessions alone. */
const TRIAL = "mcp-resource";

export const sessionContext: Resource = {
  name: "Session context",
  title: "Context of the session",
  description:
    "What a session of this project begins with: the newest handoff, goals, the most valuable patterns, rules that always hold; and earlier handoffs.",
  address: "context/session",
  read(place) {
    const event = {
      name: "other",
      hookEventName: "SessionStart",
      fields: { source: "startup" },
      cwd: place.cwd,
      sessionId: TRIAL,
      agent: null,
      transcript: "",
    } as const;
    const { text, trace, context } = place.core.inject(event, { adapt: (opened) => ({ ...opened, isTrial: true }) });
    const shown = new Set((trace.selection?.items ?? []).map(({ offer }) => offer.key));
    const handoffs = context.config.enabled ? earlierHandoffs(context).filter(({ source, id }) => !shown.has(`${source}:${id}`)) : [];
    const earlier = handoffs.slice(0, MOST).map((record) => renderRecord(record, "short", 0));
    const parts = [...(text === "" ? [] : [text.trimEnd()]), ...(earlier.length === 0 ? [] : ["## Recent handoffs", ...earlier])];
    return parts.length === 0 ? NOTHING : parts.join("\n\n");
  },
};

/** Of this project, the newest first. */
function earlierHandoffs(context: Context): readonly LoreRecord[] {
  if (context.project.name === null) return [];
  const own = readOwnRecords(runIn(context), ["transfer"]).filter(({ kind }) => kind === "handoff");
  return own.sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}
