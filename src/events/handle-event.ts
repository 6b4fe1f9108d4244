/** Which event is answered where. Each takes the same road: offers to the session, then `deliver`. */
import { parseSessionEvent } from "../event/parse-session-event.ts";
import type { Run } from "../find-records.ts";
import type { Steps } from "../inject.ts";
import { type Injection, silence } from "../trace.ts";
import type { OtherEvent } from "../types.ts";
import { recordLoaded, recordPreCompact } from "./record-event.ts";
import { startSession } from "./session-start.ts";
import { startSubagent } from "./subagent-start.ts";
import { useTool } from "./tool-use.ts";

export function handleEvent(event: OtherEvent, run: Run, steps: Steps): Injection {
  const parsed = parseSessionEvent(event);
  switch (parsed?.name) {
    case "SessionStart":
      return startSession(event, parsed.source, run, steps);
    case "SubagentStart":
      return startSubagent(event, parsed, run, steps);
    case "PreToolUse":
    case "PostToolUse":
    case "PostToolUseFailure":
      return useTool(event, parsed, run, steps);
    case "PreCompact":
      return recordPreCompact(event, run, steps);
    case "InstructionsLoaded":
      return recordLoaded(event, parsed.file, run, steps);
    default:
      return silence(run.trace, `nothing to say to ${event.hookEventName}`);
  }
}
