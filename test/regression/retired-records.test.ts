/** Ways in which a retired record once came back. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, type Home, makeHome, runHook, write } from "../e2e/run-hook.ts";

const PROMPT = "how is the quokkabroker handshake done?";
const line = (fields: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ timestamp: "2026-11-01T00:00:00Z", tags: ["storefront"], ...fields })}\n`;
const journal = (home: Home): string => join(home.data, "journal/data/decisions.jsonl");

it("behind eight records that did not fit, an unchecked one was shown", async () => {
  const home = makeHome("none");
  const long = "这是一个很长的标题".repeat(30);
  const live = Array.from({ length: 8 }, (_, i) => line({ id: `dec-0000000${i}`, decision: `quokkabroker handshake ${long} ${i}` })).join("");
  const old = { id: "dec-ffffffff", decision: "quokkabroker handshake" };
  write(journal(home), live + line({ ...old, timestamp: "2020-01-01T00:00:00Z" }) + line({ id: "dec-ffffffff", decision: "gone", status: "superseded" }));
  for (const tokens of ["210", "250", "300", "2000"]) {
    expect(await ask(home, PROMPT, { env: { LORE_CONTEXT_BUDGET: tokens } })).not.toContain("dec-ffffffff");
  }
});

it("a store's line retires a pattern of the YAML database", async () => {
  const home = makeHome("none");
  const yaml = '  - id: "pat-1-aaaaaa"\n    name: "Quokkabroker handshake"\n    solution: "wait"\n    confidence: 0.8\n';
  write(join(home.data, "patterns/data/patterns.yaml"), `patterns:\n${yaml}`);
  expect(await ask(home, PROMPT)).toContain("Quokkabroker handshake");
  write(join(home.data, "patterns/data/patterns.jsonl"), line({ id: "pat-1-aaaaaa", name: "[DEPRECATED] old", confidence: 0 }));
  expect(await ask(home, PROMPT)).toBe("");
});

it("a later entry of the same YAML list retires an earlier one", async () => {
  const home = makeHome("none");
  const entry = (name: string, confidence: number): string => `  - id: "pat-1-aaaaaa"\n    name: "${name}"\n    confidence: ${confidence}\n`;
  write(join(home.data, "patterns/data/patterns.yaml"), `patterns:\n${entry("Quokkabroker handshake", 0.8)}${entry("[DEPRECATED] Quokkabroker handshake", 0)}`);
  expect(await ask(home, PROMPT)).toBe("");
});

it("a number is an id too", async () => {
  const home = makeHome("none");
  write(journal(home), line({ id: 5, decision: "Quokkabroker handshake" }));
  expect(await ask(home, PROMPT)).toContain("Quokkabroker");
  appendFileSync(journal(home), line({ id: 5, decision: "none", status: "superseded" }));
  expect(await ask(home, PROMPT)).toBe("");
});

it("search lists no superseded record, but any goal", async () => {
  const home = makeHome("none");
  write(
    journal(home),
    line({ id: "dec-0a0b0c01", decision: "Quokkabroker handshake" }) + line({ id: "dec-0a0b0c01", decision: "other words", status: "superseded" }),
  );
  write(join(home.data, "intent/data/goals/goal-1.yaml"), "id: goal-1\nname: Quokkabroker retired\nstatus: active\n");
  const { stdout } = await runHook({ home, args: ["search", "quokkabroker"] });
  expect(stdout).toContain("goal-1");
  expect(stdout).not.toContain("dec-0a0b0c01");
});
