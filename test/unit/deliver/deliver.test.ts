/** From offers to the printed text: what is shown is written down before, and what another run shows is left to it. */
import { describe, expect, it } from "vitest";
import { type Delivery, deliver } from "../../../src/deliver.ts";
import * as events from "../../../src/events.ts";
import type { Run } from "../../../src/find-records.ts";
import { Ledger } from "../../../src/session/ledger.ts";
import type { LedgerLine, ShownEntry } from "../../../src/session/ledger-line.ts";
import { Session } from "../../../src/session/session.ts";
import { startTrace } from "../../../src/trace.ts";
import type { Scored } from "../../../src/types.ts";
import { makeConfig, makeScored } from "../builders.ts";

/** `theirs`: keys that another run shows in the same moment. */
function open(before: readonly Partial<LedgerLine>[] = [], theirs: readonly string[] = []) {
  const ledger = new Ledger();
  for (const line of before) ledger.add({ at: 1, by: 1, event: "prompt", ...line });
  const written: LedgerLine[] = [];
  const append = (line: LedgerLine): Ledger | null => {
    written.push(line);
    const others = new Ledger();
    others.add({ ...line, shown: (line.shown ?? []).filter(([key]) => theirs.includes(key)) });
    return theirs.length === 0 ? null : others;
  };
  const session = new Session({
    store: { ledger, append, isWritable: () => true, fault: null },
    agent: null,
    now: 1,
    pid: 1,
    hash: (text) => `${text.length}`,
  });
  return { session, written };
}

function makeRun(settings: Parameters<typeof makeConfig>[0] = {}): Run {
  const context = { config: makeConfig(settings), loadEvents: () => events } as unknown as Run["context"];
  return { context, trace: startTrace([]), isLate: () => false, explain: false };
}

function delivery(over: Partial<Delivery> = {}): Delivery {
  return { purpose: "auto-injected", style: "text", tokens: 2000, line: { event: "prompt" }, isNews: false, silentBecause: "nothing here", ...over };
}

const scored = (id: string, over: object = {}) => makeScored({ id, title: `Title of ${id}`, ...over });
/** Everything that says it is shown, by id. */
const idsIn = (text: string): readonly string[] => [...new Set([...text.matchAll(/dec-\d/g)].map(([id]) => id))];

