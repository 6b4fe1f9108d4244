/** Our plugin in OpenCode's settings and out again: every other byte stays, whatever the file looked like. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addPlugin, foreseeAdd, foreseeRemove, removePlugin } from "../../../../src/install/opencode/apply-plugin.ts";
import { findPluginAddress, openCodeFiles } from "../../../../src/install/opencode/opencode-files.ts";
import { planAdd, planRemove } from "../../../../src/install/opencode/plan-plugin.ts";
import { SettingsError } from "../../../../src/install/write-settings.ts";

const URL = "file:///opt/lore-inject/dist/opencode.mjs";
const OLD = "file:///old/place/lore-inject/dist/opencode.mjs";
const NOW = new Date("2026-11-16T12:00:00Z");

const BEGINNINGS: Readonly<Record<string, string>> = {
  empty: "",
  "an empty object": "{}\n",
  "one line": '{"model":"a/b"}',
  "a schema": '{\n  "$schema": "https://opencode.ai/config.json",\n  "model": "a/b"\n}\n',
  "a list": '{\n  "plugin": ["other-plugin", ["third", { "key": 1 }]],\n  "model": "a/b"\n}\n',
  "an empty list": '{\n  "plugin": []\n}\n',
  "comments, trailing commas": '// mine\n{\n  "plugin": [\n    "other", // why\n  ],\n  /* last */\n  "model": "a/b",\n}\n',
  "tabs and CRLF": '{\r\n\t"plugin": [\r\n\t\t"other"\r\n\t]\r\n}\r\n',
  "a byte order mark": '\uFEFF{\n    "model": "a/b"\n}\n',
};

let dir: string;
let file: string;
let stateDir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-opencode-")));
  file = join(dir, "config", "opencode", "opencode.json");
  stateDir = join(dir, "state", "lore-inject");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const request = (url = URL) => ({ file, url });
const add = (url = URL) => addPlugin(request(url), { stateDir, now: NOW });
const pluginsIn = (text: string): unknown => (parse(text.replace(/^\uFEFF/, "")) as { plugin?: unknown } | undefined)?.plugin;

function begin(text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe("on real files", () => {
  it.each(Object.entries(BEGINNINGS))("%s: added once, then byte for byte as before", (_name, text) => {
    begin(text);
    const others = (pluginsIn(text) ?? []) as readonly unknown[];
    expect(foreseeAdd(request()).after).toContain(URL);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(add().change).toBe("added");
    expect(pluginsIn(readFileSync(file, "utf8"))).toEqual([...others, URL]);
    expect(add()).toMatchObject({ change: "none", backup: null });
    expect(foreseeRemove(request(), stateDir).after).toBe(text);
    expect(removePlugin(request(), stateDir)).toMatchObject({ change: "removed", isRestored: true });
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(readdirSync(dirname(file))).toEqual(["opencode.json"]);
  });

  it("makes a file that OpenCode need not complete, and takes it and its folder away again", () => {
    add();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ $schema: "https://opencode.ai/config.json", plugin: [URL] });
    removePlugin(request(), stateDir);
    expect(existsSync(join(dir, "config"))).toBe(false);
  });

  it("keeps what somebody else changed in between, and nothing but that", () => {
    begin('{\n  "model": "a/b"\n}\n');
    add();
    writeFileSync(file, readFileSync(file, "utf8").replace('"a/b"', '"c/d"'));
    expect(removePlugin(request(), stateDir)).toMatchObject({ change: "removed", isRestored: false });
    expect(readFileSync(file, "utf8")).toBe('{\n  "model": "c/d"\n}\n');
  });

  it("leaves a list that others have come to use", () => {
    add();
    writeFileSync(file, readFileSync(file, "utf8").replace(`"${URL}"`, `"${URL}", "other"`));
    removePlugin(request(), stateDir);
    expect(pluginsIn(readFileSync(file, "utf8"))).toEqual(["other"]);
  });

  it("brings an older address up to date, with the person's options, and uninstall takes it out", () => {
    begin(`{ "plugin": ["x", ["${OLD}", { "a": 1 }], "${OLD}"] }\n`);
    expect(add().change).toBe("upgraded");
    expect(pluginsIn(readFileSync(file, "utf8"))).toEqual(["x", [URL, { a: 1 }]]);
    removePlugin(request(), stateDir);
    expect(pluginsIn(readFileSync(file, "utf8"))).toEqual(["x"]);
  });

  it("is content with the package's own name", () => {
    begin('{ "plugin": ["lore-inject@0.1.0"] }');
    expect(add().change).toBe("none");
  });

  it.each([
    ['{ "plugin": "x" }', "plugin is no list"],
    ['{ "plugin": [ }', "is not valid JSON"],
    ["[]", "holds no JSON object"],
  ])("refuses %s and writes nothing", (text, what) => {
    begin(text);
    expect(() => add()).toThrow(SettingsError);
    expect(() => add()).toThrow(what);
    expect(readFileSync(file, "utf8")).toBe(text);
    expect(readdirSync(dirname(file))).toEqual(["opencode.json"]);
  });

  it("uninstall without install changes nothing", () => {
    begin('{ "plugin": ["other"] }');
    expect(removePlugin(request(), stateDir).change).toBe("none");
    expect(readFileSync(file, "utf8")).toBe('{ "plugin": ["other"] }');
  });
});

