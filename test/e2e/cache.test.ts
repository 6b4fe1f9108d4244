/** The cache may be lost, torn or shared at any moment: the answer stays the right one. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, runHook, sessionStartEvent } from "./run-hook.ts";

async function orient(home: Home): Promise<string> {
  return contextOf(await runHook({ home, stdin: sessionStartEvent(home) }), "SessionStart");
}

it("deleted between two runs", async () => {
  const home = makeHome();
  const expected = await ask(home, DEPLOY_PROMPT);
  rmSync(home.cache, { recursive: true });
  expect(await ask(home, DEPLOY_PROMPT)).toBe(expected);
  for (const name of readdirSync(home.cache)) {
    rmSync(join(home.cache, name));
    expect(await ask(home, DEPLOY_PROMPT)).toBe(expected);
  }
});

it("leaves no files of unfinished writes behind", async () => {
  const home = makeHome();
  for (let round = 0; round < 3; round++) await ask(home, DEPLOY_PROMPT);
  expect(readdirSync(home.cache).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

it("made by 20 hooks at once", async () => {
  const home = makeHome("copy");
  const expected = await ask(makeHome(), DEPLOY_PROMPT);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(home, DEPLOY_PROMPT)));
  expect(new Set(answers)).toEqual(new Set([expected]));
  expect(await ask(home, DEPLOY_PROMPT)).toBe(expected);
}, 120_000);

/** Small and seeded, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Damage = (bytes: Buffer, pick: (below: number) => number) => Buffer;
const DAMAGES: Readonly<Record<string, Damage>> = {
  truncated: (bytes, pick) => bytes.subarray(0, pick(bytes.length)),
  emptied: () => Buffer.alloc(0),
  "bit flipped": (bytes, pick) => {
    const copy = Buffer.from(bytes);
    const at = pick(copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << pick(8));
    return copy;
  },
  "100 bytes zeroed": (bytes, pick) => {
    const copy = Buffer.from(bytes);
    copy.fill(0, pick(copy.length), pick(copy.length) + 100);
    return copy;
  },
  "a line lost": (bytes, pick) => {
    const lines = bytes.toString("latin1").split("\n");
    lines.splice(pick(lines.length), 1);
    return Buffer.from(lines.join("\n"), "latin1");
  },
};

const SEED = 20261116;

describe.each(["noticed by its time stamp", "with its time stamp kept"])("damaged, %s", (stamp) => {
  const keepStamp = stamp.startsWith("with");

  it.each(["code-", "derived-", "prepared-"])("%s files: exit 0 and the right answer", async (kind) => {
    const home = makeHome();
    const pick = random(SEED);
    const expected = [await ask(home, DEPLOY_PROMPT), await orient(home)];
    expect(expected[0]).toContain(DEPLOY_RECORD);
    const kept = new Map(readdirSync(home.cache).map((name) => [name, readFileSync(join(home.cache, name))]));
    const times = new Map([...kept.keys()].map((name) => [name, statSync(join(home.cache, name))]));
    const wrong: string[] = [];
    for (let round = 0; round < 14; round++) {
      const names = [...kept.keys()].filter((name) => name.startsWith(kind));
      const name = names[pick(names.length)] ?? "";
      const [damage = "", inflict] = Object.entries(DAMAGES)[round % Object.keys(DAMAGES).length] ?? [];
      const path = join(home.cache, name);
      writeFileSync(path, inflict?.(kept.get(name) ?? Buffer.alloc(0), pick) ?? "");
      const time = times.get(name);
      if (keepStamp && time) utimesSync(path, time.atimeMs / 1000, time.mtimeMs / 1000);
      const answers = [await ask(home, DEPLOY_PROMPT), await orient(home)];
      if (JSON.stringify(answers) !== JSON.stringify(expected)) wrong.push(`seed ${SEED}, round ${round}: ${name} ${damage}`);
      for (const [other, bytes] of kept) if (existsSync(home.cache)) writeFileSync(join(home.cache, other), bytes);
    }
    expect(wrong).toEqual([]);
  });
});
