/** The cache may be lost, torn or shared at any moment: the answer stays the right one. */
import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, runHook, sessionStartEvent } from "./run-hook.ts";

async function orient(home: Home): Promise<string> {
  return contextOf(await runHook({ home, stdin: sessionStartEvent(home) }), "SessionStart");
}

it("deleted between two runs", async () => {
  const home = makeHome("copy");
  const expected = await ask(home, DEPLOY_PROMPT);
  rmSync(home.cache, { recursive: true });
  expect(await ask(home, DEPLOY_PROMPT)).toBe(expected);
  for (const name of readdirSync(home.cache)) {
    rmSync(join(home.cache, name));
    expect(await ask(home, DEPLOY_PROMPT)).toBe(expected);
  }
});

it("leaves no files of unfinished writes behind", async () => {
  const home = makeHome("copy");
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

it.each(["code-", "derived-", "prepared-"])("damaged %s files: exit 0 and the right answer", async (kind) => {
  expect(await damageAll(kind, false)).toEqual([]);
});

it.each(["code-", "prepared-"])("damaged %s files whose time stamp does not tell: exit 0 and the right answer", async (kind) => {
  expect(await damageAll(kind, true)).toEqual([]);
});

it("damaged derived files whose time stamp does not tell: exit 0 and sound JSON, though a record may differ", async () => {
  await damageAll("derived-", true);
});

/** Damages files of this kind again and again, and returns which damage changed an answer. Every answer is checked for its form. */
async function damageAll(kind: string, keepStamp: boolean): Promise<readonly string[]> {
  const home = makeHome("copy");
  const pick = random(SEED);
  await ask(home, DEPLOY_PROMPT);
  // Whole seconds, so that a time stamp can be put back exactly.
  for (const name of readdirSync(home.cache)) utimesSync(join(home.cache, name), 1_790_000_000, 1_790_000_000);
  const expected = [await ask(home, DEPLOY_PROMPT), await orient(home)];
  expect(expected[0]).toContain(DEPLOY_RECORD);
  const kept = new Map(readdirSync(home.cache).map((name) => [name, readFileSync(join(home.cache, name))]));
  const names = [...kept.keys()].filter((name) => name.startsWith(kind));
  const wrong: string[] = [];
  for (let round = 0; round < 14; round++) {
    const name = names[pick(names.length)] ?? "";
    const [damage = "", inflict] = Object.entries(DAMAGES)[round % Object.keys(DAMAGES).length] ?? [];
    writeFileSync(join(home.cache, name), inflict?.(kept.get(name) ?? Buffer.alloc(0), pick) ?? "");
    if (keepStamp) utimesSync(join(home.cache, name), 1_790_000_000, 1_790_000_000);
    const answers = [await ask(home, DEPLOY_PROMPT), await orient(home)];
    if (JSON.stringify(answers) !== JSON.stringify(expected)) wrong.push(`seed ${SEED}, round ${round}: ${name} ${damage}`);
    for (const [other, bytes] of kept) {
      writeFileSync(join(home.cache, other), bytes);
      utimesSync(join(home.cache, other), 1_790_000_000, 1_790_000_000);
    }
  }
  return wrong;
}
