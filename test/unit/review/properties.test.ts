/** Whatever the stores hold: only records in force are proposed, and the order of the lines changes nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findContradictions } from "../../../src/review/find-contradictions.ts";
import { findDuplicates } from "../../../src/review/find-duplicates.ts";
import { findStale } from "../../../src/review/find-stale.ts";
import { findUnused } from "../../../src/review/find-unused.ts";
import { compareFindings, fingerprint, type ReviewRecord } from "../../../src/review/finding.ts";
import { VERDICTS } from "../../../src/store/feedback-file.ts";
import { makeConfig, makeLanguage } from "../builders.ts";
import { DAY, NOW, reviewed, shuffle } from "./reviewed.ts";

const language = makeLanguage();
const { sources } = makeConfig();

const text = fc.constantFrom(
  ..."Use Redis for caching|Do not use Redis for caching|Use Postgres for orders|Use MySQL for orders|The API listens on port 3000|The API listens on port 4000|Use pnpm|Use yarn|Invoices are rendered with the typst compiler every night|Old invoices are rendered with the typst compiler every night|Prices are rounded in src/price.ts".split(
    "|",
  ),
);
const records = fc
  .array(fc.record({ text, days: fc.integer({ min: 0, max: 900 }) }), { maxLength: 25 })
  .map((items) =>
    items.map((item, index) => reviewed({ fields: { id: `dec-${index}`, decision: item.text, timestamp: new Date(NOW - item.days * DAY).toISOString() } })),
  );
const feedback = fc.array(
  fc.record({
    key: fc.integer({ min: 0, max: 24 }).map((n) => `journal:dec-${n}`),
    verdict: fc.constantFrom(...VERDICTS),
    at: fc.integer({ min: NOW - 30 * DAY, max: NOW }),
    by: fc.constant("session" as const),
  }),
  { maxLength: 40 },
);

function review(reviewedRecords: readonly ReviewRecord[], said: Parameters<typeof findUnused>[1]): readonly string[] {
  const facts = new Map([["src/price.ts", { state: "gone", path: "src/price.ts", at: NOW - 100 * DAY, likely: null } as const]]);
  const findings = [
    ...findContradictions(reviewedRecords, language),
    ...findDuplicates(reviewedRecords, language).findings,
    ...findUnused(reviewedRecords, said),
    ...findStale(reviewedRecords, { now: NOW, sources, root: "/work", facts, feedback: said }),
  ];
  return findings.sort(compareFindings).map((finding) => `${fingerprint(finding)} ${finding.records.map(({ id }) => id).join(" ")} ${finding.why}`);
}

describe("findings", () => {
  it("do not depend on the order of the records", () => {
    fc.assert(
      fc.property(records, feedback, fc.integer({ min: 0, max: 1000 }), (all, said, seed) => {
        expect(review(shuffle(all, seed), said)).toEqual(review(all, said));
      }),
      { numRuns: 150 },
    );
  });

  it("are about records that were given, each finding about different ones", () => {
    fc.assert(
      fc.property(records, (all) => {
        for (const { records: concerned } of [...findContradictions(all, language), ...findDuplicates(all, language).findings]) {
          expect(concerned.every((each) => all.includes(each))).toBe(true);
          expect(new Set(concerned).size).toBe(concerned.length);
          expect(concerned.length).toBeGreaterThan(1);
        }
      }),
    );
  });
});
