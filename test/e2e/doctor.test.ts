/** `doctor` on the built binary: a healthy home, every fault with its way out, and what --fix mends. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { age, configure, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, type HookRun, makeHome, promptEvent, ROOT, runHook, write } from "./run-hook.ts";

/** Of the package's own path and no other: the folder for temporary files must not be above it. */
function run(home: Home, args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}): Promise<HookRun> {
  return runHook({ home, args: [...args, "--cwd", home.storefront], env: { TMPDIR: home.dir, ...env }, remembers: true });
}

const doctor = (home: Home, args: readonly string[] = [], env: Readonly<Record<string, string | undefined>> = {}): Promise<HookRun> =>
  run(home, ["doctor", ...(args.includes("--rounds") ? [] : ["--rounds", "0"]), ...args], env);

interface Settings {
  readonly hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>;
}

const userFile = (home: Home): string => join(home.dir, ".claude", "settings.json");
const settingsOf = (home: Home): Settings => JSON.parse(readFileSync(userFile(home), "utf8"));
const stateOf = (home: Home): string => join(home.dir, ".local", "state", "lore-inject");
const storeOf = (home: Home): string => join(home.data, "journal", "data", "decisions.jsonl");

function change(home: Home, edit: (settings: Settings) => unknown): void {
  const settings = settingsOf(home);
  edit(settings);
  write(userFile(home), JSON.stringify(settings, null, 2));
}

/** Every hook, as { event, hook }. */
function eachHook(settings: Settings, work: (hook: Record<string, unknown>, event: string) => void): void {
  for (const [event, groups] of Object.entries(settings.hooks)) for (const group of groups) for (const hook of group.hooks) work(hook, event);
}

