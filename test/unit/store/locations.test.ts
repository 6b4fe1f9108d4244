/** Where data, cache and settings are, and how files are told to be the same. */
import { chmodSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Environment } from "../../../src/config/environment.ts";
import { readCacheFile, writeCacheFile } from "../../../src/store/cache-file.ts";
import { hashText, readIdentity } from "../../../src/store/identity.ts";
import { expandHome, findDataRoot, locate } from "../../../src/store/locations.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";

describe("findDataRoot", () => {
  function everything() {
    const home = makeTempDir();
    makeFolder(join(home, "xdg", "lore"));
    makeFolder(join(home, ".local", "share", "lore"));
    makeFolder(join(home, "dev", "lore", "journal", "data"));
    return { home, env: { LORE_DATA_DIR: "/one", LORE_DIR: "/two", XDG_DATA_HOME: join(home, "xdg") } };
  }

  it("LORE_DATA_DIR comes first, then LORE_DIR, the config, XDG_DATA_HOME, the default", () => {
    const { home, env } = everything();
    const { XDG_DATA_HOME } = env;
    expect(findDataRoot(env, home, "/three")).toEqual({ path: "/one", foundBy: "LORE_DATA_DIR" });
    expect(findDataRoot({ LORE_DIR: "/two", XDG_DATA_HOME }, home, "/three")).toEqual({ path: "/two", foundBy: "LORE_DIR" });
    expect(findDataRoot({ XDG_DATA_HOME }, home, "/three").path).toBe("/three");
    expect(findDataRoot({ XDG_DATA_HOME }, home, "").path).toBe(join(home, "xdg", "lore"));
    expect(findDataRoot({}, home, "").path).toBe(join(home, ".local", "share", "lore"));
  });

  it("an empty variable and a relative XDG_DATA_HOME are as good as none", () => {
    const { home } = everything();
    expect(findDataRoot({ LORE_DATA_DIR: "", LORE_DIR: "", XDG_DATA_HOME: "xdg" }, home, "").path).toBe(join(home, ".local", "share", "lore"));
  });

  it("~/dev/lore only if it holds stores", () => {
    const home = makeTempDir();
    makeFolder(join(home, "dev", "lore", "src"));
    expect(findDataRoot({}, home, "").path).toBe(join(home, ".local", "share", "lore"));
    makeFolder(join(home, "dev", "lore", "failures", "data"));
    expect(findDataRoot({}, home, "").path).toBe(join(home, "dev", "lore"));
  });

  it("a tilde stands for the home folder", () => {
    expect(findDataRoot({ LORE_DATA_DIR: "~/lore" }, "/home/x", "").path).toBe(join("/home/x", "lore"));
    expect(expandHome("~user/lore", "/home/x")).toBe("~user/lore");
  });
});

describe("locate", () => {
  it("without more: below the home folder", () => {
    expect(locate({ HOME: "/h" })).toEqual({
      home: "/h",
      userConfigDir: join("/h", ".config", "lore-inject"),
      cacheDir: join("/h", ".cache", "lore-inject"),
      stateDir: join("/h", ".local", "state", "lore-inject"),
    });
  });

  it("follows XDG, and Windows' folders where there is none", () => {
    const xdg = { XDG_CONFIG_HOME: "/c", XDG_CACHE_HOME: "/k", XDG_STATE_HOME: "/s" };
    const windows = { APPDATA: "/roaming", LOCALAPPDATA: "/local" };
    const folders = (env: Environment) => {
      const { userConfigDir, cacheDir, stateDir } = locate({ HOME: "/h", ...env });
      return [userConfigDir, cacheDir, stateDir];
    };
    expect(folders(xdg)).toEqual(["/c", "/k", "/s"].map((folder) => join(folder, "lore-inject")));
    expect(folders(windows)).toEqual(["/roaming", "/local", "/local"].map((folder) => join(folder, "lore-inject")));
    expect(folders({ ...windows, ...xdg })).toEqual(folders(xdg));
  });

  it("a relative folder is as good as none", () => {
    expect(locate({ HOME: "/h", XDG_CONFIG_HOME: "c", XDG_CACHE_HOME: "k", XDG_STATE_HOME: "s", LOCALAPPDATA: "l", APPDATA: "a" })).toEqual(
      locate({ HOME: "/h" }),
    );
  });
});

describe("cache file", () => {
  it("reads back what was written, for the owner alone, and leaves nothing beside it", () => {
    const folder = join(makeTempDir(), "new", "cache");
    expect(writeCacheFile(folder, "a.json", "text ä")).toBe(true);
    expect(readCacheFile(folder, "a.json")).toBe("text ä");
    expect(readdirSync(folder)).toEqual(["a.json"]);
    if (process.platform !== "win32") expect(statSync(join(folder, "a.json")).mode & 0o077).toBe(0);
  });

  it("a folder that cannot be written gives false, a missing file null", () => {
    const folder = makeTempDir();
    // A file in the folder's place fails for root too, unlike a read-only folder.
    const blocked = join(writeFile(join(folder, "file"), ""), "cache");
    expect(writeCacheFile(blocked, "a.json", "text")).toBe(false);
    expect(readCacheFile(blocked, "a.json")).toBe(null);
    expect(writeCacheFile(null, "a.json", "text")).toBe(false);
    expect(readCacheFile(null, "a.json")).toBe(null);
  });

  it.skipIf(process.getuid?.() === 0)("a read-only folder gives false", () => {
    const folder = makeFolder(join(makeTempDir(), "cache"));
    chmodSync(folder, 0o500);
    expect(writeCacheFile(folder, "a.json", "text")).toBe(false);
    chmodSync(folder, 0o700);
    expect(existsSync(join(folder, "a.json"))).toBe(false);
  });
});

describe("identity", () => {
  it("changes with the file's size and says when a file is too fresh to be sure", () => {
    const path = writeFile(join(makeTempDir(), "a"), "one");
    const modified = statSync(path).mtimeMs;
    const before = readIdentity(path, modified + 10_000);
    expect(before.settled).toBe(true);
    expect(readIdentity(path, modified + 100).settled).toBe(false);
    writeFile(path, "three");
    expect(readIdentity(path, modified + 10_000).stamp).not.toBe(before.stamp);
  });

  it("an absent file has a stamp of its own", () => {
    expect(readIdentity(join(makeTempDir(), "none"), 0)).toEqual({ stamp: "-", settled: true });
  });

  it("hashText: 16 hex digits, equal for equal text, different for different text", () => {
    const seen = new Map<string, string>();
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
        const hash = hashText(text);
        expect(hash).toMatch(/^[0-9a-f]{16}$/);
        expect(seen.get(hash) ?? text).toBe(text);
        seen.set(hash, text);
      }),
      { numRuns: 2000 },
    );
  });
});
