/** Lines of a transcript → who brought which words in. */
import { expect, test } from "vitest";
import { type Moment, parseMoments } from "../../../src/usefulness/parse-moments.ts";

const AT = "2026-03-02T09:00:00.000Z";

function user(content: unknown, more: object = {}): string {
  return JSON.stringify({ type: "user", message: { role: "user", content }, timestamp: AT, ...more });
}
function assistant(block: object, more: object = {}): string {
  return JSON.stringify({ type: "assistant", message: { role: "assistant", content: [block] }, timestamp: AT, ...more });
}
function told(...lines: readonly string[]): readonly unknown[] {
  return parseMoments(lines.join("\n")).map(({ kind, text, files }: Moment) => (files.length === 0 ? [kind, text] : [kind, text, ...files]));
}

test.each<[string, string, readonly unknown[]]>([
  ["a prompt", user("fix it"), [["prompt", "fix it"]]],
  ["a prompt in blocks", user([{ type: "text", text: "fix it" }]), [["prompt", "fix it"]]],
  ["a reminder around it", user("<system-reminder>lore</system-reminder>fix it"), [["prompt", "fix it"]]],
  ["a slash command", user("<command-name>/fix</command-name><command-args>issue 4</command-args>"), [["prompt", "fix issue 4"]]],
  ["what the client wrote", user("x", { isMeta: true }), []],
  ["what a hook added", JSON.stringify({ type: "attachment", attachment: { type: "hook_additional_context", content: ["dec-1"] } }), []],
  [
    "a summary",
    user("This session is being continued from a previous conversation: a", { isCompactSummary: true }),
    [["given", "This session is being continued from a previous conversation: a"]],
  ],
  ["an answer", assistant({ type: "text", text: "done" }), [["reply", "done"]]],
  ["an error of the client", assistant({ type: "text", text: "API Error" }, { isApiErrorMessage: true }), []],
  ["a command", assistant({ type: "tool_use", id: "t", name: "Bash", input: { command: "make", timeout: 5 } }), [["action", "make"]]],
  [
    "an edit: what it takes out was there before",
    assistant({ type: "tool_use", id: "t", name: "Edit", input: { file_path: "/a.ts", old_string: "old", new_string: "new" } }),
    [
      ["given", "old"],
      ["action", "new", "/a.ts"],
    ],
  ],
  [
    "several edits at once",
    assistant({ type: "tool_use", id: "t", name: "MultiEdit", input: { file_path: "/a.ts", edits: [{ old_string: "old", new_string: "new" }] } }),
    [["action", "new", "/a.ts"]],
  ],
  ["a result", user([{ type: "tool_result", tool_use_id: "t", content: [{ type: "text", text: "ok" }] }]), [["given", "ok"]]],
  ["no JSON", "{broken", []],
  ["nothing at all", "", []],
])("%s", (_, line, moments) => expect(told(line)).toEqual(moments));

test("a line that stands twice counts once", () => expect(told(user("a", { uuid: "1" }), user("a", { uuid: "1" }))).toEqual([["prompt", "a"]]));

test("a line without a time has that of the one before", () => {
  const moments = parseMoments([user("a"), user("b", { timestamp: undefined })].join("\n"));
  expect(moments.map(({ at }) => at)).toEqual([Date.parse(AT), Date.parse(AT)]);
});
