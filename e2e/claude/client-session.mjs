/**
 * One process of the real client in print mode: prompts go in one by one as JSON lines, everything it tells comes back. Bounded
 * in time and output, and its whole process group is gone at the end.
 */
import { execFileSync, spawn } from "node:child_process";

const TURN_MS = 45_000;
const SETTLE_MS = 10_000;
const END_MS = 20_000;
const MAX_OUTPUT = 8 * 1024 * 1024;
const STREAM = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "--include-hook-events"];

export class ClientSession {
  /** Everything the client said, parsed. */
  events = [];
  stderr = "";
  #child;
  #closed;
  #rest = "";
  #size = 0;
  #waiting = null;

  /** @param {{ command: string, args: readonly string[], cwd: string, env: Record<string, string> }} start */
  constructor({ command, args, cwd, env }) {
    this.#child = spawn(command, [...STREAM, ...args], { cwd, env, detached: process.platform !== "win32" });
    this.#child.stdin.on("error", () => {});
    this.#child.stdout.on("data", (chunk) => this.#take(String(chunk)));
    this.#child.stderr.on("data", (chunk) => {
      this.stderr += this.stderr.length < MAX_OUTPUT ? chunk : "";
    });
    this.#closed = new Promise((resolve) => {
      this.#child.once("error", (error) => resolve(String(error)));
      this.#child.once("close", (code) => resolve(code));
    });
    this.#closed.then((code) => this.#waiting?.reject(new Error(`the client ended with ${code}: ${this.stderr.slice(0, 500)}`)));
  }

  get id() {
    return this.events.findLast(({ type, subtype }) => type === "system" && subtype === "init")?.session_id;
  }

  /** Says it and waits for the end of the turn; the client's result. */
  say(prompt) {
    const result = new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    this.#child.stdin.write(`${JSON.stringify({ type: "user", message: { role: "user", content: prompt } })}\n`);
    return within(TURN_MS, result, () => `no end of the turn "${prompt}"; last said: ${JSON.stringify(this.events.at(-1)).slice(0, 300)}`);
  }

  /** Until the async hooks are done too: a client that ends before cancels them, and then does not tell its hooks that it ends. */
  async settle() {
    const until = Date.now() + SETTLE_MS;
    do await new Promise((resolve) => setTimeout(resolve, 100));
    while (Date.now() < until && hasHooks(this.#child.pid));
  }

  /** Ends the session as closing the window does; the exit code. */
  async end() {
    await this.settle();
    this.#waiting = null;
    this.#child.stdin.end();
    try {
      return await within(END_MS, this.#closed, () => "the client does not end");
    } finally {
      this.kill();
    }
  }

  /** Async hooks are in the group too. */
  kill() {
    killGroup(this.#child);
  }

  #take(text) {
    this.#size += text.length;
    if (this.#size > MAX_OUTPUT) return this.kill();
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = parseLine(line);
      this.events.push(event);
      if (event.type === "result") this.#waiting?.resolve(event);
    }
  }
}

/** With the prompt as an argument and plain text out, as in a script. */
export async function runOnce({ command, args, cwd, env }) {
  const child = spawn(command, args, { cwd, env, detached: process.platform !== "win32", stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"])
    child[name].on("data", (chunk) => {
      said[name] += said[name].length < MAX_OUTPUT ? chunk : "";
    });
  const closed = new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  try {
    const code = await within(TURN_MS, closed, () => `${args.join(" ")} does not end`);
    return { code, ...said };
  } finally {
    killGroup(child);
  }
}

/** Its children that run our hook; the client tells of the end of async ones only with the next turn. */
function hasHooks(pid) {
  if (process.platform === "win32") return false;
  const lines = execFileSync("ps", ["-eo", "ppid=,args="]).toString().split("\n");
  // The MCP server stays as long as the client.
  return lines.some((line) => Number.parseInt(line, 10) === pid && /lore-inject|sabotage-hook/.test(line) && !/ mcp\s*$/.test(line));
}

function killGroup(child) {
  try {
    if (process.platform === "win32") child.kill();
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // Nobody is left in it.
  }
}

function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return { type: "raw", line };
  }
}

async function within(ms, promise, describe) {
  let timer;
  const limit = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(describe())), ms);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
