/**
 * Runs the built binary as the client would: an event on stdin, a temporary home, an environment
 * that holds nothing but what a test put there.
 */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, lchownSync, lstatSync, lutimesSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect } from "vitest";

export const ROOT = join(import.meta.dirname, "..", "..");
export const DEMO_STORE = join(ROOT, "demo", "store");
const BINARY = join(ROOT, "bin", "lore-inject.js");

export interface HookRun {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface RunOptions {
  readonly home: Home;
  /** Null leaves stdin open without ever writing to it. */
  readonly stdin?: string | Uint8Array | null;
  readonly keepOpen?: boolean;
  readonly args?: readonly string[];
  /** Added to the scrubbed environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly uid?: number | undefined;
  readonly binary?: string;
  /** Whether sessions are remembered from one run to the next; else each run is the first of its session. */
  readonly remembers?: boolean;
  /** What runs the binary, with its own arguments; Node unless a test says otherwise. */
  readonly runtime?: readonly [string, ...string[]];
}

export interface Home {
  readonly dir: string;
  readonly data: string;
  readonly cache: string;
  readonly config: string;
  readonly storefront: string;
}

let runs = 0;
const made: string[] = [];
afterAll(() => {
  for (const dir of made) {
    for (const path of walk(dir)) if (lstatSync(path).isDirectory()) chmodSync(path, 0o755);
    rmSync(dir, { recursive: true, force: true });
  }
});

/** A home with a project folder. Its stores are the demo's, unless a test wants to change them. */
export function makeHome(data: "demo" | "copy" | "none" = "demo"): Home {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-e2e-")));
  made.push(dir);
  const home: Home = {
    dir,
    data: data === "demo" ? DEMO_STORE : join(dir, "lore"),
    cache: join(dir, ".cache", "lore-inject"),
    config: join(dir, ".config", "lore-inject"),
    storefront: join(dir, "dev", "storefront"),
  };
  mkdirSync(home.storefront, { recursive: true });
  configure(home, "");
  age(home.config);
  if (data === "copy") {
    cpSync(DEMO_STORE, home.data, { recursive: true });
    age(home.data);
  }
  return home;
}

/**
 * The person's settings. A busy machine must not change an answer, so the time limit is out of the way; and no process is
 * left behind, so that the index is made when a test says so.
 */
export function configure(home: Home, yaml: string): void {
  const index = /^index:/m.test(yaml) ? "" : "index: { background: false }\n";
  write(join(home.config, "config.yaml"), `deadline_ms: 10000\n${index}${yaml}`);
}

/** As if all of it had been written a while ago: what is seconds old is never taken from the cache. */
export function age(folder: string, seconds = 600): void {
  const then = new Date(Date.now() - seconds * 1000);
  for (const path of walk(folder).reverse()) lutimesSync(path, then, then);
}

export function giveTo(uid: number, folder: string): void {
  for (const path of walk(folder)) lchownSync(path, uid, uid);
}

/** The folder itself, then everything below it. */
export function walk(folder: string): string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })) return [];
  const below = lstatSync(folder).isDirectory() ? readdirSync(folder).flatMap((name) => walk(join(folder, name))) : [];
  return [folder, ...below];
}

export function write(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export function runHook({
  home,
  stdin = "",
  keepOpen = false,
  args = [],
  env = {},
  uid,
  binary = BINARY,
  remembers = false,
  runtime = [process.execPath],
}: RunOptions): Promise<HookRun> {
  const state = remembers ? {} : { XDG_STATE_HOME: join(home.dir, ".forgotten", String(runs++)) };
  const scrubbed = { PATH: process.env.PATH, HOME: home.dir, LORE_DATA_DIR: home.data, LORE_CONTEXT_NOW: "2026-11-16", ...state, ...env };
  const startedAt = performance.now();
  const [command, ...first] = runtime;
  const child = spawn(command, [...first, binary, ...args], { cwd: home.dir, env: scrubbed, ...(uid === undefined ? {} : { uid, gid: uid }) });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // The hook may exit before it has read everything.
  child.stdin.on("error", () => {});
  if (stdin !== null) child.stdin.write(stdin);
  if (stdin !== null && !keepOpen) child.stdin.end();
  const watchdog = setTimeout(() => child.kill("SIGKILL"), 30_000);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => {
      clearTimeout(watchdog);
      child.stdin.destroy();
      resolve({ status, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), ms: performance.now() - startedAt });
    });
  });
}

export function promptEvent(home: Home, prompt: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    session_id: "3f0c7a52-7d55-4c3b-9f0e-6a1d2b8c4e10",
    transcript_path: join(home.dir, ".claude", "projects", "storefront", "t.jsonl"),
    cwd: home.storefront,
    permission_mode: "default",
    hook_event_name: "UserPromptSubmit",
    prompt,
    ...more,
  });
}

export function sessionStartEvent(home: Home, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ session_id: "3f0c7a52", transcript_path: "", cwd: home.storefront, hook_event_name: "SessionStart", source: "startup", ...more });
}

/** A prompt that the demo's stores answer, and the record it must bring. */
export const DEPLOY_PROMPT = "staging deploy is flaky again, pods crash because PAYBRIDGE_WEBHOOK_SECRET is not set";
export const DEPLOY_RECORD = "fail-081914da";

/** What holds for every run as a hook: exit 0, nothing on stderr, one JSON object or nothing. Returns the text for the agent. */
export function contextOf(run: HookRun, eventName = "UserPromptSubmit"): string {
  expect({ status: run.status, signal: run.signal, stderr: run.stderr }).toEqual({ status: 0, signal: null, stderr: "" });
  if (run.stdout === "") return "";
  expect(run.stdout.length).toBeLessThanOrEqual(9500);
  const output = JSON.parse(run.stdout);
  // Nothing before, between or after: the client would inject the raw text.
  expect(run.stdout).toBe(JSON.stringify(output));
  const text: string = output.hookSpecificOutput.additionalContext;
  expect(output).toEqual({ hookSpecificOutput: { hookEventName: eventName, additionalContext: text } });
  expect(text.trim()).not.toBe("");
  expect(isWellFormed(text)).toBe(true);
  return text;
}

export function isWellFormed(text: string): boolean {
  return Buffer.from(text, "utf8").toString("utf8") === text;
}

export async function ask(home: Home, prompt: string, options: Omit<RunOptions, "home" | "stdin"> = {}): Promise<string> {
  return contextOf(await runHook({ home, stdin: promptEvent(home, prompt), ...options }));
}
