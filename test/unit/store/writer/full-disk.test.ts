/** On a full disk: the old content stays, the error says why, and nothing is left that would hold up the next writer. */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { appendLine } from "../../../../src/store/writer/append-line.ts";
import { rewriteStore } from "../../../../src/store/writer/rewrite-store.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-full-"));
const mounted: string[] = [];
afterAll(() => {
  for (const each of mounted) spawnSync("umount", ["-l", each]);
  rmSync(folder, { recursive: true, force: true });
});

function mountSmall(name: string): string | null {
  const dir = join(folder, name);
  mkdirSync(dir);
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  if (!isRoot || spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", dir]).status !== 0) return null;
  mounted.push(dir);
  return dir;
}

const canMount = mountSmall("probe") !== null;

/** A store on a disk of 64 kB of which `free` pages of 4 kB are left. */
function fullStore(name: string, content: string, free = 0): { readonly dir: string; readonly file: string } {
  const dir = mountSmall(name) ?? "";
  const file = join(dir, "s.jsonl");
  writeFileSync(file, content);
  const filler = join(dir, "filler");
  try {
    for (;;) appendFileSync(filler, Buffer.alloc(4096));
  } catch {
    // Full.
  }
  const { length } = readFileSync(filler);
  writeFileSync(filler, Buffer.alloc(Math.max(0, Math.floor(length / 4096) - free) * 4096));
  return { dir, file };
}

const CLEAR = /disk is full|ENOSPC|no space left/;
const record = { id: "x", text: "y".repeat(20_000) };
const old = `${JSON.stringify({ id: "a", text: "z".repeat(10_000) })}\n{"id":"b"}\n`;

describe.skipIf(!canMount)(`on a full disk${canMount ? "" : " (skipped: nothing can be mounted here)"}`, () => {
  it.each([0, 1, 2, 3])("with %i pages left: appendLine leaves the old content and says why", (free) => {
    const { file } = fullStore(`append-${free}`, old, free);
    expect(() => appendLine(file, record, { fsync: false })).toThrow(CLEAR);
    expect(readFileSync(file, "utf8")).toBe(old);
  });

  it.each([0, 1, 2])("with %i pages left: rewriteStore leaves the old content and says why", (free) => {
    const { dir, file } = fullStore(`rewrite-${free}`, old, free);
    expect(() => rewriteStore(file, (lines) => lines.slice(0, 1))).toThrow(CLEAR);
    expect(readFileSync(file, "utf8")).toBe(old);
    expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it.each([1, 2])("with %i pages left no lock stays behind", (free) => {
    const { dir, file } = fullStore(`lock-${free}`, old, free);
    expect(() => appendLine(file, record, { fsync: false })).toThrow(CLEAR);
    expect(readdirSync(dir).sort()).toEqual(["filler", "s.jsonl"]);
  });

  // store-lock.ts, take(): the folder is made, writing `owner` into it fails, and the empty lock stays: everybody then waits NAMELESS_MS for it.
  it("with nothing left no lock stays behind", () => {
    const { dir, file } = fullStore("lock-0", old);
    expect(() => appendLine(file, record, { fsync: false })).toThrow(CLEAR);
    expect(readdirSync(dir).sort()).toEqual(["filler", "s.jsonl"]);
  });

  it("with room again the next append follows", () => {
    const { dir, file } = fullStore("again", old, 2);
    expect(() => appendLine(file, record, { fsync: false })).toThrow(CLEAR);
    rmSync(join(dir, "filler"));
    appendLine(file, { id: "c" }, { fsync: true });
    expect(readFileSync(file, "utf8")).toBe(`${old}{"id":"c"}\n`);
  });
});
