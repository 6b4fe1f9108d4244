/** What is said twice is found, what only looks like it is not. */
import { describe, expect, it } from "vitest";
import { findDuplicates } from "../../../src/review/find-duplicates.ts";
import type { ReviewRecord } from "../../../src/review/finding.ts";
import type { SourceName } from "../../../src/types.ts";
import { makeLanguage } from "../builders.ts";
import { decisions, reviewed, titlesOf } from "./reviewed.ts";

const language = makeLanguage();
const find = (records: readonly ReviewRecord[]) => findDuplicates(records, language).findings;
const pair = (source: SourceName, a: object, b: object) => [a, b].map((fields) => reviewed({ source, fields: { ...fields } }));

describe("says the same", () => {
  it.each([
    ["word for word", "Invoices are rendered with the typst compiler", "Invoices are rendered with the typst compiler"],
    ["in another case, with other signs", "Invoices are rendered with the Typst compiler.", "invoices are rendered with the `typst` compiler"],
    ["but for small words", "Invoices are rendered with the typst compiler", "The invoices will be rendered with a typst compiler"],
    [
      "with one word more",
      "Webhook deliveries retry with exponential backoff and jitter",
      "Failed webhook deliveries retry with exponential backoff and jitter",
    ],
    [
      "misspelt",
      "Refunds beyond the yearly threshold need written approval from the finance department in Berlin",
      "Refunds beyond the yearly treshold need written approval from the finance department in Berlin",
    ],
    ["a short heading twice", { title: "ADR: Exploration", rationale: "Seat: wayfinder" }, { title: "ADR: Exploration", rationale: "Seat: wayfinder" }],
    [
      "a long one for another reason",
      { decision: "Sessions expire after thirty minutes without activity", rationale: "audit" },
      { decision: "Sessions expire after thirty minutes without activity", rationale: "the customer asked for it" },
    ],
  ])("%s", (_name, a, b) => {
    expect(find(decisions(a, b))).toHaveLength(1);
  });

  it("notes, and patterns of the same solution", () => {
    expect(
      find(
        pair("inbox", { content: "Vector search fails on large datasets", status: "raw" }, { content: "Vector search fails on large datasets", status: "raw" }),
      ),
    ).toHaveLength(1);
    const pattern = { name: "Trap for cleanup", solution: "Remove the temp folder in a trap" };
    expect(find(pair("patterns", pattern, pattern))).toHaveLength(1);
  });
});

