/** Progressive disclosure: which summaries and index entries fit into a budget, summaries first. Pure. */
import { estimateTokens } from "../budget/estimate-tokens.ts";
import { buildCompactContext, buildContextString, type ProgressiveContext, renderEntry, renderSummary } from "./build-context.ts";
import type { ObservationIndex, Session, SessionSummary } from "./memory-types.ts";

/** As the settings have it by default: models count up to 1.45 times what the estimate was fitted to. */
export const TOKEN_FACTOR = 1.2;
const NO_ENTRIES = { recentSummaries: [], observationIndex: [], totalTokens: 0 } as const;

/**
 * What does not fit is passed over, and what follows may still fit: one summary that is too long must not cost all others
 * their place. Summaries come in the order of `recentSessions` where those are given, and their order is kept; a
 * `tokenCount` is not trusted, as the text is counted with its frame and its escapes.
 */
export function buildProgressiveContext(
  recentSessions: readonly Session[],
  summaries: readonly SessionSummary[],
  observationIndex: readonly ObservationIndex[],
  maxTokens: number,
): ProgressiveContext {
  const room = new Room(maxTokens);
  const recentSummaries = room.take(inOrder(summaries, recentSessions), renderSummary, frameOf("summaries"));
  const entries = room.take(observationIndex, renderEntry, frameOf("entries"));
  if (recentSummaries.length === 0 && entries.length === 0) return NO_ENTRIES;
  const chosen = { recentSummaries, observationIndex: entries, totalTokens: 0 };
  return { ...chosen, totalTokens: Math.max(tokensOf(buildContextString(chosen)), tokensOf(buildCompactContext(chosen))) };
}

/** A text costs no more than its lines do one by one, so that they can be added up. */
class Room {
  private left: number;

  constructor(maxTokens: number) {
    this.left = (Number.isFinite(maxTokens) ? maxTokens : 0) - tokensOf(`${buildContextString(NO_ENTRIES)}\n`);
  }

  take<T>(items: readonly T[], render: (item: T) => string, frame: number): readonly T[] {
    const taken: T[] = [];
    for (const item of items) {
      const cost = tokensOf(`${render(item)}\n`) + (taken.length === 0 ? frame : 0);
      if (cost > this.left) continue;
      this.left -= cost;
      taken.push(item);
    }
    return taken;
  }
}

const NOTHING: SessionSummary = { sessionId: "", summary: "", keyDecisions: [], concepts: [] };

/** What the elements around summaries or entries cost. */
function frameOf(part: "summaries" | "entries"): number {
  const one =
    part === "summaries"
      ? { ...NO_ENTRIES, recentSummaries: [NOTHING] }
      : { ...NO_ENTRIES, observationIndex: [{ id: "", sessionId: "", type: "", title: "" }] };
  return Math.max(0, tokensOf(buildContextString(one)) - tokensOf(buildContextString(NO_ENTRIES)));
}

function inOrder(summaries: readonly SessionSummary[], sessions: readonly Session[]): readonly SessionSummary[] {
  const rank = new Map(sessions.map(({ id }, index) => [id, index]));
  const rankOf = ({ sessionId }: SessionSummary): number => rank.get(sessionId) ?? sessions.length;
  return [...summaries].sort((a, b) => rankOf(a) - rankOf(b));
}

function tokensOf(text: string): number {
  return estimateTokens(text, TOKEN_FACTOR);
}
