/**
 * Stands between OpenCode and the stub of its model, on the loopback address, and changes one number on the way back: how many tokens
 * the model says that it was given. OpenCode compacts a session by itself when that comes near the model's limit.
 */
import { createServer } from "node:http";

/** As the stub reports it, whatever it was sent. */
const REPORTED = /"input_tokens":100\b/g;

export class UsageProxy {
  /** @type {(body: object) => number} */
  #tokensOf = () => 100;
  #target;
  #server = createServer((request, response) => this.#pass(request, response));

  constructor(stub) {
    this.#target = stub;
  }

  async start() {
    await new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    return this;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** From now on this tells what a request has cost. */
  report(tokensOf) {
    this.#tokensOf = tokensOf;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request, response) {
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const answer = await fetch(this.#target.url + request.url, { method: request.method, headers: { "content-type": "application/json" }, body });
      const tokens = this.#tokensOf(JSON.parse(body.toString("utf8")));
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
      response.end((await answer.text()).replace(REPORTED, `"input_tokens":${tokens}`));
    } catch (error) {
      if (!response.headersSent) response.writeHead(502);
      response.end(String(error));
    }
  }
}
