/** Decisions that exclude each other are found with the reason why; an accusation that is not certain is not made. */
import { describe, expect, it } from "vitest";
import { findContradictions } from "../../../src/review/find-contradictions.ts";
import type { ReviewRecord } from "../../../src/review/finding.ts";
import { makeLanguage } from "../builders.ts";
import { decisions, reviewed, titlesOf } from "./reviewed.ts";

const language = makeLanguage();
const find = (records: readonly ReviewRecord[]) => findContradictions(records, language);

describe("exclude each other", () => {
  it.each([
    ["use and do not use", "Use lodash", "Do not use lodash", "one is for lodash, the other against it"],
    ["for the same purpose", "Use Redis for session storage", "Never use Redis for session storage", "one is for redis"],
    ["a later ban of what was used for something", "Use moment for date parsing", "Avoid moment", "one is for moment"],
    ["no longer", "We use feature branches for hotfixes", "We no longer use feature branches for hotfixes", "one is for feature branches"],
    ["one instead of the other, and back", "Use tabs instead of spaces", "Use spaces instead of tabs", "one is for"],
    ["over", "Prefer composition over inheritance", "Prefer inheritance over composition", "one is for"],
    ["replaced, and back", "Replace Mocha with Vitest", "Replace Vitest with Mocha", "one is for"],
    ["moved from and to", "Migrate CI from Jenkins to Buildkite", "Migrate CI from Buildkite to Jenkins", "one is for"],
    ["what the other one left", "Use Kafka instead of polling for order events", "Use polling for order events", "one is for polling"],
    ["rivals for one purpose", "Use Postgres for the order store", "Use MySQL for the order store", "postgres and mysql for the same"],
    ["rivals under another name", "Use PostgreSQL for the order store", "Use Mongo for the order store", "postgres and mongodb"],
    ["rivals of which there is one", "Use pnpm", "Use yarn", "pnpm and yarn"],
    ["what was not chosen", { decision: "Use Typst for invoices", alternatives: ["LaTeX"] }, "Use LaTeX for invoices", "against it"],
    ["another port", "The API listens on port 3000", "The API listens on port 4000", "3000 and 4000"],
    ["another limit", "Set the upload limit to 10 MB", "Raise the upload limit to 25 MB", "10 and 25"],
    ["another timeout", "The webhook timeout is 30s", "The webhook timeout is 60s", "30 and 60"],
    ["another version", "Require Node 18", "Require Node 20", "18 and 20"],
    ["another indentation", "Use 2 spaces for indentation", "Use 4 spaces for indentation", "2 and 4"],
    ["passive", "Semicolons are used in TypeScript", "Semicolons are not used in TypeScript", "one is for semicolons"],
    ["with reasons behind", "Use Redis for caching because it is fast", "Do not use Redis for caching (memory is short)", "one is for redis"],
  ])("%s", (_name, a, b, why) => {
    const [finding, ...more] = find(decisions(a, b));
    expect(more).toEqual([]);
    expect(finding?.why).toContain(why);
  });

  it("the newer should stay, both are quoted with their dates", () => {
    const [older, newer] = decisions("Use lodash", "Do not use lodash");
    const [finding] = find([newer, older] as readonly ReviewRecord[]);
    expect(finding?.records.map(({ id }) => id)).toEqual([newer?.id, older?.id]);
    expect(finding?.why).toBe('one is for lodash, the other against it: "Use lodash" (2026-11-14), but "Do not use lodash" (2026-11-15)');
  });

  it("one that says it replaces another, which is still in force", () => {
    const [old, young] = [
      reviewed({ fields: { id: "dec-1", decision: "Ship on Fridays" } }),
      reviewed({ fields: { id: "dec-2", decision: "Ship on Mondays", supersedes: "dec-1" } }),
    ];
    expect(find([old, young]).map(({ reason, records }) => [reason, records.map(({ id }) => id)])).toEqual([["replaced", ["dec-2", "dec-1"]]]);
  });
});

