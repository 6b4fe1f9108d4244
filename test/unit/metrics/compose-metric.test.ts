import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeMetric, type RunFacts } from "../../../src/metrics/compose-metric.ts";
import { parseMetric } from "../../../src/metrics/parse-metric.ts";
import { type Injection, startTrace, type Trace } from "../../../src/trace.ts";
import type { HookEvent, Offer, Selected, Selection } from "../../../src/types.ts";
import { makeOffer, makeScored } from "../builders.ts";

const PROMPT: HookEvent = { name: "UserPromptSubmit", prompt: "why JSONL?", sessionId: "s-1", agent: null, transcript: "", cwd: "/w" };
const FACTS: RunFacts = { at: 1000, ms: 12.3456, project: "flow", keepsPrompt: false };

function makeInjection(over: Partial<Trace> = {}): Injection {
  return { text: "", trace: { ...startTrace([]), ...over } };
}

function makeSelection(offers: readonly Offer[], over: Partial<Selection> = {}): Selection {
  const items = offers.map((offer): Selected => ({ offer, form: "short", text: "", tokens: 7 }));
  return { items, leftOut: [], known: [], text: "", tokens: 50, ...over };
}

describe("composeMetric", () => {
  test("a run that said something", () => {
    const offer = makeOffer({}, { key: "journal:a", score: 0.123456 });
    const trace = {
      selection: makeSelection([offer]),
      budget: 2000,
      steps: [
        ["find", 1.006],
        ["find", 2],
        ["read", 0.5],
      ] as Trace["steps"],
    };
    expect(composeMetric(PROMPT, makeInjection(trace), FACTS)).toEqual({
      v: 1,
      at: 1000,
      event: "UserPromptSubmit",
      session: "s-1",
      project: "flow",
      shown: [["journal:a", "short", 7, 0.123]],
      tokens: 50,
      budget: 2000,
      ms: 12.35,
      steps: { find: 3.01, read: 0.5 },
    });
  });

  test("tells what the person asked for by name, as far as it was shown", () => {
    const offers = ["dec-90fe1b77", "dec-11ab77c1"].map((id) => makeOffer({ source: "journal", id, title: `Title of ${id}` }, { key: `journal:${id}` }));
    const compose = (prompt: string) => composeMetric({ ...PROMPT, prompt }, makeInjection({ selection: makeSelection(offers) }), FACTS);
    expect(compose("what does dec-90fe1b77 say?").named).toEqual(["journal:dec-90fe1b77"]);
    expect(compose("what is said?")).not.toHaveProperty("named");
    expect(parseMetric(JSON.stringify({ ...compose("dec-11ab77c1"), named: [7] }))).toBeNull();
    // One such line would be all that a sum tells of.
    for (const odd of [{ tokens: 9e15 }, { ms: 9e15 }, { steps: { read: 9e15 } }]) expect(parseMetric(JSON.stringify({ ...compose("x"), ...odd }))).toBeNull();
  });

  test("a run that did not: why, what the session has, what was kept back, what was wrong", () => {
    const known = [makeOffer({}, { key: "rules:seen", seen: "short" }), makeOffer({}, { key: "rules:new", seen: null })];
    const trace = {
      silent: "nothing fits",
      suppressed: [{ key: "rules:a", prompt: 1, form: "full" }] as Trace["suppressed"],
      scored: [
        makeScored({ source: "journal", id: "b" }, { rejected: { by: "already shown", prompt: 1, form: "full" } }),
        makeScored({ source: "journal", id: "c" }, { rejected: { by: "rank" } }),
      ],
      selection: makeSelection([], { known, tokens: 30 }),
      problems: [{ where: "x", what: "y" }],
    };
    const event: HookEvent = { name: "other", hookEventName: "SubagentStart", fields: {}, sessionId: null, agent: "sub", transcript: "", cwd: "/w" };
    const line = composeMetric(event, makeInjection(trace), { ...FACTS, warm: true, withheld: ["journal:h"], keepsPrompt: true });
    expect(line).toMatchObject({
      ...{ event: "SubagentStart", session: null, agent: "sub", silent: "nothing fits", tokens: 0, warm: true, problems: 1, withheld: ["journal:h"] },
      suppressed: ["rules:a", "journal:b", "rules:seen"],
    });
    expect(line).not.toHaveProperty("prompt");
  });

  test("the prompt only where the settings ask for it, and not all of a long one", () => {
    expect(JSON.stringify(composeMetric(PROMPT, makeInjection(), FACTS))).not.toContain("JSONL");
    expect(composeMetric(PROMPT, makeInjection(), { ...FACTS, keepsPrompt: true }).prompt).toBe("why JSONL?");
    expect(composeMetric({ ...PROMPT, prompt: "x".repeat(1e6) }, makeInjection(), { ...FACTS, keepsPrompt: true }).prompt).toHaveLength(4000);
  });

  test("however much was shown, a line stays short", () => {
    const many = Array.from({ length: 100 }, (_, i) => `journal:${i}`);
    const trace = {
      selection: makeSelection(many.map((key) => makeOffer({}, { key }))),
      suppressed: many.map((key) => ({ key, prompt: 1, form: "full" as const })),
    };
    const line = composeMetric(PROMPT, makeInjection(trace), { ...FACTS, withheld: many });
    expect([line.shown.length, line.suppressed?.length, line.withheld?.length]).toEqual([40, 20, 20]);
  });

  test("what is composed is parsed again", () => {
    const texts = fc.string({ unit: "binary", maxLength: 30 });
    fc.assert(
      fc.property(texts, texts, fc.double({ min: 0, max: 1e6, noNaN: true }), (key, prompt, ms) => {
        const line = composeMetric({ ...PROMPT, prompt }, makeInjection({ selection: makeSelection([makeOffer({}, { key })]) }), {
          ...FACTS,
          ms,
          keepsPrompt: true,
        });
        expect(parseMetric(JSON.stringify(line))).toEqual(line);
      }),
    );
  });
});

describe("parseMetric", () => {
  const sound = JSON.stringify(composeMetric(PROMPT, makeInjection(), FACTS));

  test.each([
    ["not JSON", "{"],
    ["null", "null"],
    ["a list", "[]"],
    ["another version", sound.replace('"v":1', '"v":2')],
    ["a time that is none", sound.replace('"at":1000', '"at":"now"')],
    ["a negative duration", sound.replace('"ms":12.35', '"ms":-1')],
    ["steps that are no numbers", sound.replace('"steps":{}', '"steps":{"read":"x"}')],
    ["items that are none", sound.replace('"shown":[]', '"shown":[["journal:a","full","many",1]]')],
    ["a number for a session", sound.replace('"session":"s-1"', '"session":1')],
  ])("%s is no line", (_, text) => {
    expect(text).not.toBe(sound);
    expect(parseMetric(text)).toBeNull();
  });

  test("behind half a line the next one is found", () => {
    expect(parseMetric(sound.slice(0, 40) + sound)).toEqual(JSON.parse(sound));
  });
});
