/** Starts the built MCP server as clients do: with the official client in either era of the protocol, or by hand, line by line. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { type Home, makeHome, ROOT } from "./run-hook.ts";

/** Another command to test, such as a bundle that is not in dist. */
const SERVER = process.env.LORE_E2E_MCP?.split(" ") ?? [process.execPath, join(ROOT, "bin", "lore-inject.js"), "mcp"];

export const ERAS = [
  ["2025", "legacy"],
  ["2026-07-28", { pin: "2026-07-28" }],
] as const;
export type Mode = (typeof ERAS)[number][1];

export function makeProject(): Home {
  const home = makeHome("copy");
  mkdirSync(join(home.storefront, ".git"));
  mkdirSync(join(home.storefront, "src"));
  return home;
}

function environmentOf(home: Home, env: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? "", HOME: home.dir, LORE_DATA_DIR: home.data, LORE_CONTEXT_NOW: "2026-11-16", ...env };
}

export interface ConnectOptions {
  readonly mode: Mode;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
  readonly prepare?: (client: Client) => void;
}

export async function connect(home: Home, { mode, cwd = home.storefront, env, client: options = {}, prepare }: ConnectOptions): Promise<Client> {
  const [command = "", ...args] = SERVER;
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode }, ...options });
  prepare?.(client);
  await client.connect(new StdioClientTransport({ command, args, cwd, env: environmentOf(home, env), stderr: "ignore" }));
  onTestFinished(() => client.close());
  return client;
}

type Message = Readonly<Record<string, unknown>> & { readonly id?: unknown; readonly error?: { readonly code: number; readonly message: string } };

export interface RawServer {
  readonly write: (text: string) => void;
  /** The answer to this id. */
  readonly answer: (id: string | number | null) => Promise<Message>;
  readonly ask: (id: number, method: string, params?: unknown) => Promise<Message>;
  /** Every line so far, each of which must be a message. */
  readonly messages: () => readonly Message[];
  readonly stderr: () => string;
  readonly hangUp: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<{ readonly status: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Initialized as a client of 2025 would, unless told otherwise. */
export async function startRaw(home: Home, { isOpened = true } = {}): Promise<RawServer> {
  const [command = "", ...args] = SERVER;
  const child = spawn(command, args, { cwd: home.storefront, env: environmentOf(home) });
  onTestFinished(() => void child.kill("SIGKILL"));
  const messages: Message[] = [];
  const answers = new Map<unknown, Message>();
  let rest = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = `${rest}${chunk}`.split("\n");
    rest = parts.pop() ?? "";
    for (const message of parts.map(parseMessage)) {
      messages.push(message);
      answers.set(message.id, message);
    }
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => {});
  const ended: RawServer["ended"] = new Promise((resolve) => child.on("close", (status, signal) => resolve({ status, signal })));
  const write = (text: string): void => void child.stdin.write(text);
  const answer = async (id: string | number | null): Promise<Message> => {
    for (let turn = 0; turn < 5000; turn++) {
      const message = answers.get(id);
      if (message !== undefined) return message;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no answer to ${id}; stderr: ${stderr}`);
  };
  const ask: RawServer["ask"] = (id, method, params = {}) => {
    write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answer(id);
  };
  if (isOpened) {
    await ask(0, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } });
    write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }
  return {
    write,
    answer,
    ask,
    messages: () => messages,
    stderr: () => stderr,
    hangUp: () => child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

/** Nothing else may ever be there. */
function parseMessage(line: string): Message {
  const message = JSON.parse(line) as Message;
  if (message.jsonrpc !== "2.0") throw new Error(`not a message: ${line.slice(0, 200)}`);
  return message;
}

/** The text of a tool's or a resource's answer. */
export function textOf(answer: unknown): string {
  const { content, contents } = answer as {
    readonly content?: readonly { readonly text?: string }[];
    readonly contents?: readonly { readonly text?: string }[];
  };
  return (content ?? contents)?.[0]?.text ?? "";
}
