/** What was kept stays out until something changes; what is printed can be pasted. */
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Finding, fingerprint } from "../../../src/review/finding.ts";
import { readKept, writeKept } from "../../../src/review/kept-file.ts";
import { commandsFor, renderReview } from "../../../src/review/render-review.ts";
import { makeTempDir, writeFile } from "../builders.ts";
import { reviewed } from "./reviewed.ts";

const made = (fields: object = {}, over: Partial<Finding> = {}): Finding => ({
  kind: "stale",
  reason: "gone",
  records: [reviewed({ fields: { id: "dec-1", decision: "Prices are rounded in src/price.ts", ...fields } })],
  why: "names src/price.ts, which is gone",
  because: "src/price.ts is gone",
  detail: "src/price.ts",
  ...over,
});

it("a kept finding is known again, until its record or what is wrong with it changes", () => {
  const stateDir = join(makeTempDir(), "state");
  expect(readKept(stateDir).size).toBe(0);
  writeKept(stateDir, made(), 1);
  writeKept(stateDir, made({}, { reason: "old" }), 2);
  const kept = readKept(stateDir);
  expect(kept.has(fingerprint(made()))).toBe(true);
  expect(kept.has(fingerprint(made({ edited_at: "2026-11-16" })))).toBe(false);
  expect(kept.has(fingerprint(made({}, { detail: "src/tax.ts" })))).toBe(false);
  expect(kept.has(fingerprint(made({}, { reason: "wrong" })))).toBe(false);
});

it("the order of the records does not matter; lines that make no sense are passed over", () => {
  const stateDir = makeTempDir();
  writeFile(join(stateDir, "review.jsonl"), 'nonsense\n{"kept":7}\n\n');
  const [a, b] = [reviewed({ fields: { id: "a", decision: "x" } }), reviewed({ fields: { id: "b", decision: "x" } })];
  writeKept(stateDir, made({}, { records: [a, b] }), 1);
  expect(readKept(stateDir)).toEqual(new Set([fingerprint(made({}, { records: [b, a] }))]));
});

it("what cannot be kept is said, and no link is written through", () => {
  expect(() => writeKept(null, made(), 1)).toThrow("no state folder");
  const stateDir = makeTempDir();
  const target = writeFile(join(stateDir, "other"), "mine\n");
  symlinkSync(target, join(stateDir, "review.jsonl"));
  expect(() => writeKept(stateDir, made(), 1)).toThrow();
  expect(readFileSync(target, "utf8")).toBe("mine\n");
  const folder = makeTempDir();
  mkdirSync(join(folder, "review.jsonl"));
  expect(() => writeKept(folder, made(), 1)).toThrow();
});

it("a command can be pasted, whatever an id or a path holds", () => {
  expect(commandsFor(made())).toEqual(["lore-inject retract dec-1 --reason 'src/price.ts is gone'"]);
  expect(commandsFor(made({ id: "a$(id)'b" }, { because: "it's `x`\n$(y)" }))).toEqual(["lore-inject retract 'a$(id)'\\''b' --reason 'it'\\''s `x` $(y)'"]);
  expect(commandsFor(made({}, { reason: "proposed" }))).toEqual(["lore-inject edit dec-1 --field status=active"]);
});

it("the report is grouped and says what is left out", () => {
  const findings = [made(), made({ id: "dec-2", decision: "Taxes are in src/tax.ts" })];
  expect(renderReview({ project: "shop", looked: 10, findings, kept: 1, problems: [] }, 1)).toMatchInlineSnapshot(`
    [
      "2 findings in 10 records (shop), 1 kept as they are",
      "",
      "Perhaps out of date (1 of 2)",
      "  dec-1  2026-11-01  Prices are rounded in src/price.ts",
      "    names src/price.ts, which is gone",
      "    lore-inject retract dec-1 --reason 'src/price.ts is gone'",
      "",
      "(1 more: --limit 2)",
    ]
  `);
});
