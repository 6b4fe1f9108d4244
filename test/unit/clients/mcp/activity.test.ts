/** What an editor tells goes to the spool, as the workspace names it; what is wrong is said on one line, and nothing else happens. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { noteActivity, parseActivity } from "../../../../src/clients/mcp/activity.ts";
import { Place } from "../../../../src/clients/mcp/place.ts";
import { Core } from "../../../../src/core.ts";
import { activityFolder, readActivity } from "../../../../src/store/activity-file.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../../builders.ts";

const NOW = 1_800_000_000_000;

describe("parseActivity", () => {
  it("reads every kind, with names and time", () => {
    const said = { type: "file_edit", filePath: "/p/src/a.ts", changedSymbols: ["login", 7, "", "x".repeat(200)], timestamp: "2026-11-16T10:00:00Z" };
    expect(parseActivity(said, "/p", NOW)).toEqual({ at: Date.parse("2026-11-16T10:00:00Z"), type: "file_edit", path: "src/a.ts", symbols: ["login"] });
    for (const type of ["file_open", "file_close", "symbol_hover"])
      expect(parseActivity({ type, filePath: "a.ts" }, "/p", NOW)).toEqual({ at: NOW, type, path: "a.ts" });
  });

  it.each([["tomorrow"], [NOW + 5000], [-1], [Number.NaN], [{}], [undefined]])("takes the time of now for %j", (timestamp) => {
    expect(parseActivity({ type: "file_open", filePath: "a.ts", timestamp }, "/p", NOW)).toMatchObject({ at: NOW });
  });

  it.each([
    [undefined, "type"],
    [{ type: "file_delete", filePath: "a" }, "type"],
    [{ type: "file_open" }, "filePath"],
    [{ type: "file_open", filePath: 7 }, "filePath"],
    [{ type: "file_open", filePath: "a", changedSymbols: "login" }, "changedSymbols"],
  ])("says what is wrong with %j", (params, what) => {
    expect(parseActivity(params, "/p", NOW)).toContain(what);
  });

  it("does not know files elsewhere", () => {
    for (const filePath of ["/etc/passwd", "../x", "/p", "/p-other/a.ts", "a\0b"]) expect(parseActivity({ type: "file_open", filePath }, "/p", NOW)).toBeNull();
  });
});

describe("noteActivity", () => {
  function makePlace(): { readonly place: Place; readonly stateDir: string; readonly root: string } {
    const home = makeTempDir();
    const root = join(home, "dev", "shop");
    writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
    writeFile(join(root, "packages", "api", "main.ts"), "");
    const env = { HOME: home };
    const place = new Place(new Core({ shippedDir: REPO_ROOT, env }), join(root, "packages", "api"), env);
    return { place, root, stateDir: join(home, ".local", "state", "lore-inject") };
  }

  it("keeps it below the repository's root, wherever in it the server works", () => {
    const { place, root, stateDir } = makePlace();
    const log: string[] = [];
    expect(noteActivity({ type: "file_edit", filePath: join(root, "packages", "api", "main.ts") }, place, (line) => log.push(line))).toBe(true);
    expect(readActivity({ stateDir, root })).toMatchObject([{ type: "file_edit", path: "packages/api/main.ts" }]);
    expect(log).toEqual([]);
  });

  it("says on one line what it ignores, and nothing of files elsewhere", () => {
    const { place, stateDir } = makePlace();
    const log: string[] = [];
    for (const params of [null, [], { type: "x" }, { type: "file_open", filePath: "/etc/passwd" }, { type: "file_open", filePath: "x".repeat(9000) }])
      expect(noteActivity(params, place, (line) => log.push(line))).toBe(false);
    expect(log).toHaveLength(3);
    expect(existsSync(activityFolder(stateDir))).toBe(false);
  });

  it("goes on when the spool cannot be written", () => {
    const { place, stateDir } = makePlace();
    writeFile(stateDir, "a file in the place of the folder");
    const log: string[] = [];
    expect(noteActivity({ type: "file_open", filePath: "a.ts" }, place, (line) => log.push(line))).toBe(false);
    expect(log).toHaveLength(1);
  });
});
