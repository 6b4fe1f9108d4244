/** A session begins, goes on, is cleared, or has just been compacted. */
import { dirname, join } from "node:path";
import type { Run } from "../find-records.ts";
import type { Steps } from "../inject.ts";
import { ORIENTING, selectOrientation } from "../orient/select-orientation.ts";
import { matchProject } from "../project/match-project.ts";
import type { Session } from "../session/session.ts";
import { pruneLedgers } from "../store/prune-ledgers.ts";
import { type Injection, silence } from "../trace.ts";
import type { OtherEvent, Scored } from "../types.ts";
import { arrangeLost } from "./arrange-lost.ts";
import { findLost } from "./find-lost.ts";
import { offerDocuments } from "./offer-documents.ts";
import { offerModes } from "./offer-modes.ts";
import { offerRules } from "./offer-rules.ts";
import { tryFlags } from "./try-flags.ts";

export function startSession(event: OtherEvent, source: string, run: Run, steps: Steps): Injection {
  const { context, trace } = run;
  const { config, locations, now } = context;
  const before = steps.openSession(context, event.sessionId, null);
  // What the client forgot is forgotten, whether we may speak or not.
  if (source === "clear") before.remember({ event: "start", source });
  if (source === "compact") before.remember({ event: "compact" });
  if (locations.stateDir !== null && config.session.enabled) pruneLedgers(locations.stateDir, { ...config.session, now, own: event.sessionId ?? "" });
  trace.warning = tryFlags(locations.stateDir);
  if (!config.session_start.enabled) return silence(trace, "session_start is switched off");
  if (source === "compact") return restore(event, run, steps, before.ledger.started);
  const session = steps.openSession(context, event.sessionId, null);
  session.offerWaiting();
  trace.scored = steps.offerRecords(run, session, orientation(run, steps), { prompt: "", occasion: source === "resume" ? "resumed" : "found" });
  offerAround(event, run, session);
  return steps.deliver(run, session, {
    purpose: "session start",
    style: config.styles.session_start,
    tokens: config.budget.tokens,
    line: { event: "start", source: source === "clear" ? "cleared" : source },
    isNews: true,
    silentBecause: context.project.name === null ? "no project here" : "nothing is stored for this project",
  });
}

export function orientation(run: Run, { readOwnRecords }: Steps): readonly Scored[] {
  const { config, project, today, knownProjects } = run.context;
  if (project.name === null) return [];
  return selectOrientation({ records: readOwnRecords(run, ORIENTING), matcher: matchProject(project, knownProjects), today, config });
}

/** Rules that always hold, and what the folders from here up to the root say. Without a memory they would come again and again. */
function offerAround(event: OtherEvent, run: Run, session: Session): void {
  if (!session.isKept) return;
  offerRules(run, session, { paths: [], text: "" });
  offerDocuments(run, session, { folders: [run.context.workspace.cwd], transcript: event.transcript });
}

/** What the session was shown and has lost, the most valuable first, and what always comes back. */
function restore(event: OtherEvent, run: Run, steps: Steps, isKnown: boolean): Injection {
  const { context, trace } = run;
  const { config } = context;
  const session = steps.openSession(context, event.sessionId, null);
  // Of a session that began before us nothing is known but its project.
  const lost = isKnown ? findLost(run, session.ledger.lost, steps) : orientation(run, steps);
  session.offerWaiting();
  trace.scored = steps.offerRecords(run, session, lost, { prompt: "", occasion: "found" });
  if (session.isKept) offerLost(event, run, session);
  const tokens = Math.floor(config.budget.tokens * config.compaction.share);
  return steps.deliver(run, session, {
    purpose: "after compaction",
    style: config.styles.compaction,
    tokens,
    arrange: (offers, price) => arrangeLost(offers, tokens, price),
    line: { event: "start", source: "compact" },
    isNews: true,
    silentBecause: "nothing was lost",
  });
}

/** Rules, documents and modes among what was lost, as they are now. */
function offerLost({ transcript }: OtherEvent, run: Run, session: Session): void {
  const { workspace } = run.context;
  const ids = (source: string): ReadonlySet<string> =>
    new Set([...session.ledger.lost.keys()].filter((key) => key.startsWith(`${source}:`)).map((key) => key.slice(source.length + 1)));
  const documents = ids("documents");
  offerRules(run, session, { paths: [], text: "", lost: ids("rules") });
  offerModes(run, session, (name) => ids("modes").has(name));
  if (documents.size === 0) return;
  const folders = [...documents].map((id) => dirname(join(workspace.gitTop ?? workspace.cwd, id)));
  offerDocuments(run, session, { folders, transcript, only: documents });
}
