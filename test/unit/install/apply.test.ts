/** Install and uninstall on real files: six beginnings in three scopes, and everything that may happen to a file meanwhile. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyInstall, foreseeInstall } from "../../../src/install/apply-install.ts";
import { applyUninstall, foreseeUninstall } from "../../../src/install/apply-uninstall.ts";
import { findRegistrations } from "../../../src/install/find-registrations.ts";
import type { InstallRequest } from "../../../src/install/plan-install.ts";
import { SCOPES, settingsFiles, type WritableScope } from "../../../src/install/settings-files.ts";
import { wantedEntries } from "../../../src/install/wanted-entries.ts";
import { readSettings, SettingsError, writeSettings } from "../../../src/install/write-settings.ts";
import { COMMAND, requestFor, STARTING } from "./starting-settings.ts";

const NOW = new Date("2026-11-16T12:00:00Z");
const OTHER_COMMAND = { command: "/new/node", args: ["/new/bin/lore-inject.js"] };
let dir: string;
let stateDir: string;

beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-install-")));
  stateDir = join(dir, "state", "lore-inject");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function fileOf(scope: WritableScope): string {
  const place = { env: {}, home: join(dir, "home"), projectRoot: join(dir, "shop"), platform: process.platform };
  return settingsFiles(place).find((file) => file.scope === scope)?.path ?? "";
}

function begin(text: string | null, scope: WritableScope = "user"): string {
  const file = fileOf(scope);
  if (text === null) return file;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const install = (file: string, more: Partial<InstallRequest> = {}) => applyInstall(requestFor(file, more), { stateDir, now: NOW });
const uninstall = (file: string) => applyUninstall(file, stateDir);
const textOf = (file: string): string => readFileSync(file, "utf8");
const oursIn = (file: string) => findRegistrations(textOf(file), { command: COMMAND, exists: () => true });

/** Every path below the folder, with what it holds. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => !path.startsWith("state"));
  return Object.fromEntries(paths.map((path) => [path, lstatSync(join(folder, path)).isFile() ? textOf(join(folder, path)) : "folder"]));
}

function problemOf(work: () => unknown): SettingsError["problem"] {
  try {
    work();
  } catch (error) {
    if (error instanceof SettingsError) return error.problem;
    throw error;
  }
  throw new Error("nothing went wrong");
}

const CASES = Object.entries(STARTING).flatMap(([name, text]) => SCOPES.map((scope) => ({ name, text, scope })));

describe.each(CASES)("$name, scope $scope", ({ text, scope }) => {
  it("install, install again, uninstall: nothing is left, not a byte is different", () => {
    const file = begin(text, scope);
    const before = snapshot(dir);
    const { changes, backup, isNew } = install(file);
    expect(changes).toHaveLength(wantedEntries({ events: null, capture: true }).length);
    expect(oursIn(file)).toHaveLength(changes.length);
    expect({ isNew, backup }).toEqual({ isNew: text === null, backup: text === null ? null : `${file}.lore-inject-backup` });
    if (backup !== null) expect(textOf(backup)).toBe(text);
    const once = snapshot(dir);
    const [{ mtimeMs, ino }] = [statSync(file)];
    expect(install(file)).toEqual({ changes: [], backup: null, isNew: false });
    expect(snapshot(dir)).toEqual(once);
    expect(statSync(file)).toMatchObject({ mtimeMs, ino });
    expect(uninstall(file).kind).toBe("restored");
    expect([snapshot(dir), existsSync(stateDir)]).toEqual([before, false]);
    expect(uninstall(file)).toMatchObject({ kind: "none", removed: 0 });
    expect(snapshot(dir)).toEqual(before);
  });

  it("somebody else's change after install stays", () => {
    const file = begin(text, scope);
    install(file);
    const edited = textOf(file).replace("{", '{ "theirs": [1,   2], ');
    writeFileSync(file, edited);
    expect(uninstall(file).kind).toBe("edited");
    expect(oursIn(file)).toEqual([]);
    const tidied = (text ?? "").replace('"SessionEnd":[\n   ]', '"SessionEnd":[]').replace('"PreCompact" : [ ]', '"PreCompact" : []');
    expect(textOf(file)).toBe(tidied === "" ? '{ "theirs": [1,   2]\n}\n' : tidied.replace("{", '{ "theirs": [1,   2], '));
  });
});

describe("one after the other", () => {
  it("an upgrade in between still leads back to the very first bytes", () => {
    const text = STARTING.CRLF ?? "";
    const file = begin(text);
    install(file);
    const { changes, backup } = install(file, { command: OTHER_COMMAND });
    expect([new Set(changes.map(({ kind }) => kind)), backup]).toEqual([new Set(["upgraded"]), null]);
    expect(uninstall(file).kind).toBe("restored");
    expect(textOf(file)).toBe(text);
    expect(readdirSync(dirname(file))).toEqual(["settings.json"]);
  });

  it("a backup that is there already stays, and the new one has a date", () => {
    const file = begin("{}\n");
    writeFileSync(`${file}.lore-inject-backup`, "older");
    expect(install(file).backup).toBe(`${file}.lore-inject-backup-2026-11-16T12-00-00`);
    expect(textOf(`${file}.lore-inject-backup`)).toBe("older");
    uninstall(file);
    expect(readdirSync(dirname(file)).sort()).toEqual(["settings.json", "settings.json.lore-inject-backup"]);
  });

  it("entries that were there before install, by hand, do not come back", () => {
    const file = begin(JSON.stringify({ hooks: { Stop: [], SessionStart: [{ hooks: [{ type: "command", command: "npx lore-inject" }] }] } }, null, 2));
    install(file);
    expect(uninstall(file).kind).toBe("edited");
    expect(oursIn(file)).toEqual([]);
    expect(JSON.parse(textOf(file)).hooks.Stop).toEqual([]);
  });

  it("without a record, or with a damaged one, the entries are edited out", () => {
    const text = STARTING["other hooks on the same events"] ?? "";
    const file = begin(text);
    install(file);
    writeFileSync(join(stateDir, "installed.json"), '{"version":1,"files":{');
    expect(uninstall(file).kind).toBe("edited");
    expect(textOf(file)).toBe(text);
  });

  it("two scopes do not disturb each other", () => {
    const [user, local] = [begin('{"a":1}', "user"), begin(null, "local")];
    install(user);
    install(local);
    uninstall(user);
    expect([textOf(user), oursIn(local).length > 0]).toEqual(['{"a":1}', true]);
    uninstall(local);
    expect(existsSync(dirname(local))).toBe(false);
  });

  it("a file that install made stays when somebody put something into it, and its folder when something is beside it", () => {
    const file = begin(null);
    install(file);
    writeFileSync(join(dirname(file), "theirs"), "");
    uninstall(file);
    expect(readdirSync(dirname(file))).toEqual(["theirs"]);
  });

  it("a file that install made goes as well when somebody has only laid it out anew", () => {
    const file = begin(null);
    install(file);
    writeFileSync(file, JSON.stringify(JSON.parse(textOf(file))));
    expect(uninstall(file)).toMatchObject({ kind: "edited", after: null });
    expect(existsSync(file)).toBe(false);
  });

  it("a folder that was made for nothing is taken away again", () => {
    // As long as a name may be, so that none is left for the file written aside.
    const file = join(dir, "new", "folder", "s".repeat(250));
    expect(problemOf(() => install(file)).what).toContain("cannot be written");
    expect(existsSync(join(dir, "new"))).toBe(false);
  });

  it("the record is the person's alone", () => {
    install(begin(null));
    expect([statSync(stateDir).mode & 0o777, statSync(join(stateDir, "installed.json")).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it("works without a state folder", () => {
    const file = begin('{ "a": 1 }');
    applyInstall(requestFor(file), { stateDir: null, now: NOW });
    expect(applyUninstall(file, null).kind).toBe("edited");
    expect(textOf(file)).toBe('{ "a": 1 }');
  });
});

describe("what is on the disk", () => {
  it("broken JSON: says where, and writes nothing at all", () => {
    const file = begin('{\n  "a": 1,\n  "b" 2\n}');
    const before = snapshot(dir);
    expect(problemOf(() => install(file))).toMatchObject({ where: `${file}:3:7`, hint: expect.stringContaining("nothing was written") });
    expect(problemOf(() => uninstall(file)).where).toBe(`${file}:3:7`);
    expect([snapshot(dir), existsSync(stateDir)]).toEqual([before, false]);
  });

  it("bytes that are no UTF-8 are not turned into others", () => {
    const file = begin("{}");
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]));
    expect(problemOf(() => install(file)).what).toContain("UTF-8");
    expect(readFileSync(file)).toEqual(Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]));
  });

  it("a read-only file is not replaced, whoever we are", () => {
    const file = begin("{}");
    chmodSync(file, 0o444);
    const before = snapshot(dir);
    expect(problemOf(() => install(file))).toMatchObject({ where: file, what: "is read-only" });
    expect(snapshot(dir)).toEqual(before);
  });

  it("a folder in its place is said to be one", () => {
    const file = begin(null);
    mkdirSync(file, { recursive: true });
    expect(problemOf(() => install(file)).where).toBe(file);
  });

  it("the mode stays, and a new file is the person's alone", () => {
    const file = begin("{}");
    chmodSync(file, 0o640);
    const { backup } = install(file);
    expect([statSync(file).mode & 0o777, statSync(backup ?? "").mode & 0o777]).toEqual([0o640, 0o640]);
    const local = begin(null, "local");
    install(local);
    expect(statSync(local).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === "win32")("a link is followed, stays a link, and its target's folder stays clean", () => {
    const target = join(dir, "dotfiles", "claude.json");
    mkdirSync(dirname(target));
    writeFileSync(target, '{ "a": 1 }\n');
    const file = begin(null);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(target, file);
    const { backup } = install(file);
    expect([lstatSync(file).isSymbolicLink(), oursIn(target).length > 0, backup]).toEqual([true, true, `${file}.lore-inject-backup`]);
    expect(readdirSync(dirname(target))).toEqual(["claude.json"]);
    uninstall(file);
    expect([lstatSync(file).isSymbolicLink(), textOf(target)]).toEqual([true, '{ "a": 1 }\n']);
  });

  it.skipIf(process.platform === "win32")("a link to what is not there yet is followed as well", () => {
    const target = join(dir, "dotfiles", "claude.json");
    const file = begin(null);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(target, file);
    install(file);
    expect([lstatSync(file).isSymbolicLink(), oursIn(target).length > 0]).toEqual([true, true]);
    uninstall(file);
    expect([lstatSync(file).isSymbolicLink(), existsSync(dirname(target))]).toEqual([true, false]);
  });

  it("nothing is left lying about, and the same bytes are read back", () => {
    const file = begin("{}");
    install(file);
    expect(readdirSync(dirname(file)).sort()).toEqual(["settings.json", "settings.json.lore-inject-backup"]);
    expect(readSettings(file).text).toBe(textOf(file));
  });
});

describe("somebody writes at the same time", () => {
  /** The plan asks for what is wanted after the file was read, and before it is written. */
  function meanwhile(file: string, change: (times: number) => void): InstallRequest {
    const request = requestFor(file);
    let times = 0;
    return {
      ...request,
      get wanted() {
        change(times++);
        return request.wanted;
      },
    };
  }

  it("once: both changes are there in the end", () => {
    const file = begin('{ "a": 1 }');
    const request = meanwhile(file, (times) => {
      if (times === 0) writeFileSync(file, '{ "a": 2 }');
    });
    const { backup } = applyInstall(request, { stateDir, now: NOW });
    expect(textOf(backup ?? "")).toBe('{ "a": 2 }');
    expect([JSON.parse(textOf(file)).a, oursIn(file).length > 0]).toEqual([2, true]);
    expect(readdirSync(dirname(file)).sort()).toEqual(["settings.json", "settings.json.lore-inject-backup"]);
  });

  it("again and again: it says so, and leaves nothing behind", () => {
    const file = begin('{ "a": 1 }');
    const request = meanwhile(file, (times) => writeFileSync(file, `{ "b": ${times} }`));
    expect(problemOf(() => applyInstall(request, { stateDir, now: NOW })).what).toContain("somebody else");
    expect([readdirSync(dirname(file)), textOf(file)]).toEqual([["settings.json"], '{ "b": 2 }']);
  });

  it("what was not expected is not written over", () => {
    const file = begin('{ "a": 1 }');
    expect(writeSettings({ path: file, text: "{}", expected: "another hash" })).toBe(false);
    expect(writeSettings({ path: file, text: "{}", expected: null })).toBe(false);
    expect([textOf(file), readdirSync(dirname(file))]).toEqual(['{ "a": 1 }', ["settings.json"]]);
  });

  it("a file that appears where there was none is not written over", () => {
    const file = begin('{ "theirs": 1 }');
    expect(writeSettings({ path: file, text: "{}", expected: null })).toBe(false);
    expect(textOf(file)).toBe('{ "theirs": 1 }');
  });
});

describe("a look before", () => {
  it("tells what would be written, byte for byte, and writes nothing", () => {
    const file = begin(STARTING["formatted by hand"] ?? "");
    const before = snapshot(dir);
    const { after, changes } = foreseeInstall(requestFor(file));
    expect([snapshot(dir), changes.length > 0]).toEqual([before, true]);
    install(file);
    expect(textOf(file)).toBe(after);
    const installed = snapshot(dir);
    const removal = foreseeUninstall(file, stateDir);
    expect(snapshot(dir)).toEqual(installed);
    expect(removal).toMatchObject({ kind: "restored", after: STARTING["formatted by hand"] });
  });
});
