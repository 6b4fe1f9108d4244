/** `opencode serve`, and what its HTTP interface is asked for: sessions, prompts, compaction. */
import { spawn } from "node:child_process";

const START_MS = 60_000;
const ANSWER_MS = 90_000;
const MODEL = { providerID: "stub", modelID: "stub-model" };

export class OpenCodeServer {
  stdout = "";
  stderr = "";
  #options;
  #child = null;
  #url = "";

  constructor(options) {
    this.#options = options;
  }

  async start() {
    const { command, cwd, env } = this.#options;
    this.#child = spawn(command, ["serve", "--hostname", "127.0.0.1", "--port", "0"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    this.#url = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no server after ${START_MS} ms: ${this.stdout}${this.stderr}`)), START_MS);
      const look = () => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(this.stdout + this.stderr);
        if (found === null) return;
        clearTimeout(timer);
        resolve(found[0]);
      };
      this.#child.stdout.on("data", (chunk) => {
        this.stdout += chunk;
        look();
      });
      this.#child.stderr.on("data", (chunk) => {
        this.stderr += chunk;
        look();
      });
      this.#child.on("error", reject);
    });
    return this;
  }

  /** Its id. */
  async openSession() {
    return (await this.#post("/session", {})).id;
  }

  /** The answer's texts, once the whole turn is over. */
  async say(session, text) {
    const { info, parts } = await this.#post(`/session/${session}/message`, { model: MODEL, parts: [{ type: "text", text }] });
    return { error: info?.error ?? null, text: (parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n") };
  }

  compact(session) {
    return this.#post(`/session/${session}/summarize`, MODEL);
  }

  async messages(session) {
    return (await this.#ask(`/session/${session}/message`)).json();
  }

  kill() {
    this.#child?.kill("SIGKILL");
  }

  async #post(path, body) {
    const answer = await this.#ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return answer.json();
  }

  async #ask(path, options = {}) {
    const answer = await fetch(this.#url + path, { ...options, signal: AbortSignal.timeout(ANSWER_MS) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}
