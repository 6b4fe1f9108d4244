/** What every hook of the plugin works with. */
import type { Core } from "../../core.ts";
import type { Compactions } from "./compactions.ts";
import type { Family } from "./family.ts";
import type { Log } from "./guard.ts";
import type { OpenCodeClient } from "./opencode-types.ts";
import type { SessionStates } from "./session-state.ts";

export interface Desk {
  readonly core: Core;
  readonly cwd: string;
  readonly client: OpenCodeClient | undefined;
  /** Null where nothing can be remembered. */
  readonly stateDir: string | null;
  readonly states: SessionStates;
  readonly family: Family;
  readonly compactions: Compactions;
  readonly log: Log;
}
