/** bin/lore-inject.js goes straight to the hook once V8's code cache is complete, and nobody can tell but by the clock. */
import { cpSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type Home, makeHome, promptEvent, ROOT, runHook } from "./run-hook.ts";

/** A package of its own, so that its long way can be closed. */
function install(home: Home): string {
  const folder = join(home.dir, "package");
  for (const name of ["bin", "dist", "config.yaml", "keyword-synonyms.yaml"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, preserveTimestamps: true });
  return join(folder, "bin/lore-inject.js");
}

let sessions = 0;
async function askIn(home: Home, binary: string): Promise<string> {
  const stdin = promptEvent(home, DEPLOY_PROMPT, { session_id: `short-${sessions++}` });
  return contextOf(await runHook({ home, stdin, binary }));
}

/** Until the code is complete; then the long way is closed, and whoever takes it is silent. */
async function warmUp(home: Home, binary: string): Promise<string> {
  await runHook({ home, args: ["index", "rebuild"], binary });
  // What was written just now is trusted a little later.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  for (let round = 0; round < 9; round++) await askIn(home, binary);
  expect(readdirSync(home.cache).filter((name) => /^code-hook-.*-6\.bin$/.test(name))).toHaveLength(1);
  const answer = await askIn(home, binary);
  writeFileSync(join(home.dir, "package/bin/start.js"), "process.exit(0);");
  return answer;
}

it("answers the same", async () => {
  const home = makeHome("copy");
  const binary = install(home);
  const cold = await askIn(home, binary);
  expect(cold).toContain(DEPLOY_RECORD);
  expect(await warmUp(home, binary)).toBe(cold);
  expect(await askIn(home, binary)).toBe(cold);
}, 60_000);

it.each([
  ["in the first copy", 0.3],
  ["in the second copy", 0.7],
])(
  "a flipped bit %s leads to the long way",
  async (_where, share) => {
    const home = makeHome("copy");
    const binary = install(home);
    await warmUp(home, binary);
    const file = join(home.cache, readdirSync(home.cache).find((name) => name.startsWith("code-hook-")) ?? "");
    const bytes = readFileSync(file);
    const at = Math.floor(bytes.length * share);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await askIn(home, binary)).toBe("");
  },
  60_000,
);

it("a code cache of odd length leads there too", async () => {
  const home = makeHome("copy");
  const binary = install(home);
  await warmUp(home, binary);
  const file = join(home.cache, readdirSync(home.cache).find((name) => name.startsWith("code-hook-")) ?? "");
  writeFileSync(file, readFileSync(file).subarray(0, -1));
  const { status, signal, stdout } = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT), binary });
  expect({ status, signal, stdout }).toEqual({ status: 0, signal: null, stdout: "" });
}, 60_000);

it("so does another bundle", async () => {
  const home = makeHome("copy");
  const binary = install(home);
  await warmUp(home, binary);
  const then = new Date(Date.now() - 5_000_000);
  utimesSync(join(home.dir, "package/dist/hook.cjs"), then, then);
  expect(await askIn(home, binary)).toBe("");
}, 60_000);
