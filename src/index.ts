/** What other programs may import: the collector, and a way to leave something for a session that a hook will speak to. */

export { type RegisteredContext, registerContext } from "./register-context.ts";
export {
  ContextCollector,
  type ContextEntry,
  type ContextForm,
  type ContextPriority,
  type PendingContext,
  type RegisterContextOptions,
} from "./session/collector.ts";
