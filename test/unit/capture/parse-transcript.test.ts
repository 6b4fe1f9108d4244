/** Lines of a transcript → turns, and the reading of long files. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseTranscript, type Turn } from "../../../src/capture/parse-transcript.ts";
import { readTranscript } from "../../../src/capture/read-transcript.ts";

const folder = mkdtempSync(join(tmpdir(), "capture-"));
afterAll(() => rmSync(folder, { recursive: true }));

function user(content: unknown, more: object = {}): string {
  return JSON.stringify({ type: "user", message: { role: "user", content }, ...more });
}
function assistant(...content: readonly object[]): string {
  return JSON.stringify({ type: "assistant", message: { role: "assistant", content } });
}
function told(...lines: readonly string[]): readonly unknown[] {
  return parseTranscript(lines.join("\n")).map((turn) => [turn.kind, describeTurn(turn)]);
}
function describeTurn(turn: Turn): unknown {
  if (turn.kind === "tool") return [turn.tool, turn.result];
  if (turn.kind === "command") return `${turn.name} ${turn.args}`;
  return turn.kind === "interruption" ? "" : turn.text;
}

describe("what the person typed", () => {
  test.each([
    ["text", "fix the cart", [["prompt", "fix the cart"]]],
    [
      "blocks",
      [
        { type: "text", text: "look at this" },
        { type: "image", source: {} },
      ],
      [["prompt", "look at this"]],
    ],
    ["a reminder around it", "<system-reminder>secret\nplan</system-reminder>\nfix it", [["prompt", "fix it"]]],
    ["a reminder alone", "<system-reminder>x</system-reminder>", []],
    ["a command", "<command-name>/fix</command-name><command-message>fix</command-message><command-args>issue 4</command-args>", [["command", "fix issue 4"]]],
    ["output of a command", "<local-command-stdout>done</local-command-stdout>", []],
    ["shell mode", "<bash-input>ls</bash-input>", []],
    ["an interruption", [{ type: "text", text: "[Request interrupted by user for tool use]" }], [["interruption", ""]]],
    ["something private", "use <private>hunter2</private> now", [["prompt", "use  now"]]],
    ["nothing", null, []],
  ])("%s", (_, content, turns) => expect(told(user(content))).toEqual(turns));

  test("not what the client or another agent wrote", () => expect(told(user("a", { isMeta: true }), user("b", { isSidechain: true }))).toEqual([]));
  test("not a summary", () => expect(told(user("This session …", { isCompactSummary: true }))).toEqual([["summary", "This session …"]]));
  test("also while the assistant was at work", () =>
    expect(told(JSON.stringify({ type: "attachment", attachment: { type: "queued_command", prompt: "and the docs" } }))).toEqual([["prompt", "and the docs"]]));
});

describe("tools", () => {
  const use = assistant({ type: "text", text: "I run it." }, { type: "tool_use", id: "t", name: "Bash", input: { command: "make" } });
  test("with their result", () =>
    expect(told(use, user([{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "Exit code 2" }], is_error: true }]))).toEqual([
      ["reply", "I run it."],
      ["tool", ["Bash", { text: "Exit code 2", failed: true, interrupted: false }]],
    ]));
  test("without one", () => expect(told(use)[1]).toEqual(["tool", ["Bash", null]]));
  test("interrupted", () =>
    expect(told(use, user([{ type: "tool_result", tool_use_id: "t", content: "part" }], { toolUseResult: { interrupted: true } }))[1]).toEqual([
      "tool",
      ["Bash", { text: "part", failed: false, interrupted: true }],
    ]));
});

test("what must not be kept goes before anything is shortened", () => {
  const lines = [
    user("token abc"),
    assistant({ type: "tool_use", id: "t", name: "Bash", input: { command: "curl abc", content: "abc" } }),
    user([{ type: "tool_result", tool_use_id: "t", content: "abc" }]),
    assistant({ type: "tool_use", id: "u", name: "TodoWrite", input: { todos: [{ content: "use abc", status: "pending" }] } }),
  ];
  expect(JSON.stringify(parseTranscript(lines.join("\n"), (text) => text.replaceAll("abc", "•")))).not.toContain("abc");
});

describe("reading", () => {
  const path = join(folder, "long.jsonl");
  const lines = Array.from({ length: 1_000 }, (_, index) => user(`prompt ${index} äöü`));
  writeFileSync(path, lines.join("\n"));

  test("whole when it is short", () => expect(readTranscript(path)).toBe(lines.join("\n")));
  test("the beginning and the end of a long one, in whole lines", () => {
    for (let extra = 0; extra < 80; extra += 1) {
      const read = readTranscript(path, { head: 300 + extra, tail: 500 + extra })?.split("\n") ?? [];
      expect(read.every((line) => lines.includes(line))).toBe(true);
      expect([read[0], read.at(-1)]).toEqual([lines[0], lines.at(-1)]);
    }
  });
  test("a line longer than the end that is read", () => {
    const huge = join(folder, "huge.jsonl");
    writeFileSync(huge, `${lines[0]}\n${user("x".repeat(10_000))}`);
    expect(readTranscript(huge, { head: 200, tail: 1_000 })).toBe(`${lines[0]}\n`);
  });
  test("nothing where there is none", () => {
    expect(readTranscript(join(folder, "none.jsonl"))).toBeNull();
    expect(readTranscript(folder)).toBeNull();
  });
});
