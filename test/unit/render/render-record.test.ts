/** How records look to the agent: exact text, as people's prompts and habits rely on it. */
import { describe, expect, it } from "vitest";
import { renderAnswer } from "../../../src/render/render-hook-output.ts";
import { formatDay, renderRecord } from "../../../src/render/render-record.ts";
import { textStyle } from "../../../src/render/text-style.ts";
import { failures } from "../../../src/sources/failures.ts";
import { journal } from "../../../src/sources/journal.ts";
import { patterns } from "../../../src/sources/patterns.ts";
import type { LoreRecord } from "../../../src/types.ts";
import { makeOffer, makeRecord } from "../builders.ts";

function parsed(record: LoreRecord | null): LoreRecord {
  if (record === null) throw new Error("retired");
  return record;
}

const placed = (text: string) => ({ offer: makeOffer({}), form: "full", text }) as const;

const PATTERN = parsed(
  patterns.parseLine(
    { name: "Safe bash arithmetic", context: "set -e scripts", solution: "Use x=$((x+1)) not x=$(expr $x + 1)", confidence: 0.9, created_at: "2026-01-01" },
    "pat-507900-48ba66c9",
  ),
);
const DECISION = parsed(
  journal.parseLine({ decision: "Use JSONL for storage", rationale: "append-only, simple, grep-friendly", timestamp: "2026-02-10T08:00:00Z" }, "dec-a1b2c3d4"),
);
const FAILURE = parsed(
  failures.parseLine(
    { error_type: "NonZeroExit", error_message: "deploy.sh fails when DEPLOY_ENV unset", tool: "Bash", timestamp: "2026-02-14T08:00:00Z" },
    "fail-e5f6",
  ),
);

describe("full form", () => {
  it("pattern", () => {
    expect(renderRecord(PATTERN, "full", 0)).toMatchInlineSnapshot(`
      "[pattern] Safe bash arithmetic (confidence: 0.9)
        Context: set -e scripts
        Solution: Use x=$((x+1)) not x=$(expr $x + 1)"
    `);
  });

  it("decision", () => {
    expect(renderRecord(DECISION, "full", 0)).toMatchInlineSnapshot(`
      "[decision] dec-a1b2c3d4 (2026-02-10)
        Use JSONL for storage -- append-only, simple, grep-friendly"
    `);
  });

  it("failure", () => {
    expect(renderRecord(FAILURE, "full", 0)).toMatchInlineSnapshot(`
      "[failure] fail-e5f6 (2026-02-14, tool: Bash)
        NonZeroExit: deploy.sh fails when DEPLOY_ENV unset"
    `);
  });

  it("decision with alternatives, lesson and files", () => {
    const fields = {
      decision: "Use JSONL",
      rationale: "simple",
      alternatives: ["SQLite", "YAML"],
      lesson_learned: "lock it",
      entities: ["src/store.ts"],
      outcome: "accepted",
    };
    expect(renderRecord(parsed(journal.parseLine(fields, "dec-1")), "full", 0)).toMatchInlineSnapshot(`
      "[decision] dec-1 (accepted)
        Use JSONL -- simple
        Instead of: SQLite; YAML
        Lesson: lock it
        Files: src/store.ts"
    `);
  });

  it("anti-pattern", () => {
    const fields = { name: "Silent catch", symptom: "errors vanish", risk: "data loss", fix: "log them", severity: "high" };
    expect(renderRecord(parsed(patterns.parseLine(fields, "anti-1")), "full", 0)).toMatchInlineSnapshot(`
      "[anti-pattern] Silent catch (severity: high)
        Symptom: errors vanish
        Risk: data loss
        Fix: log them"
    `);
  });

  it.each(["handoff", "signal", "observation", "evidence"] as const)("a %s has its id and date in the header, its text below", (kind) => {
    const record = makeRecord({ id: "x-1", kind, title: "What was said", notes: ["from: cli"], body: [["Next", "go on"]] });
    expect(renderRecord(record, "full", 0)).toBe(`[${kind}] x-1 (2026-11-16, from: cli)\n  What was said\n  Next: go on`);
  });

  it.each(["goal", "concept", "registry"] as const)("a %s has its name in the header", (kind) => {
    const record = makeRecord({ id: "x-1", kind, title: "The name", notes: ["active"], body: [["", "What it is"]] });
    expect(renderRecord(record, "full", 0)).toBe(`[${kind}] The name (active)\n  What it is`);
  });

  it("lines of a long text stay indented under their label, blank ones are left out", () => {
    const record = makeRecord({ title: "First\n\nsecond", body: [["Lesson", "one\ntwo"]] });
    expect(renderRecord(record, "full", 0)).toBe("[decision] dec-a1b2c3d4 (2026-11-16)\n  First\n    second\n  Lesson: one\n    two");
  });
});

