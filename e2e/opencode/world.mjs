/**
 * A home of its own with a git project, stores and OpenCode's settings with the plugin in them; runs OpenCode in it against a stub of
 * a model. Nothing of the real environment gets in but the PATH, and no address but the stub's out.
 */
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { StubApi } from "../claude/stub-api.mjs";
import { OpenCodeServer } from "./opencode-server.mjs";
import { UsageProxy } from "./usage-proxy.mjs";

export const ROOT = join(import.meta.dirname, "..", "..");
/** A busy machine must not change an answer, and no process may outlive a scenario. */
const CONFIG = "deadline_ms: 10000\nindex: { background: false }\n";
/** Port 9 discards: whatever is not for the stub ends there. */
const NOWHERE = "http://127.0.0.1:9";
const RUN_MS = 90_000;
const LIMIT = { context: 200_000, output: 8_000 };

export class World {
  checks = [];
  stub = new StubApi();
  proxy = new UsageProxy(this.stub);
  #client;
  #version;
  #servers = [];

  constructor({ client, plugin, version }) {
    this.#client = client;
    this.plugin = plugin;
    this.#version = version;
    this.home = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-opencode-")));
    this.project = join(this.home, "dev", "storefront");
    this.data = join(this.home, ".local", "share", "lore");
    this.state = join(this.home, ".local", "state", "lore-inject");
    this.settings = join(this.home, ".config", "opencode");
  }

  async make() {
    mkdirSync(this.project, { recursive: true });
    execFileSync("git", ["init", "--quiet", this.project], { env: this.env, stdio: "ignore" });
    this.write(join(this.home, ".config", "lore-inject", "config.yaml"), CONFIG);
    await this.stub.start();
    await this.proxy.start();
    this.configure({});
    return this;
  }

  async dispose() {
    for (const server of this.#servers) server.kill();
    await this.proxy.stop();
    await this.stub.stop();
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** An assertion with a name: whether it held is kept, and the scenario goes on. */
  check(name, isMet, evidence = "") {
    this.checks.push({ name, isMet: Boolean(isMet), evidence: typeof evidence === "string" ? evidence : JSON.stringify(evidence) });
  }

  /** OpenCode's settings. It would fetch a package beside them at its first start: what it looks for is there, so it does not. */
  configure({ limit = LIMIT, ...rest }) {
    const models = { "stub-model": { name: "Stub", tool_call: true, limit } };
    const provider = { stub: { npm: "@ai-sdk/anthropic", name: "Stub", options: { baseURL: `${this.proxy.url}/v1`, apiKey: "none" }, models } };
    const settings = { model: "stub/stub-model", small_model: "stub/stub-model", provider, permission: { "*": "allow" } };
    const plugin = [pathToFileURL(this.plugin).href];
    this.write(join(this.settings, "opencode.json"), JSON.stringify({ ...settings, plugin, ...rest }, null, 2));
    const wanted = { dependencies: { "@opencode-ai/plugin": this.#version } };
    mkdirSync(join(this.settings, "node_modules"), { recursive: true });
    this.write(join(this.settings, "package.json"), JSON.stringify(wanted));
    this.write(join(this.settings, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages: { "": wanted } }));
  }

  /** The command of the package that the plugin lies in. */
  lore(args) {
    const command = join(this.plugin, "..", "..", "bin", "lore-inject.js");
    return execFileSync(process.execPath, [command, ...args], {
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

  /** Every line of the files in a folder. */
  linesIn(folder) {
    if (!existsSync(folder)) return [];
    return readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"));
  }

  async serve() {
    const server = new OpenCodeServer({ command: this.#client, cwd: this.project, env: this.env });
    this.#servers.push(server);
    return server.start();
  }

  /** What `work` makes OpenCode ask the model for, without the requests for a title. */
  async requestsOf(work) {
    const before = this.stub.requests.length;
    const result = await work();
    const requests = this.stub.requests.slice(before);
    return { result, requests: requests.filter((body) => !isTitle(body)), titles: requests.filter(isTitle) };
  }

  /** `opencode run`, as a person types it. */
  run(args) {
    return new Promise((resolve) => {
      const child = spawn(this.#client, ["run", ...args], { cwd: this.project, env: this.env, stdio: ["ignore", "pipe", "pipe"] });
      const said = { stdout: "", stderr: "" };
      child.stdout.on("data", (chunk) => {
        said.stdout += chunk;
      });
      child.stderr.on("data", (chunk) => {
        said.stderr += chunk;
      });
      const timer = setTimeout(() => child.kill("SIGKILL"), RUN_MS);
      child.on("close", (code) => {
        clearTimeout(timer);
        resolve({ code, ...said });
      });
    });
  }

  get env() {
    const switches = ["MODELS_FETCH", "AUTOUPDATE", "LSP_DOWNLOAD", "DEFAULT_PLUGINS"].map((name) => [`OPENCODE_DISABLE_${name}`, "1"]);
    return {
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: this.home,
      USERPROFILE: this.home,
      GIT_CONFIG_NOSYSTEM: "1",
      ...Object.fromEntries(["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map((name) => [name, NOWHERE])),
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
      ...Object.fromEntries(switches),
    };
  }
}

export function isTitle({ system }) {
  return JSON.stringify(system ?? "").includes("You are a title generator");
}