describe("deliver", () => {
  it("prints what was offered and writes it down with its form", () => {
    const { session, written } = open();
    session.offerRecord(scored("dec-1"), "found");
    const { text, trace } = deliver(makeRun(), session, delivery({ line: { event: "prompt", topics: ["t"], fresh: true } }));
    expect(text).toContain("Title of dec-1");
    expect(written).toMatchObject([{ event: "prompt", topics: ["t"], fresh: true, shown: [["journal:dec-1", expect.any(String), "full", 0.5]] }]);
    expect(written[0]).not.toHaveProperty("tokens");
    expect(trace.selection?.text).toBe(text);
    expect(trace.silent).toBe(null);
  });

  it("what is printed beside a tool is counted", () => {
    const { session, written } = open();
    session.offerRecord(scored("dec-1"), "found");
    const { trace } = deliver(makeRun(), session, delivery({ line: { event: "tool", file: "a.ts" }, purpose: "tool use" }));
    expect(written).toMatchObject([{ event: "tool", file: "a.ts", tokens: trace.selection?.tokens }]);
  });

  it("with nothing to show it is silent, and remembers only news", () => {
    for (const isNews of [true, false]) {
      const { session, written } = open();
      const { text, trace } = deliver(makeRun(), session, delivery({ isNews, line: { event: "tool", file: "a.ts" } }));
      expect([text, trace.silent]).toEqual(["", "nothing here"]);
      expect(written.map(({ file }) => file)).toEqual(isNews ? ["a.ts"] : []);
    }
  });

  it("says why it is silent: no room, or all of it seen", () => {
    const small = open();
    small.session.offerRecord(scored("dec-1"), "found");
    const run = makeRun();
    expect(deliver(run, small.session, delivery({ tokens: 5 })).trace.silent).toBe("the budget is too small for any record");
    expect(small.written).toEqual([]);

    const first = open();
    first.session.offerText({ source: "rules", id: "a", hash: "h", content: () => "rule", priority: "normal" });
    deliver(makeRun(), first.session, delivery());
    const again = open(first.written);
    again.session.offerText({ source: "rules", id: "a", hash: "h", content: () => "rule", priority: "normal" });
    const { trace } = deliver(makeRun(), again.session, delivery());
    expect(trace.silent).toBe("the session has seen all of it");
    expect(trace.suppressed).toMatchObject([{ key: "rules:a" }]);
  });

  it("what another run was first to show is left to it", () => {
    const { session, written } = open([], ["journal:dec-1"]);
    for (const id of ["dec-1", "dec-2"]) session.offerRecord(scored(id), "found");
    const { text } = deliver(makeRun(), session, delivery());
    expect(idsIn(text)).toEqual(["dec-2"]);
    expect(text).toContain("1 item)");
    expect(written).toHaveLength(1);
  });

  it("if that was all, it is silent", () => {
    const { session } = open([], ["journal:dec-1"]);
    session.offerRecord(scored("dec-1"), "found");
    expect(deliver(makeRun(), session, delivery()).text).toBe("");
  });

  it("looks as the style says", () => {
    const look = (style: Delivery["style"]): string => {
      const { session } = open();
      session.offerRecord(scored("dec-1"), "found");
      return deliver(makeRun(), session, delivery({ style })).text;
    };
    expect(look("text")).toMatch(/^--- Lore Context \(auto-injected, 1 item\) ---\n/);
    expect(look("xml")).toMatch(/^<lore_context purpose="auto-injected">\n/);
    expect(look("compact")).toMatch(/^\[lore\] Memory context \(auto-injected\):\n/);
  });

  it("a record shown in compact style is not written down as whole, so that a prompt may bring the whole", () => {
    const body = [["Why", "first"], ["Lesson", "second"]] as const; // biome-ignore format: a list
    const { session, written } = open();
    session.offerRecord(scored("dec-1", { body }), "found");
    deliver(makeRun(), session, delivery({ style: "compact" }));
    expect(written[0]?.shown?.[0]?.[2]).toBe("short");
    const later = open(written);
    later.session.offerRecord(scored("dec-1", { body }), "found");
    expect(deliver(makeRun(), later.session, delivery()).text).toContain("Lesson: second");
  });

  it("a record far behind one that the session has already is mentioned beside others, and not worth a block of its own", () => {
    const known = { ...scored("dec-1"), score: 1, rejected: { by: "already shown", prompt: 1, form: "full" } } as const;
    const weak = { ...scored("dec-2"), score: 0.3 };
    const strong = { ...scored("dec-3"), score: 0.9 };
    const shownOf = (before: readonly Scored[], offered: readonly Scored[]) => {
      const { session, written } = open();
      for (const each of offered) session.offerRecord(each, "found");
      const run = makeRun();
      run.trace.scored = [...before, ...offered];
      deliver(run, session, delivery());
      return written[0]?.shown?.map(([, , form]) => form);
    };
    expect(shownOf([], [weak])).toEqual(["full"]);
    expect(shownOf([known], [weak])).toBeUndefined();
    expect(shownOf([known], [strong, weak])).toEqual(["full", "line"]);
  });
});

describe("found by tests", () => {
  const long = (id: string) => scored(id, { body: [["Lesson", `of ${id}: ${"word ".repeat(60)}`]] });

  // After another run took some, deliver() selects anew among all offers: what then moves up was never written down.
  it("nothing is printed that was not written down, in the form in which it is printed", () => {
    const { session, written } = open([], ["journal:dec-1"]);
    for (const id of ["dec-1", "dec-2", "dec-3"]) session.offerRecord(long(id), "found");
    const run = makeRun({ "budget.max_items": 2 });
    const { trace } = deliver(run, session, delivery());
    const printed = (trace.selection?.items ?? []).map(({ offer, form }): readonly [string, string] => [offer.key, form]);
    const noted = written.flatMap(({ shown = [] as readonly ShownEntry[] }) => shown.map(([key, , form]) => [key, form]));
    expect(noted).toEqual(expect.arrayContaining(printed));
  });
});
