/** A cached file that was damaged but still parses was believed: it holds no checksum. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, contextOf, DEPLOY_PROMPT, type Home, makeHome, runHook, sessionStartEvent } from "../e2e/run-hook.ts";

async function orient(home: Home): Promise<string> {
  return contextOf(await runHook({ home, stdin: sessionStartEvent(home) }), "SessionStart");
}

function damage(home: Home, kind: string, from: string, to: string): void {
  const name = readdirSync(home.cache).find((file) => file.startsWith(kind)) ?? "";
  const text = readFileSync(join(home.cache, name), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(home.cache, name), text.replace(from, to));
}

it("a letter of a derived record", async () => {
  const home = makeHome("copy");
  const expected = await orient(home);
  damage(home, "derived-registry", "Web shop", "Wet shop");
  expect(await orient(home)).toBe(expected);
});

it("a field's name in a derived record: everything fell silent", async () => {
  const home = makeHome("copy");
  const expected = await orient(home);
  damage(home, "derived-registry", '"projects":["storefront"]', '"projectr":["storefront"]');
  expect(await orient(home)).toBe(expected);
});

it("a digit of the prepared settings", async () => {
  const home = makeHome("copy");
  const expected = await ask(home, DEPLOY_PROMPT);
  damage(home, "prepared-", '"tokens":2000', '"tokens":0');
  expect(await ask(home, DEPLOY_PROMPT)).toBe(expected);
});
