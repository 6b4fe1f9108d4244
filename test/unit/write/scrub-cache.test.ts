/** What was made from the text of records goes; locks, notes and whatever somebody is just making stay. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { removeDerived } from "../../../src/write/scrub-cache.ts";

const folder = mkdtempSync(join(tmpdir(), "lore-scrub-cache-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("removes derived files, settings, segments and what the dead left aside", () => {
  const gone = ["derived-goals-0a.jsonl", "prepared-0a.json", "base-0a.idx", "delta-0a.idx", "base-0a.idx.999999999.tmp", "base-0a.idx.999999999.tmp.rows"];
  const kept = ["around-0a.json", `base-0a.idx.${process.pid}.tmp`, "index-0a.lock", "notes.txt"];
  for (const name of [...gone, ...kept]) writeFileSync(join(folder, name), "");
  expect(removeDerived(folder)).toBe(gone.length);
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
});

it("there may be no cache", () => {
  expect(removeDerived(null)).toBe(0);
  expect(removeDerived(join(folder, "none"))).toBe(0);
});
