/** Keeps what goes wrong in a hook away from the person's prompt: it is told to OpenCode's own log, and nothing is ever thrown or printed. */
import type { Problem } from "../../types.ts";
import type { OpenCodeClient } from "./opencode-types.ts";

const SERVICE = "lore-inject";
/** A store that is broken stays so: each fault is told once, and of very many no more. */
const MAX_TOLD = 200;

export class Log {
  private readonly told = new Set<string>();

  constructor(private readonly client: OpenCodeClient | undefined) {}

  tell(level: "warn" | "error", message: string): void {
    if (this.told.has(message) || this.told.size >= MAX_TOLD) return;
    this.told.add(message);
    try {
      // Not waited for: the answer to a prompt must not depend on it. The name twice, as the log file leaves out the service.
      Promise.resolve(this.client?.app?.log?.({ body: { service: SERVICE, level, message: `${SERVICE}: ${message}` } })).catch(() => {});
    } catch {
      // Then nobody hears of it.
    }
  }

  tellProblems(problems: readonly Problem[]): void {
    for (const { where, what, hint } of problems) this.tell("warn", `${where}: ${what}${hint === undefined ? "" : ` (${hint})`}`);
  }

  /** Does the work, or says why not. */
  attempt<T>(what: string, work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      this.tellFault(what, error);
      return otherwise;
    }
  }

  tellFault(what: string, error: unknown): void {
    this.tell("error", `${what}: ${describeFault(error)}`);
  }
}

/** Anything can be thrown, even what cannot become text. */
function describeFault(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } catch {
    return "something that cannot be described";
  }
}

/** A hook that throws would fail the prompt (seen with 1.18.33), so none does. */
export function guard<Arguments extends readonly unknown[]>(
  log: Log,
  name: string,
  work: (...args: Arguments) => void | Promise<void>,
): (...args: Arguments) => Promise<void> {
  return async (...args) => {
    try {
      await work(...args);
    } catch (error) {
      log.tellFault(name, error);
    }
  };
}
