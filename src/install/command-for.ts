/** What is registered for an event: the command itself, with Node's fast flags where somebody waits, or behind the script that stands in for a server. Pure. */
import type { Role } from "./recognize-entry.ts";
import { type Fallback, WARM_EVENT } from "./warm-entries.ts";

/** What starts the hook, without a shell; the script comes last. `capture-hook` is added behind it for capture. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  /** How it starts faster; null where there is no way. Default: null. */
  readonly fast?: FastStart | null;
}

interface FastStart {
  readonly flags: readonly string[];
  /** The version that took them. */
  readonly node: string;
}

interface Occasion {
  readonly event: string;
  readonly role: Role;
}

/**
 * A Node that an update put in the place of the one that was tried may refuse a flag, and then starts nothing. So a session
 * starts without any: there the hook tries them on a Node that it does not know, and can still say what to do.
 */
const UNFLAGGED_EVENT = "SessionStart";

/** Without a session's start among what is registered, nobody would say that a flag is refused: then there are none. */
export function guarded(command: Command, wanted: readonly Occasion[]): Command {
  return wanted.some(({ event, role }) => event === UNFLAGGED_EVENT && role === "inject") ? command : { ...command, fast: null };
}

export function commandFor(plain: Command, { event, role }: Occasion, fallback: Fallback | null): Command {
  const isWaitedFor = role === "inject" && event !== UNFLAGGED_EVENT;
  const { command, args } = isWaitedFor ? withFlags(plain) : plain;
  if (fallback === null || event !== WARM_EVENT || role !== "inject") return { command, args };
  return { command: "/bin/sh", args: [fallback.script, fallback.folder, command, ...args] };
}

function withFlags({ command, args, fast = null }: Command): Command {
  return { command, args: [...args.slice(0, -1), ...(fast?.flags ?? []), ...args.slice(-1)] };
}
