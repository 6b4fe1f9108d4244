/** One collector for all hooks of a process that have no other way to share one. */
import { ContextCollector } from "../session/collector.ts";

/** The names under which the usual hooks register; any other is as good. */
export type ContextSourceType = "keyword-detector" | "rules-injector" | "directory-agents" | "directory-readme" | "custom";

export const contextCollector: ContextCollector = new ContextCollector();
