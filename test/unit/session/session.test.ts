/** What a run of the hook offers to a session that has been shown things before, and what it writes down. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../../src/session/ledger.ts";
import type { LedgerLine, ShownEntry } from "../../../src/session/ledger-line.ts";
import { asksFor, type LedgerStore, Session, shortText, shownAs, type TextOffer } from "../../../src/session/session.ts";
import type { Form } from "../../../src/types.ts";
import { makeOffer, makeRecord, makeScored } from "../builders.ts";

/** Keeps lines in memory. `others`: what another run wrote in the same moment. */
function makeStore(lines: readonly Partial<LedgerLine>[] = [], others: Ledger | null = null): LedgerStore & { readonly written: LedgerLine[] } {
  const ledger = new Ledger();
  for (const line of lines) ledger.add({ at: 1, by: 1, event: "prompt", ...line });
  const written: LedgerLine[] = [];
  const append = (line: LedgerLine): Ledger | null => {
    written.push(line);
    ledger.add(line);
    return others;
  };
  return { ledger, written, append, isWritable: () => true, fault: null };
}

const open = (store: LedgerStore | null, agent: string | null = null): Session => new Session({ store, agent, now: 77, pid: 9, hash: (text) => `#${text}` });

/** As if the session had been shown these offers in this form. */
function shownBy(session: Session, form: Form): { readonly shown: readonly ShownEntry[] } {
  return {
    shown: shownAs(
      session.offers().map((offer) => ({ offer, form })),
      (_, same) => same,
    ),
  };
}

function shownRecord(form: Form, over: object = {}) {
  const session = open(null);
  session.offerRecord(makeScored({ ...over }), "found");
  return shownBy(session, form);
}

const text: TextOffer = { source: "rules", id: "a.md", hash: "h", content: (form) => `rule ${form}`, priority: "normal" };

describe("a record", () => {
  it("is offered to a session that has not seen it, with key, hash and score", () => {
    const session = open(makeStore());
    const scored = makeScored({}, { score: 0.7 });
    expect(session.offerRecord(scored, "found")).toBe(scored);
    expect(session.offers()).toMatchObject([
      { key: "journal:dec-a1b2c3d4", source: "journal", id: "dec-a1b2c3d4", score: 0.7, scored, seen: null, whole: false, persistent: false },
    ]);
  });

  it("shown in full it is not shown again, and told why", () => {
    const session = open(makeStore([{}, shownRecord("full")]));
    expect(session.offerRecord(makeScored({}), "found").rejected).toEqual({ by: "already shown", prompt: 2, form: "full" });
    expect(session.offers()).toEqual([]);
  });

  it.each(["line", "short"] as const)("mentioned as %s it is offered for more", (form) => {
    const session = open(makeStore([shownRecord(form)]));
    expect(session.offerRecord(makeScored({}), "found").rejected).toBe(null);
    expect(session.offers()).toMatchObject([{ seen: form }]);
  });

  it.each([
    ["kind", { kind: "failure" as const }],
    ["title", { title: "Use SQLite" }],
    ["body", { body: [["Why", "because"]] as const }],
  ])("with another %s it is news", (_, over) => {
    const session = open(makeStore([shownRecord("full")]));
    expect(session.offerRecord(makeScored(over), "found").rejected).toBe(null);
    expect(session.offers()).toMatchObject([{ seen: null }]);
  });

  it("with another score, weight or day it is not", () => {
    const session = open(makeStore([shownRecord("full")]));
    expect(session.offerRecord(makeScored({ day: 1, value: 0.9 }, { score: 0.9 }), "found").rejected).toMatchObject({ by: "already shown" });
  });

  it("that the person asks for is shown again, in any form", () => {
    for (const form of ["full", "short", "line"] as const) {
      const session = open(makeStore([shownRecord(form)]));
      expect(session.offerRecord(makeScored({}), "named").rejected).toBe(null);
      expect(session.offers()).toMatchObject([{ seen: null }]);
    }
  });

  it("comes again once compaction removed it", () => {
    const session = open(makeStore([shownRecord("full"), { event: "compact" }]));
    expect(session.offerRecord(makeScored({}), "found").rejected).toBe(null);
    expect(session.offers()).toMatchObject([{ seen: null }]);
  });

  it("that the session has seen is new to a subagent, and the other way round", () => {
    const seen = shownRecord("full");
    expect(open(makeStore([seen]), "a1").offerRecord(makeScored({}), "found").rejected).toBe(null);
    expect(open(makeStore([{ event: "agent", agent: "a1", ...seen }])).offerRecord(makeScored({}), "found").rejected).toBe(null);
    expect(open(makeStore([{ event: "agent", agent: "a1", ...seen }]), "a1").offerRecord(makeScored({}), "found").rejected).not.toBe(null);
  });

  it("of the same id in another source is another record", () => {
    const session = open(makeStore([shownRecord("full")]));
    expect(session.offerRecord(makeScored({ source: "failures" }), "found").rejected).toBe(null);
  });

  it("without a memory everything is always new", () => {
    for (let run = 0; run < 2; run++) {
      const session = open(null);
      expect(session.isKept).toBe(false);
      expect(session.offerRecord(makeScored({}), "found").rejected).toBe(null);
      expect(session.remember({ event: "prompt", ...shownBy(session, "full") }).size).toBe(0);
    }
  });
});

