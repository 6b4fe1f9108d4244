/** Old sessions' files go, and only they. */
import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sessionsFolder } from "../../../src/store/ledger-file.ts";
import { pruneLedgers } from "../../../src/store/prune-ledgers.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";

const DAY_MS = 86_400_000;
const NOW = 20773 * DAY_MS;

/** Files by name, each so many days old. */
function makeState(ages: Readonly<Record<string, number>>): string {
  const stateDir = makeTempDir();
  makeFolder(sessionsFolder(stateDir));
  for (const [name, days] of Object.entries(ages)) age(writeFile(join(sessionsFolder(stateDir), name), "{}\n"), days);
  return stateDir;
}

function age(path: string, days: number): void {
  const then = new Date(NOW - days * DAY_MS);
  utimesSync(path, then, then);
}

const left = (stateDir: string): readonly string[] => readdirSync(sessionsFolder(stateDir)).sort();

describe("pruneLedgers", () => {
  it("removes what is older than the days to keep", () => {
    const state = makeState({ "new.jsonl": 1, "edge.jsonl": 30, "old.jsonl": 30.01, "ancient.jsonl": 4000 });
    pruneLedgers(state, { keep_days: 30, keep_sessions: 100, now: NOW, own: "" });
    expect(left(state)).toEqual(["edge.jsonl", "new.jsonl"]);
  });

  it("removes the oldest beyond the number to keep", () => {
    const state = makeState({ "a.jsonl": 3, "b.jsonl": 1, "c.jsonl": 2, "d.jsonl": 4 });
    pruneLedgers(state, { keep_days: 30, keep_sessions: 2, now: NOW, own: "" });
    expect(left(state)).toEqual(["b.jsonl", "c.jsonl"]);
  });

  it("leaves everything else alone, and does not count it", () => {
    const state = makeState({ "notes.txt": 4000, "a.jsonl.bak": 4000, "a.jsonl": 2, "b.jsonl": 3 });
    writeFile(join(state, "old.jsonl"), "");
    age(join(state, "old.jsonl"), 4000);
    pruneLedgers(state, { keep_days: 30, keep_sessions: 2, now: NOW, own: "" });
    expect(left(state)).toEqual(["a.jsonl", "a.jsonl.bak", "b.jsonl", "notes.txt"]);
    expect(existsSync(join(state, "old.jsonl"))).toBe(true);
  });

  it("a file from the future stays", () => {
    const state = makeState({ "a.jsonl": -400 });
    pruneLedgers(state, { keep_days: 1, keep_sessions: 1, now: NOW, own: "" });
    expect(left(state)).toEqual(["a.jsonl"]);
  });

  it("without a folder, or with a file in its place, nothing happens", () => {
    const options = { keep_days: 1, keep_sessions: 1, now: NOW, own: "" };
    expect(() => pruneLedgers(join(makeTempDir(), "none"), options)).not.toThrow();
    const state = makeTempDir();
    writeFile(sessionsFolder(state), "");
    expect(() => pruneLedgers(state, options)).not.toThrow();
    expect(existsSync(sessionsFolder(state))).toBe(true);
  });

  // One file that cannot be removed ends the loop: pruneLedgers catches around all of them, not around each.
  it("what cannot be removed does not keep the rest", () => {
    const state = makeState({ "old.jsonl": 50, "older.jsonl": 60 });
    age(makeFolder(join(sessionsFolder(state), "folder.jsonl")), 40);
    pruneLedgers(state, { keep_days: 30, keep_sessions: 100, now: NOW, own: "" });
    expect(left(state)).toEqual(["folder.jsonl"]);
  });
});
