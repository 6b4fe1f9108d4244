/** Which events are registered, with which matcher and time limit, for the hook that answers and the one that captures. Pure. */
import type { Command } from "./command-for.ts";
import { CAPTURE, type Role } from "./recognize-entry.ts";
import { WARM_EVENT, warmHandler } from "./warm-entries.ts";

export interface Wanted {
  readonly event: string;
  readonly role: Exclude<Role, "other">;
  readonly matcher: string | null;
  /** Seconds. */
  readonly timeout: number;
  readonly isAsync: boolean;
}

/** The hook itself gives up much sooner; this is for a machine that hardly moves. The client's own limit would be 30. */
const INJECT_SECONDS = 5;
/** Nobody waits for it, and a long transcript takes its time. */
const CAPTURE_SECONDS = 30;
/** The client's exit waits for it. */
const END_SECONDS = 10;
/** Tools that touch files, run commands or start subagents: for others Node would be started in vain. */
const TOOLS = "Agent|Task|Read|Edit|Write|MultiEdit|NotebookEdit|Bash";

function inject(event: string, matcher: string | null = null): Wanted {
  return { event, role: "inject", matcher, timeout: INJECT_SECONDS, isAsync: false };
}

function capture(event: string, matcher: string | null = null): Wanted {
  return { event, role: "capture", matcher, timeout: CAPTURE_SECONDS, isAsync: true };
}

/** In the order of a session. */
const DEFAULT: readonly Wanted[] = [
  inject("SessionStart"),
  inject("UserPromptSubmit"),
  capture("UserPromptSubmit"),
  inject("SubagentStart"),
  inject("PreToolUse", TOOLS),
  capture("PostToolUse", "Bash"),
  inject("PostToolUseFailure", TOOLS),
  capture("PostToolUseFailure", "Bash"),
  inject("PreCompact"),
  capture("PreCompact"),
  // Not async: the client ends without waiting for what runs beside it, and the handoff would be lost.
  { ...capture("SessionEnd"), timeout: END_SECONDS, isAsync: false },
];

/**
 * On request only. InstructionsLoaded is young, and costs a start for each file that the client loads; PostToolUse says what
 * PreToolUse has said already; Stop writes the handoff after each turn instead of once.
 */
const OPTIONAL: readonly Wanted[] = [inject("InstructionsLoaded"), inject("PostToolUse", TOOLS), capture("Stop")];

export const EVENTS: readonly string[] = [...new Set([...DEFAULT, ...OPTIONAL].map(({ event }) => event))];

interface Choice {
  readonly events: readonly string[] | null;
  readonly capture: boolean;
  /** Prompts are answered by the MCP server where it runs. */
  readonly warm?: boolean;
}

/** By default all that matter; a name that is given brings everything there is for it. */
export function wantedEntries({ events, capture: captures, warm = false }: Choice): readonly Wanted[] {
  const chosen = (events === null ? DEFAULT : chooseFor(events)).filter(({ role }) => captures || role === "inject");
  return chosen.flatMap((each) => (warm && each.event === WARM_EVENT && each.role === "inject" ? [{ ...each, role: "warm" } as const, each] : [each]));
}

function chooseFor(events: readonly string[]): readonly Wanted[] {
  const isNamed = ({ event }: Wanted): boolean => events.includes(event);
  const usual = DEFAULT.filter(isNamed);
  // Where something is registered anyway, the optional part is still not worth it.
  return [...usual, ...OPTIONAL.filter((each) => isNamed(each) && !usual.some(({ event }) => event === each.event))];
}

export function entryOf({ role, matcher, timeout, isAsync }: Wanted, command: Command): Readonly<Record<string, unknown>> {
  if (role === "warm") return { hooks: [warmHandler()] };
  const handler = { type: "command", command: command.command, args: argumentsOf(role, command), timeout, ...(isAsync ? { async: true } : {}) };
  return { ...(matcher === null ? {} : { matcher }), hooks: [handler] };
}

export function argumentsOf(role: Role, { args }: Command, extra: readonly string[] = []): readonly string[] {
  return [...args, ...(role === "capture" ? [CAPTURE] : []), ...extra];
}
