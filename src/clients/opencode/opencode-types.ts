/**
 * What OpenCode (seen with 1.18.33) hands to a plugin, as far as we look at it. Types only: what really comes is checked where it
 * is used, because these hooks are experimental and their fields have moved before.
 */

export interface MessageInfo {
  readonly id: string;
  readonly sessionID: string;
  readonly role: "user" | "assistant";
  /** True for the message that a compaction wrote; on messages of the person it is an object. */
  readonly summary?: unknown;
  readonly error?: unknown;
}

export interface Part {
  readonly id: string;
  readonly sessionID: string;
  readonly messageID: string;
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
  readonly ignored?: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Of a tool's part. */
  readonly state?: { readonly metadata?: Readonly<Record<string, unknown>>; readonly time?: { readonly compacted?: number } };
  /** Of a compaction's part: where what was kept word for word begins. */
  readonly tail_start_id?: string;
}

export interface Message {
  readonly info: MessageInfo;
  /** Changed in place: another list would not be seen. */
  readonly parts: Part[];
}

export interface ToolOutput {
  output?: unknown;
  metadata?: unknown;
}

export interface ToolContext {
  readonly sessionID?: string;
}

export interface ToolDefinition {
  readonly description: string;
  /** Schemas of zod 4, by name. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly execute: (args: Readonly<Record<string, unknown>>, context?: ToolContext) => Promise<string>;
}

/** The part of its own client that is used; each call may fail. */
export interface OpenCodeClient {
  readonly app?: { readonly log?: (request: { readonly body: Readonly<Record<string, unknown>> }) => Promise<unknown> };
  readonly session?: {
    readonly get?: (request: { readonly path: { readonly id: string } }) => Promise<{ readonly data?: unknown }>;
    readonly messages?: (request: { readonly path: { readonly id: string } }) => Promise<{ readonly data?: unknown }>;
  };
}

export interface PluginInput {
  readonly client?: OpenCodeClient;
  /** The folder that OpenCode works in. */
  readonly directory?: string;
}

export interface Hooks {
  readonly event: (input: { readonly event: { readonly type: string; readonly properties?: unknown } }) => Promise<void>;
  readonly "chat.message": (input: { readonly sessionID: string }, output: { readonly message: MessageInfo; readonly parts: Part[] }) => Promise<void>;
  readonly "experimental.chat.messages.transform": (input: unknown, output: { readonly messages: Message[] }) => Promise<void>;
  readonly "experimental.chat.system.transform": (input: { readonly sessionID?: string }, output: { readonly system: string[] }) => Promise<void>;
  readonly "experimental.session.compacting": (input: { readonly sessionID: string }, output: { readonly context: string[] }) => Promise<void>;
  readonly "tool.execute.after": (input: { readonly tool: string; readonly sessionID: string; readonly args?: unknown }, output: ToolOutput) => Promise<void>;
  readonly tool: Readonly<Record<string, ToolDefinition>>;
}
