/** Handoffs from transcripts in the real format: what did something says what was done and what is next, the rest says nothing. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildHandoff, type Handoff, handoffId } from "../../../src/capture/build-handoff.ts";
import { parseTranscript } from "../../../src/capture/parse-transcript.ts";
import { readTranscript } from "../../../src/capture/read-transcript.ts";
import { transfer } from "../../../src/sources/transfer.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const NOW = Date.parse("2026-03-02T12:00:00Z");

function handoffOf(name: string): Handoff | null {
  return buildHandoff(parseTranscript(readTranscript(join(FIXTURES, `${name}.jsonl`)) ?? ""), { sessionId: name, now: NOW });
}

function lineOf(role: "user" | "assistant", content: unknown, more: object = {}): string {
  return JSON.stringify({ type: role, message: { role, content }, cwd: "/w/app", gitBranch: "main", timestamp: "2026-03-02T10:00:00Z", ...more });
}

interface Case {
  readonly name: string;
  readonly goal: string;
  /** In the summary. */
  readonly done: readonly string[];
  readonly next?: readonly string[];
  readonly blockers?: readonly string[];
  readonly questions?: readonly string[];
  readonly threads?: readonly string[];
  readonly files?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: "short-fix",
    goal: "The login route returns 500",
    done: ["src/login.ts and test/login.test.ts", "`npm test` passed: Tests 4 passed (4)", "now answers 400"],
    next: ["Apply the same check to the signup route", "Document the error body in docs/api.md"],
    files: ["src/login.ts", "test/login.test.ts"],
  },
  { name: "question", goal: "session cache decide when to evict", done: ["drops the least recently used entry"], files: [] },
  {
    name: "failing-tests",
    goal: "stacked discounts",
    done: ["`npx vitest run test/cart` failed", "expected 81 to be 80", "1 failed | 21 passed"],
    next: ["Make `npx vitest run test/cart` pass"],
    blockers: ["AssertionError: expected 81 to be 80"],
  },
  {
    name: "todo-list",
    goal: "Move orders into their own table",
    done: ["db/migrations/014_orders.sql", "Done: Add the orders table; Write the migration"],
    next: ["Backfill old orders", "Update the admin page"],
  },
  {
    name: "task-tools",
    goal: "rate limiting",
    done: ["src/limit/bucket.ts", "token bucket is in place"],
    next: ["Return Retry-After headers", "Load test with k6"],
  },
  {
    name: "multi-project",
    goal: "Send ETags from the api",
    done: ["in api: src/etag.ts and src/server.ts", "web: src/fetch.ts and src/cache.ts", "`npm run build` passed"],
    next: ["the mobile client still ignores them."],
    files: ["src/etag.ts", "src/server.ts", "web/src/fetch.ts", "web/src/cache.ts"],
  },
  {
    name: "compaction",
    goal: "Make the product search faster, it takes 900 ms",
    done: ["src/search/query.ts and src/search/index.ts", "180 ms"],
    next: ["Cache the facet counts", "Re-run the benchmark on staging"],
  },
  {
    name: "subagents",
    goal: "currencies are rounded",
    done: ["src/money/round.ts and src/money/format.ts", "12 passed; 0 failed", "Committed."],
    questions: ["Should the old helper `roundLegacy` be removed as well?"],
    next: [],
  },
  {
    name: "german",
    goal: "Die Suche findet keine Umlaute",
    done: ["src/suche.ts", "normalisiert jetzt Umlaute"],
    next: ["Den Index in der Produktion neu aufbauen", "Französische Akzente prüfen"],
  },
  { name: "french", goal: "Ajoute la pagination", done: ["paginée par 50 lignes"], next: ["Ajouter la pagination à l'export CSV"] },
  {
    name: "interrupted-tool",
    goal: "end to end tests",
    done: ["e2e/checkout.spec.ts"],
    threads: ["Interrupted: `npx playwright test --headed`"],
    blockers: [],
  },
  { name: "torn-line", goal: "Rename the package to @shop/core", done: ["package.json and README.md"], next: ["publish a last version under the old name"] },
  {
    name: "blocked",
    goal: "Deploy the staging environment",
    done: ["infra/main.tf"],
    blockers: ["`terraform apply -auto-approve` fails: Error: error configuring S3 Backend", "waiting for AWS credentials"],
  },
  { name: "fixed-later", goal: "pytest fails after the upgrade", done: ["app/db.py", "31 passed", "Committed."], blockers: [] },
  {
    name: "custom-command",
    goal: "/fix-issue 42 the cart badge shows NaN",
    done: ["`npx tsc --noEmit` failed", "TS2322"],
    next: ["Make `npx tsc --noEmit` pass"],
  },
  { name: "long-prompt", goal: "add an audit log to the admin area", done: ["src/audit/log.ts"], next: ["Not begun: also export the audit log as CSV"] },
  {
    name: "resumed",
    goal: "Upgrade eslint to version 9",
    done: ["`npx eslint . --cache` passed"],
    next: ["Not begun: now the same for the prettier config"],
    blockers: [],
  },
];
const EMPTY: readonly string[] = ["aborted", "slash-only", "small-talk", "api-error"];

