/** Which sessions are subagents': OpenCode gives each a session of its own below the one that asked for it. */
import type { OpenCodeClient } from "./opencode-types.ts";

/** The answer comes from the same process; a prompt waits no longer for it. */
const TIMEOUT_MS = 1000;
const MAX_KNOWN = 1000;

export class Family {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly client: OpenCodeClient | undefined) {}

  /** From an event that brings a session's description. */
  note(info: unknown): void {
    const { id, parentID } = Object(info) as { readonly id?: unknown; readonly parentID?: unknown };
    if (typeof id !== "string") return;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(id, typeof parentID === "string" && parentID !== "");
  }

  /** A session of which nothing can be learned counts as the person's own. */
  async isChild(sessionId: string): Promise<boolean> {
    if (!this.known.has(sessionId)) this.note(await within(TIMEOUT_MS, () => this.client?.session?.get?.({ path: { id: sessionId } })));
    return this.known.get(sessionId) ?? false;
  }
}

/** What OpenCode answers, or null when it does not in time. */
export async function within(ms: number, ask: () => Promise<{ readonly data?: unknown }> | undefined): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    const answer = await Promise.race([ask(), timeout]);
    return answer?.data ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
