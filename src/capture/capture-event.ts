/**
 * An event of the client on stdin becomes a record, if it says something: a failure, its remedy, a handoff, a saying. Prints
 * nothing and never throws.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { decodeUtf8, parseEvent } from "../event/parse-event.ts";
import { readStdin } from "../event/read-stdin.ts";
import type { Context } from "../open-context.ts";
import { type IsIgnored, parseLoreIgnore } from "../privacy/lore-ignore.ts";
import { pathBelow } from "../project/path-below.ts";
import { readBounded } from "../store/read-bounded.ts";
import { rotateMetrics } from "../store/rotate-metrics.ts";
import type { HookEvent } from "../types.ts";
import { recordUsefulness } from "../usefulness/record-usefulness.ts";
import { originOf } from "../write/origin-of.ts";
import { RecordStore } from "../write/record-store.ts";
import { findSayings } from "./find-sayings.ts";
import { captureCommand, captureFailure } from "./record-failure.ts";
import { captureHandoff } from "./record-handoff.ts";
import { captureSayings } from "./record-sayings.ts";

/** `open` finds settings and stores for a folder. Returns what was written, or why nothing was. */
export function captureEvent(open: (cwd: string) => Context): string {
  try {
    const event = readEvent();
    if (typeof event === "string") return `nothing: ${event}`;
    // Nearly all prompts: not worth finding settings and stores for.
    if (event.name === "UserPromptSubmit" && findSayings(event.prompt).length === 0) return "nothing is said to be remembered";
    return keep(event, open(event.cwd || process.cwd()));
  } catch (error) {
    return `failed: ${(error as Error).stack ?? error}`;
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
function keep(event: HookEvent, context: Context): string {
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
      return [
        capture.handoffs ? captureHandoff(event, store, origin, isIgnored) : "handoffs are switched off",
        recordUsefulness(event, context),
        ...(event.hookEventName === "SessionEnd" ? [tidyMetrics(context)] : []),
      ].join("; ");
    default:
      return `nothing to keep of ${event.hookEventName}`;
  }
}

/** Once a session: no prompt has time for it. */
function tidyMetrics({ locations: { stateDir }, config: { metrics }, now }: Context): string {
  if (stateDir !== null) rotateMetrics(stateDir, { keepDays: metrics.keep_days, now });
  return "metrics kept small";
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