describe("a session that did something", () => {
  test.each(CASES)("$name", ({ name, goal, done, next, blockers, questions, threads, files }) => {
    const handoff = handoffOf(name);
    if (handoff === null) throw new Error("nothing to hand over");
    expect(handoff.message).toContain(goal);
    for (const part of done) expect(handoff.summary).toContain(part);
    expectEach(handoff.next_steps, next);
    expectEach(handoff.blockers, blockers);
    expectEach(handoff.questions, questions);
    expectEach(handoff.open_threads, threads);
    if (files !== undefined) expect(handoff.active_files).toEqual(files);
    expect(transfer.parseLine({ ...handoff }, handoff.id)).toMatchObject({ kind: "handoff", title: handoff.message });
  });

  test("every fixture is one of these or says nothing", () => {
    expect(readdirSync(FIXTURES).map((file) => file.replace(".jsonl", ""))).toEqual([...CASES.map(({ name }) => name), ...EMPTY].sort());
  });
});

/** Given: as many as there are, each with its part. */
function expectEach(actual: readonly string[], parts: readonly string[] | undefined): void {
  if (parts === undefined) return;
  expect(actual).toHaveLength(parts.length);
  for (const [index, part] of parts.entries()) expect(actual[index]).toContain(part);
}

test.each(EMPTY)("nothing is handed over: %s", (name) => expect(handoffOf(name)).toBeNull());

test("where and when", () => {
  expect(handoffOf("multi-project")).toMatchObject({ project: "api", cwd: "/home/ada/dev/api", branch: "feat/etag" });
  expect(handoffOf("short-fix")).toMatchObject({ id: handoffId("short-fix"), session_id: "short-fix", timestamp: expect.stringMatching(/^2026-03-02T09:/) });
  expect(handoffId("short-fix")).toMatch(/^hand-[0-9a-f]{8}$/);
});

test("the caller may know the roots better", () => {
  const turns = parseTranscript(readTranscript(join(FIXTURES, "multi-project.jsonl")) ?? "");
  const handoff = buildHandoff(turns, { sessionId: "s", now: NOW, rootOf: (file) => (file.startsWith("/home/ada/dev/") ? "/home/ada/dev" : null) });
  expect(handoff).toMatchObject({ project: "dev", active_files: ["api/src/etag.ts", "api/src/server.ts", "web/src/fetch.ts", "web/src/cache.ts"] });
});

test("no long prompt is told whole, even when the reply repeats it", () => {
  const handoff = handoffOf("long-prompt");
  const texts = Object.values(handoff ?? {}).flat();
  expect(handoff?.summary).toContain("You asked: Please add an audit log");
  expect(texts.join("\n")).not.toContain("Requirement 5");
});

