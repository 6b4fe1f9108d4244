/**
 * The wire: one JSON-RPC message a line. Unlike the SDK's own transport it answers lines that are no message, outlives a line that
 * is too long, tells what is subscribed to, and ends only when what was asked before the end of the input is answered.
 */
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  SUBSCRIPTION_ID_META_KEY,
  type Transport,
} from "@modelcontextprotocol/server";
import { LineSplitter } from "./line-splitter.ts";

export interface WireOptions {
  readonly stdin: NodeJS.ReadableStream;
  readonly stdout: NodeJS.WritableStream;
  readonly onListen: (request: string | number, uris: readonly string[]) => void;
  readonly onCancel: (request: string | number) => void;
  /** A request of this method has its result. */
  readonly onResult?: (method: string) => void;
  /** A line that is no message and cannot be answered. */
  readonly onNoise: (what: string) => void;
  /** Default: 4 MiB. */
  readonly maxLine?: number;
}

const MAX_LINE = 4 * 1024 * 1024;
/** What was asked is answered even if the client hangs up, but nobody waits longer than this. */
const LAST_ANSWERS_MS = 5000;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** By id, with its method. */
  private readonly unanswered = new Map<string | number, string>();
  private readonly splitter: LineSplitter;
  private isEnding = false;
  private isClosed = false;

  constructor(private readonly options: WireOptions) {
    const maxLine = options.maxLine ?? MAX_LINE;
    this.splitter = new LineSplitter(maxLine, {
      onLine: (line) => this.receive(line),
      onTooLong: () => this.refuse(null, INVALID_REQUEST, `a line of more than ${maxLine} bytes`),
    });
  }

  async start(): Promise<void> {
    const { stdin, stdout } = this.options;
    stdin.on("data", (chunk: Buffer) => this.splitter.push(chunk));
    stdin.on("end", () => this.end());
    stdin.on("close", () => this.end());
    stdin.on("error", (error: Error) => this.onerror?.(error));
    // The client is gone: there is nobody to answer.
    stdout.on("error", () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) return;
    this.notice(message);
    this.options.stdout.write(`${JSON.stringify(message)}\n`);
    if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
    if (message.id !== undefined && message.id !== null) this.settle(message.id, isJSONRPCResultResponse(message));
    this.closeWhenAnswered();
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.options.stdin.pause();
    this.onclose?.();
  }

  private settle(request: string | number, isResult: boolean): void {
    const method = this.unanswered.get(request);
    this.unanswered.delete(request);
    if (isResult && method !== undefined) this.options.onResult?.(method);
  }

  private end(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.splitter.end();
    setTimeout(() => void this.close(), LAST_ANSWERS_MS).unref();
    this.closeWhenAnswered();
  }

  private closeWhenAnswered(): void {
    if (this.isEnding && this.unanswered.size === 0) void this.close();
  }

  private receive(line: string): void {
    if (this.isClosed || line.trim() === "") return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.refuse(null, PARSE_ERROR, "Parse error: the line is no JSON");
    }
    if (isMessage(value)) return this.deliver(value);
    if (Array.isArray(value)) return this.refuse(null, INVALID_REQUEST, "Invalid request: batches are not supported");
    const { id, method } = (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
    // Notifications are never answered, not even bad ones.
    if (typeof method === "string" && id === undefined) return this.options.onNoise(`a notification ${method.slice(0, 80)} with bad params`);
    this.refuse(typeof id === "string" || typeof id === "number" ? id : null, INVALID_REQUEST, "Invalid request: not a JSON-RPC 2.0 message");
  }

  private deliver(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message) && message.method !== "subscriptions/listen") this.unanswered.set(message.id, message.method);
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") this.forget(message.params?.requestId);
    this.onmessage?.(message);
  }

  /** What is cancelled is not answered any more. */
  private forget(request: unknown): void {
    if (typeof request !== "string" && typeof request !== "number") return;
    this.unanswered.delete(request);
    this.options.onCancel(request);
  }

  private notice(message: JSONRPCMessage): void {
    if (!isJSONRPCNotification(message) || message.method !== "notifications/subscriptions/acknowledged") return;
    const { _meta, notifications } = (message.params ?? {}) as { readonly _meta?: Readonly<Record<string, unknown>>; readonly notifications?: unknown };
    const request = _meta?.[SUBSCRIPTION_ID_META_KEY];
    const { resourceSubscriptions } = (notifications ?? {}) as { readonly resourceSubscriptions?: readonly string[] };
    if (typeof request === "string" || typeof request === "number") this.options.onListen(request, resourceSubscriptions ?? []);
  }

  /** JSON-RPC wants null for the id of what could not be read; the SDK's type has no word for it. */
  private refuse(id: string | number | null, code: number, message: string): void {
    if (!this.isClosed) this.options.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResultResponse(value) || isJSONRPCErrorResponse(value);
}
