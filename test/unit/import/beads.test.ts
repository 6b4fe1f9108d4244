/** Issues of beads: what closed ones become, what open ones become, and which line of an issue counts. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { beads } from "../../../src/import/beads.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";
import { readAll } from "./reading.ts";

type Issue = Readonly<Record<string, unknown>>;

function issue(over: Issue): Issue {
  return { id: "shop-1", title: "Pay by invoice", status: "open", issue_type: "feature", priority: 1, created_at: "2025-05-01T10:00:00Z", ...over };
}

function project(lines: readonly (Issue | string)[]): { readonly root: string; readonly file: string } {
  const root = makeTempDir();
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  return { root, file: writeFile(join(root, ".beads", "issues.jsonl"), text) };
}

describe("beads", () => {
  it("takes a closed issue for a decision: its design, and why", async () => {
    const closed = issue({
      status: "closed",
      design: "One invoice per order, numbered by the database",
      description: "Companies cannot pay by card",
      close_reason: "Shipped with the numbering of the database, as gaps are not allowed",
      closed_at: "2025-06-01T10:00:00Z",
      labels: ["billing"],
      comments: [{ author: "ann", text: "The tax office asked for this" }],
    });
    const { file, root } = project([closed]);
    expect((await readAll(beads, root)).records).toEqual([
      {
        kind: "decision",
        said: {
          text: "One invoice per order, numbered by the database",
          rationale: "Companies cannot pay by card\nShipped with the numbering of the database, as gaps are not allowed\nThe tax office asked for this",
          tags: ["beads", "shop-1", "billing"],
        },
        fields: { title: "Pay by invoice" },
        at: Date.parse("2025-06-01T10:00:00Z"),
        project: null,
        from: `${file}:1`,
      },
    ]);
  });

  it("takes a closed bug for a failure with its remedy", async () => {
    const bug = issue({
      issue_type: "bug",
      title: "Totals are off by a cent",
      status: "closed",
      close_reason: "Rounded per line; now rounded once, at the end",
    });
    const { records } = await readAll(beads, project([bug]).root);
    expect(records).toMatchObject([{ kind: "failure", said: { text: "Totals are off by a cent", fix: "Rounded per line; now rounded once, at the end" } }]);
  });

  it.each(["Closed", "Done.", "", "Completed", "duplicate of shop-3"])("leaves out what was closed without a word why: %j", async (reason) => {
    const { records, skipped } = await readAll(beads, project([issue({ status: "closed", close_reason: reason })]).root);
    expect([records, skipped]).toEqual([[], ["issue closed without a word why"]]);
  });

  it("takes an open issue for a note that says its state", async () => {
    const open = issue({
      status: "in_progress",
      description: "Companies cannot pay by card",
      acceptance_criteria: "A PDF is mailed",
      dependencies: [
        { issue_id: "shop-1", depends_on_id: "shop-9", type: "blocks" },
        { issue_id: "shop-1", depends_on_id: "shop-2", type: "related" },
      ],
    });
    const { records } = await readAll(beads, project([open]).root);
    expect(records).toMatchObject([
      {
        kind: "observation",
        said: { text: "Companies cannot pay by card\nDone when: A PDF is mailed\nBlocked by: shop-9" },
        fields: { title: "Pay by invoice (in progress feature shop-1)" },
      },
    ]);
  });

  it("of several lines of an issue takes the one that was changed last, in whatever order they stand", async () => {
    const newer = issue({ title: "Newer", updated_at: "2025-07-02T00:00:00Z" });
    const older = issue({ title: "Older", updated_at: "2025-07-01T00:00:00Z" });
    for (const lines of [
      [newer, older],
      [older, newer],
    ]) {
      const { records } = await readAll(beads, project(lines).root);
      expect(records.map(({ said }) => said.text)).toEqual(["Newer (open feature shop-1)"]);
    }
  });

  it("goes on behind a torn line, names it, and leaves out what was deleted", async () => {
    const { root, file } = project([issue({}), '{"id":"shop-2","title":"tor', issue({ id: "shop-3", status: "tombstone" }), issue({ id: "shop-4" })]);
    const { records, problems, skipped } = await readAll(beads, root);
    expect(records.map(({ said }) => said.tags?.[1])).toEqual(["shop-1", "shop-4"]);
    expect(problems).toMatchObject([{ where: `${file}:2`, what: "no JSON object" }]);
    expect(skipped).toEqual(["deleted issue"]);
  });

  it("passes over a line that is longer than any record", async () => {
    const { root, file } = project([issue({ id: "shop-2", description: "x".repeat(3_000_000) }), issue({})]);
    const { records, problems } = await readAll(beads, root);
    expect(records.map(({ from }) => from)).toEqual([`${file}:2`]);
    expect(problems).toMatchObject([{ where: `${file}:1`, what: "the line is too long" }]);
  });

  it("knows its folder, the folder above and a file of lines", () => {
    const { root, file } = project([issue({})]);
    expect([root, join(root, ".beads"), file].map(beads.recognizes)).toEqual([true, true, true]);
    expect(beads.usualPlaces({ home: null, root })).toEqual([join(root, ".beads")]);
    expect(beads.recognizes(makeFolder(join(root, "src")))).toBe(false);
  });
});