let template: Home;
beforeAll(async () => {
  template = makeHome("copy");
  const { status, stderr } = await run(template, ["install", "--yes"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

/** With the hooks installed and the demo's records. */
function installed(): Home {
  const home = makeHome("copy");
  cpSync(join(template.dir, ".claude"), join(home.dir, ".claude"), { recursive: true });
  return home;
}

async function expectFinding(home: Home, expected: { exit: number; severity: string; what: string; remedy: string }, env = {}): Promise<void> {
  const { status, stdout, stderr } = await doctor(home, [], env);
  const lines = stdout.split("\n");
  const at = lines.findIndex((line) => line.startsWith(expected.severity) && line.includes(expected.what));
  expect(at, stdout).toBeGreaterThan(0);
  expect(lines[at + 1]).toMatch(/^ {10}→ /);
  expect(lines[at + 1]).toContain(expected.remedy);
  expect({ status, stderr }).toEqual({ status: expected.exit, stderr: "" });
}

describe("a healthy home", () => {
  it("exit 0, one screen, and a real answer through the registered command", async () => {
    const home = installed();
    const { status, stdout, stderr } = await doctor(home, ["--rounds", "2"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^runtime {4}lore-inject \d/);
    expect(stdout).toMatch(/\ndata {7}~\/lore \(LORE_DATA_DIR\)\n {11}\d+ stores, \d+ lines, \d+ live: /);
    expect(stdout).toMatch(/\nself-test {2}the registered command answers the prompt with [\d,]+ characters, \d+ ms of 5 s\n/);
    expect(stdout).toMatch(/\nlatency {4}the registered command \d+ ms, node -e 0 \d+ ms: \d+\.\d\d times \(median of 2\)/);
    expect(stdout).toMatch(/\nnothing to mend\n$/);
    expect(stdout.split("\n").length).toBeLessThan(24);
  });

  it("leaves no session behind, and shows the last injections of real ones", async () => {
    const home = installed();
    expect((await doctor(home)).stdout).toContain("last shown none yet");
    expect(readdirSync(join(stateOf(home), "sessions"))).toEqual([]);
    expect(contextOf(await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT), remembers: true }))).toContain(DEPLOY_RECORD);
    const before = readFileSync(join(stateOf(home), "sessions", readdirSync(join(stateOf(home), "sessions"))[0] as string), "utf8");
    expect((await doctor(home)).stdout).toMatch(new RegExp(`last shown \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d {2}3f0c7a52 {2}prompt .*${DEPLOY_RECORD}`));
    const sessions = readdirSync(join(stateOf(home), "sessions"));
    expect(sessions).toHaveLength(1);
    expect(readFileSync(join(stateOf(home), "sessions", sessions[0] as string), "utf8")).toBe(before);
  });

  it("--json has all of it", async () => {
    const { status, stdout } = await doctor(installed(), ["--json", "--rounds", "1"]);
    const report = JSON.parse(stdout);
    expect([status, report.ok, report.findings]).toEqual([0, true, []]);
    expect(Object.keys(report)).toEqual([
      "ok",
      "runtime",
      "data",
      "settings",
      "hooks",
      "folders",
      "index",
      "self-test",
      "latency",
      "calibrated",
      "last shown",
      "findings",
    ]);
    expect(report.latency).toMatchObject({ registered: true, rounds: 1 });
    expect(report["self-test"].tried[0]).toMatchObject({ timeoutMs: 5000, faults: [] });
  });

  it("refuses rounds that are no number, and a folder that is not there", async () => {
    const { status: code, stderr: said } = await runHook({ home: template, args: ["doctor", "--cwd", "/no/such/folder"], remembers: true });
    expect([code, said]).toEqual([1, "lore-inject: there is no folder /no/such/folder\n"]);
    const { status, stderr } = await doctor(installed(), ["--rounds", "many"]);
    expect([status, stderr]).toEqual([1, "lore-inject: --rounds many is not a number from 0 to 100\n"]);
  });
});

describe("each fault is found, with a way out", () => {
  it("nothing registered", () => expectFinding(makeHome("copy"), { exit: 1, severity: "error", what: "no hook is registered", remedy: "lore-inject install" }));

  it("what is registered is gone", async () => {
    const home = installed();
    change(home, (settings) => eachHook(settings, (hook) => Object.assign(hook, { args: (hook.args as string[]).map((arg) => arg.replace(ROOT, "/gone")) })));
    await expectFinding(home, { exit: 1, severity: "error", what: "starts /gone/bin/lore-inject.js, which is not there", remedy: "lore-inject doctor --fix" });
  });

  it("registered by the plugin too", async () => {
    const home = installed();
    change(home, (settings) => Object.assign(settings, { enabledPlugins: { "lore@lore-inject": true } }));
    await expectFinding(home, { exit: 1, severity: "error", what: "is enabled, but not installed", remedy: "claude plugin install lore@lore-inject" });
    const plugins = { version: 2, plugins: { "lore@lore-inject": [{ scope: "user", installPath: ROOT }] } };
    write(join(home.dir, ".claude", "plugins", "installed_plugins.json"), JSON.stringify(plugins));
    await expectFinding(home, { exit: 1, severity: "warning", what: "hooks/hooks.json, and both run", remedy: "claude plugin disable lore@lore-inject" });
  });

  it("the plugin alone is healthy", async () => {
    const home = makeHome("copy");
    write(userFile(home), JSON.stringify({ enabledPlugins: { "lore@lore-inject": true } }));
    const plugins = { version: 2, plugins: { "lore@lore-inject": [{ scope: "user", installPath: ROOT }] } };
    write(join(home.dir, ".claude", "plugins", "installed_plugins.json"), JSON.stringify(plugins));
    const { status, stdout } = await doctor(home);
    expect([status, stdout]).toEqual([0, expect.stringContaining("the registered command answers the prompt")]);
  });

  it("hooks switched off", async () => {
    const home = installed();
    write(join(home.storefront, ".claude", "settings.json"), '{ "disableAllHooks": true }');
    await expectFinding(home, {
      exit: 1,
      severity: "error",
      what: "disableAllHooks in ~/dev/storefront/.claude/settings.json",
      remedy: "take disableAllHooks out",
    });
  });

  it("settings that are no JSON: file and line, and the rest is still examined", async () => {
    const home = makeHome("copy");
    write(userFile(home), '{\n  "model": "opus"\n  "hooks": {}\n}');
    await expectFinding(home, {
      exit: 1,
      severity: "error",
      what: "~/.claude/settings.json:3:3 is not valid JSON: comma expected",
      remedy: "correct it there",
    });
  });

  it("settings with a comment, which the client ignores", async () => {
    const home = installed();
    write(userFile(home), `// mine\n${readFileSync(userFile(home), "utf8")}`);
    await expectFinding(home, { exit: 1, severity: "error", what: "the client ignores the whole file", remedy: "take them out" });
  });

  it("an older version", async () => {
    const home = installed();
    write(join(home.dir, "old", "package.json"), '{ "name": "lore-inject", "version": "0.0.1" }');
    const old = write(join(home.dir, "old", "bin", "lore-inject.js"), "");
    change(home, (settings) => Object.assign(settings.hooks.UserPromptSubmit?.[0]?.hooks[0] ?? {}, { args: [old] }));
    await expectFinding(home, { exit: 1, severity: "warning", what: "starts lore-inject 0.0.1, and this is", remedy: "lore-inject install" });
  });

  it("a hook that blocks prompts", async () => {
    const home = installed();
    const bad = write(join(home.dir, "bad", "lore-inject.js"), "process.exit(2)");
    change(home, (settings) => Object.assign(settings.hooks.UserPromptSubmit?.[0]?.hooks[0] ?? {}, { args: [bad] }));
    await expectFinding(home, { exit: 1, severity: "error", what: "exit code 2, which blocks every prompt", remedy: "lore-inject install" });
  });

  it("a capture that the client waits for", async () => {
    const home = installed();
    change(home, (settings) => eachHook(settings, (hook) => delete hook.async));
    await expectFinding(home, { exit: 1, severity: "warning", what: "the client waits for a capture", remedy: '"async": true there' });
  });

  it("no timeout and the shell form are notes: exit 0", async () => {
    const home = installed();
    const shell = { type: "command", command: `"${process.execPath}" "${join(ROOT, "bin", "lore-inject.js")}"` };
    change(home, (settings) => Object.assign(settings.hooks, { UserPromptSubmit: [{ hooks: [shell] }] }));
    await expectFinding(home, { exit: 0, severity: "note", what: "there is no timeout", remedy: '"timeout": 5 there' });
    await expectFinding(home, { exit: 0, severity: "note", what: "the shell form", remedy: "lore-inject install" });
  });

  it("a bad line in a store, by file and line", async () => {
    const home = installed();
    const lines = readFileSync(storeOf(home), "utf8").trimEnd().split("\n");
    write(storeOf(home), `${[...lines, "{bad"].join("\n")}\n`);
    await expectFinding(home, {
      exit: 1,
      severity: "warning",
      what: `~/lore/journal/data/decisions.jsonl:${lines.length + 1}: not one JSON object`,
      remedy: "mend or delete that line",
    });
  });

  it("a setting that is none", async () => {
    const home = installed();
    configure(home, "budgett: 3\n");
    await expectFinding(home, { exit: 1, severity: "warning", what: 'config.yaml:3: unknown key "budgett"', remedy: 'did you mean "budget"?' });
  });

  it("switched off", () =>
    expectFinding(installed(), { exit: 1, severity: "warning", what: "switched off", remedy: "unset LORE_CONTEXT_DISABLED" }, { LORE_CONTEXT_DISABLED: "1" }));

  it("a repository's own records that nobody trusts yet: a note", async () => {
    const home = installed();
    write(join(home.storefront, ".lore", "decisions.jsonl"), '{"id":"dec-1","decision":"x"}\n');
    await expectFinding(home, { exit: 0, severity: "note", what: "is not trusted yet: 1 line not used", remedy: "lore-inject trust" });
  });

  it("what a repository registers under our name is not run", async () => {
    const home = installed();
    const mark = join(home.dir, "ran");
    const evil = write(join(home.storefront, "bin", "lore-inject.js"), `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`);
    const hook = { type: "command", command: process.execPath, args: [evil], timeout: 5 };
    write(join(home.storefront, ".claude", "settings.json"), JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [hook] }] } }));
    const { stdout } = await doctor(home, ["--rounds", "1"]);
    expect(stdout).toContain("not tried: it stands in the project's settings");
    expect(existsSync(mark)).toBe(false);
  });
});

