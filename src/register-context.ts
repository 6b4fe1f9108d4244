/** Leaves an entry for a session, from outside: the session's next prompt shows it. No daemon, one line in a file. */
import type { ContextPriority } from "./session/collector.ts";
import { LedgerFile } from "./store/ledger-file.ts";
import { locate } from "./store/locations.ts";

export interface RegisteredContext {
  /** The client's session id. */
  readonly session: string;
  /** Who registers, e.g. "background-task". */
  readonly source: string;
  /** Unique within the source: registered again, it replaces what is not shown yet. */
  readonly id: string;
  readonly text: string;
  /** Default: normal. */
  readonly priority?: ContextPriority;
  /** Shown again after each compaction. */
  readonly persistent?: boolean;
  /** Where HOME and the XDG folders are looked up. Default: the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What fits into a block of the usual size whole. */
const MAX_TEXT = 4000;
const MAX_NAME = 200;
const PRIORITIES: readonly string[] = ["critical", "high", "normal", "low"];

/** Throws when it cannot be kept: a name or text that is empty or too long, a folder that cannot be written. */
export function registerContext(entry: RegisteredContext): void {
  const { session, source, id, text, priority = "normal", persistent = false, env = process.env } = entry;
  for (const [name, value] of Object.entries({ session, source, id })) checkName(name, value);
  if (!/^\w[\w .:/-]*$/.test(source)) throw new RangeError("source must be letters, digits, blanks and . : / - _");
  if (text.trim() === "") throw new RangeError("the text is empty");
  if (text.length > MAX_TEXT) throw new RangeError(`the text has ${text.length} characters, at most ${MAX_TEXT} can be shown`);
  if (!PRIORITIES.includes(priority)) throw new RangeError(`priority "${priority}" is none of ${PRIORITIES.join(", ")}`);
  const { stateDir } = locate(env);
  if (stateDir === null) throw new Error("there is no folder for session state: set HOME or XDG_STATE_HOME");
  const file = new LedgerFile({ stateDir, sessionId: session });
  file.append({ at: Date.now(), by: process.pid, event: "register", entry: { source, id, text, priority, persistent } });
  file.close();
  if (file.fault !== null) throw new Error(`cannot be kept: ${file.fault.message}`);
}

function checkName(name: string, value: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (value.trim() === "" || value.length > MAX_NAME || /[\u0000-\u001f]/.test(value))
    throw new RangeError(`${name} must be one line of 1 to ${MAX_NAME} characters`);
}
