/** One refresh at a time, and no lock that outlives its holder. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { takeLock } from "../../../../src/store/index/refresh-lock.ts";
import { makeTempDir } from "../../builders.ts";

const MINUTE_MS = 60_000;

function withLock(content: string, ageMs = 0): { readonly folder: string; readonly path: string } {
  const folder = makeTempDir();
  const path = join(folder, "lock");
  writeFileSync(path, content);
  const then = new Date(Date.now() - ageMs);
  utimesSync(path, then, then);
  return { folder, path };
}

function deadPid(): string {
  return String(spawnSync(process.execPath, ["-e", ""]).pid);
}

it("the first takes it, the second does not; released, it is free again", () => {
  const folder = join(makeTempDir(), "new", "folder");
  const lock = takeLock(folder, "lock");
  expect(readFileSync(join(folder, "lock"), "utf8")).toBe(String(process.pid));
  expect(takeLock(folder, "lock")).toBeNull();
  expect(takeLock(folder, "other")).not.toBeNull();
  lock?.release();
  expect(existsSync(join(folder, "lock"))).toBe(false);
  expect(takeLock(folder, "lock")).not.toBeNull();
});

it.each([
  ["of a process that lives", () => withLock(String(process.pid)), true],
  ["of a process that is gone", () => withLock(deadPid()), false],
  ["of a process that lives, but far too old", () => withLock(String(process.pid), 361 * MINUTE_MS), false],
  ["of a process that lives, and old", () => withLock(String(process.pid), 359 * MINUTE_MS), true],
  ["made this moment, its holder not yet written into it", () => withLock(""), true],
  ["without a holder for a minute", () => withLock("", MINUTE_MS), false],
  ["of init, which we may not signal", () => withLock("1"), true],
])("a lock %s", (_name, make, held) => {
  const { folder } = make();
  expect(takeLock(folder, "lock") === null).toBe(held);
});

it("releasing twice harms nobody", () => {
  const lock = takeLock(makeTempDir(), "lock");
  lock?.release();
  expect(() => lock?.release()).not.toThrow();
});
