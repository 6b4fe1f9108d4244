/** The derived file: what is written is found again, and what is damaged is not used. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Feedback, Verdict } from "../../../src/store/feedback-file.ts";
import { readUsefulness, writeUsefulness } from "../../../src/store/usefulness-file.ts";
import { makeTempDir } from "../builders.ts";

const NOW = Date.UTC(2026, 10, 16);

function said(key: string, verdict: Verdict): Feedback {
  return { at: NOW, key, verdict, by: "person" };
}

function written(feedback: readonly Feedback[], sessions = 0): { readonly folder: string; readonly file: string } {
  const folder = join(makeTempDir(), "cache", "lore-inject");
  expect(writeUsefulness(folder, feedback, sessions, NOW)).toBe(true);
  return { folder, file: join(folder, "usefulness.bin") };
}

test("each record has its own factor, within the given bounds", () => {
  const keys = Array.from({ length: 500 }, (_, index) => `journal:dec-${index}`);
  const { folder } = written(
    keys.map((key, index) => said(key, index % 2 === 0 ? "helped" : "wrong")),
    7,
  );
  const usefulness = readUsefulness(folder);
  expect(usefulness?.sessions).toBe(7);
  keys.forEach((key, index) => {
    const factor = usefulness?.factorOf(key, 0.5, 2) ?? 1;
    expect(index % 2 === 0 ? factor > 1 && factor <= 2 : factor < 1 && factor >= 0.5).toBe(true);
  });
  expect(usefulness?.factorOf("journal:none", 0.5, 2)).toBe(1);
  expect(usefulness?.factorOf("patterns:dec-0", 0.5, 2)).toBe(1);
});

test("without feedback everything is 1", () => expect(readUsefulness(written([], 3).folder)?.factorOf("journal:a", 0.7, 1.3)).toBe(1));

test("nothing is left beside it", () => expect(readdirSync(written([said("journal:a", "helped")]).folder)).toEqual(["usefulness.bin"]));

test("never more than 64k records: those that lean the most stay", () => {
  const many = Array.from({ length: 66_000 }, (_, index) => said(`journal:${index}`, "helped"));
  const { folder, file } = written([...many, said("journal:bad", "wrong")]);
  expect(readFileSync(file).length).toBeLessThan(1024 * 1024);
  expect(readUsefulness(folder)?.factorOf("journal:bad", 0.7, 1.3)).toBeLessThan(1);
});

describe("damaged", () => {
  const change: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    empty: () => Buffer.alloc(0),
    "cut within the header": (bytes) => bytes.subarray(0, 10),
    "cut within an entry": (bytes) => bytes.subarray(0, -1),
    "cut by an entry": (bytes) => bytes.subarray(0, -12),
    "with something behind it": (bytes) => Buffer.concat([bytes, Buffer.from("x")]),
    "of another kind": (bytes) => Buffer.concat([Buffer.from("no"), bytes.subarray(2)]),
    "of a later version": (bytes) => Buffer.concat([bytes.subarray(0, 4), Buffer.from([9]), bytes.subarray(5)]),
    "far too long": () => Buffer.alloc(2 * 1024 * 1024),
  };
  test.each(Object.keys(change))("%s", (name) => {
    const { folder, file } = written([said("journal:a", "helped"), said("journal:b", "wrong")]);
    writeFileSync(file, change[name]?.(readFileSync(file)) ?? "");
    expect(readUsefulness(folder)).toBeNull();
  });
  test("in its entries: still within bounds", () => {
    const { folder, file } = written([said("journal:a", "helped")]);
    const bytes = readFileSync(file);
    bytes.writeInt32LE(2_000_000_000, 24);
    writeFileSync(file, bytes);
    expect(readUsefulness(folder)?.factorOf("journal:a", 0.7, 1.3)).toBe(1.3);
  });
  test("not there, a folder in its place, no cache at all", () => {
    const folder = makeTempDir();
    expect(readUsefulness(folder)).toBeNull();
    expect(readUsefulness(null)).toBeNull();
    expect(writeUsefulness(join(written([]).file, "below"), [], 0)).toBe(false);
  });
});
