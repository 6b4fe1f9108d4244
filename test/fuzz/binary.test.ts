/** Three hundred runs of the real binary over damaged inputs and stores: exit 0, nothing on stderr, sound JSON or nothing. */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DEMO_STORE, DEPLOY_PROMPT, makeHome, promptEvent, runHook, sessionStartEvent, walk, write } from "../e2e/run-hook.ts";
import { rounds } from "../rounds.ts";
import { findFault } from "./hook-in-process.ts";

const SEED = 20261116;
const AT_ONCE = 2;
/** One home for each of those that run at once: each damages its own stores and keeps its own cache. */
const homes = Array.from({ length: AT_ONCE }, () => makeHome("copy"));
const FILES = walk(DEMO_STORE)
  .filter((path) => /\.\w+$/.test(path))
  .map((path) => relative(DEMO_STORE, path));

const flips = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 255 })), { maxLength: 6 });
const scenario = fc.record({
  event: fc.constantFrom("prompt", "start", "bytes"),
  words: fc.string({ unit: "binary", maxLength: 60 }),
  bytes: fc.uint8Array({ maxLength: 300 }),
  eventFlips: fc.oneof(fc.constant([]), flips),
  file: fc.constantFrom(...FILES),
  fileFlips: flips,
  cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});

function flip(original: Uint8Array, places: readonly (readonly [number, number])[]): Buffer {
  const bytes = Buffer.from(original);
  for (const [at, byte] of places) if (bytes.length > 0) bytes[Math.min(bytes.length - 1, Math.floor(at * bytes.length))] = byte;
  return bytes;
}

it(`${rounds(300)} runs`, async () => {
  const scenarios = fc.sample(scenario, { numRuns: rounds(300), seed: SEED });
  let answered = 0;
  const runFrom = async (worker: number): Promise<void> => {
    const home = homes[worker];
    if (!home) return;
    for (let index = worker; index < scenarios.length; index += AT_ONCE) {
      const { event, words, bytes, eventFlips, file, fileFlips, cut } = scenarios[index] ?? (scenarios[0] as (typeof scenarios)[0]);
      const original = readFileSync(join(DEMO_STORE, file));
      const damaged = flip(original, fileFlips);
      write(join(home.data, file), damaged.subarray(0, cut === null ? damaged.length : Math.floor(cut * damaged.length)));
      const valid = event === "prompt" ? promptEvent(home, `${DEPLOY_PROMPT} ${words}`) : sessionStartEvent(home);
      const stdin = event === "bytes" ? bytes : flip(Buffer.from(valid), eventFlips);
      const { status, signal, stdout, stderr } = await runHook({ home, stdin });
      write(join(home.data, file), original);
      expect({ status, signal, stderr, fault: findFault(stdout) }, `seed ${SEED}, run ${index}`).toEqual({ status: 0, signal: null, stderr: "", fault: null });
      if (stdout !== "") answered++;
    }
  };
  await Promise.all(homes.map((_home, worker) => runFrom(worker)));
  expect(answered).toBeGreaterThan(rounds(50));
}, 170_000);
