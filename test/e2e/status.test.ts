/** `status` and the client's status line, on the built binary. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, type HookRun, makeHome, promptEvent, type RunOptions, runHook, write } from "./run-hook.ts";

const SESSION = "3f0c7a52-7d55-4c3b-9f0e-6a1d2b8c4e10";

function status(home: Home, args: readonly string[] = [], more: Partial<RunOptions> = {}): Promise<HookRun> {
  return runHook({ home, args: ["status", ...args], remembers: true, ...more });
}

async function prompted(): Promise<Home> {
  const home = makeHome();
  expect(contextOf(await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT), remembers: true }))).toContain(DEPLOY_RECORD);
  return home;
}

describe("status", () => {
  it("says in a few lines what is there", async () => {
    const home = makeHome();
    const { status: code, stdout, stderr } = await status(home, ["--cwd", home.storefront]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^version {4}lore-inject \d+\.\d+\.\d+, Node \d/);
    expect(stdout).toMatch(/\nproject {4}storefront, by .+\nrecords {4}\d+ live in \d+ stores, .+\nindex {6}none/);
    expect(stdout).toContain("\nhooks      not registered: lore-inject install\n");
    expect(stdout.trimEnd().split("\n")).toHaveLength(5);
  });

  it("where it is registered, and whether that leads anywhere", async () => {
    const home = makeHome();
    expect((await runHook({ home, args: ["install", "--yes"], remembers: true })).status).toBe(0);
    expect((await status(home)).stdout).toMatch(/\nhooks {6}\d events in ~\/\.claude\/settings\.json\n/);
    const hook = { type: "command", command: "/gone/node", args: ["/gone/lore-inject.js"] };
    write(join(home.dir, ".claude", "settings.json"), JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
    expect((await status(home)).stdout).toContain("which start what is not there: lore-inject doctor");
  });

  it("what a session was shown", async () => {
    const home = await prompted();
    const { stdout } = await status(home, ["--session", SESSION]);
    expect(stdout).toMatch(new RegExp(`\\nsession {4}1 prompt, \\d+ items? shown\\nlast {7}\\d{4}-.* UTC: .*${DEPLOY_RECORD}`));
    expect((await status(home, ["--session", "nobody"])).stdout).toContain("\nsession    not known\n");
  });

  it("--json", async () => {
    const home = await prompted();
    const { stdout } = await status(home, ["--json", "--session", SESSION]);
    expect(JSON.parse(stdout)).toMatchObject({
      registered: [],
      index: "none",
      session: { prompts: 1, last: { ids: expect.arrayContaining([DEPLOY_RECORD]) } },
    });
  });
});

describe("status --line", () => {
  const line = (home: Home, stdin: string | Uint8Array | null, more: Partial<RunOptions> = {}) => status(home, ["--line"], { stdin, ...more });
  const input = (home: Home, id: unknown = SESSION): string =>
    JSON.stringify({
      hook_event_name: "Status",
      session_id: id,
      cwd: home.storefront,
      workspace: { current_dir: home.storefront },
      model: { display_name: "m" },
    });

  it("one line about the client's session", async () => {
    const home = await prompted();
    const { status: code, stdout, stderr } = await line(home, input(home));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^lore: \d+ shown, last [\w-]+\n$/);
    expect((await status(home, ["--line", "--session", SESSION], { stdin: "" })).stdout).toBe(stdout);
  });

  it("never fails, and has nothing to say where there is nothing", async () => {
    const home = await prompted();
    const odd = [
      "",
      "{",
      "null",
      "[]",
      '"x"',
      "{}",
      input(home, 7),
      input(home, ""),
      input(home, "another"),
      input(home, "../../etc/passwd"),
      Buffer.from([0xff, 0xfe]),
    ];
    for (const stdin of odd) {
      const { status: code, stdout, stderr } = await line(home, stdin);
      expect({ stdin, code, stdout, stderr }).toEqual({ stdin, code: 0, stdout: "lore\n", stderr: "" });
    }
    expect((await line(home, input(home), { env: { HOME: undefined, XDG_STATE_HOME: "/dev/null" } })).stdout).toBe("lore\n");
  });

  it("a client that keeps the stream open is not waited for", async () => {
    const home = await prompted();
    const { stdout, ms } = await line(home, input(home), { keepOpen: true });
    expect(stdout).toContain("shown, last");
    expect(ms).toBeLessThan(1900);
  });

  it("what a ledger holds cannot reach the terminal as control codes", async () => {
    const home = makeHome();
    const shown = [["journal:dec\u001b[31m-1\nx", "h", "full", 1]];
    write(join(home.dir, ".local", "state", "lore-inject", "sessions", `${SESSION}.jsonl`), `${JSON.stringify({ at: 1, by: 1, event: "prompt", shown })}\n`);
    expect((await line(home, input(home))).stdout).toBe("lore: 1 shown, last dec-1 x\n");
  });
});
