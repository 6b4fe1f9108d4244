/**
 * What other programs may import: the collector, a way to leave something for a session that a hook will speak to, the verbs that
 * write, the engine that turns messages and activity into context, and hooks for plugins of OpenCode.
 */

export { type ContextInjectionConfig, ContextInjectionEngine } from "./engine/context-injection-engine.ts";
export { ContextRetriever, type RetrieverOptions } from "./engine/context-retriever.ts";
export type { ContextAnswer, ContextRequest, CoreService, Entity, GraphRequest, RecentRequest, SearchRequest } from "./engine/entity.ts";
export type { ContextSection, ContextSource, InjectedContext } from "./engine/injected-context.ts";
export { type ContextTrigger, type IDEActivity, TriggerAnalyzer, type TriggerSwitches, type TriggerType } from "./engine/trigger-analyzer.ts";
export { buildCompactContext, buildContextString, type ProgressiveContext } from "./factories/build-context.ts";
export { type CompactionHook, createCompactionHook } from "./factories/compaction-hook.ts";
export { type ContextInjectionHook, createContextInjectionHook } from "./factories/context-injection-hook.ts";
export {
  type ContextInjectorHook,
  type ContextInjectorMessagesTransformHook,
  createContextInjectorHook,
  createContextInjectorMessagesTransformHook,
  type InjectorOptions,
  injectPendingContext,
} from "./factories/context-injector.ts";
export type {
  Memory,
  ObservationIndex,
  ObservationRepository,
  OpenMemConfig,
  Session,
  SessionRepository,
  SessionSummary,
  SummaryRepository,
} from "./factories/memory-types.ts";
export { partBefore } from "./factories/part-id.ts";
export { buildProgressiveContext } from "./factories/progressive-context.ts";
export { type ContextSourceType, contextCollector } from "./factories/shared-collector.ts";
export { type LorePlace, openCoreService, openEngine, openMemory } from "./open-lore.ts";
export {
  edit,
  fail,
  forget,
  goal,
  handoff,
  history,
  learn,
  list,
  type NewDecision,
  type NewFailure,
  type NewGoal,
  type NewHandoff,
  type NewPattern,
  type NewRecord,
  observe,
  promote,
  type RecordLine,
  type RecordPlace,
  remember,
  restore,
  retract,
  supersede,
  type WrittenRecord,
} from "./record-verbs.ts";
export { type RegisteredContext, registerContext } from "./register-context.ts";
export {
  ContextCollector,
  type ContextEntry,
  type ContextForm,
  type ContextPriority,
  type PendingContext,
  type RegisterContextOptions,
} from "./session/collector.ts";
