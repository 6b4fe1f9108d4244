/** OpenCode's occasions in the words of the hook's events, and what the core says to them. The one place that knows both. */
import { clock } from "../../clock.ts";
import type { Core } from "../../core.ts";
import { composeMetric } from "../../metrics/compose-metric.ts";
import type { Context } from "../../open-context.ts";
import { textStyle } from "../../render/text-style.ts";
import { shownAs } from "../../session/session.ts";
import { appendMetric } from "../../store/metrics-file.ts";
import type { Injection } from "../../trace.ts";
import type { HookEvent, OtherEvent } from "../../types.ts";
import type { Log } from "./guard.ts";
import type { OwnText } from "./own-part.ts";

type StyledBy = keyof Context["config"]["styles"];

export interface Asked {
  readonly event: HookEvent;
  /** Which setting says how the answer looks. */
  readonly style: StyledBy;
  readonly adapt?: (context: Context) => Context;
  /** Nobody is shown it as the session's own: it counts for nothing. */
  readonly isTrial?: boolean;
}

/** The answer, with what it shows as the session remembers it. */
export function askCore(core: Core, { event, style, adapt, isTrial = false }: Asked, log: Log): OwnText & { readonly context: Context } {
  const startedAt = clock();
  const injection = core.inject(event, adapt === undefined ? {} : { adapt });
  const { text, trace, context } = injection;
  if (!isTrial) countRun(event, injection, clock() - startedAt);
  log.tellProblems(trace.problems);
  return { text, shown: text === "" ? [] : shownOf(injection, style), context };
}

/** As the core counts what it answers to other clients. */
function countRun(event: HookEvent, injection: ReturnType<Core["inject"]>, ms: number): void {
  const { config, locations, project, now } = injection.context;
  if (!config.metrics.enabled || locations.stateDir === null) return;
  const facts = { at: now, ms, project: project.name, warm: true, keepsPrompt: config.metrics.prompts, withheld: injection.trace.withheld };
  appendMetric(locations.stateDir, composeMetric(event, injection, facts));
}

function shownOf({ trace, context }: Injection & { readonly context: Context }, styledBy: StyledBy): OwnText["shown"] {
  const name = context.config.styles[styledBy];
  const { tells } = name === "text" ? textStyle : context.loadEvents().styles[name];
  return shownAs(trace.selection?.items ?? [], tells);
}

export interface Place {
  readonly sessionId: string;
  readonly cwd: string;
}

export function promptEvent(prompt: string, { sessionId, cwd }: Place): HookEvent {
  return { name: "UserPromptSubmit", prompt, sessionId, agent: null, transcript: "", cwd };
}

export function otherEvent(hookEventName: string, fields: OtherEvent["fields"], { sessionId, cwd }: Place): OtherEvent {
  return { name: "other", hookEventName, fields, sessionId, agent: null, transcript: "", cwd };
}
