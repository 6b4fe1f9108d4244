/** Verdicts on shown records: which of them make a record worth a second look. */
import { describe, expect, it } from "vitest";
import { findUnused } from "../../../src/review/find-unused.ts";
import type { Feedback, Verdict } from "../../../src/store/feedback-file.ts";
import { DAY, NOW, reviewed } from "./reviewed.ts";

const record = reviewed({ fields: { id: "dec-1", decision: "Ship on Fridays" } });

/** One verdict a day and session, the last of them today. */
function verdicts(...said: readonly Verdict[]): readonly Feedback[] {
  return said.map((verdict, index) => ({ at: NOW - (said.length - 1 - index) * DAY, key: "journal:dec-1", verdict, session: `s${index}`, by: "session" }));
}

const found = (feedback: readonly Feedback[], of = record) => findUnused([of], feedback).map(({ reason, why }) => `${reason}: ${why}`);

describe("found", () => {
  it.each<readonly [string, readonly Verdict[], string]>([
    [
      "passed over in five sessions",
      ["ignored", "ignored", "ignored", "ignored", "ignored"],
      "ignored: shown in 5 sessions, and never used as far as their transcripts tell: say it more plainly, or retract it",
    ],
    ["called wrong", ["used", "wrong"], "wrong: marked wrong by the session on 2026-11-16"],
    ["contradicted, more than once", ["contradicted", "contradicted"], "wrong: contradicted in a session on 2026-11-16 (2 times in all)"],
  ])("%s", (_name, said, expected) => {
    expect(found(verdicts(...said))).toEqual([expected]);
  });

  it("says who, and what told", () => {
    expect(found([{ at: NOW, key: "journal:dec-1", verdict: "wrong", by: "person", why: "we ship on Mondays" }])).toEqual([
      "wrong: marked wrong by a person on 2026-11-16: we ship on Mondays",
    ]);
  });
});

describe("not found", () => {
  it("kept back, so that nobody could use it", () => {
    const kept = verdicts("ignored", "ignored", "ignored", "ignored", "ignored").map((line) => ({ ...line, withheld: true as const }));
    expect(found(kept)).toEqual([]);
  });

  it("shown at starts alone, where nobody asked for it", () => {
    const shown = verdicts("ignored", "ignored", "ignored", "ignored", "ignored");
    expect(found(shown.map((line) => ({ ...line, unasked: true as const })))).toEqual([]);
    expect(found([...shown.map((line) => ({ ...line, unasked: true as const })), ...shown])).toHaveLength(1);
  });

  it.each<readonly [string, readonly Verdict[]]>([
    ["never shown", []],
    ["passed over in four sessions", ["ignored", "ignored", "ignored", "ignored"]],
    ["used once", ["ignored", "ignored", "used", "ignored", "ignored", "ignored"]],
    ["of use after it was called wrong", ["wrong", "helped"]],
  ])("%s", (_name, said) => {
    expect(found(verdicts(...said))).toEqual([]);
  });

  it("passed over again and again in one session", () => {
    expect(found(verdicts("ignored", "ignored", "ignored", "ignored", "ignored").map((each) => ({ ...each, session: "one" })))).toEqual([]);
  });

  it("said of an older text, or of another record", () => {
    const edited = reviewed({
      fields: { id: "dec-1", decision: "Ship on Mondays", edited_at: new Date(NOW + DAY).toISOString() },
      over: { changedAt: NOW + DAY },
    });
    expect(found(verdicts("wrong"), edited)).toEqual([]);
    expect(found(verdicts("wrong").map((each) => ({ ...each, key: "patterns:dec-1" })))).toEqual([]);
  });
});
