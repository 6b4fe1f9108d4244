/** What a look at all registrations finds: each fault once, with its severity and a way out. */
import { describe, expect, it } from "vitest";
import { checkRegistrations } from "../../../src/doctor/check-registrations.ts";
import { compareVersions } from "../../../src/doctor/judge-entry.ts";
import type { Entry, HookPlace } from "../../../src/doctor/read-registrations.ts";
import { FILE, makeEntry, makePlace } from "./entries.ts";

const LOCAL = "/home/ann/shop/.claude/settings.local.json";
const capture = (more: Partial<Entry> = {}): Entry =>
  makeEntry({ role: "capture", args: ["/opt/lore/bin/lore-inject.js", "capture-hook"], timeout: 30, isAsync: true, ...more });

function check(...places: readonly HookPlace[]) {
  return checkRegistrations({ places, version: "1.2.0", home: "/home/ann", hasServer: () => false });
}

function found(...places: readonly HookPlace[]): readonly string[] {
  return check(...places).findings.map(({ severity, code }) => `${severity} ${code}`);
}

describe("registrations", () => {
  it("healthy ones are listed by event, with nothing to mend", () => {
    const { lines, findings } = check(
      makePlace([makeEntry(), makeEntry({ event: "SessionStart" }), capture(), capture({ event: "SessionEnd", isAsync: false })]),
    );
    expect(findings).toEqual([]);
    expect(lines).toEqual(["user: ~/.claude/settings.json\n  context on UserPromptSubmit, SessionStart\n  capture on UserPromptSubmit, SessionEnd"]);
  });

  it("warm prompts need the server in the client's list", () => {
    const warm = makePlace([makeEntry({ role: "warm", args: null, command: "", timeout: null }), makeEntry()]);
    expect(found(warm)).toEqual(["warning warm-without-server"]);
    const { findings, lines } = checkRegistrations({ places: [warm], version: "1.2.0", home: "/home/ann", hasServer: (scope) => scope === "user" });
    expect(findings).toEqual([]);
    expect(lines[0]).toContain("warm context on UserPromptSubmit");
  });

  it("none at all is an error, and none on prompts a warning", () => {
    expect(check(makePlace([])).findings).toEqual([
      { severity: "error", code: "not-registered", what: "no hook is registered: the client does not know of lore-inject", remedy: "lore-inject install" },
    ]);
    expect(found(makePlace([makeEntry({ event: "SessionStart" })]))).toEqual(["warning not-registered"]);
  });

  it.each<readonly [string, Partial<Entry>]>([
    ["error stale-path", { missing: "/opt/lore/bin/lore-inject.js" }],
    ["warning older-version", { version: "1.1.9" }],
    ["note newer-version", { version: "1.10.0" }],
    ["note shell-form", { args: null, command: "node /opt/lore/bin/lore-inject.js" }],
    ["note no-timeout", { timeout: null }],
    ["warning async-context", { isAsync: true }],
    ["warning never-runs", { isConditional: true }],
    ["note mixed-entry", { isMixed: true, role: "other", args: null, command: "notify; lore-inject" }],
  ])("%s", (expected, more) => {
    const { findings } = check(makePlace([makeEntry(more)]));
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual([expected]);
    expect(findings[0]?.remedy).not.toBe("");
    expect(findings[0]?.what).toMatch(/^~\/\.claude\/settings\.json.*\(UserPromptSubmit\)$/);
  });

  it("capture must not be waited for, except at the end", () => {
    expect(found(makePlace([makeEntry(), capture({ isAsync: false })]))).toEqual(["warning capture-waits"]);
    expect(found(makePlace([makeEntry(), capture({ event: "SessionEnd" })]))).toEqual(["warning async-end"]);
  });

  it("the same fault on several events is one finding that names them", () => {
    const { findings } = check(makePlace([makeEntry({ missing: "/gone" }), makeEntry({ event: "SessionStart", missing: "/gone" })]));
    expect(findings).toEqual([
      {
        severity: "error",
        code: "stale-path",
        what: "~/.claude/settings.json starts /gone, which is not there: the client gets no answer (UserPromptSubmit, SessionStart)",
        remedy: "lore-inject install, or lore-inject doctor --fix",
      },
    ]);
  });

  it.each([
    ["local", null, "lore-inject install --scope local, or lore-inject doctor --fix"],
    ["managed", null, "ask whoever manages this machine to correct the entry"],
    ["plugin", "lore@market", "claude plugin update lore@market"],
  ] as const)("a stale %s entry is mended where it stands", (scope, plugin, remedy) => {
    const entry = makeEntry({ scope, plugin, missing: "/gone" });
    expect(check(makePlace([entry], { scope, plugin })).findings.map((finding) => finding.remedy)).toEqual([remedy]);
  });

  it("another use of the program is somebody's own", () => {
    expect(found(makePlace([makeEntry(), makeEntry({ event: "Stop", role: "other", args: null, timeout: null })]))).toEqual([]);
  });
});

