/** What other programs may import: the collector, a way to leave something for a session that a hook will speak to, and the verbs that write. */

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
