import { describe, expect, it } from "vitest";
import type { Outcome, ShownItem } from "../../../src/replay/outcome.ts";
import { renderReplay } from "../../../src/replay/render-replay.ts";
import { compareOutcomes, quantile, summarize } from "../../../src/replay/summarize-replay.ts";

function item(key: string, over: Partial<ShownItem> = {}): ShownItem {
  return { key, title: `about ${key}`, source: "journal", form: "full", tokens: 100, ageDays: 1, use: "ignored", via: [], ...over };
}

function outcome(prompt: string, items: readonly ShownItem[], over: Partial<Outcome> = {}): Outcome {
  const tokens = items.reduce((sum, each) => sum + each.tokens, 0);
  return {
    session: "s1",
    project: "shop",
    at: 0,
    kind: "prompt",
    prompt,
    tokens,
    ms: 2,
    items,
    silent: items.length > 0 ? null : "no record is good enough",
    missed: [],
    ...over,
  };
}

const OUTCOMES: readonly Outcome[] = [
  outcome("", [item("goals:g", { source: "goals", use: "used" })], { kind: "start" }),
  outcome("a", [item("journal:a", { use: "used" }), item("journal:b")], { ms: 1 }),
  outcome("b", [item("journal:b")], { ms: 3 }),
  outcome("c", [item("journal:b"), item("journal:c", { use: "contradicted" })], { session: "s2", ms: 9 }),
  outcome("d", [], { missed: [{ key: "journal:m", title: "missed" }] }),
  outcome("searched", [item("journal:s", { use: "used" })], { kind: "search" }),
];

describe("summarize", () => {
  const summary = summarize({ name: "current", outcomes: OUTCOMES });

  it("counts prompts, what they got, and what came of it; a search is no injection", () => {
    expect(summary).toMatchObject({
      prompts: 4,
      injected: 3,
      sessions: 2,
      promptTokens: 500,
      otherTokens: 100,
      records: 6,
      used: 2,
      contradicted: 1,
      wastedTokens: 400,
    });
    expect(summary.silence).toEqual([["no record is good enough", 1]]);
    expect([summary.p50, summary.p95]).toEqual([3, 9]);
  });

  it("names the records to keep, those to look at, and what was missed", () => {
    expect(summary.useful.map(({ key }) => key)).toEqual(["goals:g", "journal:a"]);
    expect(summary.useless).toMatchObject([{ key: "journal:b", shown: 3, used: 0, tokens: 300 }]);
    expect(summary.missed).toMatchObject([{ prompt: "d", records: [{ key: "journal:m" }] }]);
  });

  it("accuses nothing that was shown at starts, where nobody asks", () => {
    const starts = OUTCOMES.map((outcome) => ({ ...outcome, kind: "start" as const }));
    expect(summarize({ name: "x", outcomes: starts }).useless).toEqual([]);
  });

  it("is content with nothing", () => {
    expect(summarize({ name: "x", outcomes: [] })).toMatchObject({ prompts: 0, p50: 0, p95: 0, useful: [] });
    expect(renderReplay({ summaries: [summarize({ name: "x", outcomes: [] })], changed: [], ms: 0 }).join("\n")).not.toMatch(/NaN|Infinity/);
  });
});

describe("compareOutcomes", () => {
  const other = OUTCOMES.map((each) =>
    each.prompt === "a" ? outcome("a", [item("journal:b")]) : each.prompt === "d" ? outcome("d", [item("journal:x", { tokens: 900 })]) : each,
  );

  it("lists what changed, what was used first", () => {
    const changed = compareOutcomes({ name: "A", outcomes: OUTCOMES }, { name: "B", outcomes: other });
    expect(changed.map(({ prompt, gained, lost, tokens }) => [prompt, gained.map(({ key }) => key), lost.map(({ key }) => key), tokens])).toEqual([
      ["a", [], ["journal:a"], -100],
      ["d", ["journal:x"], [], 900],
    ]);
  });

  it("puts two sets of settings side by side, with the difference", () => {
    const [a, b] = [
      { name: "current", outcomes: OUTCOMES },
      { name: "max_wrong=0.2", outcomes: other },
    ];
    const text = renderReplay({ summaries: [summarize(a), summarize(b)], changed: compareOutcomes(a, b), ms: 1000 }).join("\n");
    expect(text).toMatch(/got something\s+75\.0 %\s+100\.0 %\s+\+25\.0 %/);
    expect(text).toMatch(/prompts\s+4\s+4\s+=/);
    expect(text).toContain('− a  "about journal:a"  [used]');
    expect(text).toContain("(8 prompts/s)");
  });

  it("says so when nothing changes", () => {
    const same = { name: "A", outcomes: OUTCOMES };
    expect(compareOutcomes(same, same)).toEqual([]);
    expect(renderReplay({ summaries: [summarize(same), summarize(same)], changed: [], ms: 1 }).join("\n")).toContain(
      "Every prompt gets the same records from both.",
    );
  });
});

describe("renderReplay", () => {
  it("tells what to do next", () => {
    const text = renderReplay({ summaries: [summarize({ name: "current", outcomes: OUTCOMES })], changed: [], ms: 10 }).join("\n");
    expect(text).toMatch(/Shown often, never used: .*\n {2}used 0 of 3, 300 tokens {2}b/);
    expect(text).toMatch(/Got nothing, though .*\n {2}"d" {2}m/);
    expect(text).toMatch(/Silent because\n {2}25\.0 % {2}no record is good enough/);
  });

  it("lets no record write to the terminal", () => {
    const outcomes = [outcome("p", [item("journal:a", { title: "\u001b[2J\u0007gone", use: "used" })])];
    const text = renderReplay({ summaries: [summarize({ name: "current", outcomes })], changed: [], ms: 10 }).join("\n");
    expect(text).not.toContain("\u001b");
  });
});

describe("quantile", () => {
  it("takes the value at the share", () => {
    expect(quantile([], 0.5)).toBe(0);
    expect(quantile([1], 0.95)).toBe(1);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95)).toBe(10);
  });
});
