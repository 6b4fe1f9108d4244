/** What is registered for each event: flags where somebody waits, the stand-in before prompts that a server answers. */
import { describe, expect, it } from "vitest";
import { commandFor } from "../../../src/install/command-for.ts";

const SCRIPT = "/pkg/bin/lore-inject.js";
const PLAIN = { command: "/usr/bin/node", args: [SCRIPT], fast: { flags: ["--fast"], node: "20.20.2" } };
const FALLBACK = { script: "/pkg/bin/unless-warm.sh", folder: "/state/warm" };

describe("commandFor", () => {
  it.each([
    ["UserPromptSubmit", "inject", ["--fast", SCRIPT]],
    ["PreToolUse", "inject", ["--fast", SCRIPT]],
    ["SessionStart", "inject", [SCRIPT]],
    ["UserPromptSubmit", "capture", [SCRIPT]],
    ["SessionEnd", "capture", [SCRIPT]],
  ] as const)("%s, %s: %j", (event, role, args) => {
    expect(commandFor(PLAIN, { event, role }, null)).toEqual({ command: "/usr/bin/node", args });
  });

  it("puts the flags behind what unsets variables, and right before the script", () => {
    const unset = { ...PLAIN, command: "/usr/bin/env", args: ["-u", "NODE_EXTRA_CA_CERTS", "/usr/bin/node", SCRIPT] };
    expect(commandFor(unset, { event: "UserPromptSubmit", role: "inject" }, null).args).toEqual([
      ...["-u", "NODE_EXTRA_CA_CERTS", "/usr/bin/node"],
      ...["--fast", SCRIPT],
    ]);
  });

  it("the stand-in for a server starts the same command, on prompts alone", () => {
    expect(commandFor(PLAIN, { event: "UserPromptSubmit", role: "inject" }, FALLBACK)).toEqual({
      command: "/bin/sh",
      args: [FALLBACK.script, FALLBACK.folder, "/usr/bin/node", "--fast", SCRIPT],
    });
    expect(commandFor(PLAIN, { event: "PreToolUse", role: "inject" }, FALLBACK).command).toBe("/usr/bin/node");
  });

  it("without flags, or where none are known, it is the command as it is", () => {
    for (const fast of [null, undefined]) {
      const command = { command: "bun", args: ["--cwd=/pkg", SCRIPT], ...(fast === undefined ? {} : { fast }) };
      expect(commandFor(command, { event: "UserPromptSubmit", role: "inject" }, null)).toEqual({ command: "bun", args: ["--cwd=/pkg", SCRIPT] });
    }
  });
});
