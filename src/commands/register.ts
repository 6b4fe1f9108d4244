/** `register`: leaves an entry for a session from outside, e.g. that a background task finished. */

import { Refusal } from "../refusal.ts";
import { registerContext } from "../register-context.ts";
import type { ContextPriority } from "../session/collector.ts";
import { print, printJson, readText } from "./runtime.ts";

export interface RegisterOptions {
  readonly session: string;
  readonly source: string;
  readonly id: string;
  readonly priority: ContextPriority;
  readonly persistent?: boolean;
  readonly json?: boolean;
}

export function register(words: readonly string[], { session, source, id, priority, persistent = false, json }: RegisterOptions): void {
  try {
    registerContext({ session, source, id, priority, persistent, text: readText(words.join(" ")).trim() });
  } catch (error) {
    throw new Refusal((error as Error).message, "lore-inject register --help");
  }
  if (json) return printJson({ session, source, id, priority, persistent });
  print([`${source}:${id} waits for the next prompt of session ${session} (${priority}${persistent ? ", comes back after compaction" : ""})`]);
}
