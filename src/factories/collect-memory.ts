/** What the two memory hooks share: asking the repositories, each for itself, and failing without anybody's prompt failing. */
import type { ProgressiveContext } from "./build-context.ts";
import type { Memory, OpenMemConfig } from "./memory-types.ts";
import { buildProgressiveContext } from "./progressive-context.ts";

interface MemoryLimits {
  readonly sessions: number;
  readonly entries: number;
  readonly tokens: number;
}

/** Null when there is nothing to tell, or no room to tell it. Observations do not need a session before them. */
export function collectMemory({ observations, sessions, summaries, projectPath }: Memory, limits: MemoryLimits): ProgressiveContext | null {
  const recent = sessions.getRecent(projectPath, limits.sessions);
  const told = recent.map(({ id, summaryId }) => (summaryId ? summaries.getBySessionId(id) : null)).filter((summary) => summary !== null);
  const index = observations.getIndex(projectPath, limits.entries).slice(0, Math.max(0, limits.entries));
  const context = buildProgressiveContext(recent, told, index, limits.tokens);
  return context.recentSummaries.length === 0 && context.observationIndex.length === 0 ? null : context;
}

export function guarded({ log }: OpenMemConfig, what: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    try {
      log?.(`${what} failed: ${error instanceof Error ? error.message : String(error)}`);
    } catch {
      // Not even the log may fail a prompt.
    }
  }
}
