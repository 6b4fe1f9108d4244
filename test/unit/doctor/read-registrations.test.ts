/** Settings files and plugins on a disk of our own: what is read, what is missing, and how odd files are borne. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Entry, type HookPlace, readRegistrations } from "../../../src/doctor/read-registrations.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-doctor-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(name: string, content: unknown): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function read(): readonly HookPlace[] {
  // An administrator's file of this machine must not count.
  return readRegistrations({
    env: { PATH: dirname(process.execPath) },
    home: dir,
    projectRoot: join(dir, "shop"),
    platform: process.platform,
    command: null,
  }).filter(({ scope }) => scope !== "managed");
}

const entriesOf = (places: readonly HookPlace[]): readonly Entry[] => places.flatMap(({ entries }) => entries);
const onPrompt = (...handlers: readonly unknown[]): unknown => ({ hooks: { UserPromptSubmit: [{ hooks: handlers }] } });
const script = (): string => write("pkg/bin/lore-inject.js", "");

describe("readRegistrations", () => {
  it("no file at all: three places, nothing in them", () => {
    expect(read().map(({ scope, exists, entries, problem }) => [scope, exists, entries.length, problem])).toEqual([
      ["user", false, 0, null],
      ["project", false, 0, null],
      ["local", false, 0, null],
    ]);
  });

  it("tells what is missing: the script, the runtime, the runtime behind env, a name that is not on the PATH", () => {
    const there = script();
    const starts: readonly (readonly [string, readonly string[], string | null])[] = [
      [process.execPath, [there], null],
      ["node", [there], null],
      [process.execPath, [join(dir, "gone", "lore-inject.js")], join(dir, "gone", "lore-inject.js")],
      [join(dir, "gone", "node"), [there], join(dir, "gone", "node")],
      ["/usr/bin/env", ["-u", "X", join(dir, "gone", "node"), there], join(dir, "gone", "node")],
      ["volta", ["run", there], "volta"],
    ];
    write(".claude/settings.json", onPrompt(...starts.map(([command, args]) => ({ type: "command", command, args }))));
    expect(entriesOf(read()).map(({ missing }) => missing)).toEqual(starts.map(([, , missing]) => missing));
  });

  it("reads the version of the package that an entry starts", () => {
    const there = script();
    const handler = { type: "command", command: process.execPath, args: [there] };
    write(".claude/settings.json", onPrompt(handler));
    expect(entriesOf(read())[0]?.version).toBeNull();
    write("pkg/package.json", { name: "lore-inject", version: "0.0.7" });
    expect(entriesOf(read())[0]?.version).toBe("0.0.7");
    write("pkg/package.json", { name: "something-else", version: "9.9.9" });
    expect(entriesOf(read())[0]?.version).toBeNull();
  });

  it("notes an `if`", () => {
    const handler = { type: "command", command: process.execPath, args: [script()] };
    write(".claude/settings.json", onPrompt(handler, { ...handler, if: "Bash(git *)" }));
    expect(entriesOf(read()).map(({ isConditional }) => isConditional)).toEqual([false, true]);
  });

  it("a broken file has a problem with its line; the others are still read", () => {
    const file = write(".claude/settings.json", '{\n  "a": 1\n  "b": 2\n}');
    write("shop/.claude/settings.local.json", onPrompt({ type: "command", command: "lore-inject" }));
    const [user, , local] = read();
    expect(user?.problem?.where).toBe(`${file}:3:3`);
    expect(local?.entries).toHaveLength(1);
  });

  it.each(["", "[]", "null", '"text"', '{"hooks":[]}', '{"hooks":{"Stop":{}}}', '{"hooks":{"Stop":[1,null,{"hooks":5}]}}', "\uFEFF{}", "{ // c\n}"])(
    "bears %j",
    (text) => {
      write(".claude/settings.json", text);
      expect(entriesOf(read())).toEqual([]);
    },
  );

  it("what is no file is not read: a pipe would never end", () => {
    mkdirSync(join(dir, ".claude", "settings.json"), { recursive: true });
    expect(read()[0]?.problem).toMatchObject({ what: "is not a regular file", hint: "move it away" });
  });

  it("allowManagedHooksOnly counts from an administrator alone", () => {
    write(".claude/settings.json", { allowManagedHooksOnly: true });
    write("shop/.claude/settings.json", { disableAllHooks: true });
    expect(read().map(({ isOffBy }) => isOffBy)).toEqual([null, "disableAllHooks", null]);
  });
});

describe("plugins", () => {
  const HOOKS = onPrompt({ type: "command", command: "node", args: [`\${CLAUDE_PLUGIN_ROOT}/bin/lore-inject.js`], timeout: 5 });
  const enable = (more: Readonly<Record<string, unknown>> = {}): string =>
    write(".claude/settings.json", { enabledPlugins: { "lore@market": true, "explore@x": true, ...more } });
  const installAt = (more: Readonly<Record<string, unknown>> = {}): string =>
    write(".claude/plugins/installed_plugins.json", { version: 2, plugins: { "lore@market": [{ scope: "user", installPath: join(dir, "plug"), ...more }] } });
  const plugins = (): readonly HookPlace[] => read().filter(({ scope }) => scope === "plugin");

  it("are read from where the client installed them, their root filled in", () => {
    enable();
    installAt();
    write("plug/hooks/hooks.json", HOOKS);
    expect(entriesOf(plugins()).map(({ args, missing }) => [args, missing])).toEqual([
      [[`${join(dir, "plug")}/bin/lore-inject.js`], `${join(dir, "plug")}/bin/lore-inject.js`],
    ]);
    write("plug/bin/lore-inject.js", "");
    expect(entriesOf(plugins())[0]).toMatchObject({ scope: "plugin", plugin: "lore@market", pluginRoot: join(dir, "plug"), missing: null });
  });

  it("enabled, but not installed, or only for another project: a place without entries", () => {
    enable();
    expect(plugins().map(({ plugin, entries }) => [plugin, entries])).toEqual([["lore@market", []]]);
    installAt({ projectPath: join(dir, "elsewhere") });
    write("plug/hooks/hooks.json", HOOKS);
    expect(entriesOf(plugins())).toEqual([]);
    installAt({ projectPath: join(dir, "shop") });
    expect(entriesOf(plugins())).toHaveLength(1);
  });

  it("the later settings file has the last word", () => {
    enable();
    installAt();
    write("plug/hooks/hooks.json", HOOKS);
    write("shop/.claude/settings.local.json", { enabledPlugins: { "lore@market": false } });
    expect(plugins()).toEqual([]);
  });

  it.each(["", "[]", "{", '{"plugins":7}', '{"plugins":{"lore@market":"x"}}'])("bears a list of installed plugins that is %j", (text) => {
    enable();
    write(".claude/plugins/installed_plugins.json", text);
    expect(entriesOf(plugins())).toEqual([]);
  });
});