describe("a text", () => {
  it("is offered once, and noted as kept back the next time", () => {
    const session = open(makeStore());
    session.offerText(text);
    expect(session.offers().map(({ key, hash, scored }) => [key, hash, scored])).toEqual([["rules:a.md", "h", null]]);
    const later = open(makeStore([{}, shownBy(session, "full")]));
    later.offerText(text);
    expect(later.offers()).toEqual([]);
    expect(later.suppressed).toEqual([{ key: "rules:a.md", prompt: 2, form: "full" }]);
    const shortened = open(makeStore([{}, shownBy(session, "short")]));
    shortened.offerText(text);
    expect(shortened.offers()).toMatchObject([{ key: "rules:a.md", seen: "short" }]);
  });

  it("that changed is offered again", () => {
    const session = open(makeStore([{ shown: [["rules:a.md", "old", "full", 0]] }]));
    session.offerText(text);
    expect(session.offers()).toHaveLength(1);
    expect(session.suppressed).toEqual([]);
  });

  it("renders in the form that is asked for; only a critical one is whole", () => {
    const session = open(makeStore());
    session.offerText(text);
    session.offerText({ ...text, id: "b.md", priority: "critical" });
    expect(session.offers().map(({ id, whole, render }) => [id, whole, render("line")])).toEqual([
      ["b.md", true, "rule line"],
      ["a.md", false, "rule line"],
    ]);
  });
});

describe("registered from outside", () => {
  const entry = { source: "ci", id: "build", priority: "critical", persistent: false, text: "the build\nfailed" } as const;

  const waitingIn = (store: LedgerStore): Session => {
    const session = open(store);
    session.offerWaiting();
    return session;
  };

  it("is offered with its source when it is asked for, its lines indented", () => {
    const lines = [{ event: "register", entry }];
    expect(waitingIn(makeStore(lines)).offers()).toMatchObject([{ key: "ci:build", hash: "#the build\nfailed", whole: true, scored: null }]);
    expect(waitingIn(makeStore(lines)).offers()[0]?.render("full")).toBe("[ci] the build\n  failed");
    expect(open(makeStore(lines)).offers()).toEqual([]);
  });

  it("is offered until it has been shown", () => {
    const store = makeStore([{ event: "register", entry }]);
    open(store).remember({ event: "loaded", file: "f" });
    const session = waitingIn(store);
    expect(session.offers()).toHaveLength(1);
    session.remember({ event: "prompt", ...shownBy(session, "short") });
    const shortened = waitingIn(store);
    expect(shortened.offers()).toMatchObject([{ seen: "short" }]);
    shortened.remember({ event: "prompt", ...shownBy(shortened, "full") });
    expect(waitingIn(store).offers()).toEqual([]);
  });
});

it("offers come by priority, then score, then order", () => {
  const session = open(makeStore([{ event: "register", entry: { source: "ci", id: "low", priority: "low", persistent: false, text: "t" } }]));
  session.offerWaiting();
  session.offerRecord(makeScored({ id: "dec-1" }, { score: 0.2 }), "found");
  session.offerRecord(makeScored({ id: "dec-2" }, { score: 0.9 }), "found");
  session.offerText({ ...text, id: "high", priority: "high" });
  session.offerText({ ...text, id: "normal" });
  session.offerText({ ...text, id: "top", priority: "critical" });
  expect(session.offers().map(({ id }) => id)).toEqual(["top", "high", "dec-2", "dec-1", "normal", "low"]);
});

