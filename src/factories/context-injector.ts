/**
 * Hooks for an OpenCode plugin that show what a ContextCollector holds: in order of priority, before the person's own text.
 * They never throw, and change what they are given in place, as a new list would not be looked at.
 */
import type { ContextCollector, ContextEntry } from "../session/collector.ts";
import { findPlace, type MessageInfo, type MessagePart } from "./insert-text.ts";

export type { MessagePart } from "./insert-text.ts";

interface ChatMessageInput {
  readonly sessionID: string;
  readonly messageID?: string;
}

export interface ChatMessageOutput {
  message?: MessageInfo;
  parts: MessagePart[];
}

export interface MessagesTransformOutput {
  messages: { info: MessageInfo; parts: MessagePart[] }[];
}

export interface InjectorOptions {
  /** What went wrong; the message goes on without it. Nothing is ever printed. */
  readonly log?: (message: string) => void;
}

export interface ContextInjectorHook {
  readonly "chat.message": (input: ChatMessageInput, output: ChatMessageOutput) => Promise<void>;
}

export interface ContextInjectorMessagesTransformHook {
  readonly "experimental.chat.messages.transform": (input: unknown, output: MessagesTransformOutput) => Promise<void>;
}

const SEPARATOR = "\n\n---\n\n";
/** So many sessions are remembered; the oldest goes. */
const MAX_SESSIONS = 200;

export interface PendingOptions extends InjectorOptions {
  /** For parts that do not say which message they belong to. */
  readonly messageID?: string;
  /** Of a persistent entry, which stays in the collector: whether it is its turn. Default: it is not. */
  readonly isDue?: (entry: ContextEntry) => boolean;
}

export interface PendingResult {
  readonly injected: boolean;
  /** In characters. */
  readonly contextLength: number;
}

/** Takes what is pending and puts it before the person's text. Without a place for it, it goes on waiting. May throw, unlike the hooks. */
export function injectPendingContext(
  collector: ContextCollector,
  sessionID: string,
  parts: MessagePart[],
  { log = () => {}, messageID, isDue = () => false }: PendingOptions = {},
): PendingResult {
  const insert = findPlace(parts, { sessionID, messageID });
  const content = insert === null ? "" : takeText(collector, sessionID, { log, isDue }).content;
  if (insert === null || content === "") return { injected: false, contextLength: 0 };
  insert(content);
  return { injected: true, contextLength: content.length };
}

/** Into the message itself: it is stored with it, so each entry comes once, persistent ones too. */
export function createContextInjectorHook(collector: ContextCollector, { log = () => {} }: InjectorOptions = {}): ContextInjectorHook {
  const shown = new Recent<number>();
  const inject = (input: ChatMessageInput, { message, parts }: ChatMessageOutput): void => {
    const { sessionID } = input;
    const messageID = message?.id ?? input.messageID;
    if (message?.role === "assistant") return;
    const latest = latestOf(collector, sessionID);
    const isDue = ({ order }: ContextEntry): boolean => order > (shown.get(sessionID) ?? -1);
    const { injected } = injectPendingContext(collector, sessionID, parts, { log, isDue, ...(messageID === undefined ? {} : { messageID }) });
    if (injected) shown.set(sessionID, latest);
  };
  return { "chat.message": async (input, output) => guarded(log, () => inject(input, output)) };
}

/**
 * Into the last message of the person, for this request alone. A turn has many requests, and what the first of them was told
 * must stand in the others as well: it is put there again until the person has said something else.
 */
export function createContextInjectorMessagesTransformHook(
  collector: ContextCollector,
  { log = () => {} }: InjectorOptions = {},
): ContextInjectorMessagesTransformHook {
  const turns = new Recent<{ readonly messageID: string | undefined; readonly content: string; readonly latest: number }>();
  const inject = ({ messages }: MessagesTransformOutput): void => {
    const last = messages.findLast(({ info }) => info.role === "user");
    const sessionID = last?.info.sessionID ?? last?.parts[0]?.sessionID;
    const messageID = last?.info.id ?? last?.parts[0]?.messageID;
    const insert = last === undefined || sessionID === undefined ? null : findPlace(last.parts, { sessionID, messageID });
    if (insert === null || sessionID === undefined) return;
    const told = turns.get(sessionID);
    const before = told !== undefined && told.messageID === messageID && messageID !== undefined ? told : { content: "", latest: -1 };
    const { content: news, latest } = takeText(collector, sessionID, { log, isDue: ({ order }) => order > before.latest });
    const content = [before.content, news].filter((text) => text !== "").join(SEPARATOR);
    if (content === "") return;
    turns.set(sessionID, { messageID, content, latest: Math.max(latest, before.latest) });
    insert(content);
  };
  return { "experimental.chat.messages.transform": async (_input, output) => guarded(log, () => inject(output)) };
}

interface Taking {
  readonly log: (message: string) => void;
  readonly isDue: (entry: ContextEntry) => boolean;
}

/** Consumed, but for persistent entries. `latest` is the newest registration among all. */
function takeText(collector: ContextCollector, sessionID: string, { log, isDue }: Taking): { readonly content: string; readonly latest: number } {
  const latest = latestOf(collector, sessionID);
  const pending = collector.getPending(sessionID)?.entries ?? [];
  const texts: string[] = [];
  for (const entry of pending.filter((each) => !each.persistent || isDue(each))) guarded(log, () => texts.push(entry.content));
  collector.consume(sessionID);
  return { content: texts.filter((text) => text !== "").join(SEPARATOR), latest };
}

function latestOf(collector: ContextCollector, sessionID: string): number {
  return Math.max(-1, ...(collector.getPending(sessionID)?.entries ?? []).map(({ order }) => order));
}

/** By session; what was set last stays longest. */
class Recent<T> {
  private readonly values = new Map<string, T>();

  get(sessionID: string): T | undefined {
    return this.values.get(sessionID);
  }

  set(sessionID: string, value: T): void {
    this.values.delete(sessionID);
    this.values.set(sessionID, value);
    if (this.values.size > MAX_SESSIONS) this.values.delete(this.values.keys().next().value as string);
  }
}

function guarded(log: (message: string) => void, step: () => unknown): void {
  try {
    step();
  } catch (error) {
    try {
      log(`context was not injected: ${error instanceof Error ? error.message : String(error)}`);
    } catch {
      // Not even the log may fail a prompt.
    }
  }
}
