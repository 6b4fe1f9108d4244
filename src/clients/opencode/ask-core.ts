/** OpenCode's occasions in the words of the hook's events, and what the core says to them. The one place that knows both. */
import type { Core } from "../../core.ts";
import type { Context } from "../../open-context.ts";
import { textStyle } from "../../render/text-style.ts";
import { shownAs } from "../../session/session.ts";
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
}

/** The answer, with what it shows as the session remembers it. */
export function askCore(core: Core, { event, style, adapt }: Asked, log: Log): OwnText & { readonly context: Context } {
  const injection = core.inject(event, adapt === undefined ? {} : { adapt });
  const { text, trace, context } = injection;
  log.tellProblems(trace.problems);
  return { text, shown: text === "" ? [] : shownOf(injection, style), context };
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