describe("shorter forms", () => {
  it("short: the most telling line, and how to see the rest", () => {
    expect(renderRecord(PATTERN, "short", 0)).toMatchInlineSnapshot(`
      "[pattern] Safe bash arithmetic (confidence: 0.9)
        Solution: Use x=$((x+1)) not x=$(expr $x + 1)
        (shortened: lore-inject show pat-507900-48ba66c9)"
    `);
    expect(renderRecord(DECISION, "short", 0)).toMatchInlineSnapshot(`
      "[decision] dec-a1b2c3d4 (2026-02-10)
        Use JSONL for storage
        Why: append-only, simple, grep-friendly
        (shortened: lore-inject show dec-a1b2c3d4)"
    `);
    expect(renderRecord(FAILURE, "short", 0)).toMatchInlineSnapshot(`
      "[failure] fail-e5f6 (2026-02-14, tool: Bash)
        NonZeroExit: deploy.sh fails when DEPLOY_ENV unset
        (shortened: lore-inject show fail-e5f6)"
    `);
  });

  it("line: id, title, and how to see the rest", () => {
    expect(renderRecord(PATTERN, "line", 80)).toBe("- [pattern] pat-507900-48ba66c9 Safe bash arithmetic (2026-01-01, ~80 tokens)");
    expect(renderRecord(DECISION, "line", 120)).toBe("- [decision] dec-a1b2c3d4 Use JSONL for storage (2026-02-10, ~120 tokens)");
  });

  it("each form of a long record is shorter than the one before", () => {
    const record = makeRecord({ title: "word ".repeat(100), body: [["Why", "reason ".repeat(500)]] });
    const [full = 0, short = 0, line = 0] = (["full", "short", "line"] as const).map((form) => renderRecord(record, form, 0).length);
    expect(full).toBeGreaterThan(short);
    expect(short).toBeGreaterThan(line);
  });

  it("an id with blanks stays one word, so that the command can be copied", () => {
    expect(renderRecord(makeRecord({ id: "my id\n2", title: "T" }), "line", 9)).toContain("] my_id_2 T (");
  });
});

describe("frame and client output", () => {
  it("counts items and what was left out", () => {
    expect(textStyle.renderFrame([placed("[x] a"), placed("[y] b")], 3, "auto-injected")).toMatchInlineSnapshot(`
      "--- Lore Context (auto-injected, 2 items) ---

      [x] a

      [y] b

      (3 more records left out: lore-inject search "terms")

      --- end lore context ---"
    `);
    expect(textStyle.renderFrame([placed("[x] a")], 0, "session start")).toMatchInlineSnapshot(`
      "--- Lore Context (session start, 1 item) ---

      [x] a

      --- end lore context ---"
    `);
  });

  it("is one JSON object with the event's own name", () => {
    expect(JSON.parse(renderAnswer("SessionStart", 'a "b"\n'))).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: 'a "b"\n' },
    });
  });

  it.each([
    [0, "1970-01-01"],
    [20773, "2026-11-16"],
    [1e15, "undated"],
    [Number.NaN, "undated"],
  ])("day %s is %s", (day, text) => {
    expect(formatDay(day)).toBe(text);
  });
});
