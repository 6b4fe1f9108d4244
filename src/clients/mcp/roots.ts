/** The folder that the client works in, as the client says: its first root. Clients of 2025 are asked once they are ready, those of 2026 within a request. */
import { CLIENT_CAPABILITIES_META_KEY, type InputRequiredResult, inputRequired, type McpServer, type ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod/v4";
import type { Log } from "./log.ts";
import { folderAmong, type Place } from "./place.ts";

/** A client that does not answer has no roots. */
const ANSWER_MS = 2000;
const KEY = "roots";

export class Roots {
  private isAsked = false;
  private known: Promise<void> = Promise.resolve();

  constructor(
    private readonly place: Place,
    private readonly log: Log,
  ) {}

  /** Asks as soon as the client can be asked, and again when its roots change. */
  follow({ server }: McpServer): void {
    const ask = (): void => {
      if (server.getClientCapabilities()?.roots === undefined) return;
      this.isAsked = true;
      // Any list will do: one root that is no file must not take the others with it.
      const asked = server.request({ method: "roots/list" }, z.object({ roots: z.unknown() }), { timeout: ANSWER_MS });
      this.known = asked.then(({ roots }) => this.take(roots)).catch((error: Error) => this.log(`the client's roots are not known: ${error.message}`));
    };
    server.oninitialized = ask;
    server.setNotificationHandler("notifications/roots/list_changed", ask);
  }

  /** Null when there is nothing to ask, or it was asked before: what it answers is waited for. */
  async askWithin({ mcpReq }: ServerContext): Promise<InputRequiredResult | null> {
    await this.known;
    const given = mcpReq.inputResponses?.[KEY];
    if (given !== undefined) this.take((given as { readonly roots?: unknown }).roots);
    const envelope = mcpReq.envelope as Readonly<Record<string, { readonly roots?: unknown } | undefined>> | undefined;
    if (this.isAsked || envelope?.[CLIENT_CAPABILITIES_META_KEY]?.roots === undefined) return null;
    this.isAsked = true;
    return inputRequired({ inputRequests: { [KEY]: inputRequired.listRoots() } });
  }

  private take(roots: unknown): void {
    const folder = folderAmong(roots);
    if (folder !== null) this.place.moveTo(folder);
  }
}
