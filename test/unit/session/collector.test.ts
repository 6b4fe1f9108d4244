/** Everything that is shown passes through the collector: its order, its identity, its sessions. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ContextCollector, type ContextPriority, type RegisterContextOptions } from "../../../src/session/collector.ts";

const PRIORITIES: readonly ContextPriority[] = ["critical", "high", "normal", "low"];

const registration = fc.record({
  sessionId: fc.constantFrom("one", "two", "__proto__"),
  id: fc.constantFrom("a", "b", "c", "d", "__proto__"),
  source: fc.constantFrom("rules", "journal"),
  content: fc.string({ maxLength: 8 }),
  priority: fc.constantFrom(...PRIORITIES),
  score: fc.constantFrom(-1, 0, 0.5, 1),
  persistent: fc.boolean(),
});
type Registration = typeof registration extends fc.Arbitrary<infer T> ? T : never;

function collect(registrations: readonly Registration[]): ContextCollector {
  const collector = new ContextCollector();
  for (const { sessionId, ...options } of registrations) collector.register(sessionId, options);
  return collector;
}

/** The same, naively: the last of each key, sorted stably. */
function expected(registrations: readonly Registration[], sessionId: string): readonly Registration[] {
  const own = registrations.filter((each) => each.sessionId === sessionId);
  const last = own.filter((each, index) => !own.slice(index + 1).some(({ source, id }) => source === each.source && id === each.id));
  return last.toSorted((a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || b.score - a.score);
}

const plain = ({ id, source, content, priority, score, persistent }: RegisterContextOptions) => ({ id, source, content, priority, score, persistent });

describe("ContextCollector", () => {
  it("orders by priority, then score, then registration; of one key the last registration counts; sessions are apart", () => {
    fc.assert(
      fc.property(fc.array(registration, { maxLength: 20 }), (registrations) => {
        const collector = collect(registrations);
        for (const sessionId of ["one", "two", "__proto__", "never"]) {
          const wanted = expected(registrations, sessionId).map(plain);
          const pending = collector.getPending(sessionId);
          expect(pending === null).toBe(wanted.length === 0);
          expect(collector.hasPending(sessionId)).toBe(wanted.length > 0);
          expect((pending?.entries ?? []).map(plain)).toEqual(wanted);
          expect(pending?.merged ?? "").toBe(wanted.map(({ content }) => content).join("\n\n---\n\n"));
        }
      }),
    );
  });

  it("consume gives what is shown once and takes it away; persistent entries stay, and other sessions keep theirs", () => {
    fc.assert(
      fc.property(fc.array(registration, { maxLength: 20 }), (registrations) => {
        const collector = collect(registrations);
        const [all, others] = [expected(registrations, "one"), expected(registrations, "two")];
        const kept = all.filter(({ persistent }) => persistent).map(plain);
        const consumed = collector.consume("one");
        expect(consumed.entries.map(plain)).toEqual(all.filter(({ persistent }) => !persistent).map(plain));
        expect(consumed.hasContent).toBe(consumed.entries.length > 0);
        expect((collector.getPending("one")?.entries ?? []).map(plain)).toEqual(kept);
        expect((collector.getPersistent("one")?.entries ?? []).map(plain)).toEqual(kept);
        expect(collector.hasPending("one")).toBe(kept.length > 0);
        expect(collector.consume("one").entries).toEqual([]);
        expect((collector.getPending("two")?.entries ?? []).map(plain)).toEqual(others.map(plain));
      }),
    );
  });

  it("clear takes persistent entries too, of one session", () => {
    const collector = new ContextCollector();
    for (const session of ["one", "two"]) collector.register(session, { id: "a", source: "rules", content: "x", persistent: true });
    collector.clear("one");
    expect(collector.getPending("one")).toBe(null);
    expect(collector.getPersistent("one")).toBe(null);
    expect(collector.hasPending("two")).toBe(true);
  });

  it("registered without more: normal, score 0, shown once", () => {
    const collector = new ContextCollector<string>();
    collector.register("one", { id: "a", source: "rules", content: "x", metadata: "m" });
    expect(collector.getPending("one")?.entries[0]).toMatchObject({ key: "rules:a", priority: "normal", score: 0, persistent: false, metadata: "m" });
  });

  it("an entry registered as persistent and then as not is shown once", () => {
    const collector = new ContextCollector();
    collector.register("one", { id: "a", source: "rules", content: "old", persistent: true });
    collector.register("one", { id: "a", source: "rules", content: "new" });
    expect(collector.consume("one").merged).toBe("new");
    expect(collector.hasPending("one")).toBe(false);
  });

  it("a registration that replaces another stands where the new one would", () => {
    const collector = new ContextCollector();
    for (const id of ["a", "b", "a"]) collector.register("one", { id, source: "rules", content: id });
    expect(collector.getPending("one")?.entries.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("content may come in the length that is asked for, and is not made before", () => {
    const asked: string[] = [];
    const collector = new ContextCollector();
    const content = (form: string): string => {
      asked.push(form);
      return `as ${form}`;
    };
    collector.register("one", { id: "a", source: "rules", content });
    const entry = collector.getPending("one")?.entries[0];
    expect(asked).toEqual([]);
    expect([entry?.render("line"), entry?.render("short"), entry?.content]).toEqual(["as line", "as short", "as full"]);
  });
});
