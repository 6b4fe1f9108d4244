/** A home whose stores are indexed, and a twin over the same stores that has no index: both must say the same. */
import { spawnSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { askDirectly, openIndexed, refresh, verify } from "../fuzz/compare.ts";
import { makeStore, type StoreMaker } from "./made-store.ts";
import { age, ask, configure, type Home, type HookRun, makeHome, type RunOptions, runHook, walk } from "./run-hook.ts";

export interface IndexedHome {
  readonly home: Home;
  /** The same stores, read directly. */
  readonly plain: Home;
  readonly maker: StoreMaker;
}

export interface Status {
  readonly state: "fresh" | "due" | "none";
  readonly due: string | null;
  readonly bytes: number;
  readonly dataBytes: number;
  readonly segments: readonly { readonly kind: string; readonly documents: number }[];
  readonly stores: readonly { readonly source: string; readonly path: string; readonly bytes: number; readonly indexed: number }[];
}

/** Both homes' stores, not yet indexed. `yaml` is added to the settings of both. */
export function makeTwins(records: number, yaml = ""): IndexedHome {
  const home = makeHome("none");
  const plain: Home = { ...makeHome("none"), data: home.data };
  configure(home, yaml);
  configure(plain, `index: { enabled: false }\n${yaml}`);
  age(home.config);
  age(plain.config);
  return { home, plain, maker: makeStore(home, records) };
}

export function makeIndexed(records = 2000, yaml = ""): IndexedHome {
  const twins = makeTwins(records, yaml);
  expect(indexNow(twins.home, true)?.map(({ kind }) => kind)).toEqual(["documents", "base"]);
  return twins;
}

/** As `index refresh` does, or `index rebuild`. */
export function indexNow(home: Home, force = false): ReturnType<typeof refresh> {
  openIndexed(home);
  settle(home);
  const built = refresh(home, force);
  expect(verify(home)).toEqual([]);
  return built;
}

/** What was just written is left alone by a refresh for two seconds, which need not be waited for. Other files keep their time. */
export function settle(home: Home): void {
  for (const path of [...walk(home.data), ...walk(home.cache).filter((each) => each.includes("derived-"))])
    if (lstatSync(path).mtimeMs > Date.now() - 10_000) age(path);
}

export function index(home: Home, command: string, ...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args: ["index", command, "--cwd", home.storefront, ...args] });
}

export async function statusOf(home: Home, options: Partial<RunOptions> = {}): Promise<Status> {
  const { status, stdout, stderr } = await runHook({ home, args: ["index", "status", "--json", "--cwd", home.storefront], ...options });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** The hook's answer, which is what the stores themselves say. */
export async function askBoth({ home, plain }: IndexedHome, prompt: string, options: Partial<RunOptions> = {}): Promise<string> {
  const text = await ask(home, prompt, options);
  expect(text).toBe(askDirectly(plain, prompt));
  return text;
}

export async function expectVerified(home: Home): Promise<void> {
  const { status, stdout, stderr } = await index(home, "verify");
  expect({ status, stderr, said: stdout.trim().split("\n").slice(1) }).toEqual({ status: 0, stderr: "", said: ["all equal"] });
}

/** Processes that refresh this home's index because a prompt started them. */
export function backgroundOf(home: Home): readonly number[] {
  if (process.platform !== "linux") {
    const { stdout } = spawnSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" });
    return (stdout ?? "")
      .split("\n")
      .filter((each) => each.includes("--background") && each.includes(home.dir))
      .map((each) => Number.parseInt(each, 10));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isBackground(name, home))
    .map(Number);
}

function isBackground(pid: string, home: Home): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return command.includes("--background") && command.includes(home.dir);
  } catch {
    // Ended meanwhile.
    return false;
  }
}

export async function until(what: () => boolean | Promise<boolean>, seconds = 20): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if (await what()) return true;
    await wait(100);
  }
  return false;
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
