/** One line a message, on standard error: standard output belongs to the protocol. */
export type Log = (what: string) => void;

/** Room for a stack. */
const MAX_LINE = 2000;

export function logTo(stream: { readonly write: (text: string) => unknown }): Log {
  return (what) => {
    stream.write(`lore-inject mcp: ${what.replace(/\s+/g, " ").slice(0, MAX_LINE)}\n`);
  };
}

/** A bug: whoever looks at the log wants to know where. */
export function logBug(log: Log, what: string, error: unknown): void {
  log(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
