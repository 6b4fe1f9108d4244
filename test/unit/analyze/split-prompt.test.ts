/** Own words and pasted text are told apart, within bounds. */
import { describe, expect, it } from "vitest";
import { splitPrompt } from "../../../src/analyze/split-prompt.ts";

describe("what is pasted", () => {
  it.each([
    ["fenced code", "why?\n```ts\nconst pasted = 1;\n```\nthanks"],
    ["a tilde fence", "why?\n~~~\npasted\n~~~\nthanks"],
    ["a fence that is never closed", "why?\nthanks\n```\npasted"],
    ["a quotation", "why?\n> pasted words\nthanks"],
    ["a JavaScript frame", "why?\n    at pasted (src/a.ts:1:2)\nthanks"],
    ["a Python frame", 'why?\n  File "pasted.py", line 3\nthanks'],
    ["a Java cause", "why?\nCaused by: pasted\nthanks"],
    ["a log line", "why?\n2026-01-02T03:04:05Z pasted\nthanks"],
    ["a log line with a time alone", "why?\n[12:00:01] pasted\nthanks"],
    ["a diff header", "why?\ndiff --git a/pasted b/pasted\nthanks"],
    ["a shell session", "why?\n$ run pasted\nthanks"],
    ["an npm error", "why?\nnpm ERR! pasted\nthanks"],
    ["the client's own tag", "why? <ide_selection>pasted</ide_selection>\nthanks"],
    ["CRLF line ends", "why?\r\n> pasted\r\nthanks"],
  ])("%s", (_what, prompt) => {
    const { own, pasted, bounded } = splitPrompt(prompt);
    expect(pasted).toContain("pasted");
    expect(own).not.toContain("pasted");
    expect(own).toContain("why?");
    expect(own).toContain("thanks");
    expect(bounded).toBe(false);
  });

  it("a slash command's name is neither", () => {
    const { own, pasted } = splitPrompt("/review the cache");
    expect(`${own}${pasted}`).not.toContain("review");
    expect(own).toContain("the cache");
  });

  it("a path at the start is no slash command", () => {
    expect(splitPrompt("/srv/app/main.ts fails").own).toContain("/srv/app/main.ts");
  });

  it("a plain line is the person's own", () => {
    expect(splitPrompt("deploy to staging")).toEqual({ own: "deploy to staging", pasted: "", bounded: false });
  });
});

describe("bounds", () => {
  it("of a long unmarked text beginning and end are own, the middle is pasted", () => {
    const { own, pasted } = splitPrompt(`first ${"x ".repeat(4000)}middle ${"x ".repeat(4000)} last`);
    expect(own).toContain("first");
    expect(own).toContain("last");
    expect(own.length).toBeLessThanOrEqual(4000);
    expect(own).not.toContain("middle");
    expect(pasted.length).toBeGreaterThan(0);
  });

  it("1 MB is cut, keeps both ends, and takes no noticeable time", () => {
    const prompt = `first\n${"2026-01-02T03:04:05 noise <b> ``` \n".repeat(30_000)}last`;
    expect(prompt.length).toBeGreaterThan(1_000_000);
    const start = process.hrtime.bigint();
    const { own, pasted, bounded } = splitPrompt(prompt);
    expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(500);
    expect(bounded).toBe(true);
    expect(own).toContain("first");
    expect(own).toContain("last");
    expect(own.length + pasted.length).toBeLessThan(32 * 1024);
  });

  it.each(["<".repeat(1_000_000), "<ide_x>".repeat(100_000), "\n> ".repeat(300_000), " ".repeat(1_000_000)])("no input makes a pattern explode", (prompt) => {
    const start = process.hrtime.bigint();
    splitPrompt(prompt);
    expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(1500);
  });
});
