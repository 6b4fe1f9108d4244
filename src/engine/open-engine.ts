/** An engine over the stores of a folder, with the settings of `context_injection`. */
import type { Config } from "../config/config.ts";
import type { Core } from "../core.ts";
import { type ContextInjectionConfig, ContextInjectionEngine } from "./context-injection-engine.ts";
import { openCoreService } from "./core-service.ts";

export interface EnginePlace {
  readonly core: Core;
  readonly cwd: string;
  /** Above the settings. */
  readonly config?: Partial<ContextInjectionConfig>;
}

export function openEngine({ core, cwd, config = {} }: EnginePlace): ContextInjectionEngine {
  return new ContextInjectionEngine(openCoreService({ core, cwd }), { ...injectionConfig(core.open(cwd).config), ...config });
}

/** As the config file spells them, for the engine. */
export function injectionConfig({ context_injection: group, budget }: Config): ContextInjectionConfig {
  const { triggers } = group;
  return {
    enabled: group.enabled,
    maxTokens: group.max_tokens,
    minRelevance: group.min_relevance,
    includeDecisions: group.include_decisions,
    includeSessionHistory: group.include_session_history,
    triggers: {
      fileOpen: triggers.file_open,
      fileEdit: triggers.file_edit,
      symbolMention: triggers.symbol_mention,
      implicitQueries: triggers.implicit_queries,
    },
    tokenFactor: budget.token_factor,
  };
}
