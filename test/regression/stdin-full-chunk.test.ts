/** An event that filled the last read buffer to the byte was not seen to be whole, and timed out when stdin stayed open. */
import { expect, it } from "vitest";
import { contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, makeHome, promptEvent, runHook } from "../e2e/run-hook.ts";

it.each([65_536, 131_072])("an event of %i bytes", async (size) => {
  const home = makeHome();
  const start = `${DEPLOY_PROMPT}\n> `;
  const stdin = promptEvent(home, start + "x".repeat(size - promptEvent(home, start).length));
  expect(Buffer.byteLength(stdin)).toBe(size);
  const run = await runHook({ home, stdin, keepOpen: true });
  expect(contextOf(run)).toContain(DEPLOY_RECORD);
  expect(run.ms).toBeLessThan(1800);
});
