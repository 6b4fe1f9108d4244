/** Whatever stands on stdin: exit 0, and one JSON object or nothing. */
import { randomFillSync } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, makeHome, promptEvent, runHook } from "./run-hook.ts";

const home = makeHome();
const EVENT = promptEvent(home, DEPLOY_PROMPT);
const event = (fields: Readonly<Record<string, unknown>>): string => promptEvent(home, DEPLOY_PROMPT, fields);

describe("silent on", () => {
  const inputs: readonly (readonly [string, string | Uint8Array])[] = [
    ["nothing", ""],
    ["whitespace", " \n\t\r\n "],
    ["random bytes", randomFillSync(new Uint8Array(4096))],
    ["invalid UTF-8 inside the prompt", Buffer.from(EVENT.replace("flaky", "\u00ff"), "latin1")],
    ["UTF-16", Buffer.from(EVENT, "utf16le")],
    ["truncated JSON", EVENT.slice(0, -20)],
    ["one brace", "{"],
    ["garbage after the event", `${EVENT} and more`],
    ["two events", `${EVENT}\n${EVENT}`],
    ["an array", `[${EVENT}]`],
    ["a number", "42"],
    ["a text", JSON.stringify(EVENT)],
    ["null", "null"],
    ["an empty object", "{}"],
    ["no event name", event({ hook_event_name: undefined })],
    ["no prompt", event({ prompt: undefined })],
    ["a prompt that is no text", event({ prompt: { text: DEPLOY_PROMPT } })],
    ["an event name that is no text", event({ hook_event_name: ["UserPromptSubmit"] })],
    ["an unknown event", event({ hook_event_name: "UserPromptSubmitted" })],
    ["20 MB", event({ prompt: `${DEPLOY_PROMPT}\n${"x".repeat(20 * 1024 * 1024)}` })],
    ["deep nesting", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
  ];
  it.each(inputs)("%s", async (_name, stdin) => {
    const run = await runHook({ home, stdin });
    expect(contextOf(run)).toBe("");
    expect(run.ms).toBeLessThan(5000);
  });
});

describe("answers in spite of", () => {
  const inputs: readonly (readonly [string, string])[] = [
    ["a byte order mark", `\ufeff${EVENT}`],
    ["a line end", `${EVENT}\r\n`],
    ["both, and blanks", `\ufeff  ${EVENT}\r\n\r\n`],
    ["a NUL in cwd", event({ cwd: `${home.storefront}\0x` })],
    ["a cwd that does not exist", event({ cwd: join(home.storefront, "gone", "away") })],
    ["a relative cwd", event({ cwd: "dev/storefront" })],
    ["a very long cwd", event({ cwd: `/${"a/".repeat(20_000)}` })],
    ["a cwd that is no text", event({ cwd: 7 })],
    ["no cwd and no session", event({ cwd: undefined, session_id: undefined, transcript_path: undefined })],
    ["unknown fields", event({ effort: { level: "high" }, prompt_id: null, more: [[[]]] })],
    ["deep nesting in an unknown field", EVENT.replace("{", `{"deep":${"[".repeat(50_000)}${"]".repeat(50_000)},`)],
    ["a 1 MB paste after the question", event({ prompt: `${DEPLOY_PROMPT}\n\`\`\`\n${"2026-11-16 10:00:00 ok\n".repeat(45_000)}\`\`\`` })],
  ];
  it.each(inputs)("%s", async (_name, stdin) => {
    expect(contextOf(await runHook({ home, stdin }))).toContain(DEPLOY_RECORD);
  });
});

describe("stdin left open", () => {
  it("gives up when nothing comes", async () => {
    const run = await runHook({ home, stdin: null });
    expect(contextOf(run)).toBe("");
    expect(run.ms).toBeLessThan(5000);
  });

  it("gives up on half an event", async () => {
    const run = await runHook({ home, stdin: EVENT.slice(0, 100), keepOpen: true });
    expect(contextOf(run)).toBe("");
    expect(run.ms).toBeLessThan(5000);
  });

  it("answers a complete event without waiting for the end", async () => {
    const run = await runHook({ home, stdin: EVENT, keepOpen: true });
    expect(contextOf(run)).toContain(DEPLOY_RECORD);
    expect(run.ms).toBeLessThan(1800);
  });

  it("answers a large complete event without waiting for the end", async () => {
    const stdin = event({ prompt: `${DEPLOY_PROMPT}\n> ${"x".repeat(300_000)}` });
    expect(contextOf(await runHook({ home, stdin, keepOpen: true }))).toContain(DEPLOY_RECORD);
  });
});
