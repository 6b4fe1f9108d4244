/** A home with a project and stores in a temporary folder, and the plugin's hooks over it, as OpenCode would call them. */
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Hooks, Message, OpenCodeClient, Part } from "../../../../src/clients/opencode/opencode-types.ts";
import { makeHooks } from "../../../../src/clients/opencode/plugin.ts";
import { Core } from "../../../../src/core.ts";
import { REPO_ROOT } from "../../builders.ts";

export const SESSION = "ses_1a2bTest";
export const ASKS = "where do we keep shopper login sessions now that Redis is gone?";
export const ASKS_PAYMENT = "which idempotency key do we send to PayBridge when a customer clicked pay twice?";
export const ASKS_NOTHING = "thanks, that is all";

const decision = (id: string, title: string, rationale: string) => ({
  ...{ id, timestamp: "2026-11-01T10:00:00Z", decision: title, rationale, status: "active", outcome: "pending" },
  tags: ["storefront"],
});
export const LOGIN = decision(
  "dec-51e55104",
  "Keep shopper login sessions in a Postgres table instead of Redis",
  "The Redis failover in March logged everybody out.",
);
export const PAYMENT = decision(
  "dec-c4a26e02",
  "Send the cart id as idempotency key with every PayBridge charge",
  "Customers who clicked pay twice were charged twice.",
);
export const HANDOFF = { id: "hand-7a11ed01", timestamp: "2026-11-14T10:00:00Z", project: "storefront", message: "The gift card form is live behind a flag." };
export const FAILURE = {
  ...{ id: "fail-0dd5ea50", timestamp: "2026-11-07T10:00:00Z", project: "storefront", tool: "Bash", tags: ["database"], entities: ["src/db/migrate.ts"] },
  ...{ error_type: "MigrationError", error_message: "MigrationError: relation orders_archive is locked by the vacuum job" },
  fix: "Pause the vacuum job before migrating orders_archive.",
};

export class World {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-opencode-")));
  readonly project = join(this.home, "dev", "storefront");
  readonly state = join(this.home, ".local", "state", "lore-inject");
  readonly logged: unknown[] = [];
  private parts = 0;

  constructor() {
    mkdirSync(join(this.project, ".git"), { recursive: true });
    this.append(".config/lore-inject/config.yaml", "deadline_ms: 10000\nindex: { background: false }\n");
    this.store("journal/data/decisions.jsonl", LOGIN, PAYMENT);
    this.store("transfer/data/handoffs.jsonl", HANDOFF);
    this.store("failures/data/failures.jsonl", FAILURE);
  }

  append(path: string, text: string): void {
    const file = join(this.home, path);
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, text);
  }

  store(name: string, ...records: readonly object[]): void {
    this.append(join(".local/share/lore", name), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }

  /** As a new process of OpenCode would load it. */
  load(client: OpenCodeClient = {}): Hooks {
    const env = { HOME: this.home, LORE_CONTEXT_NOW: "2026-11-16" };
    const log = (request: unknown): Promise<void> => {
      this.logged.push(request);
      return Promise.resolve();
    };
    const core = new Core({ shippedDir: REPO_ROOT, client: "opencode", env, refresh: () => {} });
    return makeHooks({ directory: this.project, client: { app: { log }, ...client } }, { core, env });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** A message of the person, with an id above all others. */
  prompt(text: string): Message {
    const id = `msg_${this.nextId()}`;
    return { info: { id, sessionID: SESSION, role: "user" }, parts: [{ id: `prt_${this.nextId()}`, sessionID: SESSION, messageID: id, type: "text", text }] };
  }

  /** What a compaction leaves behind: its own request, and the summary. */
  compaction(): readonly Message[] {
    const [asked, summary] = [this.prompt(""), this.prompt("They talked.")];
    asked.parts.splice(0, 1, { ...(asked.parts[0] as Part), type: "compaction" });
    return [asked, { ...summary, info: { ...summary.info, role: "assistant", summary: true } }];
  }

  private nextId(): string {
    this.parts += 4096;
    return `${this.parts.toString(16).padStart(12, "0")}AAAAAAAAAAAAAA`;
  }
}

/** Sends a prompt through the hooks, in OpenCode's order, and gives what the model would see. */
export async function turn(
  hooks: Hooks,
  message: Message,
  before: readonly Message[] = [],
): Promise<{ readonly system: readonly string[]; readonly messages: readonly Message[] }> {
  await hooks["chat.message"]({ sessionID: SESSION }, { message: message.info, parts: message.parts });
  return request(hooks, [...before, message]);
}

/** A request that follows without a word of the person. Messages are copies, as OpenCode reads them anew each time. */
export async function request(
  hooks: Hooks,
  history: readonly Message[],
): Promise<{ readonly system: readonly string[]; readonly messages: readonly Message[] }> {
  const messages = structuredClone(history) as Message[];
  const system = ["You are opencode."];
  await hooks["experimental.chat.messages.transform"]({}, { messages });
  await hooks["experimental.chat.system.transform"]({ sessionID: SESSION }, { system });
  return { system, messages };
}

export function count(messages: readonly Message[], part: string): number {
  return JSON.stringify(messages.map(({ parts }) => parts.map(({ text }) => text))).split(part).length - 1;
}
