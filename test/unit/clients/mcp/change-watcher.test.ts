/** Changes of stores and spool are noticed, once each, by watching and by looking; what is none of them is not. */
import { appendFileSync, mkdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Change, ChangeWatcher, type WatcherOptions } from "../../../../src/clients/mcp/change-watcher.ts";
import { makeTempDir, writeFile } from "../../builders.ts";

interface Scene {
  readonly watcher: ChangeWatcher;
  readonly spool: string;
  readonly store: string;
  readonly told: Change[][];
  readonly finds: () => number;
}

function makeScene(options: Partial<WatcherOptions> = {}, isThere = true): Scene {
  const folder = makeTempDir();
  const spool = join(folder, "state", "activity", "x.jsonl");
  const store = join(folder, "lore", "journal", "data", "decisions.jsonl");
  if (isThere) for (const file of [spool, store]) writeFile(file, "{}\n");
  const told: Change[][] = [];
  let finds = 0;
  const find = () => {
    finds++;
    return { spool, stores: [store] };
  };
  const watcher = new ChangeWatcher({ find, onChange: (changes) => told.push([...changes].sort()), ...options });
  onTestFinished(() => watcher.stop());
  return { watcher, spool, store, told, finds: () => finds };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !isDone(); turn++) await wait(10);
}

describe("ChangeWatcher", () => {
  it("tells what changed", async () => {
    const { watcher, spool, store, told } = makeScene();
    watcher.start();
    appendFileSync(spool, "{}\n");
    await until(() => told.length === 1);
    appendFileSync(store, "{}\n");
    await until(() => told.length === 2);
    await wait(50);
    expect(told).toEqual([["activity"], ["stores"]]);
  });

  it("tells a change that we made once, though the system tells of it too", async () => {
    const { watcher, spool, told } = makeScene();
    watcher.start();
    for (const count of [1, 2, 3]) {
      appendFileSync(spool, "{}\n");
      watcher.note("activity");
      await wait(40);
      expect(told).toHaveLength(count);
    }
  });

  it("makes one of changes that follow each other closely, and loses none", async () => {
    const { watcher, told } = makeScene();
    watcher.start();
    for (let turn = 0; turn < 20; turn++) watcher.note(turn === 19 ? "stores" : "activity");
    expect(told).toEqual([["activity"]]);
    await until(() => told.length === 2);
    expect(told).toEqual([["activity"], ["activity", "stores"]]);
  });

  it("a store that was written just before an activity was noted is told with it", async () => {
    const { watcher, store, told } = makeScene();
    watcher.start();
    appendFileSync(store, "{}\n");
    // In the same turn: the system has not told of the store yet.
    watcher.note("activity");
    await wait(80);
    expect(told.flat()).toContain("stores");
  });

  it("goes on with a folder that was taken away and made anew", async () => {
    const { watcher, store, told } = makeScene();
    watcher.start();
    const folder = join(store, "..");
    rmSync(folder, { recursive: true });
    await wait(80);
    mkdirSync(folder);
    writeFileSync(store, "{}\n");
    await until(() => told.length > 0);
    await wait(80);
    const before = told.length;
    appendFileSync(store, "{}\n");
    await until(() => told.length > before);
    expect(told.length).toBeGreaterThan(before);
  });

  it("hears nothing of locks and files written aside", async () => {
    const { watcher, spool, store, told } = makeScene();
    watcher.start();
    writeFileSync(`${store}.lock`, "");
    writeFileSync(`${store}.123.tmp`, "");
    writeFileSync(join(spool, "..", "other.jsonl.tmp"), "");
    await wait(60);
    expect(told).toEqual([]);
  });

  it("finds files in folders that are made later, and new stores beside known ones", async () => {
    const { watcher, spool, store, told } = makeScene({}, false);
    watcher.start();
    mkdirSync(join(store, ".."), { recursive: true });
    writeFileSync(store, "{}\n");
    await until(() => told.length === 1);
    mkdirSync(join(spool, ".."), { recursive: true });
    writeFileSync(spool, "{}\n");
    await until(() => told.length === 2);
    expect(told).toEqual([["stores"], ["activity"]]);
    writeFileSync(join(store, "..", "more.jsonl"), "{}\n");
    await until(() => told.length >= 3);
    expect(told.length).toBeGreaterThan(2);
    expect(told.at(-1)).toEqual(["stores"]);
  });

  it("looks by itself where a folder cannot be watched, or can no longer be", async () => {
    const throwing = makeScene({
      watch: () => {
        throw new Error("ENOSPC");
      },
      pollMs: 20,
    });
    let fail = (): void => {};
    const failing = makeScene({
      watch: (folder, _listener, onError) => {
        fail = onError;
        return watch(folder, { persistent: false });
      },
      pollMs: 20,
    });
    for (const { watcher, spool, store, told } of [throwing, failing]) {
      watcher.start();
      fail();
      appendFileSync(spool, "{}\n");
      appendFileSync(store, "{}\n");
      await until(() => told.flat().length >= 2);
      expect([...new Set(told.flat())].sort()).toEqual(["activity", "stores"]);
    }
  });

  it("says and reads nothing before it is started and after it is stopped", async () => {
    const { watcher, spool, told, finds } = makeScene({ pollMs: 10 });
    watcher.note("activity");
    expect([told, finds()]).toEqual([[], 0]);
    watcher.start();
    watcher.note("activity");
    watcher.note("activity");
    watcher.stop();
    const before = finds();
    appendFileSync(spool, "{}\n");
    await wait(50);
    expect([told, finds()]).toEqual([[["activity"]], before]);
  });
});
