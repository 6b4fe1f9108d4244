/** `install` and `uninstall` as a person or a script runs them: the built binary, a temporary home, real settings files. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { configure, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, type HookRun, makeHome, promptEvent, ROOT, runHook, write } from "./run-hook.ts";

interface Handler {
  readonly type: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly timeout: number;
  readonly async?: boolean;
}

type Hooks = Readonly<Record<string, readonly { readonly matcher?: string; readonly hooks: readonly Handler[] }[]>>;

const SCRIPT = join(ROOT, "bin", "lore-inject.js");

function newHome(): Home {
  const home = makeHome();
  write(join(home.storefront, ".git", "HEAD"), "ref: refs/heads/main\n");
  return home;
}

function run(home: Home, args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): Promise<HookRun> {
  return runHook({ home, args: [...args, "--cwd", home.storefront], env, remembers: true });
}

async function succeed(home: Home, args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
  const { status, stdout, stderr } = await run(home, args, env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const FLAG = "--no-rehash-snapshot";
const FLAGS = [FLAG, "--preserve-symlinks-main"];
const tried = (version: string): string => [version, ...FLAGS].join(" ");
const launchFile = (home: Home): string => join(home.dir, ".local", "state", "lore-inject", "launch.json");
const userFile = (home: Home): string => join(home.dir, ".claude", "settings.json");
const textOf = (file: string): string => readFileSync(file, "utf8");
const hooksOf = (file: string): Hooks => JSON.parse(textOf(file)).hooks;

describe("install", () => {
  it("registers what the client then runs: a prompt gets its record through the very entry", async () => {
    const home = newHome();
    const said = await succeed(home, ["install"]);
    expect(said).toContain(`settings   ${userFile(home)}`);
    expect(said).toContain("answers a trial event");
    const handler = hooksOf(userFile(home)).UserPromptSubmit?.[0]?.hooks[0];
    expect(handler).toMatchObject({ type: "command", timeout: 5 });
    expect(handler?.args.at(-1)).toBe(SCRIPT);
    const { command = "", args = [] } = handler ?? {};
    const env = { HOME: home.dir, LORE_DATA_DIR: home.data, LORE_CONTEXT_NOW: "2026-11-16" };
    const { status, stdout, stderr } = spawnSync(command, args, { input: promptEvent(home, DEPLOY_PROMPT), env, cwd: home.dir, encoding: "utf8" });
    expect(contextOf({ status, signal: null, stdout, stderr, ms: 0 })).toContain(DEPLOY_RECORD);
  });

  it("captures beside it, in the background; the end of a session is waited for", async () => {
    const home = newHome();
    await succeed(home, ["install"]);
    const handlers = Object.entries(hooksOf(userFile(home))).flatMap(([event, groups]) =>
      groups.flatMap(({ hooks }) => hooks.map((hook) => ({ event, ...hook }))),
    );
    const captures = handlers.filter(({ args }) => args.at(-1) === "capture-hook");
    expect(captures.map(({ event, async }) => `${event} ${async === true}`).sort()).toEqual([
      "PostToolUse true",
      "PostToolUseFailure true",
      "PreCompact true",
      "SessionEnd false",
      "UserPromptSubmit true",
    ]);
    expect(handlers.every(({ timeout }) => timeout >= 5 && timeout <= 30)).toBe(true);
  });

  it("gives Node's fast flags to what a prompt waits for: not to a session's start, which tries them on a new Node, and not to capture", async () => {
    const home = newHome();
    await succeed(home, ["install"]);
    const flagged = Object.entries(hooksOf(userFile(home))).flatMap(([event, groups]) =>
      groups.flatMap(({ hooks }) => hooks.map(({ args }) => `${event} ${args.at(-1) === "capture-hook" ? "capture" : "inject"} ${args.includes(FLAG)}`)),
    );
    expect(flagged.filter((line) => line.endsWith("inject true")).sort()).toEqual(
      ["PostToolUseFailure", "PreCompact", "PreToolUse", "SubagentStart", "UserPromptSubmit"].map((event) => `${event} inject true`),
    );
    expect(flagged).toContain("SessionStart inject false");
    expect(flagged.filter((line) => line.endsWith("capture true"))).toEqual([]);
    expect(JSON.parse(textOf(launchFile(home)))).toEqual({ files: { [userFile(home)]: FLAGS }, tried: { [tried(process.versions.node)]: true } });
    await succeed(home, ["install", "--scope", "local"]);
    await succeed(home, ["uninstall"]);
    expect(Object.keys(JSON.parse(textOf(launchFile(home))).files)).toEqual([join(home.storefront, ".claude", "settings.local.json")]);
    await succeed(home, ["uninstall", "--scope", "local"]);
    expect(existsSync(launchFile(home))).toBe(false);
  });

  it("gives none where no session's start would tell that they are refused", async () => {
    const home = newHome();
    await succeed(home, ["install", "--events", "UserPromptSubmit"]);
    expect(textOf(userFile(home))).not.toContain(FLAG);
    const lost = newHome();
    write(join(lost.dir, ".local", "state"), "a file where the folder should be");
    await run(lost, ["install"]);
    expect(textOf(userFile(lost))).not.toContain(FLAG);
  });

  it("node_flags: false takes them out again", async () => {
    const home = newHome();
    await succeed(home, ["install"]);
    expect(textOf(userFile(home))).toContain(FLAG);
    configure(home, "node_flags: false\n");
    expect(await succeed(home, ["install"])).toContain("upgraded   context on UserPromptSubmit");
    expect(textOf(userFile(home))).not.toContain(FLAG);
    expect(existsSync(launchFile(home))).toBe(false);
  });

  it("tells at each session's start that this Node refuses the flags; a Node that nobody knows is tried, once", async () => {
    const home = newHome();
    await succeed(home, ["install"]);
    const start = JSON.stringify({ hook_event_name: "SessionStart", source: "startup", cwd: home.dir, session_id: "s", transcript_path: "" });
    const started = () => runHook({ home, stdin: start, remembers: true });
    const note = (notes: object): string => write(launchFile(home), JSON.stringify({ files: { "/some/settings.json": FLAGS }, tried: {}, ...notes }));
    const { node } = process.versions;
    note({ tried: { [tried(node)]: false } });
    for (const _ of [1, 2]) {
      const { status, stdout, stderr } = await started();
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(JSON.parse(stdout).systemMessage).toBe(
        `lore-inject: prompts get no context, as Node ${node} refuses ${FLAGS.join(" ")}. Run: lore-inject install`,
      );
    }
    note({ tried: { [tried("18.0.0")]: true } });
    expect((await started()).stdout).not.toContain("systemMessage");
    expect(JSON.parse(textOf(launchFile(home))).tried).toEqual({ [tried("18.0.0")]: true, [tried(node)]: true });
    // Whoever can write the file cannot have anything else run.
    const trace = join(home.dir, "was-run");
    for (const flags of [["-e", `require("fs").writeFileSync(${JSON.stringify(trace)},"")`, "--"], [`--require=${trace}`], "--require=x", null]) {
      note({ files: { a: flags } });
      expect((await started()).stdout).not.toContain("systemMessage");
    }
    expect(existsSync(trace)).toBe(false);
    for (const odd of ["no JSON", "null", "[]", '{"files":7,"tried":[]}']) {
      write(launchFile(home), odd);
      expect(await started()).toMatchObject({ status: 0, stderr: "" });
    }
  });

  it.each(["user", "project", "local"] as const)("scope %s: in its own file, twice the same, and back to nothing", async (scope) => {
    const home = newHome();
    const file = scope === "user" ? userFile(home) : join(home.storefront, ".claude", scope === "local" ? "settings.local.json" : "settings.json");
    await succeed(home, ["install", "--scope", scope]);
    const once = textOf(file);
    expect(await succeed(home, ["install", "--scope", scope])).toContain(`already installed in ${file}`);
    expect(textOf(file)).toBe(once);
    await succeed(home, ["uninstall", "--scope", scope]);
    expect(existsSync(dirname(file))).toBe(false);
  });

  it("keeps every other byte, leaves a backup, and brings the old bytes back", async () => {
    const home = newHome();
    const text = '{\r\n    "model":   "opus",\r\n    "hooks": { "UserPromptSubmit": [ ] }\r\n}';
    write(userFile(home), text);
    expect(await succeed(home, ["install"])).toContain(`backup     ${userFile(home)}.lore-inject-backup`);
    expect(textOf(`${userFile(home)}.lore-inject-backup`)).toBe(text);
    expect(textOf(userFile(home)).startsWith('{\r\n    "model":   "opus",\r\n    "hooks": { "UserPromptSubmit": [')).toBe(true);
    expect(await succeed(home, ["uninstall"])).toContain("byte for byte");
    expect(textOf(userFile(home))).toBe(text);
    expect(readdirSync(dirname(userFile(home)))).toEqual(["settings.json"]);
  });

  it("--dry-run shows a diff and writes nothing", async () => {
    const home = newHome();
    const said = await succeed(home, ["install", "--dry-run"]);
    expect(said).toMatch(/^--- \/dev\/null\n\+\+\+ .*settings\.json\n@@ -0,0 \+1,\d+ @@\n\+\{\n/);
    expect([existsSync(dirname(userFile(home))), existsSync(join(home.dir, ".local"))]).toEqual([false, false]);
    await succeed(home, ["install"]);
    expect(await succeed(home, ["install", "--dry-run"])).toContain("nothing would change");
    expect(await succeed(home, ["uninstall", "--dry-run"])).toContain("+++ /dev/null");
    expect(existsSync(userFile(home))).toBe(true);
  });

  it("--events and --no-capture choose", async () => {
    const home = newHome();
    await succeed(home, ["install", "--events", "UserPromptSubmit", "SessionStart", "--no-capture"]);
    expect(Object.keys(hooksOf(userFile(home))).sort()).toEqual(["SessionStart", "UserPromptSubmit"]);
    const { status, stderr } = await run(home, ["install", "--events", "Nonsense"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("nothing to do on Nonsense (events: SessionStart,")]);
  });

  it("upgrades an entry of another time where it stands", async () => {
    const home = newHome();
    write(userFile(home), JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "npx -y lore-inject" }] }] } }));
    expect(await succeed(home, ["install", "--events", "UserPromptSubmit", "--no-capture"])).toContain("upgraded   context on UserPromptSubmit");
    expect(hooksOf(userFile(home)).UserPromptSubmit).toHaveLength(1);
    await succeed(home, ["uninstall"]);
    expect(textOf(userFile(home))).not.toContain("lore-inject");
  });

  it("does not register beside the plugin, unless told to", async () => {
    const home = newHome();
    const text = '{ "enabledPlugins": { "lore@lore-inject": true } }';
    write(userFile(home), text);
    expect(await succeed(home, ["install"])).toContain("the plugin lore@lore-inject is enabled");
    expect(await succeed(home, ["install", "--scope", "local"])).toContain("nothing was written");
    expect([textOf(userFile(home)), existsSync(join(home.storefront, ".claude"))]).toEqual([text, false]);
    await succeed(home, ["install", "--force"]);
    expect(hooksOf(userFile(home)).SessionStart).toHaveLength(1);
  });

  it("broken settings: exit 1, where and what, and nothing is written", async () => {
    const home = newHome();
    write(userFile(home), '{\n  "model": "opus"\n  "hooks": {}\n}');
    for (const command of ["install", "uninstall"]) {
      const { status, stdout, stderr } = await run(home, [command]);
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`${userFile(home)}:3:3 is not valid JSON: comma expected`);
      expect(stderr).toContain("nothing was written");
    }
    expect(readdirSync(dirname(userFile(home)))).toEqual(["settings.json"]);
  });

  it("--warm: uninstall takes the server out, says so beforehand, and does not care for a list that is broken without it", async () => {
    const home = newHome();
    const servers = join(home.dir, ".claude.json");
    await succeed(home, ["install", "--yes", "--no-setup", "--warm"]);
    expect(await succeed(home, ["uninstall", "--dry-run"])).toContain(`would remove the MCP server from ${servers}`);
    expect(textOf(servers)).toContain("lore-inject");
    expect(await succeed(home, ["uninstall"])).toContain(`removed    the MCP server from ${servers}`);
    expect(existsSync(servers)).toBe(false);
    await succeed(home, ["install", "--yes", "--no-setup"]);
    write(servers, '{"numStartups": 7,');
    expect(await succeed(home, ["uninstall"])).not.toContain("MCP server");
    expect([existsSync(userFile(home)), textOf(servers)]).toEqual([false, '{"numStartups": 7,']);
  });

  it("--warm: a list of servers that cannot be changed keeps the hooks from being registered too", async () => {
    const home = newHome();
    const servers = join(home.dir, ".claude.json");
    for (const before of ['{"numStartups": 7,', '{"mcpServers": {"lore-inject": {"command": "python", "args": ["mine.py"]}}}']) {
      write(servers, before);
      const { status, stderr } = await run(home, ["install", "--yes", "--no-setup", "--warm"]);
      expect([status, stderr]).toEqual([1, expect.stringContaining(".claude.json")]);
      expect([existsSync(userFile(home)), textOf(servers)]).toEqual([false, before]);
    }
    write(servers, '\uFEFF{\n  "numStartups": 7\n}\n');
    await succeed(home, ["install", "--yes", "--no-setup", "--warm"]);
    expect(JSON.parse(textOf(servers).slice(1))).toMatchObject({ numStartups: 7, mcpServers: { "lore-inject": { type: "stdio" } } });
    await succeed(home, ["uninstall"]);
    expect(textOf(servers)).toBe('\uFEFF{\n  "numStartups": 7\n}\n');
  });

  it("warns that the client ignores a file with comments", async () => {
    const home = newHome();
    write(userFile(home), "{\n  // mine\n}\n");
    expect(await succeed(home, ["install"])).toContain(`${userFile(home)}:2:3 has comments or trailing commas`);
    expect(textOf(userFile(home))).toContain("{\n  // mine\n");
  });

  it("CLAUDE_CONFIG_DIR says where the person's settings are", async () => {
    const home = newHome();
    const env = { CLAUDE_CONFIG_DIR: join(home.dir, "elsewhere") };
    await succeed(home, ["install"], env);
    expect([existsSync(join(home.dir, "elsewhere", "settings.json")), existsSync(userFile(home))]).toEqual([true, false]);
    await succeed(home, ["uninstall"], env);
    expect(existsSync(join(home.dir, "elsewhere"))).toBe(false);
  });

  it("makes the data folder for the person alone, unless --no-setup", async () => {
    const home = makeHome("none");
    await succeed(home, ["install", "--no-setup"]);
    expect(existsSync(home.data)).toBe(false);
    await succeed(home, ["uninstall"]);
    expect(await succeed(home, ["install"])).toContain(`records    ${home.data}, made`);
    expect(statSync(home.data).mode & 0o777).toBe(0o700);
  });

  it("--json says it all to a script", async () => {
    const home = newHome();
    const first = JSON.parse(await succeed(home, ["install", "--json"]));
    expect(first).toMatchObject({ file: userFile(home), scope: "user", isChanged: true, backup: null, check: { ok: true } });
    expect(first.args.at(-1)).toBe(SCRIPT);
    expect(JSON.parse(await succeed(home, ["install", "--json"]))).toMatchObject({ isChanged: false, changes: [] });
    expect(JSON.parse(await succeed(home, ["uninstall", "--json"]))).toMatchObject({ kind: "restored", isFileRemoved: true });
  });
});

describe("uninstall", () => {
  it("keeps what somebody else changed since, and the records", async () => {
    const home = newHome();
    write(userFile(home), '{\n  "model": "opus"\n}\n');
    await succeed(home, ["install"]);
    write(userFile(home), textOf(userFile(home)).replace('"opus"', '"sonnet"'));
    const said = await succeed(home, ["uninstall"]);
    expect(said).toContain("what else changed since is kept");
    expect(said).toContain(`kept       your records in ${home.data}`);
    expect(textOf(userFile(home))).toBe('{\n  "model": "sonnet"\n}\n');
  });

  it("says where else it is registered", async () => {
    const home = newHome();
    await succeed(home, ["install"]);
    await succeed(home, ["install", "--scope", "local"]);
    expect(await succeed(home, ["uninstall"])).toContain(
      `still      in ${join(home.storefront, ".claude", "settings.local.json")}: lore-inject uninstall --scope local`,
    );
    expect(await succeed(home, ["uninstall", "--scope", "local"])).not.toContain("still");
  });

  it("where nothing is registered it says so", async () => {
    const home = newHome();
    expect(await succeed(home, ["uninstall"])).toContain("nothing of lore-inject is registered");
  });

  it("--purge asks, so without anybody there it needs --yes; then records, state and cache are gone", async () => {
    const home = makeHome("copy");
    mkdirSync(join(home.data, "mine"));
    await succeed(home, ["install"]);
    const { status, stderr } = await run(home, ["uninstall", "--purge"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("--yes means it; nothing was changed")]);
    expect([existsSync(userFile(home)), existsSync(join(home.data, "journal", "data"))]).toEqual([true, true]);
    const said = await succeed(home, ["uninstall", "--purge", "--yes"]);
    expect(said).toContain(join(home.data, "journal", "data"));
    expect(existsSync(userFile(home))).toBe(false);
    expect(readdirSync(home.data)).toContain("mine");
    expect(existsSync(join(home.data, "journal"))).toBe(false);
    expect([existsSync(home.cache), existsSync(join(home.dir, ".local", "state", "lore-inject"))]).toEqual([false, false]);
  });
});
