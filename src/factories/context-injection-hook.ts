/** The recall side for an OpenCode plugin: past sessions and an index of observations, appended to the system prompt. Never throws. */
import { estimateTokens } from "../budget/estimate-tokens.ts";
import { buildContextString } from "./build-context.ts";
import { collectMemory, guarded } from "./collect-memory.ts";
import type { ObservationRepository, OpenMemConfig, SessionRepository, SummaryRepository } from "./memory-types.ts";
import { TOKEN_FACTOR } from "./progressive-context.ts";

interface SystemTransformInput {
  readonly sessionID?: string;
  readonly model?: unknown;
}

export interface SystemTransformOutput {
  system: string[];
}

export type ContextInjectionHook = (input: SystemTransformInput, output: SystemTransformOutput) => Promise<void>;

const RECENT_SESSIONS = 5;
const EMPTY = { recentSummaries: [], observationIndex: [], totalTokens: 0 } as const;
/** A request for a title needs no memory, and would be named after it. */
const TITLE_REQUEST = "You are a title generator";

/** For `experimental.chat.system.transform`. */
export function createContextInjectionHook(
  config: OpenMemConfig,
  observations: ObservationRepository,
  sessions: SessionRepository,
  summaries: SummaryRepository,
  projectPath: string,
): ContextInjectionHook {
  return async (_input, output) =>
    guarded(config, "context injection", () => {
      if (!config.contextInjectionEnabled || output.system[0]?.startsWith(TITLE_REQUEST)) return;
      const memory = { observations, sessions, summaries, projectPath };
      const limits = { sessions: RECENT_SESSIONS, entries: config.maxIndexEntries, tokens: config.maxContextTokens - extraTokens(config.searchTool) };
      const context = collectMemory(memory, limits);
      if (context === null) return;
      output.system.push(buildContextString(config.searchTool === undefined ? context : { ...context, searchTool: config.searchTool }));
      config.log?.(
        `injected context: ${context.recentSummaries.length} summaries, ${context.observationIndex.length} index entries, ~${context.totalTokens} tokens`,
      );
    });
}

/** What another name for the tool costs beyond the usual one: it stands there twice. */
function extraTokens(searchTool: string | undefined): number {
  const tokens = (tool?: string): number => estimateTokens(buildContextString({ ...EMPTY, ...(tool === undefined ? {} : { searchTool: tool }) }), TOKEN_FACTOR);
  return searchTool === undefined ? 0 : Math.max(0, 2 * (tokens(searchTool) - tokens()));
}
