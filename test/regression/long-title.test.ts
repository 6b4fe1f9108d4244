/** Names, ids and notes were cleaned before they were cut, by patterns that take quadratic time: one record held a prompt for 10 to 20 seconds. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { configure, makeHome, promptEvent, runHook, write } from "../e2e/run-hook.ts";

const LONG = 60_000;

it.each([
  ["a bracket and blanks", `bilbycache < ${" ".repeat(LONG)}x`],
  ["dashes", `bilbycache ${"-".repeat(LONG)}x`],
])("a pattern's name with %s", async (_name, name) => {
  const home = makeHome("copy");
  write(join(home.data, "patterns/data/patterns.jsonl"), `${JSON.stringify({ id: "pat-000001-0a0b0c0d", name, solution: "s", tags: ["storefront"] })}\n`);
  // A word in a name of sixty thousand characters says next to nothing; what counts here is that it is shown in time.
  configure(home, "max_wrong: 1\n");
  const run = await runHook({ home, stdin: promptEvent(home, "bilbycache") });
  expect(run.stdout).toContain("bilbycache");
  expect(run.ms).toBeLessThan(1500);
});
