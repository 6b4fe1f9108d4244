/** Processes that stay: what is opened for an answer is closed after it. */
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeStores } from "./engine/builders.ts";

describe("Core", () => {
  it.skipIf(!existsSync("/proc/self/fd"))("keeps no descriptor for a prompt, a session or a tool", () => {
    const { core, root, write } = makeStores();
    write("journal/data/decisions.jsonl", [
      { id: "dec-a1000001", timestamp: "2026-11-10T10:00:00Z", decision: "Invoices are rendered with typst", tags: ["shop"] },
    ]);
    const ask = (at: number): string => {
      const base = { sessionId: `session-${at}`, agent: null, transcript: "", cwd: root } as const;
      core.answer({ ...base, name: "other", hookEventName: "SessionStart", fields: { source: "startup" } });
      core.answer({ ...base, name: "other", hookEventName: "PreToolUse", fields: { tool_name: "Read", tool_input: { file_path: `${root}/a.ts` } } });
      return core.answer({ ...base, name: "UserPromptSubmit", prompt: "how are invoices rendered, with typst?" });
    };
    expect(ask(0)).toContain("dec-a1000001");
    const before = readdirSync("/proc/self/fd").length;
    for (let at = 1; at <= 20; at++) ask(at);
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before + 2);
  });
});
