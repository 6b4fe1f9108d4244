/** Segments that stay open: lent again and again, opened anew when their file was replaced, and never too many. */
import { copyFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Segment } from "../../../../src/store/index/segment.ts";
import { SegmentPool } from "../../../../src/store/index/segment-pool.ts";
import { makeTempDir, writeFile } from "../../builders.ts";
import { age, placeOf, refresh, storeAt } from "../index-builders.ts";

const MOST = 24;

interface Scene {
  readonly open: (name: string) => Segment | null;
  /** Puts a segment there under this name; another one if it is there already. */
  readonly make: (name: string) => string;
  readonly remove: (name: string) => void;
  readonly pool: SegmentPool;
}

function makeScene(): Scene {
  const folder = makeTempDir();
  const cacheDir = join(folder, "cache");
  const store = storeAt(join(folder, "decisions.jsonl"));
  writeFile(store.path, `${JSON.stringify({ id: "dec-00000001", decision: "Tokens live in Redis", timestamp: "2026-11-01T10:00:00Z" })}\n`);
  age(store.path);
  refresh(cacheDir, [store]);
  const built = readdirSync(cacheDir).find((name) => name.startsWith("base-")) ?? "";
  const pool = new SegmentPool();
  onTestFinished(() => pool.close());
  const place = pool.keep(placeOf(cacheDir, [store]));
  return {
    pool,
    open: (name) => place.openSegment?.(name) ?? null,
    make: (name) => {
      const { atime, mtime } = statSync(join(cacheDir, built));
      copyFileSync(join(cacheDir, built), join(cacheDir, name));
      // A segment knows when it was written.
      utimesSync(join(cacheDir, name), atime, mtime);
      return name;
    },
    remove: (name) => rmSync(join(cacheDir, name)),
  };
}

const openFiles = (): number => readdirSync("/proc/self/fd").length;

describe("SegmentPool", () => {
  it("lends the same segment, whoever closed it, until its file is another one or gone", () => {
    const { open, make, remove } = makeScene();
    const first = open(make("a.idx"));
    first?.close();
    expect(open("a.idx")).toBe(first);
    expect(first?.footer.coverage).toHaveLength(1);
    const second = open(make("a.idx"));
    expect(second).not.toBe(first);
    remove("a.idx");
    expect(open("a.idx")).toBeNull();
  });

  it("gives up the one that was not used for longest, never one of the question at hand", () => {
    const { open, make } = makeScene();
    const [first, second] = [open(make("a.idx")), open(make("b.idx"))];
    for (let at = 2; at < MOST; at++) open(make(`${at}.idx`));
    expect(open("a.idx")).toBe(first);
    open(make("another.idx"));
    expect(open("a.idx")).toBe(first);
    expect(open("b.idx")).not.toBe(second);
  });

  it.skipIf(!existsSync("/proc/self/fd"))("keeps no more files open than it says, and none once it is closed", () => {
    const { open, make, pool } = makeScene();
    const before = openFiles();
    for (let at = 0; at < MOST * 2; at++) open(make(`${at}.idx`));
    expect(openFiles() - before).toBe(MOST);
    pool.close();
    expect(openFiles()).toBe(before);
  });
});