test("at most twelve files, the most edited first", () => {
  const edits = Array.from({ length: 20 }, (_, index) => index).flatMap((index) => Array.from({ length: index === 17 ? 3 : 1 }, () => `/w/app/f${index}.ts`));
  const lines = edits.flatMap((file_path, index) => [
    lineOf("assistant", [{ type: "tool_use", id: `t${index}`, name: "Write", input: { file_path } }]),
    lineOf("user", [{ type: "tool_result", tool_use_id: `t${index}`, content: "ok" }]),
  ]);
  const handoff = buildHandoff(parseTranscript(lines.join("\n")), { sessionId: "s", now: NOW });
  expect(handoff?.active_files).toHaveLength(12);
  expect(handoff?.active_files[0]).toBe("f17.ts");
  expect(handoff?.summary).toContain("and 16 more");
  expect(handoff?.message).toBe(handoff?.summary);
});

test("two megabytes of output", () => {
  const output = `${"compiling module 0123456789\n".repeat(75_000)}\nTests  3 failed | 9 passed (12)`;
  const lines = [
    lineOf("user", "Build the importer for the bank statements"),
    lineOf("assistant", [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test" } }]),
    lineOf("user", [{ type: "tool_result", tool_use_id: "t1", content: `Exit code 1\n${output}`, is_error: true }]),
  ];
  const startedAt = performance.now();
  const handoff = buildHandoff(parseTranscript(lines.join("\n")), { sessionId: "s", now: NOW });
  expect(handoff?.summary).toContain("`npm test` failed: Tests 3 failed | 9 passed (12)");
  expect(JSON.stringify(handoff).length).toBeLessThan(2_000);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

describe("whatever the lines hold", () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom("Next steps:\n- a", "blocked by x", "<command-name>/x</command-name>", "Exit code 1", "npm test", "/w/app/a.ts"),
  );
  const block = fc.oneof(
    fc.record({ type: fc.constant("text"), text }),
    fc.record({
      type: fc.constant("tool_use"),
      id: fc.constantFrom("a", "b"),
      name: fc.constantFrom("Bash", "Edit", "TodoWrite", "TaskUpdate", "AskUserQuestion"),
      input: fc.oneof(fc.record({ command: text }), fc.record({ file_path: text }), fc.record({ todos: fc.array(fc.jsonValue()) }), fc.jsonValue()),
    }),
    fc.record({ type: fc.constant("tool_result"), tool_use_id: fc.constantFrom("a", "b"), content: fc.oneof(text, fc.jsonValue()), is_error: fc.boolean() }),
    fc.jsonValue(),
  );
  const line = fc.record(
    {
      type: fc.constantFrom("user", "assistant", "summary", "system", "attachment"),
      message: fc.oneof(fc.record({ content: fc.oneof(text, fc.array(block)) }), fc.jsonValue()),
      timestamp: fc.oneof(fc.constant("2026-03-02T10:00:00Z"), fc.jsonValue()),
      cwd: fc.oneof(fc.constant("/w/app"), fc.jsonValue()),
      isCompactSummary: fc.jsonValue(),
      isSidechain: fc.boolean(),
      toolUseResult: fc.jsonValue(),
      attachment: fc.jsonValue(),
    },
    { requiredKeys: ["type"] },
  );

  test("it never throws, and what is handed over can be read back", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            line.map((value) => JSON.stringify(value)),
            fc.json(),
            fc.string(),
          ),
        ),
        (lines) => {
          const handoff = buildHandoff(parseTranscript(lines.join("\n")), { sessionId: "s", now: NOW });
          if (handoff !== null) expect(JSON.parse(JSON.stringify(handoff))).toEqual(handoff);
        },
      ),
      { numRuns: 500 },
    );
  });

  const words = fc.constantFrom("orders", "must be", "stored.", "Then", "again?", "each", "customer", "Next:", "blocked by", "\n\n", "- ");
  const prompts = fc.array(words, { minLength: 100, maxLength: 140 }).map((parts) => parts.join(" "));

  test("a prompt of more than 300 characters never stands in any field", () => {
    fc.assert(
      fc.property(prompts, fc.boolean(), (prompt, echoed) => {
        const lines = [lineOf("user", prompt), lineOf("assistant", [{ type: "text", text: echoed ? prompt : "x ".repeat(200) }]), lineOf("user", prompt)];
        const handoff = buildHandoff(parseTranscript(lines.join("\n")), { sessionId: "s", now: NOW });
        for (const value of Object.values(handoff ?? {}).flat()) expect(value).not.toContain(prompt.trim());
      }),
    );
  });
});