describe("remember", () => {
  it("writes one line with time, process and subagent", () => {
    const store = makeStore();
    open(store).remember({ event: "prompt", topics: ["a"], fresh: true });
    open(store, "a1").remember({ event: "agent", source: "Explore" });
    expect(store.written).toEqual([
      { at: 77, by: 9, event: "prompt", topics: ["a"], fresh: true },
      { at: 77, by: 9, agent: "a1", event: "agent", source: "Explore" },
    ]);
  });

  it("what was offered has been dealt with", () => {
    const session = open(makeStore());
    session.offerText(text);
    session.remember({ event: "prompt" });
    expect(session.offers()).toEqual([]);
  });

  it("tells which of the shown another run was first to show, of the same content and to the same agent", () => {
    const others = new Ledger();
    others.add({ at: 1, by: 2, event: "prompt", shown: [["k:same", "h", "full", 1], ["k:changed", "old", "full", 1], ["k:unasked", "h", "full", 1]] }); // biome-ignore format: a list
    others.add({ at: 1, by: 2, event: "agent", agent: "a1", shown: [["k:agent", "h", "full", 1]] });
    const shown: readonly ShownEntry[] = ["k:same", "k:changed", "k:agent", "k:new"].map((key) => [key, "h", "full", 1]);
    expect([...open(makeStore([], others)).remember({ event: "prompt", shown })]).toEqual(["k:same"]);
    expect([...open(makeStore([], others), "a1").remember({ event: "agent", shown })]).toEqual(["k:agent"]);
  });

  it("what the other run showed before it was compacted away is not shown any more", () => {
    const others = new Ledger();
    others.add({ at: 1, by: 2, event: "prompt", shown: [["k:a", "h", "full", 1]] });
    others.add({ at: 1, by: 2, event: "compact" });
    expect(open(makeStore([], others)).remember({ event: "prompt", shown: [["k:a", "h", "full", 1]] }).size).toBe(0);
  });
});

it("shownAs keeps key, hash, three digits of the score, and the form that the style really shows", () => {
  const offer = makeOffer({ id: "dec-1" }, { score: 0.123456 });
  expect(shownAs([{ offer, form: "short" }], (_, form) => form)).toEqual([["journal:dec-1", "h", "short", 0.123]]);
  expect(shownAs([{ offer, form: "full" }], () => "line")).toEqual([["journal:dec-1", "h", "line", 0.123]]);
});

describe("shortText", () => {
  it("full is whole, short 400, a line 120 characters, with a sign that something is missing", () => {
    const long = "ab ".repeat(300);
    expect(shortText(long, "full")).toBe(long);
    expect(shortText(long, "short")).toBe(`${long.slice(0, 400).trimEnd()}…`);
    expect(shortText(long, "line")).toBe(`${long.slice(0, 120).trimEnd()}…`);
    for (const form of ["full", "short", "line"] as const) expect(shortText("short", form)).toBe("short");
  });

  it("never gets longer than its limit and one sign", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", " ", "\n", "\ud83d"), minLength: 100, maxLength: 900 }), (whole) => {
        expect(shortText(whole, "short").length).toBeLessThanOrEqual(401);
        expect(shortText(whole, "line").length).toBeLessThanOrEqual(121);
      }),
    );
  });
});

describe("asksFor", () => {
  const record = makeRecord({ id: "dec-a1b2c3d4", title: "Outbox Pattern" });

  it.each([
    ["what does dec-a1b2c3d4 say?", true],
    ["see DEC-A1B2C3D4.", true],
    ["(dec-a1b2c3d4)", true],
    ["dec-a1b2c3d45 is another", false],
    ["xdec-a1b2c3d4 is another", false],
    ["dec-a1b2c3d is cut", false],
    ["use the outbox pattern here", true],
    ["OUTBOX PATTERN", true],
    ["outbox patterns in general", false],
    ["the outbox needs a pattern", false],
    ["", false],
  ])("%s: %s", (prompt, asked) => {
    expect(asksFor(prompt, record)).toBe(asked);
  });

  it("short names are words that anybody uses", () => {
    expect(asksFor("how do sessions end", makeRecord({ title: "Sessions" }))).toBe(false);
    expect(asksFor("how does auth work", makeRecord({ title: "Auth" }))).toBe(false);
  });

  it("nothing is asked for by an empty id, in any prompt", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (prompt) => !asksFor(prompt, makeRecord({ id: "", title: "" }))));
  });

  it("a prompt that quotes the title whole asks for it", () => {
    const title = fc.string({ unit: fc.constantFrom(..."abc-. é"), minLength: 16, maxLength: 20 });
    fc.assert(fc.property(title, (name) => asksFor(`about "${name}"`, makeRecord({ title: name }))));
  });
});

describe("found by tests", () => {
  // Session.remember compares hashes alone: a run that was first with a mention takes the whole record away from us.
  it("what another run only mentioned is still ours to show in full", () => {
    const others = new Ledger();
    others.add({ at: 1, by: 2, event: "prompt", shown: [["k:a", "h", "line", 1]] });
    expect(open(makeStore([], others)).remember({ event: "prompt", shown: [["k:a", "h", "full", 1]] }).size).toBe(0);
  });
});
