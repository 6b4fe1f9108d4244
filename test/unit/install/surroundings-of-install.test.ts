/** What stands around the settings: obstacles, plugins, questions, the first set-up, trying the command, purging. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askAt, askNobody } from "../../../src/install/ask.ts";
import { findLaunch } from "../../../src/install/find-launch.ts";
import { findLooseJson, findPlugins, findRegistrations } from "../../../src/install/find-registrations.ts";
import { findPurgeFolders, removePurgeFolders } from "../../../src/install/purge-folders.ts";
import { type SetUpRequest, setUp, showInjection } from "../../../src/install/set-up.ts";
import { findObstacles, findSettings } from "../../../src/install/survey.ts";
import { tryCommand } from "../../../src/install/try-command.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-install-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function write(path: string, text: string): string {
  mkdirSync(join(dir, path, ".."), { recursive: true });
  writeFileSync(join(dir, path), text);
  return join(dir, path);
}

describe("other settings", () => {
  const OURS = JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command: "/gone/node", args: ["/gone/lore-inject.js"] }] }] } });
  const survey = () => findSettings({ env: {}, home: dir, projectRoot: join(dir, "shop"), platform: process.platform });

  it("the plugin is known by its name, from any marketplace, while it is enabled", () => {
    expect(findPlugins('{"enabledPlugins":{"lore@market":true,"lore-inject@x":true,"explore@x":true,"lorem@x":true}}')).toEqual([
      "lore@market",
      "lore-inject@x",
    ]);
    expect(["", "[]", "{", '{"enabledPlugins":{"lore@market":false}}', '{"enabledPlugins":[]}'].flatMap(findPlugins)).toEqual([]);
  });

  it("names what keeps the hooks from running, and a second registration", () => {
    const user = write(".claude/settings.json", '{ "disableAllHooks": true } // mine');
    const local = write("shop/.claude/settings.local.json", OURS);
    const obstacles = findObstacles(survey(), user, "user");
    expect(obstacles).toEqual([
      expect.stringContaining(`${user}:1:29 has comments`),
      expect.stringContaining(`disableAllHooks in ${user}`),
      expect.stringContaining(`also registered in ${local}`),
    ]);
    expect(findObstacles(survey(), local, "local")).toEqual([
      expect.stringContaining("disableAllHooks"),
      expect.stringContaining(`when it is started in ${join(dir, "shop")}, not in a folder below`),
    ]);
  });

  it("the client reads strict JSON: comments and trailing commas are named, a byte order mark is not", () => {
    expect(findLooseJson('{\n  "a": 1, // why\n}', "f")?.where).toBe("f:2:11");
    expect(findLooseJson('{"a":[1,]}', "f")).not.toBeNull();
    expect(["", "\uFEFF{}", '{"a":"// no comment"}\r\n'].map((text) => findLooseJson(text, "f"))).toEqual([null, null, null]);
  });

  it("tells whether what is registered is there", () => {
    const look = (exists: (path: string) => boolean) => findRegistrations(OURS, { command: null, exists })[0]?.exists;
    expect([look(() => true), look((path) => path.endsWith("node")), look((path) => path.endsWith(".js"))]).toEqual([true, false, false]);
  });
});

describe("questions", () => {
  async function answer(lines: string, byDefault: boolean): Promise<boolean> {
    const input = new PassThrough();
    const ask = askAt({ input, output: new PassThrough() });
    input.end(lines);
    const said = await ask.confirm("Well?", byDefault);
    ask.close();
    return said;
  }

  it.each([
    ["y\n", false, true],
    ["YES\n", false, true],
    ["n\n", true, false],
    ["whatever\n", true, false],
    ["\n", true, true],
    ["\n", false, false],
    ["", true, true],
    ["", false, false],
  ])("%j, by default %s: %s", async (lines, byDefault, said) => {
    expect(await answer(lines, byDefault)).toBe(said);
  });

  it("Ctrl-C is a no, and so is every answer after it", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const ask = askAt({ input, output });
    const first = ask.confirm("Write?", true);
    input.write("\u0003");
    expect([await first, await ask.confirm("Really?", true)]).toEqual([false, false]);
  });

  it("after the end of input every further question has its default", async () => {
    const input = new PassThrough();
    const ask = askAt({ input, output: new PassThrough() });
    input.end("n\n");
    expect([await ask.confirm("1?", true), await ask.confirm("2?", true), await ask.confirm("3?", false)]).toEqual([false, true, false]);
  });
});

describe("setUp", () => {
  function request(more: Partial<SetUpRequest> = {}): SetUpRequest & { readonly imported: string[] } {
    const imported: string[] = [];
    const runImport: SetUpRequest["runImport"] = async ({ name }) => void imported.push(name);
    const findImports = () => [{ name: "memory", title: "MEMORY.md", paths: ["/p/MEMORY.md"] }];
    return { ask: askNobody, isInteractive: false, dataRoot: join(dir, "share", "lore"), findImports, runImport, imports: false, imported, ...more };
  }

  it("a script gets the data folder, for itself alone, and no import", async () => {
    const asked = request();
    expect(await setUp(asked)).toEqual({ dataFolder: "made", imported: [] });
    expect(statSync(join(dir, "share", "lore")).mode & 0o777).toBe(0o700);
    expect(asked.imported).toEqual([]);
    expect((await setUp(asked)).dataFolder).toBe("there");
  });

  it("a script that asks for it gets the import, and so does a person who says yes", async () => {
    const [script, person] = [request({ imports: true }), request({ isInteractive: true })];
    await setUp(script);
    await setUp(person);
    expect([script.imported, person.imported]).toEqual([["memory"], ["memory"]]);
  });

  it("who says no gets nothing", async () => {
    const asked = request({ isInteractive: true, ask: { confirm: async () => false, close: () => {} } });
    expect(await setUp(asked)).toEqual({ dataFolder: "none", imported: [] });
    expect([existsSync(join(dir, "share")), asked.imported]).toEqual([false, []]);
  });
});

describe("the command, as the client runs it", () => {
  const run = (code: string) => tryCommand({ command: { command: process.execPath, args: ["-e", code] }, cwd: dir, env: {}, event: '{"a":1}' });

  it("gets the event on stdin, and its context is read", () => {
    const code = `const e = require("fs").readFileSync(0, "utf8"); console.log(JSON.stringify({ hookSpecificOutput: { additionalContext: "got " + e } }))`;
    expect(run(code)).toMatchObject({ context: 'got {"a":1}', fault: null });
    expect(run("")).toMatchObject({ context: "", fault: null });
  });

  it.each([
    ["process.exit(3)", "exit code 3"],
    ["console.log('oops')", "no JSON: oops"],
  ])("%s is a fault", (code, fault) => {
    expect(run(code).fault).toContain(fault);
  });

  it("a command that is not there is a fault, not an exception", () => {
    const command = { command: join(dir, "gone"), args: [] };
    expect(tryCommand({ command, cwd: dir, env: {}, event: "" }).fault).toContain("ENOENT");
    expect(showInjection({ command, cwd: dir, env: {} })[0]).toContain("cannot be started");
  });

  it.skipIf(process.platform === "win32")("no shell stands between: spaces and $ in a path mean nothing", () => {
    const script = write("my $HOME tools/run it.sh", "#!/bin/sh\ncat >/dev/null\n");
    chmodSync(script, 0o755);
    expect(tryCommand({ command: { command: script, args: ["a b"] }, cwd: dir, env: { PATH: process.env.PATH }, event: "" }).fault).toBeNull();
  });
});

describe("findLaunch", () => {
  it("names Node and the script by absolute paths, and warns of a folder that will not stay", () => {
    const packageDir = join(dir, "_npx", "1", "lore-inject");
    const found = findLaunch({ env: {}, packageDir, setting: "node", flags: true });
    expect(found?.command.args.at(-1)).toBe(join(packageDir, "bin", "lore-inject.js"));
    expect(existsSync(found?.command.command ?? "")).toBe(true);
    expect(found?.warnings).toEqual([expect.stringContaining("npm install -g lore-inject")]);
  });

  it("names the flags that this Node took, and its version; none where the person wants none", () => {
    const fastOf = (flags: boolean) => findLaunch({ env: {}, packageDir: dir, setting: "node", flags })?.command.fast;
    expect(fastOf(true)).toEqual({ flags: ["--no-rehash-snapshot", "--preserve-symlinks-main"], node: process.versions.node });
    expect(fastOf(false)).toBeNull();
  });

  it.skipIf(process.platform === "win32")("takes pnpm's lasting name if it leads to the same package", () => {
    const real = join(dir, "5", ".pnpm", "lore-inject@1.0.0", "node_modules", "lore-inject");
    mkdirSync(real, { recursive: true });
    mkdirSync(join(dir, "5", "node_modules"));
    const scriptOf = () => findLaunch({ env: {}, packageDir: real, setting: "node", flags: true })?.command.args.at(-1);
    expect(scriptOf()).toBe(join(real, "bin", "lore-inject.js"));
    symlinkSync(real, join(dir, "5", "node_modules", "lore-inject"));
    expect(scriptOf()).toBe(join(dir, "5", "node_modules", "lore-inject", "bin", "lore-inject.js"));
  });

  it.skipIf(process.platform === "win32")("starts through env(1) where a variable would slow Node down", () => {
    const found = findLaunch({ env: { NODE_EXTRA_CA_CERTS: "/ca.pem" }, packageDir: dir, setting: "node", flags: true });
    const isSlow = Number.parseInt(process.versions.node, 10) < 22;
    expect(found?.command.command === "/usr/bin/env").toBe(isSlow);
    if (isSlow) expect(found?.command.args.slice(0, 2)).toEqual(["-u", "NODE_EXTRA_CA_CERTS"]);
  });
});

describe("purge", () => {
  it("removes the records, state and cache, and nothing that lies beside them", () => {
    const dataRoot = join(dir, "lore");
    write("lore/journal/data/decisions.jsonl", "12345");
    write("lore/journal/lore-journal.sh", "program");
    write("lore/failures/data/failures.jsonl", "1");
    write("lore/README.md", "mine");
    write("state/lore-inject/sessions/a.jsonl", "123");
    const place = { dataRoot, stateDir: join(dir, "state", "lore-inject"), cacheDir: join(dir, "cache", "lore-inject") };
    const folders = findPurgeFolders(place);
    expect(folders.map(({ what, path, files, bytes }) => [what, path, files, bytes])).toEqual([
      ["data", join(dataRoot, "journal", "data"), 1, 5],
      ["data", join(dataRoot, "failures", "data"), 1, 1],
      ["state", place.stateDir, 1, 3],
    ]);
    removePurgeFolders(folders, place);
    expect(readdirSync(dataRoot).sort()).toEqual(["README.md", "journal"]);
    expect(readdirSync(join(dataRoot, "journal"))).toEqual(["lore-journal.sh"]);
    expect(readdirSync(join(dir, "state"))).toEqual([]);
  });

  it("a data folder that held nothing else goes as well", () => {
    write("lore/journal/data/decisions.jsonl", "");
    const place = { dataRoot: join(dir, "lore"), stateDir: null, cacheDir: null };
    removePurgeFolders(findPurgeFolders(place), place);
    expect(existsSync(place.dataRoot)).toBe(false);
  });

  it.skipIf(process.platform === "win32")("does not follow a link out of the data folder", () => {
    const elsewhere = write("elsewhere/decisions.jsonl", "1");
    mkdirSync(join(dir, "lore", "journal"), { recursive: true });
    symlinkSync(join(dir, "elsewhere"), join(dir, "lore", "journal", "data"));
    const place = { dataRoot: join(dir, "lore"), stateDir: null, cacheDir: null };
    removePurgeFolders(findPurgeFolders(place), place);
    expect(existsSync(elsewhere)).toBe(true);
  });
});
