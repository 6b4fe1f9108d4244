import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recentFiles } from "../../../src/session/recent-activity.ts";

const NOW = 1_000_000_000_000;
const MINUTE = 60_000;
const happened = (type: "file_open" | "file_edit" | "file_close" | "symbol_hover", path: string, minutesAgo: number, ...symbols: string[]) => ({
  ...{ at: NOW - minutesAgo * MINUTE, type, path },
  ...(symbols.length === 0 ? {} : { symbols }),
});

describe("what is worked on", () => {
  test("an edit tells more than a look, and a newer one more than an older", () => {
    const files = recentFiles([happened("file_edit", "old.ts", 30), happened("file_open", "seen.ts", 1), happened("file_edit", "new.ts", 1)], NOW);
    expect(files.map(({ path }) => path)).toEqual(["new.ts", "seen.ts", "old.ts"]);
  });

  test("a file counts once, with the names of all that was done to it, the newest first", () => {
    const files = recentFiles([happened("file_edit", "a.ts", 3, "login", "logout"), happened("file_open", "a.ts", 1, "login", "refresh")], NOW);
    expect(files).toHaveLength(1);
    expect(files[0]?.symbols).toEqual(["login", "refresh", "logout"]);
  });

  test("an edit is not forgotten because the file is looked at afterwards", () => {
    const [file] = recentFiles([happened("file_edit", "a.ts", 1), happened("symbol_hover", "a.ts", 0)], NOW);
    expect(file?.type).toBe("file_edit");
  });

  test("a closed file is gone, and back when it is opened again", () => {
    expect(recentFiles([happened("file_edit", "a.ts", 2), happened("file_close", "a.ts", 1)], NOW)).toEqual([]);
    expect(recentFiles([happened("file_close", "a.ts", 2), happened("file_open", "a.ts", 1)], NOW)).toHaveLength(1);
  });

  test("what is hours old, or from the future, counts for nothing", () => {
    expect(recentFiles([happened("file_edit", "a.ts", 121), happened("file_edit", "b.ts", -200)], NOW)).toEqual([]);
  });

  test("whatever happened: each file once, relevance in 0..1 and falling, no more than 16", () => {
    const activity = fc.record({
      at: fc.integer({ min: NOW - 300 * MINUTE, max: NOW + 10 * MINUTE }),
      type: fc.constantFrom("file_open", "file_edit", "file_close", "symbol_hover" as const),
      path: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
      symbols: fc.array(fc.string({ maxLength: 5 }), { maxLength: 12 }),
    });
    fc.assert(
      fc.property(fc.array(activity, { maxLength: 80 }), (activities) => {
        const files = recentFiles(activities as Parameters<typeof recentFiles>[0], NOW);
        expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
        expect(files.length).toBeLessThanOrEqual(16);
        for (const [index, { relevance, symbols }] of files.entries()) {
          expect(relevance).toBeGreaterThan(0);
          expect(relevance).toBeLessThanOrEqual(files[index - 1]?.relevance ?? 1);
          expect(symbols.length).toBeLessThanOrEqual(12);
        }
      }),
    );
  });
});
