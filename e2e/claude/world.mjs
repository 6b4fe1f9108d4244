/**
 * A home of its own with a git project, stores, and the hooks registered by `lore-inject install` or by the plugin; runs the
 * client in it against a stub. Nothing of the real environment gets in but the PATH, and no address but the stub's out.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ClientSession, runOnce } from "./client-session.mjs";
import { StubApi } from "./stub-api.mjs";

export const ROOT = join(import.meta.dirname, "..", "..");
const BINARY = join(ROOT, "bin", "lore-inject.js");
const WRAPPER = join(import.meta.dirname, "sabotage-hook.mjs");
/** A busy machine must not change an answer, and no process may outlive a scenario. */
const CONFIG = "deadline_ms: 10000\nindex: { background: false }\n";
const TOOLS = ["--allowedTools", "Bash,Read,Write,Edit,Task,Agent"];
/** Port 9 discards: whatever is not for the stub ends there. */
const NOWHERE = "http://127.0.0.1:9";

export class World {
  checks = [];
  stub = new StubApi();
  #client;
  #registration;
  #sabotage;
  #sessions = [];

  /** @param {{ client: string, registration: "settings" | "plugin" | "both" | "none", sabotage: string | null }} options */
  constructor({ client, registration, sabotage }) {
    this.#client = client;
    this.#registration = registration;
    this.#sabotage = sabotage;
    this.home = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-claude-")));
    this.project = join(this.home, "dev", "storefront");
    this.data = join(this.home, ".local", "share", "lore");
    this.settings = join(this.home, ".claude", "settings.json");
  }

  async make() {
    mkdirSync(this.project, { recursive: true });
    execFileSync("git", ["init", "--quiet", this.project], { env: this.env, stdio: "ignore" });
    this.configure(CONFIG);
    if (["settings", "both"].includes(this.#registration)) this.install();
    await this.stub.start();
    return this;
  }

  async dispose() {
    for (const session of this.#sessions) session.kill();
    await this.stub.stop();
    // A hook that was killed a moment ago may still hold a folder.
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** An assertion with a name: whether it held is kept, and the scenario goes on. */
  check(name, isMet, evidence = "") {
    this.checks.push({ name, isMet: Boolean(isMet), evidence: typeof evidence === "string" ? evidence : JSON.stringify(evidence) });
  }

  configure(yaml) {
    this.write(join(this.home, ".config", "lore-inject", "config.yaml"), yaml);
  }

  /** As a person does it. A sabotaged run starts its wrapper in the place of what was registered. */
  install(args = [], file = this.settings) {
    this.lore(["install", "--yes", "--no-setup", ...args]);
    if (this.#sabotage === null) return;
    const settings = parseLoosely(readFileSync(file, "utf8"));
    if (settings === null) return;
    for (const handler of Object.values(settings.hooks).flatMap((groups) => groups.flatMap(({ hooks }) => hooks))) {
      handler.args = [WRAPPER, this.#sabotage, handler.command, ...handler.args];
      handler.command = process.execPath;
    }
    writeFileSync(file, JSON.stringify(settings));
  }

  lore(args) {
    if (this.#sabotage === "stays" && args[0] === "uninstall") return "";
    return execFileSync(process.execPath, [BINARY, ...args], {
      cwd: this.project,
      env: this.env,
      timeout: 30_000,
      stdio: ["ignore", "pipe", "pipe"],
    }).toString();
  }

  write(path, content) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Appends records to a store, by its path below the data folder. */
  store(name, records) {
    const path = join(this.data, name);
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  }

  /** What a store holds, line by line. */
  stored(name) {
    const path = join(this.data, name);
    if (!existsSync(path)) return [];
    return readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  }

  open(args = []) {
    const session = new ClientSession({ command: this.#client, args: this.#args(args), cwd: this.project, env: this.env });
    this.#sessions.push(session);
    return session;
  }

  /** Says it, and gives the requests that this turn made. */
  async turn(session, prompt) {
    const before = this.stub.requests.length;
    const result = await session.say(this.#spoken(prompt));
    return { result, requests: this.stub.requests.slice(before) };
  }

  /** One prompt, plain text out. */
  ask(prompt, args = []) {
    return runOnce({ command: this.#client, args: ["-p", this.#spoken(prompt), ...this.#args(args)], cwd: this.project, env: this.env });
  }

  /** The client with arguments of its own. */
  runClient(args) {
    const elsewhere = (arg) => (arg === ROOT && this.#sabotage === "elsewhere" ? join(this.home, "not-there") : arg);
    return runOnce({ command: this.#client, args: args.map(elsewhere), cwd: this.project, env: this.env });
  }

  /** Slash commands and all: something else is said. */
  #spoken(prompt) {
    return this.#sabotage === "mumble" ? "mumble" : prompt;
  }

  #args(args) {
    return [...TOOLS, ...(["plugin", "both"].includes(this.#registration) ? ["--plugin-dir", ROOT] : []), ...args];
  }

  get env() {
    const switches = ["CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER", "DISABLE_ERROR_REPORTING"];
    return {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: this.home,
      USERPROFILE: this.home,
      GIT_CONFIG_NOSYSTEM: "1",
      ANTHROPIC_API_KEY: "sk-ant-no-key",
      ...(this.stub.isListening ? { ANTHROPIC_BASE_URL: this.stub.url } : {}),
      ...Object.fromEntries(["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, NOWHERE])),
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
      ...Object.fromEntries(switches.map((name) => [name, "1"])),
    };
  }
}

/** Null for what the client would not read either. */
function parseLoosely(text) {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}
