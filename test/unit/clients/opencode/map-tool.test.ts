/** OpenCode's tools in the words of the hook's events. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadedDocuments, mapTool } from "../../../../src/clients/opencode/map-tool.ts";
import { parseSessionEvent } from "../../../../src/event/parse-session-event.ts";

const use = (tool: string, args: unknown, output: unknown = "", metadata: unknown = {}) => mapTool({ tool, args, output, metadata });

describe("mapTool", () => {
  it.each([
    ["read", "Read", "file_open"],
    ["edit", "Edit", "file_edit"],
    ["multiedit", "MultiEdit", "file_edit"],
    ["write", "Write", "file_edit"],
  ])("%s is %s", (tool, name, type) => {
    expect(use(tool, { filePath: "/a/b.ts" })).toEqual([
      { event: "PostToolUse", fields: { tool_name: name, tool_input: { file_path: "/a/b.ts" } }, activity: { type, file: "/a/b.ts" } },
    ]);
  });

  it("takes a command that ended with an error for a failure, and the end of what it printed for the error", () => {
    const [failed] = use("bash", { command: "npm test" }, `${"x".repeat(5000)}TypeError: boom`, { exit: 1 });
    expect(failed).toMatchObject({ event: "PostToolUseFailure", fields: { tool_name: "Bash", tool_input: { command: "npm test" } } });
    expect(String(failed?.fields.error)).toMatch(/TypeError: boom$/);
    expect(String(failed?.fields.error).length).toBeLessThanOrEqual(2000);
    expect(use("bash", { command: "ls" }, "a", { exit: 0 })).toMatchObject([{ event: "PostToolUse" }]);
    expect(use("bash", { command: "ls" }, "a", {})).toMatchObject([{ event: "PostToolUse" }]);
  });

  it("finds each file of a patch once, but not those that it deletes", () => {
    const patchText = "*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n*** Add File: b/c.ts\n+y\n*** Delete File: d.ts\n*** Update File: a.ts\n*** End Patch";
    expect(use("apply_patch", { patchText }).map(({ activity }) => activity?.file)).toEqual(["a.ts", "b/c.ts"]);
  });

  it.each([
    ["glob", { pattern: "*" }],
    ["read", {}],
    ["read", { filePath: 7 }],
    ["read", { filePath: "a\0b" }],
    ["bash", null],
    ["toString", { filePath: "a" }],
    ["__proto__", { filePath: "a" }],
    ["apply_patch", { patchText: 7 }],
  ])("has nothing to say to %s with %j", (tool, args) => {
    expect(use(tool, args)).toEqual([]);
  });

  it("gives events that the core understands, whatever it is given", () => {
    const tool = fc.constantFrom("read", "edit", "write", "bash", "apply_patch", "task");
    const args = fc.oneof(fc.anything(), fc.record({ filePath: fc.string(), command: fc.string(), patchText: fc.string() }));
    fc.assert(
      fc.property(tool, args, fc.anything(), fc.anything(), (name, given, output, metadata) => {
        for (const { event, fields } of use(name, given, output, metadata)) {
          const parsed = parseSessionEvent({ name: "other", hookEventName: event, fields, sessionId: "s", agent: null, transcript: "", cwd: "/" });
          expect(parsed?.name).toBe(event);
        }
      }),
    );
  });
});

describe("loadedDocuments", () => {
  it("are the paths that the result names", () => {
    expect(loadedDocuments({ loaded: ["/a/AGENTS.md", 7, ""] })).toEqual(["/a/AGENTS.md"]);
    expect(loadedDocuments(null)).toEqual([]);
    expect(loadedDocuments({ loaded: "x" })).toEqual([]);
  });
});
