/** The diff that --dry-run shows: as diff(1) writes it, and it can be applied. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderDiff } from "../../../src/install/render-diff.ts";

describe("renderDiff", () => {
  it("shows what changes with three lines around it", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
    expect(renderDiff(before, before.replace("5\n", "five\n5b\n"), "f")).toEqual([
      "--- f",
      "+++ f",
      "@@ -2,7 +2,8 @@",
      " 2",
      " 3",
      " 4",
      "-5",
      "+five",
      "+5b",
      " 6",
      " 7",
      " 8",
    ]);
  });

  it("says where a file is missing, or its last newline", () => {
    expect(renderDiff(null, "a\n", "f")).toEqual(["--- /dev/null", "+++ f", "@@ -0,0 +1 @@", "+a"]);
    expect(renderDiff("a", "a\n", "f")).toEqual(["--- f", "+++ f", "@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+a"]);
    expect(renderDiff("a", "a", "f")).toEqual([]);
  });

  it("means what it says: applied to the one text it gives the other", () => {
    const text = fc
      .tuple(fc.array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n"), { maxLength: 40 }), fc.constantFrom("", "end"))
      .map(([lines, end]) => lines.join("") + end);
    fc.assert(fc.property(text, text, (before, after) => apply(before, renderDiff(before, after, "f")) === after));
  });
});

/** As patch(1) does, and as strict: every line that is not added must be there. */
function apply(before: string, diff: readonly string[]): string {
  const old = before === "" ? [] : before.split(/(?<=\n)/);
  const made: string[] = [];
  let at = 0;
  diff.slice(2).forEach((line, index, lines) => {
    const [, start, count] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
    if (start !== undefined) {
      const first = count === "0" ? Number(start) : Number(start) - 1;
      made.push(...old.slice(at, first));
      at = first;
    } else if (!line.startsWith("\\")) {
      const text = line.slice(1) + (lines[index + 1]?.startsWith("\\") ? "" : "\n");
      if (!line.startsWith("+")) expect(old[at++]).toBe(text);
      if (!line.startsWith("-")) made.push(text);
    }
  });
  return [...made, ...old.slice(at)].join("");
}
