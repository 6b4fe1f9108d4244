/** Stored text that once made a pattern try for seconds, or for ever. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeHome, promptEvent, runHook, write } from "../e2e/run-hook.ts";

const LONG = 200_000;

it.each<[string, string, unknown]>([
  ["an id of letters and a blank", "journal/data/decisions.jsonl", { id: `${"a".repeat(LONG)} `, decision: "quokkabroker handshake", tags: ["storefront"] }],
  ["an id of digits and a blank", "journal/data/decisions.jsonl", { id: `${"1".repeat(LONG)} `, decision: "quokkabroker handshake", tags: ["storefront"] }],
  [
    "a session folder of slashes",
    "transfer/data/sessions/a.json",
    { id: "s", handoff: { message: "quokkabroker handshake" }, tags: ["storefront"], context: { environment: { pwd: `${"/".repeat(LONG)}storefront` } } },
  ],
])("%s", async (_name, file, value) => {
  const home = makeHome("none");
  write(join(home.data, file), `${JSON.stringify(value)}\n`);
  const run = await runHook({ home, stdin: promptEvent(home, "how is the quokkabroker handshake done?") });
  expect(run.stdout).toContain("quokkabroker handshake");
  expect(run.ms).toBeLessThan(3000);
});
