import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MetricLine } from "../../../src/metrics/metric-line.ts";
import { type Feedback, VERDICTS } from "../../../src/store/feedback-file.ts";
import { TODAY } from "../builders.ts";
import { DAY_MS, makeFeedback, makeMetric, makeShown, month, NOW, sum } from "./builders.ts";

describe("periods", () => {
  test("begin with a day and end today", () => {
    const lines = [0, 1, 6, 7, 29, 30, 45].map((days) => makeMetric({ at: NOW - days * DAY_MS }));
    const { periods } = sum([...lines, makeMetric({ at: NOW + DAY_MS })], [], { since: { name: "since then", day: TODAY - 40 } });
    expect(periods.map(({ name, runs, from, to }) => [name, runs, to - from])).toEqual([
      ["today", 1, 0],
      ["7 days", 3, 6],
      ["30 days", 5, 29],
      ["since then", 6, 40],
    ]);
  });

  test("list every day, those without a run too", () => {
    const { days } = month([
      makeShown(["journal:a"]),
      makeMetric({ at: NOW - 2 * DAY_MS, silent: "no" }),
      makeMetric({ at: NOW - 2 * DAY_MS, event: "Stop", silent: "no" }),
    ]);
    expect(days).toHaveLength(30);
    expect(days.slice(-3)).toEqual([
      { day: TODAY - 2, answered: 0, silent: 1, tokens: 0 },
      { day: TODAY - 1, answered: 0, silent: 0, tokens: 0 },
      { day: TODAY, answered: 1, silent: 0, tokens: 100 },
    ]);
  });
});

describe("counts", () => {
  test("silence is told of prompts alone, with its reasons", () => {
    const lines = [
      makeShown(["journal:a"]),
      makeMetric({ silent: "b" }),
      makeMetric({ silent: "a" }),
      makeMetric({ silent: "b" }),
      makeMetric({ event: "Stop", silent: "c" }),
    ];
    const { prompts, runs, silent, events } = month(lines);
    expect({ prompts, runs, silent }).toEqual({
      prompts: 4,
      runs: 5,
      silent: {
        prompts: 3,
        rate: 0.75,
        reasons: [
          { name: "b", count: 2 },
          { name: "a", count: 1 },
        ],
      },
    });
    expect(events).toEqual([
      { name: "UserPromptSubmit", count: 4 },
      { name: "Stop", count: 1 },
    ]);
  });

  test("tokens in all, a prompt, a session; items by source and project", () => {
    const lines = [
      makeShown(["journal:a", "patterns:b"]),
      makeShown(["journal:c"], { session: "s-2", event: "SessionStart", project: null }),
      makeMetric({ session: "s-2", silent: "x", suppressed: ["journal:c", "journal:d"], withheld: ["journal:e"], problems: 2 }),
    ];
    const { tokens, sessions, sources, projects, suppressed, withheld, problems, items } = month(lines);
    expect({ tokens, sessions, suppressed, withheld, problems, items }).toEqual({
      tokens: { total: 300, perPrompt: 100, perSession: 150 },
      sessions: 2,
      suppressed: 2,
      withheld: 1,
      problems: 2,
      items: 3,
    });
    expect(sources).toEqual([
      { name: "journal", items: 2, tokens: 200 },
      { name: "patterns", items: 1, tokens: 100 },
    ]);
    expect(projects).toEqual([
      { name: "flow", items: 2, tokens: 200, runs: 2 },
      { name: "", items: 1, tokens: 100, runs: 1 },
    ]);
  });

  test("a project's lines alone", () => {
    const lines = [makeMetric(), makeMetric({ project: "other" }), makeMetric({ project: null })];
    expect(month(lines, [], { project: "other" }).runs).toBe(1);
    expect(sum(lines, [], { project: "nobody's" }).lines).toBe(0);
  });

  test("a repeat is what the same session has seen; a subagent sees for itself", () => {
    const lines = [
      makeShown(["journal:a"]),
      makeShown(["journal:a", "journal:b"]),
      makeShown(["journal:a"], { agent: "sub" }),
      makeShown(["journal:a"], { session: "s-2" }),
      makeShown(["journal:a"], { session: null }),
      makeShown(["journal:a"], { session: null }),
    ];
    expect(month(lines).repeats).toEqual({ items: 1, rate: 1 / 7 });
  });

  test("processes that stay have times of their own", () => {
    const lines = [makeMetric({ ms: 30 }), makeMetric({ ms: 10 }), makeMetric({ ms: 1, warm: true }), makeMetric({ ms: 5000 })];
    const { cold, warm, histogram } = month(lines).latency;
    expect(cold).toEqual({ count: 3, p50: 30, p95: 5000, max: 5000 });
    expect(warm).toEqual({ count: 1, p50: 1, p95: 1, max: 1 });
    expect(histogram.filter((bucket) => bucket.cold + bucket.warm > 0)).toEqual([
      { below: 5, cold: 0, warm: 1 },
      { below: 20, cold: 1, warm: 0 },
      { below: 50, cold: 1, warm: 0 },
      { below: null, cold: 1, warm: 0 },
    ]);
  });

  test("steps: the mean of the runs that had them, and their share of the time", () => {
    expect(month([makeMetric({ steps: { read: 6, find: 1 } }), makeMetric({ steps: { read: 3 } })]).steps).toEqual([
      { name: "read", runs: 2, meanMs: 4.5, share: 0.9 },
      { name: "find", runs: 1, meanMs: 1, share: 0.1 },
    ]);
  });
});

