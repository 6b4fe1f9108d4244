/**
 * `capture-hook`: an event of the client on stdin becomes a record, if it says something: a failure, its remedy, a handoff, a
 * saying. Registered beside the hook, with `async`, so that nobody waits for it. Prints nothing, and never fails.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { captureCommand, captureFailure } from "../capture/record-failure.ts";
import { captureHandoff } from "../capture/record-handoff.ts";
import { captureSayings } from "../capture/record-sayings.ts";
import { decodeUtf8, parseEvent } from "../event/parse-event.ts";
import { readStdin } from "../event/read-stdin.ts";
import type { Context } from "../open-context.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { type IsIgnored, parseLoreIgnore } from "../privacy/lore-ignore.ts";
import { pathBelow } from "../project/path-below.ts";
import { readBounded } from "../store/read-bounded.ts";
import type { HookEvent } from "../types.ts";
import { originOf } from "../write/origin-of.ts";
import { RecordStore } from "../write/record-store.ts";

export interface CaptureHookOptions extends CommonOptions {
  readonly debug?: boolean;
}

export function captureHook({ debug, ...options }: CaptureHookOptions): void {
  const tell = (text: string): void => {
    if (debug) process.stderr.write(`${text}\n`);
  };
  try {
    const event = readEvent();
    if (typeof event === "string") return tell(`nothing: ${event}`);
    const context = openForCommand(options, { cwd: event.cwd || process.cwd(), fresh: false });
    tell(handle(event, context));
  } catch (error) {
    tell(`failed: ${(error as Error).stack ?? error}`);
  }
}

function readEvent(): HookEvent | string {
  const read = readStdin();
  if (!read.ok) return read.reason;
  const text = decodeUtf8(read.bytes);
  const parsed = text === null ? null : parseEvent(text);
  if (parsed === null) return "not valid UTF-8";
  return parsed.ok ? parsed.event : parsed.reason;
}

/** What was written, or why nothing was. */
function handle(event: HookEvent, context: Context): string {
  const { enabled, capture } = context.config;
  if (!enabled) return "switched off";
  const store = new RecordStore(context);
  const origin = originOf(context, event.sessionId === null ? {} : { session: event.sessionId });
  const isIgnored = readIgnored(context);
  if (event.name === "UserPromptSubmit") return capture.sayings ? captureSayings(event.prompt, store, origin) : "sayings are switched off";
  switch (event.hookEventName) {
    case "PostToolUseFailure":
      return capture.failures ? captureFailure(event, store, origin, isIgnored) : "failures are switched off";
    case "PostToolUse":
      return capture.failures ? captureCommand(event, store, origin, isIgnored) : "failures are switched off";
    case "SessionEnd":
    case "Stop":
    case "PreCompact":
      return capture.handoffs ? captureHandoff(event, store, origin, isIgnored) : "handoffs are switched off";
    default:
      return `nothing to keep of ${event.hookEventName}`;
  }
}

const MAX_IGNORE = 256 * 1024;

/** `.loreignore` at the root of the project. */
function readIgnored({ workspace }: Context): IsIgnored {
  const file = join(workspace.gitTop ?? workspace.cwd, ".loreignore");
  if (!existsSync(file)) return () => false;
  const isIgnored = parseLoreIgnore(readBounded(file, MAX_IGNORE));
  // The client names files by their whole path.
  return (path) => path !== "" && isIgnored(pathBelow(workspace, path));
}
