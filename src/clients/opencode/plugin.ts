/** The plugin: which hook of OpenCode is answered where. Each works on what it is given in place, and none throws or prints. */

import type { Environment } from "../../config/environment.ts";
import type { Core } from "../../core.ts";
import { locate } from "../../store/locations.ts";
import { addCompactionContext } from "./compaction-context.ts";
import { Compactions } from "./compactions.ts";
import type { Desk } from "./desk.ts";
import { Family } from "./family.ts";
import { guard, Log } from "./guard.ts";
import { loreTools } from "./lore-tools.ts";
import type { Hooks, PluginInput } from "./opencode-types.ts";
import { addOrientation } from "./orientation.ts";
import { addPromptContext } from "./prompt-context.ts";
import { addLostContext } from "./restored-context.ts";
import { SessionStates } from "./session-state.ts";
import { addToolContext } from "./tool-context.ts";

export interface PluginOptions {
  readonly core: Core;
  readonly env?: Environment;
}

export function makeHooks({ client, directory }: PluginInput, { core, env = process.env }: PluginOptions): Hooks {
  const { stateDir } = locate(env);
  const log = new Log(client);
  const desk: Desk = {
    ...{ core, client, stateDir, log },
    cwd: typeof directory === "string" && directory !== "" ? directory : process.cwd(),
    states: new SessionStates(stateDir),
    family: new Family(client),
    compactions: new Compactions(),
  };
  return {
    event: guard(log, "event", ({ event }) => hear(desk, event)),
    "chat.message": guard(log, "chat.message", (input, output) => addPromptContext(desk, input, output)),
    "experimental.chat.messages.transform": guard(log, "chat.messages.transform", (_input, output) => addLostContext(desk, output)),
    "experimental.chat.system.transform": guard(log, "chat.system.transform", (input, output) => addOrientation(desk, input, output)),
    "experimental.session.compacting": guard(log, "session.compacting", (input, output) => addCompactionContext(desk, input, output)),
    "tool.execute.after": guard(log, "tool.execute.after", (input, output) => addToolContext(desk, input, output)),
    tool: loreTools(desk),
  };
}

/** Nobody waits for this: everything is done before it first waits itself. */
function hear({ compactions, family, states }: Desk, { type, properties }: { readonly type: string; readonly properties?: unknown }): void {
  const { info, sessionID } = Object(properties) as { readonly info?: unknown; readonly sessionID?: unknown };
  if (type === "session.created" || type === "session.updated") family.note(info);
  if (type === "session.compacted" && typeof sessionID === "string") {
    // Heard of late, its messages have been looked at, and what it took is back.
    if (compactions.isUnderWay(sessionID)) states.write(sessionID, { ...states.read(sessionID), isCompacted: true });
    compactions.end(sessionID);
  }
  if (type === "session.deleted") {
    const { id } = Object(info) as { readonly id?: unknown };
    if (typeof id === "string") states.forget(id);
  }
}
