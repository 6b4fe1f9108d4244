/** Where the client looks for settings, on each system. */
import { describe, expect, it } from "vitest";
import { settingsFiles } from "../../../src/install/settings-files.ts";

describe("settingsFiles", () => {
  it("Linux and macOS", () => {
    const place = { env: {}, home: "/home/ada", projectRoot: "/home/ada/dev/shop" };
    expect(settingsFiles({ ...place, platform: "linux" })).toEqual([
      { scope: "user", path: "/home/ada/.claude/settings.json" },
      { scope: "project", path: "/home/ada/dev/shop/.claude/settings.json" },
      { scope: "local", path: "/home/ada/dev/shop/.claude/settings.local.json" },
      { scope: "managed", path: "/etc/claude-code/managed-settings.json" },
    ]);
    expect(settingsFiles({ ...place, platform: "darwin" }).at(-1)?.path).toBe("/Library/Application Support/ClaudeCode/managed-settings.json");
  });

  it("Windows, with drive letters", () => {
    const files = settingsFiles({ env: { ProgramFiles: "D:\\Programs" }, home: "C:\\Users\\Ada Love", projectRoot: "E:\\shop", platform: "win32" });
    expect(files.map(({ path }) => path)).toEqual([
      "C:\\Users\\Ada Love\\.claude\\settings.json",
      "E:\\shop\\.claude\\settings.json",
      "E:\\shop\\.claude\\settings.local.json",
      "D:\\Programs\\ClaudeCode\\managed-settings.json",
      "C:\\ProgramData\\ClaudeCode\\managed-settings.json",
    ]);
  });

  it("CLAUDE_CONFIG_DIR stands in for ~/.claude, a relative one does not", () => {
    const at = (dir: string) => settingsFiles({ env: { CLAUDE_CONFIG_DIR: dir }, home: "/home/ada", projectRoot: "/p", platform: "linux" })[0]?.path;
    expect([at("/etc/mine"), at("mine")]).toEqual(["/etc/mine/settings.json", "/home/ada/.claude/settings.json"]);
  });

  it("in the home folder the person's settings are the project's: one file, listed once", () => {
    const files = settingsFiles({ env: {}, home: "/home/ada", projectRoot: "/home/ada", platform: "linux" });
    expect(files.map(({ scope }) => scope)).toEqual(["user", "local", "managed"]);
  });
});
