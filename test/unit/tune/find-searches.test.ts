import { describe, expect, it } from "vitest";
import { findSearches } from "../../../src/tune/find-searches.ts";

function line(name: string, input: unknown, over: Readonly<Record<string, unknown>> = {}): string {
  const message = { role: "assistant", content: [{ type: "tool_use", id: "t", name, input }] };
  return JSON.stringify({ type: "assistant", timestamp: "2026-06-01T10:00:00Z", cwd: "/w/shop", message, ...over });
}

describe("findSearches", () => {
  it.each([
    ["a command", line("Bash", { command: 'lore-inject search "cart expiry"' }), "cart expiry"],
    ["a command among others", line("Bash", { command: "cd /w && lore-inject search cart expiry --json | head -3" }), "cart expiry"],
    ["a script's path", line("Bash", { command: "node ./bin/lore-inject.js search cart" }), "cart"],
    ["the tool of the MCP server", line("mcp__lore-inject__search", { query: "cart expiry" }), "cart expiry"],
    ["the tool of another client", line("lore_search", { query: "cart" }), "cart"],
  ])("finds %s", (_name, text, query) => {
    expect(findSearches(`${text}\n`)).toEqual([{ at: Date.parse("2026-06-01T10:00:00Z"), cwd: "/w/shop", query }]);
  });

  it.each([
    ["another search", line("WebSearch", { query: "lore of the sea" })],
    ["another command", line("Bash", { command: "lore-inject remember 'search is slow'" })],
    ["a subagent's", line("Bash", { command: "lore-inject search cart" }, { isSidechain: true })],
    ["a line without a time", line("Bash", { command: "lore-inject search cart" }, { timestamp: "" })],
    ["a torn line", line("Bash", { command: "lore-inject search cart" }).slice(0, -5)],
  ])("passes over %s", (_name, text) => {
    expect(findSearches(text)).toEqual([]);
  });
});