describe("usefulness", () => {
  test("what somebody said counts above what was observed, and what tells more above what tells less", () => {
    const lines = [makeShown(["j:a", "j:b", "j:c", "j:d", "j:unjudged"])];
    const feedback = [
      makeFeedback({ key: "j:a", verdict: "used" }),
      makeFeedback({ key: "j:a", verdict: "ignored", at: NOW + 1 }),
      makeFeedback({ key: "j:b", verdict: "used" }),
      makeFeedback({ key: "j:b", verdict: "wrong", by: "person" }),
      makeFeedback({ key: "j:c", verdict: "contradicted" }),
      makeFeedback({ key: "j:c", verdict: "used" }),
      makeFeedback({ key: "j:d", verdict: "ignored" }),
      makeFeedback({ key: "j:d", verdict: "wrong", by: "person" }),
      makeFeedback({ key: "j:d", verdict: "helped", by: "person", at: NOW + 1 }),
    ];
    const { shown, judged, helpful, wasted, irrelevant } = month(lines, feedback).usefulness;
    expect([shown, judged]).toEqual([5, 4]);
    expect(helpful).toEqual({ value: 0.5, target: 0.7, isMet: false });
    expect(wasted).toEqual({ value: 0.5, target: 0.3, isMet: false });
    expect(irrelevant).toEqual({ value: 0, target: 0.2, isMet: true });
  });

  test("an injection is of no use when none of its judged records was", () => {
    const lines = [makeShown(["j:a", "j:b"]), makeShown(["j:b"], { session: "s-2" }), makeShown(["j:c"], { session: "s-3" })];
    const feedback = [
      makeFeedback({ key: "j:a" }),
      makeFeedback({ key: "j:b", verdict: "ignored" }),
      makeFeedback({ key: "j:b", verdict: "ignored", session: "s-2" }),
    ];
    expect(month(lines, feedback).usefulness.irrelevant?.value).toBe(0.5);
  });

  test("a session's verdict says nothing of what its subagent was shown", () => {
    const lines = [makeShown(["j:a"]), makeShown(["j:a"], { agent: "sub" })];
    const { usefulness, records } = month(lines, [makeFeedback({ key: "j:a", verdict: "ignored" })]);
    expect([usefulness.shown, usefulness.judged, usefulness.wasted?.value]).toEqual([2, 1, 1]);
    expect(records.least).toMatchObject([{ key: "j:a", shown: 2, judged: 1 }]);
  });

  test("nothing judged is no measure, not zero", () => {
    expect(month([makeShown(["j:a"])]).usefulness).toEqual({ shown: 1, judged: 0, helpful: null, wasted: null, irrelevant: null });
  });

  test("many judgements rank above one lucky one; what was said outside a session counts for the record", () => {
    const sessions = Array.from({ length: 10 }, (_, i) => `s-${i}`);
    const lines = [...sessions.map((session) => makeShown(["j:good", "j:bad"], { session })), makeShown(["j:lucky", "j:said"], { session: "s-0" })];
    const feedback = [
      ...sessions.flatMap((session) => [makeFeedback({ key: "j:good", session }), makeFeedback({ key: "j:bad", session, verdict: "ignored" })]),
      makeFeedback({ key: "j:lucky", session: "s-0" }),
      { at: NOW, key: "j:said", verdict: "wrong", by: "person" } as const,
      { at: NOW, key: "j:never-shown", verdict: "helped", by: "person" } as const,
      { at: NOW - 40 * DAY_MS, key: "j:said", verdict: "helped", by: "person" } as const,
    ];
    const { most, least } = month(lines, feedback).records;
    expect(most.map(({ key }) => key)).toEqual(["j:good", "j:lucky"]);
    expect(least.map(({ key, good, judged }) => [key, good, judged])).toEqual([
      ["j:bad", 0, 10],
      ["j:said", 0, 1],
    ]);
  });
});

