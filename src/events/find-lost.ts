/** The records that compaction removed from a session, as they are stored now. What is retired by now stays away. */
import { analyzePrompt } from "../analyze/analyze-prompt.ts";
import type { Run } from "../find-records.ts";
import type { Steps } from "../inject.ts";
import type { Shown } from "../session/ledger.ts";
import type { Scored } from "../types.ts";

/** More do not fit into half a budget. */
const MOST = 80;
/** Asked for at once: each id may have several parts. */
const AT_ONCE = 16;

/** The most valuable first: what scored best when it was shown. */
export function findLost(run: Run, lost: ReadonlyMap<string, Shown>, { findRecords }: Steps): readonly Scored[] {
  const { language, project } = run.context;
  // Each id is wanted, whatever a prompt may hold.
  const config = { ...run.context.config, keywords: { ...run.context.config.keywords, max: MOST, candidates: MOST } };
  const context = { ...run.context, config };
  const wanted = [...lost.values()].sort((a, b) => b.score - a.score).slice(0, MOST);
  const found = new Map<string, Scored>();
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const ids = wanted.slice(from, from + AT_ONCE).map(({ key }) => key.slice(key.indexOf(":") + 1));
    const analysis = analyzePrompt({ prompt: ids.join("\n"), project, config, language });
    // Everything is looked at as if to be explained: what counts is the id, not the match.
    for (const scored of findRecords({ ...run, context, explain: true }, analysis, () => true)) {
      const key = `${scored.record.source}:${scored.record.id}`;
      const isRetired = scored.rejected?.by === "a later line of this id";
      if (lost.has(key) && !isRetired) found.set(key, { ...scored, score: lost.get(key)?.score ?? 0, rejected: null });
    }
  }
  return wanted.flatMap(({ key }) => found.get(key) ?? []);
}
