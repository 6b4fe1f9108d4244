import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StoreHistory } from "../../../src/replay/store-history.ts";
import { EVERYTHING } from "../../../src/store/prefilter.ts";
import { type Scan, scanStore } from "../../../src/store/scan-store.ts";
import type { StoreFile } from "../../../src/store/store-file.ts";
import { makeTempDir, REPO_ROOT, writeFile } from "../builders.ts";

const END = Number.MAX_SAFE_INTEGER;

function openLines(lines: readonly unknown[]): { readonly store: StoreFile; readonly at: (day: string) => readonly string[] } {
  const text = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  const path = writeFile(join(makeTempDir(), "decisions.jsonl"), text);
  const store: StoreFile = { source: "journal", path, derived: false, shownAs: path };
  const at = (day: string): readonly string[] => {
    const history = new StoreHistory(store, new Map());
    history.moveTo(Date.parse(day));
    const { found, lastLines } = history.scan(null);
    return found.filter(({ record, offset }) => lastLines.get(record.id) === offset).map(({ record }) => record.title);
  };
  return { store, at };
}

const decision = (id: string, timestamp: string | undefined, title = id): Readonly<Record<string, unknown>> => ({ id, decision: title, timestamp });

function plain({ lines, found, lastLines, projects }: Scan): unknown {
  const sorted = [...found].sort((a, b) => a.offset - b.offset);
  return {
    lines,
    projects: [...projects].sort(),
    lastLines: sorted.map(({ record: { id } }) => [id, lastLines.get(id)]),
    found: sorted.map(({ record, hits, offset, length }) => ({ record, hits: [...hits], offset, length })),
  };
}

describe("StoreHistory", () => {
  it("tells at the end of time what scanning the file tells", () => {
    const path = join(REPO_ROOT, "demo", "store", "journal", "data", "decisions.jsonl");
    const store: StoreFile = { source: "journal", path, derived: false, shownAs: path };
    const history = new StoreHistory(store, new Map());
    history.moveTo(END);
    const columns = new Map(["redi", "session", "webhook", "key", "nothing"].map((key, column) => [key, column]));
    const request = { store, from: 0, prefilter: EVERYTHING, isLate: () => false };
    expect(plain(history.scan(columns))).toEqual(plain(scanStore({ ...request, columns })));
    expect(plain(history.scan(null))).toEqual(plain(scanStore({ ...request, columns: null })));
  });

  it("counts broken and empty lines as the scan does", () => {
    const { store } = openLines([decision("a", "2026-01-01"), "{torn", "", decision("b", "2026-01-02")]);
    const history = new StoreHistory(store, new Map());
    history.moveTo(END);
    expect(history.scan(null).lines).toBe(scanStore({ store, from: 0, columns: null, prefilter: EVERYTHING, isLate: () => false }).lines);
  });

  it("takes a line without a date for as old as the one above it", () => {
    const { at } = openLines([decision("a", "2026-01-01"), decision("b", undefined), decision("c", "2026-03-01")]);
    expect(at("2025-12-31")).toEqual([]);
    expect(at("2026-01-02")).toEqual(["a", "b"]);
  });

  it("takes an old date below newer ones for an import of that time", () => {
    const days = Array.from({ length: 20 }, (_none, day) => decision(`d${day}`, `2026-02-${String(day + 1).padStart(2, "0")}`));
    const { at } = openLines([...days, decision("imported", "2024-05-05")]);
    expect(at("2026-02-19T12:00:00Z")).not.toContain("imported");
    expect(at("2026-02-20T12:00:00Z")).toContain("imported");
  });

  it("goes by the dates themselves where a file is in no order", () => {
    const { at } = openLines([decision("c", "2026-03-01"), decision("b", "2026-02-01"), decision("a", "2026-01-01")]);
    expect(at("2026-01-02")).toEqual(["a"]);
    expect(at("2026-02-02")).toEqual(["a", "b"]);
  });

  it("is not held up by a date that is still to come", () => {
    const days = Array.from({ length: 20 }, (_none, day) => decision(`d${day}`, `2020-02-${String(day + 1).padStart(2, "0")}`));
    const { at } = openLines([...days, decision("typo", "2999-01-01"), decision("next", "2020-02-21")]);
    expect(at("2020-02-22")).toContain("next");
    expect(at("2020-02-22")).not.toContain("typo");
  });

  it("knows of no line of an id that comes later", () => {
    const { store } = openLines([decision("a", "2026-01-01"), decision("b", "2026-03-01")]);
    const history = new StoreHistory(store, new Map());
    history.moveTo(Date.parse("2026-02-01"));
    const { lastLines } = history.scan(null);
    expect(lastLines.get("a")).toBe(0);
    // Whoever meets it in the file must not take it for current.
    expect(lastLines.get("b")).toBe(Number.MAX_SAFE_INTEGER);
    expect(lastLines.get("never")).toBeUndefined();
  });
});
