/**
 * A stub of the Messages API on the loopback address: answers what a script says, as the client expects it (streamed or not),
 * and keeps the body of every request. Anything beyond its bounds, or not from this machine, is refused.
 */
import { createServer } from "node:http";
import { renderEvents, renderMessage } from "./render-reply.mjs";

const MAX_BODY = 8 * 1024 * 1024;
const MAX_REQUESTS = 400;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * @typedef {{ name: string, input: object }} ToolCall
 * @typedef {string | { text?: string, tools?: readonly ToolCall[] }} Reply
 */
export class StubApi {
  /** Bodies of the requests for messages, in the order of their arrival. */
  requests = [];
  /** What else was asked for, as "GET /path". */
  others = [];
  #server = createServer((request, response) => this.#answer(request, response));
  /** @type {(body: object) => Reply | Promise<Reply>} */
  #script = () => "ok";

  async start() {
    this.#server.requestTimeout = 30_000;
    await new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    return this;
  }

  get isListening() {
    return this.#server.listening;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** From now on this answers. */
  play(script) {
    this.#script = script;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request, response) {
    if (!LOOPBACK.test(request.socket.remoteAddress ?? "")) return request.socket.destroy();
    const { pathname } = new URL(request.url ?? "/", "http://stub");
    try {
      const text = await readBody(request);
      if (request.method !== "POST" || !pathname.startsWith("/v1/messages")) this.#answerOther(`${request.method} ${pathname}`, response);
      else if (pathname === "/v1/messages/count_tokens") sendJson(response, 200, { input_tokens: Math.ceil(text.length / 4) });
      else await this.#answerMessage(JSON.parse(text), response);
    } catch (error) {
      sendJson(response, 400, { type: "error", error: { type: "invalid_request_error", message: String(error) } });
    }
  }

  #answerOther(what, response) {
    if (this.others.length < MAX_REQUESTS) this.others.push(what);
    if (what === "GET /v1/models") return sendJson(response, 200, { data: [], has_more: false, first_id: null, last_id: null });
    sendJson(response, 404, { type: "error", error: { type: "not_found_error", message: "not part of the stub" } });
  }

  async #answerMessage(body, response) {
    if (this.requests.length >= MAX_REQUESTS) throw new Error("more requests than any scenario has");
    const number = this.requests.push(body);
    const reply = await this.#script(body);
    const message = renderMessage(typeof reply === "string" ? { text: reply } : reply, body.model, number);
    if (body.stream !== true) return sendJson(response, 200, message);
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.end(renderEvents(message));
  }
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY) throw new Error("the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(response, status, value) {
  if (response.headersSent) return response.end();
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
