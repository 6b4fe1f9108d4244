/** A record without an id was lost once its store was too large for one window, and could not be shown by the name it was given. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, makeHome, runHook, write } from "../e2e/run-hook.ts";

it.each([0, 9000])("before %i other records", async (others) => {
  const home = makeHome("none");
  const filler = Array.from(
    { length: others },
    (_, i) => `${JSON.stringify({ id: `dec-${i + 10_000_000}`, decision: `choice ${i}`, rationale: "x".repeat(150) })}\n`,
  );
  const nameless = `${JSON.stringify({ timestamp: "2026-11-01T00:00:00Z", decision: "Quokkabroker handshake waits", tags: ["storefront"] })}\n`;
  write(join(home.data, "journal/data/decisions.jsonl"), nameless + filler.join(""));
  const text = await ask(home, "how is the quokkabroker handshake done?");
  const id = /journal~[0-9a-f]{16}/.exec(text)?.[0] ?? "none";
  expect((await runHook({ home, args: ["show", id] })).stdout).toContain("Quokkabroker handshake waits");
});