describe("any settings", () => {
  const entry = fc.oneof(
    fc.string().filter((text) => !text.includes("lore-inject")),
    fc.tuple(fc.constantFrom("npm-plugin", "./local.ts"), fc.dictionary(fc.string(), fc.integer())),
  );
  const settings = fc.record({ model: fc.string(), plugin: fc.array(entry, { maxLength: 4 }) }, { requiredKeys: [] });

  it("say the same beside our entry, with it and after it", () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, "\t"), (value, space) => {
        const before = JSON.stringify(value, null, space);
        const added = planAdd(before, request());
        if (!added.ok) throw new Error(added.problem.what);
        expect(JSON.parse(added.text)).toEqual({ ...value, plugin: [...(value.plugin ?? []), URL] });
        const removed = planRemove(added.text, { ...request(), mayDropList: added.isNewList });
        if (!removed.ok) throw new Error(removed.problem.what);
        expect(JSON.parse(removed.text)).toEqual(JSON.parse(before));
      }),
    );
  });
});

describe("places", () => {
  const place = { env: {}, home: "/home/ann", projectRoot: "/home/ann/shop" } as const;

  it("are the person's folder and the project's root", () => {
    expect(openCodeFiles({ ...place, scope: "user" })[0]).toBe(join("/home/ann", ".config", "opencode", "opencode.json"));
    expect(openCodeFiles({ ...place, scope: "user", env: { XDG_CONFIG_HOME: "/xdg" } })[0]).toBe(join("/xdg", "opencode", "opencode.json"));
    expect(openCodeFiles({ ...place, scope: "project" })[0]).toBe(join("/home/ann/shop", "opencode.json"));
    expect(openCodeFiles({ ...place, scope: "user", home: null })).toEqual([]);
  });

  it("prefer the file with comments where there is one", () => {
    mkdirSync(join(dir, "shop"));
    writeFileSync(join(dir, "shop", "opencode.jsonc"), "{}");
    expect(openCodeFiles({ ...place, scope: "project", projectRoot: join(dir, "shop") })[0]).toBe(join(dir, "shop", "opencode.jsonc"));
  });

  it("the plugin's address is a URL, and a folder that will not stay is named", () => {
    expect(findPluginAddress("/opt/my tools/lore-inject")).toMatchObject({ url: "file:///opt/my%20tools/lore-inject/dist/opencode.mjs", warnings: [] });
    expect(findPluginAddress("/home/ann/.npm/_npx/1a2b/node_modules/lore-inject").warnings).toHaveLength(1);
  });
});
