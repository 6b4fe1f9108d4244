/** A prompt through programs that answer well, badly, late or not at all: as the client would start them. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkSelfTest } from "../../../src/doctor/check-self-test.ts";
import type { Entry } from "../../../src/doctor/read-registrations.ts";
import { makeEntry } from "./entries.ts";

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), "lore-inject-doctor-")));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const ANSWER = { hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "dec-1" } };
const say = (answer: unknown): string => `process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`;

function program(code: string): string {
  const path = join(dir, "lore-inject.js");
  writeFileSync(path, code);
  return path;
}

function test(code: string, more: Partial<Entry> = {}) {
  const entry = makeEntry({ command: process.execPath, args: [program(code)], ...more });
  return checkSelfTest({ entries: [entry], env: { PATH: process.env.PATH }, projectDir: dir, prompt: "why?", stateDir: join(dir, "state"), home: null });
}

const codes = (code: string, more: Partial<Entry> = {}): readonly string[] => test(code, more).findings.map((finding) => `${finding.severity} ${finding.code}`);

describe("checkSelfTest", () => {
  it("an answer, or silence, is fine", () => {
    expect(test(say(ANSWER))).toMatchObject({
      findings: [],
      lines: [expect.stringMatching(/^the registered command answers the prompt with 5 characters, \d+ ms of 5 s$/)],
    });
    expect(test("").lines[0]).toContain("nothing to say");
  });

  it.each([
    ["exit code 1", "process.exit(1)", "error self-test-exit"],
    ["exit code 2", "process.stderr.write('no'); process.exit(2)", "error self-test-exit"],
    ["a log line before the JSON", `console.log('log'); ${say(ANSWER)}`, "error self-test-answer"],
    ["another event's name", say({ hookSpecificOutput: { ...ANSWER.hookSpecificOutput, hookEventName: "Stop" } }), "error self-test-answer"],
    ["context at the top level", say({ additionalContext: "x" }), "error self-test-answer"],
    ["too long an answer", say({ hookSpecificOutput: { ...ANSWER.hookSpecificOutput, additionalContext: "x".repeat(10_001) } }), "warning self-test-long"],
    ["noise on stderr", `console.error('noise'); ${say(ANSWER)}`, "note self-test-stderr"],
  ])("%s", (_name, code, expected) => {
    expect(codes(code)).toEqual([expected]);
  });

  it("later than its timeout", () => {
    expect(codes("setTimeout(() => {}, 20000)", { timeout: 0.3 })).toEqual(["error self-test-timeout"]);
  });

  it("a program that cannot be started", () => {
    expect(codes("", { command: join(dir, "no-node") })).toEqual(["error self-test-start"]);
  });

  it("gets the event and the variables that the client gives", () => {
    const out = join(dir, "seen.json");
    test(
      `const fs = require("fs"); fs.writeFileSync(${JSON.stringify(out)}, JSON.stringify({ event: JSON.parse(fs.readFileSync(0, "utf8")), cwd: process.cwd(), ` +
        "project: process.env.CLAUDE_PROJECT_DIR, root: process.env.CLAUDE_PLUGIN_ROOT, args: process.argv.slice(2) }))",
      { args: [program(""), `\${CLAUDE_PROJECT_DIR}/x`], pluginRoot: "/plug" },
    );
    expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({
      event: { hook_event_name: "UserPromptSubmit", prompt: "why?", cwd: dir, session_id: `doctor-${process.pid}`, permission_mode: "default" },
      ...{ cwd: dir, project: dir, root: "/plug", args: [`${dir}/x`] },
    });
  });

  it.skipIf(process.platform === "win32")("the shell form goes through a shell", () => {
    const path = program(say(ANSWER));
    expect(codes("", { args: null, command: `cd / && "${process.execPath}" "${path}" | cat` })).toEqual([]);
    expect(test(say(ANSWER), { args: null, command: `exit 3; ${path}` }).lines[0]).toContain("exit code 3");
  });

  it.skipIf(process.platform === "win32")("one that ends without reading its event was started all the same", () => {
    // More than a pipe holds, so that writing it fails each time.
    const prompt = "x".repeat(1_000_000);
    const entry = makeEntry({ args: null, command: "exit 3" });
    const { lines } = checkSelfTest({ entries: [entry], env: { PATH: process.env.PATH }, projectDir: dir, prompt, stateDir: null, home: null });
    expect(lines).toEqual(["FAILED: it ended with exit code 3"]);
  });

  it("leaves no session behind, and touches no other", () => {
    const sessions = join(dir, "state", "sessions");
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, "mine.jsonl"), "{}");
    test(`require("fs").writeFileSync(${JSON.stringify(join(sessions, `doctor-${process.pid}.jsonl`))}, "{}")`);
    expect(readdirSync(sessions)).toEqual(["mine.jsonl"]);
  });

  it("never starts what a repository brought along, nor a line with other programs in it", () => {
    const mark = join(dir, "ran");
    const code = `require("fs").writeFileSync(${JSON.stringify(mark)}, "")`;
    for (const more of [{ scope: "project", isCurrent: false }, { scope: "local", isCurrent: false }, { isMixed: true }, { missing: "/gone" }] as const) {
      expect(test(code, more)).toMatchObject({ findings: [], lines: [expect.stringContaining("not tried: ")] });
      expect(existsSync(mark)).toBe(false);
    }
    test(code, { scope: "local", isCurrent: true });
    expect(existsSync(mark)).toBe(true);
  });

  it("with nothing on prompts there is nothing to try", () => {
    expect(test("", { event: "SessionStart" }).lines).toEqual(["nothing is registered on UserPromptSubmit, so there is nothing to try"]);
  });
});
