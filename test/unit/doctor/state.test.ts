/** What lies in our folders: who may read and write them, what was left there, what sessions were shown. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkPermissions } from "../../../src/doctor/check-permissions.ts";
import { checkState } from "../../../src/doctor/check-state.ts";
import { findLeftovers, removeLeftover } from "../../../src/doctor/find-leftovers.ts";
import { checkInjections, readInjections } from "../../../src/doctor/read-injections.ts";
import { readLastShown } from "../../../src/doctor/read-session.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-doctor-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const HOUR = 3600;

function write(name: string, text = "", age = 0): string {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return makeOld(path, age);
}

function makeOld(path: string, age: number): string {
  const then = Date.now() / 1000 - age;
  utimesSync(path, then, then);
  return path;
}

describe("folders", () => {
  const check = (path: string, name: "data" | "config" = "data") => checkPermissions([{ name, path }], dir);

  it("there, or to be made when needed", () => {
    expect(check(dir)).toMatchObject({ lines: ["data writable"], findings: [] });
    expect(check(join(dir, "a", "b"))).toMatchObject({ lines: ["data not there yet"], findings: [] });
  });

  it("a file in its place: of data a warning, of settings a note", () => {
    const path = write("file");
    expect(check(path).findings).toMatchObject([{ severity: "warning", code: "not-writable", remedy: "move ~/file away" }]);
    expect(check(path, "config").findings).toMatchObject([{ severity: "note", code: "not-writable" }]);
    expect(check(join(path, "below"))).toMatchObject({ lines: ["data cannot be made"], findings: [{ code: "not-writable", remedy: "move ~/file away" }] });
    expect(check(join(path, "below"), "config").findings).toEqual([]);
  });

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)("closed to ourselves", () => {
    mkdirSync(join(dir, "closed"), { mode: 0o500 });
    expect(check(join(dir, "closed")).findings).toMatchObject([{ code: "not-writable", remedy: expect.stringContaining("chown") }]);
  });

  it.skipIf(process.platform === "win32")("open to others only if every folder above it is", () => {
    const path = join(dir, "lore");
    mkdirSync(path);
    chmodSync(path, 0o755);
    expect(check(path).findings).toEqual([]);
    chmodSync(dir, 0o711);
    expect(check(path).findings).toMatchObject([{ severity: "note", code: "readable-by-others", remedy: expect.stringContaining("chmod 700 ~/lore") }]);
    chmodSync(path, 0o700);
    expect(check(path).findings).toEqual([]);
  });
});

describe("leftovers", () => {
  const GONE = 2 ** 22 + 1;
  const lock = (name: string, holder: string | null, age: number): string => {
    if (holder !== null) write(join(name, holder));
    else mkdirSync(join(dir, name));
    return makeOld(join(dir, name), age);
  };
  const names = () => findLeftovers([dir, dir, join(dir, "no such folder")]).map(({ path }) => path.slice(dir.length + 1));

  it("of dead processes are found and removed", () => {
    write(`prepared-1.json.${GONE}.tmp`, "", 2 * HOUR);
    write(`base-1.idx.${GONE}.tmp.rows`, "", 2 * HOUR);
    write("index-1.lock", String(GONE), 120);
    lock("a.jsonl.lock", `${GONE}@${encodeURIComponent(hostname())}`, 120);
    lock("b.jsonl.lock", null, 120);
    expect(names().sort()).toEqual(["a.jsonl.lock", "b.jsonl.lock", `base-1.idx.${GONE}.tmp.rows`, "index-1.lock", `prepared-1.json.${GONE}.tmp`]);
    expect(findLeftovers([dir]).map(removeLeftover)).toEqual([true, true, true, true, true]);
    expect(readdirSync(dir)).toEqual([]);
  });

  it("of living ones, young ones, and other machines' stay", () => {
    write(`prepared-1.json.${process.pid}.tmp`, "", 2 * HOUR);
    write(`prepared-2.json.${GONE}.tmp`, "", 5);
    write("index-1.lock", String(process.pid), 120);
    write("index-2.lock", String(GONE), 5);
    write("notes.tmp", "", 2 * HOUR);
    lock("a.jsonl.lock", `${process.pid}@${encodeURIComponent(hostname())}`, 120);
    lock("b.jsonl.lock", `${GONE}@elsewhere`, 120);
    expect(names()).toEqual([]);
  });

  it("a lock that somebody took meanwhile stays", () => {
    const path = lock("a.jsonl.lock", `${GONE}@${encodeURIComponent(hostname())}`, 120);
    const [leftover] = findLeftovers([dir]);
    write(`a.jsonl.lock/${process.pid}@${encodeURIComponent(hostname())}`);
    expect(leftover && removeLeftover(leftover)).toBe(false);
    expect(existsSync(path)).toBe(true);
  });
});

describe("index, cache and sessions", () => {
  const base = { stores: [], knownProjects: [], leftovers: [], home: null };

  it("without an index, with sizes of what is there", () => {
    write("cache/a.json", "x".repeat(2000));
    write("state/sessions/s.jsonl", "y".repeat(500));
    const { lines, findings } = checkState({ ...base, index: null, cacheDir: join(dir, "cache"), stateDir: join(dir, "state") });
    expect([lines, findings]).toEqual([["off; cache 2.0 kB; 1 session, 0.5 kB"], []]);
    expect(checkState({ ...base, index: null, cacheDir: null, stateDir: null }).lines).toEqual(["off; cache 0.0 kB; 0 sessions, 0.0 kB"]);
  });

  it("a damaged index is a warning, what was left a note", () => {
    write("cache/base-k.idx", "this is no index, though it is long enough to be looked at".repeat(20));
    const index = { cacheDir: join(dir, "cache"), version: "1", key: "k" };
    const leftovers = [{ kind: "lock", path: "/x/a.lock" }] as const;
    const { lines, findings } = checkState({ ...base, leftovers, index, cacheDir: join(dir, "cache"), stateDir: null });
    expect(lines[0]).toContain("damaged");
    expect(findings).toMatchObject([
      { severity: "warning", code: "damaged-index", remedy: "lore-inject index rebuild, or lore-inject doctor --fix" },
      { severity: "note", code: "leftover", remedy: "lore-inject doctor --fix" },
    ]);
  });
});

describe("what sessions were shown", () => {
  const line = (at: number, ids: readonly string[], more: Readonly<Record<string, unknown>> = {}): string =>
    `${JSON.stringify({ at, by: 1, event: "prompt", shown: ids.map((id) => [`journal:${id}`, "h", "full", 1]), ...more })}\n`;
  const T = Date.parse("2026-11-16T10:00:00Z");

  it("the last ten of all sessions, the newest first; silence and our own tests do not count", () => {
    write("sessions/aaaaaaaa-1.jsonl", [...Array(8).keys()].map((n) => line(T + n * 2000, [`dec-a${n}`])).join("") + line(T + 99_000, []));
    write("sessions/bbbbbbbb-2.jsonl", `broken\n${[...Array(8).keys()].map((n) => line(T + n * 2000 + 1000, [`dec-b${n}`, "fail-1"])).join("")}`);
    write("sessions/doctor-1.jsonl", line(T + 1e6, ["dec-own"]));
    const found = readInjections(dir);
    expect(found.map(({ ids }) => ids[0])).toEqual(["dec-b7", "dec-a7", "dec-b6", "dec-a6", "dec-b5", "dec-a5", "dec-b4", "dec-a4", "dec-b3", "dec-a3"]);
    expect(checkInjections(dir).lines[0]).toBe("2026-11-16 10:00  bbbbbbbb  prompt   dec-b7, fail-1");
  });

  it("none, without a folder or without a state", () => {
    expect([checkInjections(dir).lines, checkInjections(null).lines]).toEqual([["none yet"], ["none yet"]]);
  });

  it("one session: what is in its context now, and what came last", () => {
    write(
      "sessions/s-1.jsonl",
      line(T, ["dec-1", "dec-2"]) + line(T + 1, ["dec-2", "dec-3"], { event: "tool" }) + line(T + 2, ["dec-9"], { agent: "sub" }) + line(T + 3, []),
    );
    expect(readLastShown(dir, "s-1")).toEqual({ count: 3, prompts: 3, waiting: 0, last: { at: T + 1, ids: ["dec-2", "dec-3"] } });
    expect([readLastShown(dir, "other"), readLastShown(null, "s-1")]).toEqual([null, null]);
  });
});
