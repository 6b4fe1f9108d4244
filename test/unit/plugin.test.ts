/** The plugin's files agree with the package and with what the installer registers. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { entryOf, wantedEntries } from "../../src/install/wanted-entries.ts";
import { ROOT } from "../e2e/run-hook.ts";

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Record<string, unknown>;
}

/** Long established; one that a client does not know would switch the whole plugin off. */
const KNOWN = ["UserPromptSubmit", "SessionStart", "SessionEnd", "PreCompact", "SubagentStart", "PreToolUse", "PostToolUse", "PostToolUseFailure"];

describe("the plugin", () => {
  it("registers what the installer registers, by its own root", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    const command = { command: "node", args: ["${CLAUDE_PLUGIN_ROOT}/bin/lore-inject.js"] };
    const expected: Record<string, unknown[]> = {};
    for (const wanted of wantedEntries({ events: null, capture: true })) {
      expected[wanted.event] ??= [];
      expected[wanted.event]?.push(entryOf(wanted, command));
    }
    expect(readJson("hooks/hooks.json").hooks).toEqual(expected);
    expect(Object.keys(expected).filter((event) => !KNOWN.includes(event))).toEqual([]);
  });

  it("has the package's version, and does not name the hooks file, which the client would load twice", () => {
    expect(readJson(".claude-plugin/plugin.json")).toMatchObject({ name: "lore", version: readJson("package.json").version });
    expect(readJson(".claude-plugin/plugin.json")).not.toHaveProperty("hooks");
    expect(readJson(".claude-plugin/marketplace.json")).toMatchObject({ plugins: [{ name: "lore", source: "./dist-plugin" }] });
  });

  it("is in the npm package", () => {
    const files = readJson("package.json").files as readonly string[];
    expect(files).toEqual(expect.arrayContaining([".claude-plugin/plugin.json", "bin", "commands", "dist", "hooks", "skills"]));
  });

  it("what the marketplace offers is built, and nothing but the plugin", () => {
    expect(readdirSync(join(ROOT, "dist-plugin")).sort()).toEqual(
      [".claude-plugin", "LICENSE", "bin", "commands", "config.yaml", "dist", "hooks", "keyword-synonyms.yaml", "skills"].sort(),
    );
    expect(readFileSync(join(ROOT, "dist-plugin/dist/hook.cjs"))).toEqual(readFileSync(join(ROOT, "dist/hook.cjs")));
  });

  it("has its commands and the skill, and each runs the binary that is there", () => {
    expect(readdirSync(join(ROOT, "commands")).sort()).toEqual(["handoff.md", "remember.md", "search.md", "why.md"]);
    for (const file of [...readdirSync(join(ROOT, "commands")).map((name) => join("commands", name)), "skills/lore/SKILL.md"]) {
      const text = readFileSync(join(ROOT, file), "utf8");
      const [, path] = /\$\{CLAUDE_PLUGIN_ROOT\}\/(\S+?)"/.exec(text) ?? [];
      expect(existsSync(join(ROOT, path ?? "none")), file).toBe(true);
    }
  });
});