describe("do not", () => {
  it.each([
    ["another purpose", "Use Redis for caching", "Do not use Redis for session storage"],
    ["an exception made later", "Do not use lodash", "Use lodash for deep merging"],
    ["a ban with a condition", "Use transactions for refunds", "Never use transactions for refunds unless the ledger is open"],
    ["only in some place", "Use Python for scripts", "Do not use Python for scripts in CI"],
    ["rivals for different purposes", "Use Postgres for orders", "Use SQLite for tests"],
    ["rivals without a purpose", "Use Postgres", "Use SQLite"],
    ["things that go together", "Use ESLint for the frontend", "Use Prettier for the frontend"],
    ["a thing and its kind", "Use TypeScript for the frontend", "Use React for the frontend"],
    ["a doubt", "Use GraphQL for the public API", "Consider REST for the public API"],
    ["a trial", "Use npm", "Try pnpm in one package"],
    ["what holds for now", "Use pnpm", "Use yarn for now"],
    ["what comes first", "Use Redis for caching", "Do not use Redis for caching at first"],
    ["a list", "Use Redis and Postgres for queues", "Do not use Redis and Kafka for queues"],
    ["a purpose that only begins alike", "Use Kafka for order events", "Do not use Kafka for order events of test tenants"],
    ["steps", "Finish phase 2 of the import", "Finish phase 3 of the import"],
    ["issues", "Use the approach of issue 12 for limits", "Use the approach of issue 15 for limits"],
    ["options", "Use option 2", "Use option 3"],
    ["ports of different services", "The API listens on port 3000", "The worker listens on port 4000"],
    ["limits of different things", "Set the upload limit to 10 MB", "Set the avatar limit to 2 MB"],
    ["the least and the most", "Keep at least 3 replicas of the API", "Keep at most 5 replicas of the API"],
    ["below and above", "Keep the upload size under 10 MB", "Keep the upload size over 1 MB"],
    ["what is supported", "Support Node 18", "Support Node 20"],
    ["what was measured", "Cold start took 30 ms", "Cold start took 40 ms"],
    ["several numbers", "Retry 3 times within 30 seconds for webhooks", "Retry 5 times within 60 seconds for webhooks"],
    ["the same number", "The API listens on port 3000", "The API should listen on port 3000."],
    ["the same said twice", "Do not use lodash", "Never use lodash"],
    ["a longer name", "Use Redis for caching", "Do not use Redis Cluster for caching"],
    ["a warning inside the same text", "Use mocks. Do not use mocks in e2e tests.", "Do not use mocks"],
    ["a question", "Should we use Kafka for events?", "Use NATS for events"],
    ["an alternative of another choice", { decision: "Use Typst for invoices", alternatives: ["LaTeX"] }, "Use LaTeX for contracts"],
    ["things that are moved about", "Move disk 1 from peg B to peg C", "Move disk 1 from peg C to peg B"],
    ["what only the sentence before names", "The parser is fast. Use it for logs", "The lexer is slow. Do not use it for logs"],
    ["a line that goes on", "The build reads the template and\nuses sed for the version", "Do not use sed for the version of\nthe lock file"],
    ["a sentence about removing", "Remove the Redis cache", "Use Redis for rate limits"],
    ["real headings", "Keep remember and learn as separate commands", "Use JSONL for decision storage"],
  ])("%s", (_name, a, b) => {
    expect(titlesOf(find(decisions(a, b)))).toEqual([]);
  });

  it("decisions of two projects, of other files, proposals, and what is no decision", () => {
    const [a, b] = [{ decision: "Use pnpm" }, { decision: "Use yarn" }];
    expect(find([a, b].map((fields) => reviewed({ fields })))).toHaveLength(1);
    expect(find([reviewed({ fields: { ...a, project: "shop" } }), reviewed({ fields: { ...b, project: "site" } })])).toEqual([]);
    expect(find([reviewed({ fields: { ...a, entities: ["web/package.json"] } }), reviewed({ fields: { ...b, entities: ["app/package.json"] } })])).toEqual([]);
    expect(find([reviewed({ fields: a }), reviewed({ fields: b, over: { isProposed: true } })])).toEqual([]);
    expect(find([reviewed({ fields: a }), reviewed({ source: "evidence", fields: { content: "Use yarn" } })])).toEqual([]);
  });

  it("a series of values is measured, not decided", () => {
    expect(find(decisions(...[1, 2, 3, 4, 5].map((n) => `The bundle size limit is ${n} MB`)))).toEqual([]);
  });
});