describe("holdout", () => {
  const sessions = Array.from({ length: 40 }, (_, i) => `s-${i}`);

  test("too little is said to be too little", () => {
    const { effect, withheld, shown } = month(
      [makeShown(["j:a"], { withheld: ["j:b"] })],
      [makeFeedback({ key: "j:a" }), makeFeedback({ key: "j:b" })],
    ).holdout;
    expect([effect, withheld.of, shown.of]).toEqual([null, 1, 1]);
  });

  test("compares what was shown with what was withheld, by what the transcripts show alone", () => {
    const lines = sessions.map((session) => makeShown(["j:a"], { session, withheld: ["j:b"] }));
    const feedback = sessions.flatMap((session, i) => [
      makeFeedback({ key: "j:a", session, verdict: i < 32 ? "used" : "ignored" }),
      makeFeedback({ key: "j:a", session, verdict: "wrong", by: "person" }),
      { ...makeFeedback({ key: "j:b", session, verdict: i < 8 ? "used" : "ignored" }), withheld: true as const },
    ]);
    const { effect, withheld, shown } = month(lines, feedback).holdout;
    expect([shown.share, withheld.share]).toEqual([0.8, 0.2]);
    expect(effect?.share).toBeCloseTo(0.6);
    expect(effect?.low).toBeGreaterThan(0.3);
    expect(effect?.high).toBeLessThan(0.9);
  });

  test("a verdict on what was kept back says nothing of what was shown", () => {
    const { usefulness } = month([makeShown(["j:a"], { withheld: ["j:a"] })], [{ ...makeFeedback({ key: "j:a" }), withheld: true }]);
    expect(usefulness.judged).toBe(0);
  });

  test("like with like: what is never withheld is not compared with what is", () => {
    const lines = sessions.flatMap((session) => [
      makeShown(["j:start", "j:both"], { session, event: "SessionStart" }),
      makeShown(["j:found", "j:asked", "j:both"], { session, named: ["j:asked"], withheld: ["j:kept", "j:start"] }),
      makeShown(["j:sub"], { session, agent: "sub" }),
    ]);
    const keys = ["j:start", "j:both", "j:asked", "j:sub"];
    const feedback = sessions.flatMap((session, i) => [
      ...keys.map((key) => makeFeedback({ key, session, verdict: "used" })),
      makeFeedback({ key: "j:found", session, verdict: i < 10 ? "used" : "ignored" }),
      { ...makeFeedback({ key: "j:kept", session, verdict: i < 10 ? "used" : "ignored" }), withheld: true as const },
    ]);
    const { effect, withheld, shown } = month(lines, feedback).holdout;
    expect([shown.of, shown.share, withheld.of, withheld.share]).toEqual([40, 0.25, 40, 0.25]);
    expect(effect?.share).toBe(0);
  });

  test("what was withheld and shown later in the session belongs to neither", () => {
    const lines = sessions.flatMap((session) => [makeMetric({ session, silent: "x", withheld: ["j:b"] }), makeShown(["j:b"], { session })]);
    const { withheld } = month(
      lines,
      sessions.map((session) => makeFeedback({ key: "j:b", session })),
    ).holdout;
    expect(withheld.of).toBe(0);
  });
});

const key = fc.constantFrom("journal:a", "patterns:b", "odd");
const session = fc.constantFrom("s-1", "s-2", null);
const metric: fc.Arbitrary<MetricLine> = fc
  .record({
    days: fc.nat(40),
    session,
    shown: fc.uniqueArray(key, { maxLength: 3 }),
    named: fc.uniqueArray(key, { maxLength: 1 }),
    event: fc.constantFrom("UserPromptSubmit", "SessionStart"),
    withheld: fc.uniqueArray(key, { maxLength: 2 }),
    ms: fc.double({ min: 0, max: 900, noNaN: true }),
    took: fc.double({ min: 0, max: 90, noNaN: true }),
    isSilent: fc.boolean(),
  })
  .map(({ days, shown, took, isSilent, ...line }) =>
    makeShown(isSilent ? [] : shown, { at: NOW - days * DAY_MS, ...line, steps: { read: took }, ...(isSilent ? { silent: "x" } : {}) }),
  );
const feedbackLine: fc.Arbitrary<Feedback> = fc
  .record({ key, session, verdict: fc.constantFrom(...VERDICTS), at: fc.nat(1) })
  .map(({ session, ...line }) => ({ by: "session" as const, ...line, at: NOW + line.at, ...(session === null ? {} : { session }) }));

test("the order of the lines changes nothing", () => {
  const shuffled = fc.tuple(fc.array(metric, { maxLength: 30 }), fc.array(feedbackLine, { maxLength: 30 })).chain(([lines, feedback]) =>
    fc.record({
      lines: fc.constant(lines),
      feedback: fc.constant(feedback),
      otherLines: fc.shuffledSubarray(lines, { minLength: lines.length }),
      otherFeedback: fc.shuffledSubarray(feedback, { minLength: feedback.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ lines, feedback, otherLines, otherFeedback }) => {
      expect(sum(otherLines, otherFeedback)).toEqual(sum(lines, feedback));
    }),
  );
});

test("a hundred thousand lines in two seconds of work", () => {
  const lines = Array.from({ length: 100_000 }, (_, i) =>
    makeShown([`journal:${i % 300}`, `patterns:${i % 70}`, `failures:${i % 11}`], {
      session: `s-${i % 2000}`,
      at: NOW - (i % 40) * DAY_MS,
      ms: i % 251,
      steps: { read: 1, find: 2 },
    }),
  );
  const feedback = Array.from({ length: 20_000 }, (_, i) =>
    makeFeedback({ key: `journal:${i % 300}`, session: `s-${i % 2000}`, verdict: i % 3 === 0 ? "ignored" : "used" }),
  );
  // Not by the clock on the wall: other tests run beside this one.
  const before = process.cpuUsage();
  expect(month(lines, feedback).runs).toBe(75_000);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(2000);
});
