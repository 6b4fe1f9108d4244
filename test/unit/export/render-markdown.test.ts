/** Whatever a record says, the document around it keeps its structure. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportedRecord } from "../../../src/export/clean-records.ts";
import { escapeMarkdown, renderBlock } from "../../../src/export/escape-markdown.ts";
import { renderMarkdown } from "../../../src/export/render-markdown.ts";
import { ALL_SOURCES } from "../../../src/sources/all-sources.ts";
import type { SourceName } from "../../../src/types.ts";

function exported(source: SourceName, fields: Readonly<Record<string, unknown>>): ExportedRecord {
  const parse = ALL_SOURCES.find(({ name }) => name === source)?.parseLine;
  return { source, fields, record: parse?.(fields, String(fields.id ?? "")) ?? null };
}

const render = (...records: readonly ExportedRecord[]): string => [...renderMarkdown(records)].join("");

/** Lines that are not within a fence. */
function outside(markdown: string): readonly string[] {
  let fence: string | null = null;
  return markdown.split("\n").filter((line) => {
    if (fence !== null) {
      if (/^ {0,3}`+\s*$/.test(line) && line.trim().length >= fence.length) fence = null;
      return false;
    }
    fence = /^(`{3,})text$/.exec(line)?.[1] ?? null;
    return fence === null;
  });
}

describe("escapeMarkdown", () => {
  it.each([
    ["# no heading", "\\# no heading"],
    ["#tag", "#tag"],
    ["- no list", "\\- no list"],
    ["1. no list", "1\\. no list"],
    ["2) no list", "2\\) no list"],
    ["1.5 s", "1.5 s"],
    ["> no quotation", "\\> no quotation"],
    ["===", "\\==="],
    ["<script>alert(1)</script>", "&lt;script>alert(1)&lt;/script>"],
    ["a &lt; b & c", "a &amp;lt; b & c"],
    ["[x](javascript:y)", "\\[x\\](javascript:y)"],
    ["`code` and *more* | cell", "\\`code\\` and \\*more\\* \\| cell"],
    ["snake_case_name and _this_", "snake_case_name and \\_this\\_"],
    ["C:\\temp ~~gone~~", "C:\\\\temp \\~\\~gone\\~\\~"],
  ])("%s", (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected);
  });
});

it("a block is fenced by more than it holds", () => {
  expect(renderBlock("a\n````\nb")).toBe("`````text\na\n````\nb\n`````");
});

describe("renderMarkdown", () => {
  it("goes by kind, then by project, and keeps the order within", () => {
    const document = render(
      exported("failures", { id: "f-1", error_message: "broke" }),
      exported("journal", { id: "d-2", decision: "second", project: "b" }),
      exported("journal", { id: "d-3", decision: "third", project: "a" }),
      exported("journal", { id: "d-1", decision: "first", project: "b" }),
      exported("journal", { id: "d-0", decision: "free" }),
    );
    expect(document.match(/^#+ .*/gm)).toEqual([
      "# Records",
      "## Decisions (4)",
      "### a",
      "#### third",
      "### b",
      "#### second",
      "#### first",
      "### No project",
      "#### free",
      "## Failures (1)",
      "### No project",
      "#### broke",
    ]);
  });

  it("a retired record is told by its own fields and its status", () => {
    const document = render(exported("journal", { id: "d-1", decision: "old", rationale: "why", status: "retracted", timestamp: "2026-01-02T00:00:00Z" }));
    expect(document).toContain("#### old\n\nd-1 · 2026-01-02 · retracted\n\n**rationale:** why\n");
  });

  it("a long title is told whole below its heading", () => {
    const decision = "many words ".repeat(40).trim();
    const document = render(exported("journal", { id: "d-1", decision }));
    expect(document).toContain(`\n${decision}\n`);
    expect(Math.max(...(document.match(/^#.*/gm) ?? []).map(({ length }) => length))).toBeLessThan(130);
  });

  it("no text ends the structure", () => {
    const piece = fc.constantFrom(
      "# a",
      "\n",
      "```",
      "~~~",
      "<b>",
      "<!--",
      "- x",
      "1. y",
      "> z",
      "===",
      "---",
      "|a|b|",
      "    code",
      "[a](b)",
      "&lt;",
      "\\",
      "\u2028",
      "\t# t",
      "text",
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, text, fc.array(text, { maxLength: 3 }), (title, body, project, tags) => {
        const records = [
          exported("journal", { id: `d-1${title}`, decision: `t${title}`, rationale: body, project, tags }),
          exported("inbox", { id: "o-1", content: `c${body}`, tags, project }),
          exported("failures", { id: "f-1", error_message: title, fix: body, status: "retracted" }),
        ];
        const lines = outside(render(...records));
        expect(lines.filter((line) => /^ {0,3}#{1,6}(?:\s|$)/.test(line))).toHaveLength(1 + 3 * 3);
        expect(lines.filter((line) => /^\s*(?:`{3}|~{3}|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|[=-]+\s*$)|^ {4}|<|(?<!\\)\|/.test(line))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
