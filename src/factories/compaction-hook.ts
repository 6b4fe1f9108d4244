/** What a long conversation keeps of the memory when it is compacted: the same as plain text, for half the tokens. Never throws. */
import { buildCompactContext } from "./build-context.ts";
import { collectMemory, guarded } from "./collect-memory.ts";
import type { ObservationRepository, OpenMemConfig, SessionRepository, SummaryRepository } from "./memory-types.ts";

interface CompactionInput {
  readonly sessionID: string;
}

interface CompactionOutput {
  context: string[];
  prompt?: string;
}

export type CompactionHook = (input: CompactionInput, output: CompactionOutput) => Promise<void>;

const RECENT_SESSIONS = 3;
const MAX_ENTRIES = 10;

/** For `experimental.session.compacting`. */
export function createCompactionHook(
  config: OpenMemConfig,
  observations: ObservationRepository,
  sessions: SessionRepository,
  summaries: SummaryRepository,
  projectPath: string,
): CompactionHook {
  return async (_input, output) =>
    guarded(config, "compaction", () => {
      if (!config.contextInjectionEnabled) return;
      const memory = { observations, sessions, summaries, projectPath };
      const limits = { sessions: RECENT_SESSIONS, entries: MAX_ENTRIES, tokens: Math.floor(config.maxContextTokens / 2) };
      const context = collectMemory(memory, limits);
      if (context === null) return;
      output.context.push(buildCompactContext(context));
      config.log?.(`injected compaction context (~${context.totalTokens} tokens)`);
    });
}
