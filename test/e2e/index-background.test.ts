/** A prompt that finds much unindexed starts a refresh when it has answered, waits for nothing, and holds nothing. */
import { appendFileSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import {
  askBoth,
  backgroundOf,
  expectVerified,
  type IndexedHome,
  index,
  indexNow,
  makeIndexed,
  makeTwins,
  settle,
  statusOf,
  until,
  wait,
} from "./indexed-home.ts";
import { JOURNAL, line, makeStore } from "./made-store.ts";
import { age, ask, configure, contextOf, type Home, promptEvent, runHook } from "./run-hook.ts";

const QUOKKA = "why does the quokkabroker handshake stall?";
const started: Home[] = [];

afterEach(async () => {
  for (const home of started) expect(await until(() => backgroundOf(home).length === 0)).toBe(true);
  started.length = 0;
});

function withBackground(twins: IndexedHome): IndexedHome {
  configure(twins.home, "index: { background: true }\n");
  age(twins.home.config);
  started.push(twins.home);
  return twins;
}

const isFresh = async (home: Home): Promise<boolean> => (await statusOf(home)).state === "fresh";

function tried(home: Home): readonly string[] {
  return readdirSync(home.cache).filter((name) => name.endsWith(".tried"));
}

it("builds the index after the first prompt, which has its answer before", async () => {
  const twins = withBackground(makeTwins(2000));
  const { home, maker } = twins;
  const before = await askBoth(twins, maker.prompt());
  expect(await until(() => isFresh(home))).toBe(true);
  expect(await until(() => backgroundOf(home).length === 0)).toBe(true);
  await expectVerified(home);
  for (const prompt of maker.prompts(3)) await askBoth(twins, prompt);
  expect(before).toBeTypeOf("string");
  expect(readdirSync(home.cache).filter((name) => /\.tmp|\.lock/.test(name))).toEqual([]);
});

it("the client's pipes are closed while the refresh is still at it", async () => {
  const twins = makeTwins(2000);
  const { home } = withBackground(twins);
  // The cache is warm, so that the hook itself is quick; stores written just now make the refresh wait for two seconds.
  configure(home, "");
  await ask(home, QUOKKA);
  configure(home, "index: { background: true }\n");
  makeStore(home, 2000, 2);
  appendFileSync(join(home.data, JOURNAL), line({ id: "dec-0a0b0c01", timestamp: "2026-11-14T09:00:00Z", decision: "Quokkabroker handshake waits" }));
  const run = await runHook({ home, stdin: promptEvent(home, QUOKKA) });
  // Every pipe has been closed, or this would not have come back.
  expect(backgroundOf(home)).toHaveLength(1);
  expect(readdirSync(home.cache).filter((name) => name.endsWith(".idx"))).toEqual([]);
  expect(contextOf(run)).toContain("dec-0a0b0c01");
  // Not always fresh: documents that were derived anew meanwhile are for the next refresh.
  expect(await until(async () => (await statusOf(home)).segments.length === 2)).toBe(true);
});

it("is tried once a minute, not with every prompt", async () => {
  const twins = withBackground(makeTwins(2000));
  const { home } = twins;
  await ask(home, QUOKKA);
  expect(tried(home)).toHaveLength(1);
  expect(await until(() => isFresh(home))).toBe(true);
  expect(await until(() => backgroundOf(home).length === 0)).toBe(true);
  for (const name of readdirSync(home.cache)) if (name.endsWith(".idx")) rmSync(join(home.cache, name));
  for (let round = 0; round < 3; round++) {
    await ask(home, QUOKKA);
    expect(backgroundOf(home)).toEqual([]);
  }
  const minuteAgo = Date.now() / 1000 - 61;
  for (const name of tried(home)) utimesSync(join(home.cache, name), minuteAgo, minuteAgo);
  await ask(home, QUOKKA);
  expect(await until(() => isFresh(home))).toBe(true);
});

it("twelve prompts at once start one", async () => {
  const twins = withBackground(makeTwins(2000));
  const { home } = twins;
  // A moment is enough for two, of which the lock lets one work.
  const answers = await Promise.all(twins.maker.prompts(12).map((prompt) => ask(home, prompt)));
  expect(answers).toHaveLength(12);
  expect(await until(() => isFresh(home))).toBe(true);
  expect(await until(() => backgroundOf(home).length === 0)).toBe(true);
  await expectVerified(home);
  expect(readdirSync(home.cache).filter((name) => /\.tmp|\.lock/.test(name))).toEqual([]);
});

describe("is not started", () => {
  it("when everything is indexed, or so little is not that reading it is as quick", async () => {
    const { home, maker } = withBackground(makeIndexed());
    await ask(home, QUOKKA);
    appendFileSync(join(home.data, JOURNAL), maker.journal(100));
    await ask(home, QUOKKA);
    expect({ running: backgroundOf(home), tried: tried(home) }).toEqual({ running: [], tried: [] });
    // 64 kB are enough.
    appendFileSync(join(home.data, JOURNAL), maker.journal(200));
    await ask(home, QUOKKA);
    expect(tried(home)).toHaveLength(1);
    settle(home);
    expect(await until(async () => (await statusOf(home)).segments.length === 3)).toBe(true);
  });

  it.each([
    ["it is switched off", "index: { background: false }\n"],
    ["there is no index", "index: { enabled: false }\n"],
    ["injection is switched off", "index: { background: true }\nenabled: false\n"],
  ])("when %s", async (_why, yaml) => {
    const { home } = makeTwins(2000);
    configure(home, yaml);
    await ask(home, QUOKKA);
    await wait(300);
    expect({ running: backgroundOf(home), tried: tried(home) }).toEqual({ running: [], tried: [] });
  });

  it("by an event that is none of ours, or a prompt without a subject", async () => {
    const { home } = withBackground(makeTwins(2000));
    await ask(home, "thanks!");
    await runHook({ home, stdin: promptEvent(home, QUOKKA, { hook_event_name: "Stop" }) });
    await runHook({ home, stdin: "{" });
    expect(backgroundOf(home)).toEqual([]);
  });
});

it("a damaged index is built anew after the prompt that met it", async () => {
  const twins = withBackground(makeIndexed());
  const { home } = twins;
  for (const name of readdirSync(home.cache)) if (name.endsWith(".idx")) writeFileSync(join(home.cache, name), "damaged");
  await askBoth(twins, twins.maker.prompt());
  await ask(home, QUOKKA);
  expect(await until(() => isFresh(home))).toBe(true);
  await expectVerified(home);
});

it("so is one whose time stamp does not tell, once a prompt has met the damage", async () => {
  const twins = withBackground(makeIndexed());
  const { home } = twins;
  for (const name of readdirSync(home.cache).filter((each) => each.startsWith("base-"))) {
    const bytes = readFileSync(join(home.cache, name));
    const seconds = bytes.readUInt32LE(24);
    // All lists of records that hold a word: they lie at the beginning.
    bytes.fill(0xff, 32, Math.floor(bytes.length / 3));
    writeFileSync(join(home.cache, name), bytes);
    utimesSync(join(home.cache, name), seconds, seconds);
  }
  for (const prompt of twins.maker.prompts(3)) await askBoth(twins, prompt);
  expect(tried(home)).toHaveLength(1);
  expect(await until(async () => (await index(home, "verify")).status === 0, 10)).toBe(true);
});

/** So long they all work at once. */
const BUSY_MS = 5000;

it("8 hooks, 3 refreshes and 2 writers at once: every answer is sound, what was written is found, and the index is right", async () => {
  const twins = withBackground(makeTwins(1200));
  const { home, plain, maker } = twins;
  indexNow(home);
  const begun = Date.now();
  const isOn = (): boolean => Date.now() < begun + BUSY_MS;
  const answers: string[] = [];
  const missed: string[] = [];
  const hook = async (number: number): Promise<void> => {
    for (let round = 0; isOn(); round++) {
      const word = `quokka${"abcdefgh"[number]}${"abcdefghijklmnopqrstuvwxyz"[round % 26]}broker`;
      const id = `dec-0a0b${String(number * 1000 + round).padStart(4, "0")}`;
      appendFileSync(join(home.data, JOURNAL), line({ id, timestamp: "2026-11-14T09:00:00Z", decision: `${word} handshake waits`, tags: ["storefront"] }));
      const text = await ask(home, `why does the ${word} handshake stall?`);
      answers.push(text);
      if (!text.includes(id)) missed.push(id);
    }
  };
  const refresher = async (): Promise<void> => {
    while (isOn()) {
      const { status, stderr } = await index(home, "refresh");
      // A store that changes while it is read is left for the next one.
      if (status !== 0) expect(stderr).toMatch(/was (?:changed|cut short) while it was read/);
    }
  };
  const writer = async (make: () => string, file: string): Promise<void> => {
    for (; isOn(); await wait(30)) appendFileSync(join(home.data, file), make());
  };
  await Promise.all([
    ...Array.from({ length: 8 }, (_, number) => hook(number)),
    ...Array.from({ length: 3 }, refresher),
    writer(() => maker.journal(2), JOURNAL),
    writer(() => maker.failure(), "failures/data/failures.jsonl"),
  ]);
  expect(missed).toEqual([]);
  expect(answers.length).toBeGreaterThan(8);
  expect(await until(() => backgroundOf(home).length === 0)).toBe(true);
  settle(home);
  expect((await index(home, "refresh")).status).toBe(0);
  await expectVerified(home);
  expect(readdirSync(home.cache).filter((name) => /\.tmp|\.lock/.test(name))).toEqual([]);
  for (const prompt of maker.prompts(4)) await askBoth({ home, plain, maker }, prompt);
}, 120_000);
