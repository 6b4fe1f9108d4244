import { describe, expect, it } from "vitest";
import { inHalves, negativePrompts, positivePrompts } from "../../../src/calibrate/control-prompts.ts";
import { NEGATIVE_PROMPTS } from "../../../src/calibrate/negative-prompts.ts";
import { makeRecord } from "../builders.ts";

describe("control prompts", () => {
  it("ships at least 300 different ones, some of them in other scripts", () => {
    expect(new Set(NEGATIVE_PROMPTS).size).toBe(NEGATIVE_PROMPTS.length);
    expect(NEGATIVE_PROMPTS.length).toBeGreaterThanOrEqual(300);
    expect(NEGATIVE_PROMPTS.every((text) => text.trim() === text && text !== "")).toBe(true);
    for (const script of [/\p{Script=Cyrillic}/u, /\p{Script=Han}/u, /\p{Script=Hiragana}/u, /\p{Script=Hangul}/u])
      expect(NEGATIVE_PROMPTS.filter((text) => script.test(text)).length).toBeGreaterThan(2);
  });

  it("asks what was typed in one project only in others", () => {
    const typed = Array.from({ length: 500 }, (_none, index) => ({ text: `prompt ${index}`, project: index % 2 === 0 ? "shop" : "ledger" }));
    const prompts = negativePrompts(typed, NEGATIVE_PROMPTS, ["shop", "ledger", "app"]);
    expect(prompts).toHaveLength(500);
    expect(prompts.every(({ project, from }) => from !== undefined && project !== from)).toBe(true);
    expect(new Set(prompts.map(({ project }) => project))).toEqual(new Set(["shop", "ledger", "app"]));
  });

  it("takes the shipped ones where there are too few, or none that could be asked elsewhere", () => {
    const typed = [{ text: "how do refunds work?", project: "shop" }];
    expect(
      negativePrompts(typed, ["one", "two"], ["shop"])
        .map(({ text }) => text)
        .sort(),
    ).toEqual(["one", "two"]);
    expect(negativePrompts(typed, ["one", "two"], ["ledger"])).toHaveLength(3);
    expect(negativePrompts([], ["one", "two"], []).map(({ project }) => project)).toEqual([null, null]);
  });

  it("asks about a record in some of its words", () => {
    const record = makeRecord({
      title: "Courier queue retries webhook deliveries with jittered backoff",
      body: [["Why", "PayBridge throttles bursts above forty requests"]],
    });
    const [prompt] = positivePrompts([record]);
    expect(prompt?.about).toBe("journal:dec-a1b2c3d4");
    expect(prompt?.text).toContain("Courier");
    expect(prompt?.text).not.toContain("queue");
    expect(prompt?.text).not.toContain(record.title);
  });

  it("uses no prompt both to choose and to verify", () => {
    const [choosing, verifying] = inHalves(negativePrompts([], NEGATIVE_PROMPTS, ["shop"]));
    const chosen = new Set(choosing.map(({ text }) => text));
    expect(verifying.filter(({ text }) => chosen.has(text))).toEqual([]);
    expect(choosing.length + verifying.length).toBe(NEGATIVE_PROMPTS.length);
  });
});
