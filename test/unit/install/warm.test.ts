/** Warm prompts: which entries are written, that they are known again, and that nothing is left of them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findRegistrations } from "../../../src/install/find-registrations.ts";
import { type InstallPlan, planInstall } from "../../../src/install/plan-install.ts";
import { planUninstall } from "../../../src/install/plan-uninstall.ts";
import { foreseeServer, isOurServer, readServer, registerServer, serverPlace } from "../../../src/install/server-file.ts";
import { wantedEntries } from "../../../src/install/wanted-entries.ts";
import { fallbackOf, serverEntry } from "../../../src/install/warm-entries.ts";
import { COMMAND, requestFor, STARTING } from "./starting-settings.ts";

const FILE = "/home/ada/.claude/settings.json";
const FALLBACK = fallbackOf(COMMAND, "/home/ada/.local/state/lore-inject/warm", "linux");
const WARM = { wanted: wantedEntries({ events: null, capture: true, warm: true }), fallback: FALLBACK };
const LOOK = { command: COMMAND, fallback: FALLBACK, exists: () => true };

function plan(text: string | null, more: Parameters<typeof requestFor>[1]): InstallPlan {
  const planned = planInstall(text, requestFor(FILE, more));
  if (!planned.ok) throw new Error(planned.problem.what);
  return planned;
}

const promptHooks = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  JSON.parse(text).hooks.UserPromptSubmit.flatMap(({ hooks }: { readonly hooks: readonly object[] }) => hooks);

describe("install --warm", () => {
  it("registers the server's tool with the event's own fields, and the command behind the script that steps in", () => {
    const [tool, command] = promptHooks(plan(null, WARM).text);
    expect(tool).toEqual({
      type: "mcp_tool",
      server: "lore-inject",
      tool: "hook_prompt",
      input: Object.fromEntries(
        ["hook_event_name", "session_id", "transcript_path", "cwd", "agent_id", "prompt"].map((name) => [name, ["$", "{", name, "}"].join("")]),
      ),
      timeout: 5,
    });
    expect(command).toMatchObject({
      command: "/bin/sh",
      args: ["/home/ada/my tools/lore-inject/bin/unless-warm.sh", "/home/ada/.local/state/lore-inject/warm", COMMAND.command, ...COMMAND.args],
    });
  });

  it.each(Object.entries(STARTING))("%s: known again, changed no second time, and taken out to the byte", (_name, text) => {
    const { text: once, containers } = plan(text, WARM);
    expect(
      findRegistrations(once, LOOK)
        .filter(({ role }) => role !== "other")
        .every(({ isCurrent }) => isCurrent),
    ).toBe(true);
    expect(plan(once, WARM)).toMatchObject({ text: once, changes: [] });
    const cold = plan(text, {});
    const [without, reference] = [once, cold.text].map((after, at) =>
      planUninstall(after, { file: FILE, containers: at === 0 ? containers : cold.containers }),
    );
    expect(without).toMatchObject({ ok: true, text: (reference as { text: string }).text });
  });

  it("from cold to warm and back changes the prompt's entries alone", () => {
    const cold = plan(null, {}).text;
    const warm = plan(cold, WARM);
    expect(warm.changes).toEqual([
      { kind: "upgraded", event: "UserPromptSubmit", role: "inject" },
      { kind: "added", event: "UserPromptSubmit", role: "warm" },
    ]);
    const back = plan(warm.text, {});
    expect(back.changes.map(({ kind, role }) => `${kind} ${role}`).sort()).toEqual(["removed warm", "upgraded inject"]);
    expect(JSON.parse(back.text)).toEqual(JSON.parse(cold));
  });

  it("another server's tool, and a shell that starts something else, are nobody's business", () => {
    const text = JSON.stringify({
      hooks: {
        UserPromptSubmit: [
          { hooks: [{ type: "mcp_tool", server: "other", tool: "hook_prompt" }] },
          { hooks: [{ type: "command", command: "/bin/sh", args: ["/home/ada/mine.sh", "/x/lore-inject.js"] }] },
        ],
      },
    });
    expect(findRegistrations(text, LOOK)).toEqual([]);
  });

  it("there is nothing to fall back to on Windows, without a state folder, or without the script", () => {
    expect(fallbackOf(COMMAND, "/state", "win32")).toBeNull();
    expect(fallbackOf(COMMAND, null, "linux")).toBeNull();
    expect(fallbackOf({ command: "lore-inject", args: [] }, "/state", "linux")).toBeNull();
  });
});

describe("the client's list of servers", () => {
  const folders: string[] = [];
  const makeHome = (): string => {
    const home = mkdtempSync(join(tmpdir(), "lore-servers-"));
    folders.push(home);
    return home;
  };
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  const placeIn = (home: string, scope: "user" | "project" | "local") => {
    const place = serverPlace(scope, { env: {}, home, projectRoot: join(home, "shop"), platform: process.platform });
    if (place === null) throw new Error("no place");
    return place;
  };
  const entry = serverEntry(COMMAND);

  it.each(["user", "project", "local"] as const)("%s: added to an empty home and taken out again, nothing is left", (scope) => {
    const home = makeHome();
    const place = placeIn(home, scope);
    expect(registerServer(place, entry)).toBe(true);
    expect(isOurServer(readServer(place))).toBe(true);
    expect(registerServer(place, entry)).toBe(false);
    expect(registerServer(place, null)).toBe(true);
    if (scope === "local") expect(JSON.parse(readFileSync(place.file, "utf8"))).toEqual({ projects: { [join(home, "shop")]: {} } });
    else expect(existsSync(place.file)).toBe(false);
    expect(registerServer(place, null)).toBe(false);
  });

  it("everything else in the file stays to the byte", () => {
    const home = makeHome();
    const place = placeIn(home, "user");
    const before = '{\n  "numStartups": 7,\n  "mcpServers": {\n    "other": { "command": "x" }\n  },\n  "tipsHistory": {}\n}\n';
    writeFileSync(place.file, before);
    registerServer(place, entry);
    expect(JSON.parse(readFileSync(place.file, "utf8"))).toEqual({ ...JSON.parse(before), mcpServers: { other: { command: "x" }, "lore-inject": entry } });
    registerServer(place, null);
    expect(readFileSync(place.file, "utf8")).toBe(before);
  });

  it("a server of that name that is somebody else's is known as such; a file that is no object is left alone", () => {
    expect(isOurServer({ command: "python", args: ["lore-inject", "serve"] })).toBe(false);
    expect(isOurServer({ command: "npx", args: ["lore-inject", "mcp"] })).toBe(true);
    expect(isOurServer({ command: "npx", args: ["-y", "lore-inject@1.2.3", "mcp"] })).toBe(true);
    const home = makeHome();
    const place = placeIn(home, "user");
    writeFileSync(place.file, "[]");
    expect(() => registerServer(place, entry)).toThrow(/no JSON object/);
    expect(readFileSync(place.file, "utf8")).toBe("[]");
  });

  it.each([
    ["a byte order mark", '\uFEFF{\n  "numStartups": 7\n}\n'],
    ["a byte order mark before a list", '\uFEFF{\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n'],
  ])("%s: added in the right place, and taken out to the byte", (_name, before) => {
    const place = placeIn(makeHome(), "user");
    writeFileSync(place.file, before);
    registerServer(place, entry);
    const after = readFileSync(place.file, "utf8");
    expect(after.startsWith('\uFEFF{\n  "')).toBe(true);
    const { mcpServers, ...rest } = JSON.parse(after.slice(1));
    const { mcpServers: others = {}, ...expected } = JSON.parse(before.slice(1));
    expect([mcpServers, rest]).toEqual([{ ...others, "lore-inject": entry }, expected]);
    registerServer(place, null);
    expect(readFileSync(place.file, "utf8")).toBe(before);
  });

  it.each(['{"a": 1, "b": ', '{"a": 1 "b": 2}', '{"mcpServers": [}'])("a file that is no JSON is left alone, as somebody is to correct it: %s", (before) => {
    const place = placeIn(makeHome(), "user");
    writeFileSync(place.file, before);
    expect(() => foreseeServer(place, entry)).toThrow(/is not valid JSON/);
    expect(() => registerServer(place, entry)).toThrow(/is not valid JSON/);
    expect(readServer(place)).toBeUndefined();
    expect(readFileSync(place.file, "utf8")).toBe(before);
  });

  it("a file that holds nothing is as good as none", () => {
    const place = placeIn(makeHome(), "user");
    writeFileSync(place.file, "");
    expect(foreseeServer(place, entry)).toBe(true);
    registerServer(place, entry);
    expect(readServer(place)).toEqual(entry);
    expect(foreseeServer(place, entry)).toBe(false);
  });

  it("what the person gave our server stays when its command changes", () => {
    const place = placeIn(makeHome(), "user");
    const own = { command: "lore-inject", args: ["mcp"], env: { LORE_DATA_DIR: "/srv/lore" }, timeout: 9 };
    writeFileSync(place.file, JSON.stringify({ mcpServers: { "lore-inject": own } }));
    expect(registerServer(place, entry)).toBe(true);
    expect(readServer(place)).toEqual({ ...own, ...entry, env: own.env });
    expect(registerServer(place, entry)).toBe(false);
  });

  it("another program under our name is neither replaced nor taken out", () => {
    const place = placeIn(makeHome(), "user");
    const before = JSON.stringify({ mcpServers: { "lore-inject": { command: "python", args: ["mine.py"] } } });
    writeFileSync(place.file, before);
    expect(() => foreseeServer(place, entry)).toThrow(/another server named lore-inject/);
    expect(() => registerServer(place, entry)).toThrow(/another server named lore-inject/);
    expect(registerServer(place, null)).toBe(false);
    expect(readFileSync(place.file, "utf8")).toBe(before);
  });

  it("is looked for in CLAUDE_CONFIG_DIR", () => {
    const place = serverPlace("user", { env: { CLAUDE_CONFIG_DIR: "/etc/claude" }, home: "/home/ada", projectRoot: "/x", platform: "linux" });
    expect(place?.file).toBe("/etc/claude/.claude.json");
    expect(serverPlace("user", { env: {}, home: null, projectRoot: "/x", platform: "linux" })).toBeNull();
  });
});