describe("duplicates", () => {
  const other = makeEntry({ scope: "local", file: LOCAL, command: "/other/node" });

  it("in two files, or twice in one: both run", () => {
    const { findings } = check(makePlace([makeEntry()]), makePlace([other], { scope: "local", file: LOCAL }));
    expect(findings).toEqual([
      {
        severity: "warning",
        code: "duplicate",
        what: "registered in ~/.claude/settings.json and in ~/shop/.claude/settings.local.json, and both run (UserPromptSubmit)",
        remedy: "lore-inject uninstall --scope local",
      },
    ]);
    expect(check(makePlace([makeEntry(), makeEntry({ group: 1, command: "/other/node" })])).findings[0]?.what).toContain("twice in ~/.claude/settings.json");
  });

  it("by settings and plugin: either of them can go", () => {
    const plugin = makeEntry({ scope: "plugin", file: "/p/hooks/hooks.json", plugin: "lore@market", command: "node" });
    const { findings } = check(makePlace([makeEntry()]), makePlace([plugin], { scope: "plugin", file: "/p/hooks/hooks.json", plugin: "lore@market" }));
    expect(findings.map(({ remedy }) => remedy)).toEqual(["lore-inject uninstall --scope user, or claude plugin disable lore@market"]);
  });

  it("word for word the same is run once, and only a note", () => {
    expect(found(makePlace([makeEntry()]), makePlace([makeEntry({ scope: "local", file: LOCAL })], { scope: "local", file: LOCAL }))).toEqual([
      "note duplicate",
    ]);
  });

  it.each([
    ["Bash", "Edit|Write", false],
    ["Bash|Edit", "Edit|Write", true],
    ["Bash", null, true],
    ["*", "Read", true],
    ["mcp__.*", "Read", false],
  ])("matchers %s and %s meet: %s", (first, second, isTwice) => {
    const tool = (matcher: string | null, command: string) => makeEntry({ event: "PreToolUse", matcher, command });
    expect(found(makePlace([makeEntry(), tool(first, "/a/node"), tool(second, "/b/node")]))).toEqual(isTwice ? ["warning duplicate"] : []);
  });

  it("what leads nowhere does not run twice", () => {
    expect(found(makePlace([makeEntry(), makeEntry({ command: "/gone/node", missing: "/gone/node" })]))).toEqual(["error stale-path"]);
  });
});

describe("what keeps hooks from running", () => {
  it("broken settings: file, line, and that the client ignores them", () => {
    const problem = { where: `${FILE}:3:2`, what: "is not valid JSON: comma expected", hint: "correct it there, then try again; nothing was written" };
    const { findings } = check(makePlace([], { problem }), makePlace([makeEntry({ file: LOCAL })], { file: LOCAL }));
    expect(findings).toEqual([
      {
        severity: "error",
        code: "broken-settings",
        what: "~/.claude/settings.json:3:2 is not valid JSON: comma expected; the client ignores the file",
        remedy: "correct it there",
      },
    ]);
  });

  it("comments are an error where our hooks stand, and a note elsewhere", () => {
    const loose = { where: `${FILE}:1:1`, what: "has comments" };
    expect(found(makePlace([makeEntry()], { loose }))).toEqual(["error loose-json"]);
    expect(found(makePlace([], { loose }), makePlace([makeEntry()]))).toEqual(["note loose-json"]);
  });

  it("hooks that are switched off, by the person or an administrator", () => {
    expect(check(makePlace([makeEntry()], { isOffBy: "disableAllHooks" })).findings[0]).toMatchObject({
      severity: "error",
      code: "hooks-off",
      remedy: "take disableAllHooks out there",
    });
    const managed = makePlace([], { scope: "managed", file: "/etc/m.json", isOffBy: "allowManagedHooksOnly" });
    expect(check(makePlace([makeEntry()]), managed).findings[0]).toMatchObject({ code: "hooks-off", remedy: "ask whoever manages this machine" });
    expect(found(makePlace([makeEntry({ scope: "managed" })], { scope: "managed", isOffBy: "allowManagedHooksOnly" }))).toEqual([]);
  });

  it("a plugin that is enabled and not installed", () => {
    const { findings } = check(makePlace([], { scope: "plugin", plugin: "lore@market" }));
    expect(findings.map(({ code, remedy }) => [code, remedy])).toEqual([
      ["plugin-missing", "claude plugin install lore@market, or claude plugin disable lore@market"],
    ]);
  });
});

it("versions are compared by their numbers", () => {
  expect([compareVersions("1.10.0", "1.9.9") > 0, compareVersions("0.9", "0.10.1") < 0, compareVersions("1.2.0-rc.1", "1.2.0")]).toEqual([true, true, 0]);
});