describe("only looks like it", () => {
  it.each([
    ["another number", "The public API listens on port 3000 behind nginx", "The public API listens on port 4000 behind nginx"],
    [
      "another name",
      "The orders service retries failed webhook deliveries with exponential backoff",
      "The billing service retries failed webhook deliveries with exponential backoff",
    ],
    ["a negation", "Use optimistic locking for stock reservations in checkout", "Do not use optimistic locking for stock reservations in checkout"],
    ["a negation in one word", "Stock reservations can expire during checkout in production", "Stock reservations cannot expire during checkout in production"],
    ["the other way round", "Replace the Redis session store with Postgres tables", "Replace the Postgres session store with Redis tables"],
    ["tabs and spaces", "Indent with tabs instead of spaces in every language", "Indent with spaces instead of tabs in every language"],
    [
      "a file of another name",
      "Keep pricing rules in src/pricing/rules.ts next to checkout code",
      "Keep pricing rules in src/pricing/table.ts next to checkout code",
    ],
    ["before and after", "Migrations run before the containers start in staging", "Migrations run after the containers start in staging"],
    ["taken back", "Load modules lazily from the main entry point", "Revert: load modules lazily from the main entry point"],
    ["a template", "ADR: Worker", "ADR: Pipeline"],
    ["a short one with one word more", "Cache search results", "Cache search results forever"],
    [
      "a heading over other texts",
      { title: "ADR: Exploration", rationale: "Why maps beat lists for navigation" },
      { title: "ADR: Exploration", rationale: "Scouts report before builders start" },
    ],
    [
      "single letters",
      { title: "C to B", decision: "The larger disks stay where they are meanwhile" },
      { title: "B to A", decision: "The larger disks stay where they are meanwhile" },
    ],
    [
      "names that differ in one letter",
      "Provision the shared runner test-groupx for nightly builds",
      "Provision the shared runner test-groupy for nightly builds",
    ],
    [
      "titles over one long text",
      { title: "Flush of flows", decision: "Netdev offers flush and deletion of flows through the kernel interface" },
      { title: "Deletion of flows", decision: "Netdev offers flush and deletion of flows through the kernel interface" },
    ],
    [
      "one title over texts with another name",
      { title: "Retry policy", decision: "The orders service retries failed webhook deliveries with exponential backoff inside the worker pool" },
      { title: "Retry policy", decision: "The billing service retries failed webhook deliveries with exponential backoff inside the worker pool" },
    ],
    ["off and on", "Feature flags default to on for internal tenants", "Feature flags default to off for internal tenants"],
  ])("%s", (_name, a, b) => {
    expect(titlesOf(find(decisions(a, b)))).toEqual([]);
  });

  it("of another project, of another kind, of another command, with another fix", () => {
    const said = { decision: "Releases are cut from the main branch every Monday" };
    expect(find([reviewed({ fields: { ...said, project: "a" } }), reviewed({ fields: { ...said, project: "b" } })])).toEqual([]);
    expect(find([reviewed({ fields: said }), reviewed({ source: "evidence", fields: { content: said.decision } })])).toEqual([]);
    const failure = { error_type: "NonZeroExit", error_message: "Exit code 1: cannot find module" };
    expect(find(pair("failures", { ...failure, command: "npm test" }, { ...failure, command: "npm run build" }))).toEqual([]);
    expect(find(pair("failures", { ...failure, fix: "npm ci" }, { ...failure, fix: "remove the cache" }))).toEqual([]);
    const name = "Retry at the edge";
    expect(find(pair("patterns", { name, solution: "Let nginx retry idempotent calls" }, { name, solution: "Queue jobs again on timeout" }))).toEqual([]);
  });
});

describe("a group", () => {
  it("is one finding, and the one that says most, else the newest, should stay", () => {
    const text = "Exports are written as CSV with a header line";
    const [old, rich, young] = decisions(text, { decision: text, rationale: "the tax office asks for it" }, text);
    const [finding, ...more] = find([young, old, rich] as readonly ReviewRecord[]);
    expect(more).toEqual([]);
    expect(finding?.records.map(({ id }) => id)).toEqual([rich?.id, young?.id, old?.id]);
  });

  it("two that only a third connects stay apart", () => {
    const both = "Audit lines keep actor address country browser reason request outcome";
    const found = find(
      decisions(
        "Audit lines keep actor country browser reason request outcome session",
        both,
        "Audit lines keep address country browser reason request outcome session actor tenant",
      ),
    );
    for (const { records } of found) expect(records).toHaveLength(2);
  });
});

it("20,000 records of two thousand words, every tenth a copy, within seconds", () => {
  const words = Array.from({ length: 2000 }, (_item, index) => `w${index.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz".charAt(Number(digit)))}x`);
  let state = 7;
  const next = (): string => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return words[Math.floor((state / 0x7fffffff) ** 2 * words.length)] ?? "wx";
  };
  const texts: string[] = [];
  for (let index = 0; index < 20_000; index++) texts.push(index % 10 === 9 ? (texts[index - 9] ?? "") : Array.from({ length: 12 }, next).join(" "));
  const records = texts.map((decision) => reviewed({ fields: { decision } }));
  const before = process.cpuUsage();
  const { findings, isComplete } = findDuplicates(records, language);
  // Of the processor, as a busy machine takes its time.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(15_000);
  expect(isComplete).toBe(true);
  expect(findings.length).toBeGreaterThanOrEqual(1990);
});