describe("--fix", () => {
  it("registers again what leads nowhere, and only that", async () => {
    const home = installed();
    const healthy = readFileSync(userFile(home), "utf8");
    change(home, (settings) => {
      eachHook(settings, (hook) => Object.assign(hook, { command: "/gone/node" }));
      delete settings.hooks.PreCompact;
      Object.assign(settings, { model: "opus" });
    });
    const { status, stdout } = await doctor(home, ["--fix"]);
    expect(stdout).toMatch(
      /^--fix {6}~\/\.claude\/settings\.json: \d+ registrations brought up to date, backup in ~\/\.claude\/settings\.json\.lore-inject-backup/m,
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining("nothing to mend")]);
    const { PreCompact: _left, ...expected } = (JSON.parse(healthy) as Settings).hooks;
    expect(settingsOf(home)).toEqual({ hooks: expected, model: "opus" });
  });

  it("makes the data folder, for its owner alone", async () => {
    const home = makeHome("none");
    cpSync(join(template.dir, ".claude"), join(home.dir, ".claude"), { recursive: true });
    await expectFinding(home, { exit: 1, severity: "warning", what: "~/lore: no data folder there (LORE_DATA_DIR)", remedy: "lore-inject doctor --fix" });
    const { status, stdout } = await doctor(home, ["--fix"]);
    expect([status, stdout]).toEqual([0, expect.stringContaining("--fix      made the data folder ~/lore")]);
    if (process.platform !== "win32") expect(statSync(home.data).mode & 0o777).toBe(0o700);
  });

  it("takes away what dead processes left, and a damaged index", async () => {
    const home = installed();
    age(home.data);
    expect((await run(home, ["index", "rebuild"])).status).toBe(0);
    const index = readdirSync(home.cache).find((name) => name.startsWith("base-") && name.endsWith(".idx")) as string;
    write(join(home.cache, index), "no index at all".repeat(500));
    const lock = `${storeOf(home)}.lock`;
    mkdirSync(lock);
    write(join(lock, `4194305@${encodeURIComponent(hostname())}`), "");
    const temporary = write(join(home.cache, "prepared-1.json.4194305.tmp"), "");
    for (const path of [lock, temporary]) utimesSync(path, 1, 1);
    await expectFinding(home, { exit: 1, severity: "warning", what: "is damaged", remedy: "lore-inject doctor --fix" });
    await expectFinding(home, {
      exit: 1,
      severity: "note",
      what: "decisions.jsonl.lock is the lock of a process that is gone",
      remedy: "lore-inject doctor --fix",
    });
    const { status, stdout } = await doctor(home, ["--fix"]);
    expect([status, stdout]).toEqual([0, expect.stringContaining("dropped the damaged index")]);
    expect([lock, temporary].map((path) => existsSync(path))).toEqual([false, false]);
  });

  it("does not touch settings that it cannot read", async () => {
    const home = makeHome("copy");
    const text = '{ "hooks": { "UserPromptSubmit": [ { "hooks": [ { "type": "command", "command": "/gone/lore-inject" } ] } ] ';
    write(userFile(home), text);
    const { status, stdout } = await doctor(home, ["--fix", "--json"]);
    expect([status, JSON.parse(stdout).findings[0].code]).toEqual([1, "broken-settings"]);
    expect(readFileSync(userFile(home), "utf8")).toBe(text);
  });

  it("with nothing to mend says so", async () => {
    const home = installed();
    await doctor(home);
    expect((await doctor(home, ["--fix"])).stdout).toMatch(/^nothing could be mended by itself\n/);
    rmSync(join(home.dir, ".claude"), { recursive: true });
    expect((await doctor(home, ["--fix"])).status).toBe(1);
    expect(existsSync(userFile(home))).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("warm prompts", () => {
  it("are healthy before any server ran, and tried through what steps in for it", async () => {
    const home = makeHome("copy");
    await runHook({ home, args: ["install", "--yes", "--no-setup", "--warm"] });
    const { status, stdout } = await runHook({ home, args: ["doctor", "--rounds", "0"] });
    expect(stdout).toContain("warm context on UserPromptSubmit");
    expect(stdout).toContain("the registered command answers the prompt");
    expect(stdout).not.toMatch(/error|warning/);
    expect(status).toBe(0);
  });

  it("without the server in the client's list are named", async () => {
    const home = makeHome("copy");
    await runHook({ home, args: ["install", "--yes", "--no-setup", "--warm"] });
    rmSync(join(home.dir, ".claude.json"));
    const { stdout } = await runHook({ home, args: ["doctor", "--rounds", "0"] });
    expect(stdout).toContain("the client does not know that server");
    expect(stdout).toContain("lore-inject install --warm registers it");
  });
});
