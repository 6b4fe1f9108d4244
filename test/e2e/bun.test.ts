/** The same hook under Bun: the same bytes as under Node, whatever comes on stdin. Needs `bun` on the PATH or LORE_TEST_BUN. */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bunArguments } from "../../src/launch/choose-runtime.ts";
import { findOnPath } from "../../src/launch/find-runtimes.ts";
import {
  contextOf,
  DEPLOY_PROMPT,
  DEPLOY_RECORD,
  type Home,
  makeHome,
  promptEvent,
  ROOT,
  type RunOptions,
  runHook,
  sessionStartEvent,
  write,
} from "./run-hook.ts";

const bun = process.env.LORE_TEST_BUN || findOnPath("bun", process.env) || "";

const underBun = (options: RunOptions) => runHook({ ...options, runtime: [bun] });

describe.skipIf(bun === "")("under Bun", () => {
  const events: readonly (readonly [string, (home: Home) => string | Uint8Array])[] = [
    ["a prompt with an answer", (home) => promptEvent(home, DEPLOY_PROMPT)],
    ["a prompt without one", (home) => promptEvent(home, "thanks, looks good, commit it")],
    ["letters beyond ASCII", (home) => promptEvent(home, `Zürich 東京都 Ωmega \u{1f680} ${DEPLOY_PROMPT}`)],
    ["a prompt of 1 MB", (home) => promptEvent(home, `${DEPLOY_PROMPT} `.repeat(12_000))],
    ["the start of a session", (home) => sessionStartEvent(home)],
    ["another event", (home) => promptEvent(home, "x", { hook_event_name: "Stop" })],
    ["nothing", () => ""],
    ["half an object", (home) => promptEvent(home, DEPLOY_PROMPT).slice(0, 100)],
    ["bytes that are no UTF-8", () => Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d)],
  ];

  it.each(events)("%s: the same bytes, with settings read anew and from the cache", async (_name, eventOf) => {
    const home = makeHome();
    const stdin = eventOf(home);
    const fresh = await underBun({ home, stdin });
    const cached = await underBun({ home, stdin });
    const node = await runHook({ home: makeHome(), stdin });
    for (const run of [fresh, cached]) expect({ ...run, ms: 0 }).toEqual({ ...node, ms: 0 });
    expect(fresh).toMatchObject({ status: 0, stderr: "" });
  });

  it("answers without waiting for the end of a stream that stays open", async () => {
    const home = makeHome();
    const run = await underBun({ home, stdin: promptEvent(home, DEPLOY_PROMPT), keepOpen: true });
    expect(contextOf(run)).toContain(DEPLOY_RECORD);
  });

  it("gives up on a stream on which nobody writes", async () => {
    const run = await underBun({ home: makeHome(), stdin: null });
    expect(contextOf(run)).toBe("");
    expect(run.ms).toBeLessThan(10_000);
  });

  it("answers without a cache", async () => {
    const home = makeHome();
    // Below a file no folder can be made, whoever runs this.
    const env = { XDG_CACHE_HOME: write(join(home.dir, "blocked"), "") };
    expect(contextOf(await underBun({ home, stdin: promptEvent(home, DEPLOY_PROMPT), env }))).toContain(DEPLOY_RECORD);
    mkdirSync(join(home.dir, "readonly"));
    chmodSync(join(home.dir, "readonly"), 0o555);
    const readonly = { XDG_CACHE_HOME: join(home.dir, "readonly") };
    expect(contextOf(await underBun({ home, stdin: promptEvent(home, DEPLOY_PROMPT), env: readonly }))).toContain(DEPLOY_RECORD);
  });

  it("started as we say, it runs nothing that the folder it works in brings along", async () => {
    const home = makeHome();
    write(join(home.dir, "hostile.js"), 'process.stdout.write("hostile");');
    write(join(home.dir, "bunfig.toml"), 'preload = ["./hostile.js"]\n');
    write(join(home.dir, ".env"), "LORE_CONTEXT_DISABLED=1\n");
    write(join(home.dir, "tsconfig.json"), JSON.stringify({ compilerOptions: { baseUrl: ".", paths: { "*": ["./hostile.js"] } } }));
    const [flag = "", binary = ""] = bunArguments(ROOT, join(ROOT, "bin", "lore-inject.js"));
    const run = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT), runtime: [bun, flag], binary });
    expect(contextOf(run)).toContain(DEPLOY_RECORD);
  });
});
