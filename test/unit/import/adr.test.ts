/** Architecture decision records in the two common forms, and what is none. */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adr } from "../../../src/import/adr/adr.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";
import { readAll } from "./reading.ts";

const NYGARD = `# 3. Keep sessions in Redis

Date: 2024-03-05

## Status

Accepted

## Context

Sessions must survive a deployment.

## Decision

We will keep sessions in [Redis](https://redis.io), one key each.

- keys expire after **30 days**

## Consequences

Redis becomes a part that must not fail.
`;

const MADR = `---
status: "accepted"
date: 2025-01-31
decision-makers: [ann, bob]
---
# Use PostgreSQL for orders

## Context and Problem Statement

Which database holds the orders?

## Considered Options

* [PostgreSQL](https://postgresql.org) - known to all of us
* MongoDB
* a file

## Decision Outcome

Chosen option: "PostgreSQL", because we need transactions.

### Consequences

* Good, because joins are possible
`;

const MADR2 = `# ADR-0009: Log as JSON

* Status: superseded by [ADR-0012](0012-log-as-logfmt.md)
* Deciders: ann
* Date: 2023-07-01

## Decision Outcome

Chosen option: "JSON", because tools read it.
`;

function folderWith(files: Readonly<Record<string, string>>): string {
  const root = makeTempDir();
  for (const [name, text] of Object.entries(files)) writeFile(join(root, "docs", "adr", name), text);
  return root;
}

describe("adr", () => {
  it("reads Nygard's form: title, decision, context and consequences", async () => {
    const root = folderWith({ "0003-keep-sessions-in-redis.md": NYGARD });
    const { records, problems } = await readAll(adr, join(root, "docs", "adr"));
    expect(problems).toEqual([]);
    expect(records).toEqual([
      {
        kind: "decision",
        said: {
          text: "We will keep sessions in Redis, one key each.\n- keys expire after 30 days",
          rationale: "Sessions must survive a deployment.\nConsequences: Redis becomes a part that must not fail.",
          alternatives: [],
          type: "architecture",
          entities: ["docs/adr/0003-keep-sessions-in-redis.md"],
          tags: ["adr", "adr-0003"],
        },
        fields: { title: "Keep sessions in Redis" },
        at: Date.UTC(2024, 2, 5),
        project: null,
        from: `${join(root, "docs", "adr", "0003-keep-sessions-in-redis.md")}:1`,
      },
    ]);
  });

  it("reads MADR with a header: what was chosen is no alternative", async () => {
    const { records } = await readAll(adr, folderWith({ "0001-database.md": MADR }));
    expect(records).toHaveLength(1);
    const [record] = records;
    expect(record).toMatchObject({ kind: "decision", at: Date.UTC(2025, 0, 31), fields: { title: "Use PostgreSQL for orders" } });
    expect(record?.said.text).toBe('Chosen option: "PostgreSQL", because we need transactions.\nConsequences:\n- Good, because joins are possible');
    expect(record?.said.rationale).toBe("Which database holds the orders?");
    expect(record?.said.alternatives).toEqual(["MongoDB", "a file"]);
    expect(record?.isRetired).toBeUndefined();
  });

  it.each([
    ["MADR 2, in a list below the title", MADR2, "superseded"],
    ["adr-tools, which spells it so", NYGARD.replace("Accepted", "Superceded by [4. Elsewhere](0004.md)"), "superseded"],
    ["accepted first, superseded later", NYGARD.replace("Accepted", "Accepted\n\nSuperseded by 4"), "superseded"],
    ["deprecated", MADR.replace('"accepted"', "deprecated"), "retracted"],
    ["rejected", MADR.replace('"accepted"', "rejected"), "retracted"],
  ])("retires what no longer holds: %s", async (_name, text, status) => {
    const { records } = await readAll(adr, folderWith({ "0009-x.md": text }));
    expect(records.map(({ isRetired, fields }) => [isRetired, fields?.status])).toEqual([[true, status]]);
  });

  it("does not retire one that supersedes another", async () => {
    const { records } = await readAll(adr, folderWith({ "4.md": NYGARD.replace("Accepted", "Accepted\n\nSupersedes 2") }));
    expect(records.map(({ kind, isRetired }) => [kind, isRetired])).toEqual([["decision", undefined]]);
  });

  it("takes what is only proposed for a note", async () => {
    const { records } = await readAll(adr, folderWith({ "5.md": NYGARD.replace("Accepted", "Proposed") }));
    expect(records.map(({ kind, fields }) => [kind, fields?.title])).toEqual([["observation", "Proposed, not decided: Keep sessions in Redis"]]);
  });

  it("survives CRLF, a mark at the beginning, Latin-1 and a header that is no YAML", async () => {
    const root = folderWith({ "1.md": `\ufeff${NYGARD.replaceAll("\n", "\r\n")}`, "2.md": MADR.replace("date:", "a: [\ndate:") });
    writeFile(join(root, "docs", "adr", "3.md"), Buffer.from(NYGARD.replace("Redis becomes", "Caf\u00e9 becomes"), "latin1"));
    const { records } = await readAll(adr, root);
    expect(records.map(({ fields, at }) => [fields?.title, at])).toEqual([
      ["Keep sessions in Redis", Date.UTC(2024, 2, 5)],
      ["Use PostgreSQL for orders", Date.UTC(2025, 0, 31)],
      ["Keep sessions in Redis", Date.UTC(2024, 2, 5)],
    ]);
    expect(records[0]?.said.text).not.toContain("\r");
    expect(records[2]?.said.rationale).toContain("Caf\u00e9 becomes");
  });

  it("leaves out templates, indexes and other documents, and names what it cannot read", async () => {
    const root = folderWith({ "README.md": NYGARD, "template.md": MADR, "notes.md": "# Notes\n\nNothing decided here.\n", "1.md": NYGARD });
    writeFile(join(root, "docs", "adr", "binary.md"), Buffer.from([0x23, 0x20, 0, 1, 2]));
    const { records, problems, skipped } = await readAll(adr, root);
    expect(records).toHaveLength(1);
    expect(problems.map(({ where, what }) => [where, what])).toEqual([[join(root, "docs", "adr", "binary.md"), "is not text"]]);
    expect(skipped).toHaveLength(1);
  });

  it("finds its folders, once each, and ends where links go in circles", async () => {
    const root = folderWith({ "1.md": NYGARD });
    writeFile(join(root, "doc", "architecture", "decisions", "7.md"), MADR);
    symlinkSync(join(root, "docs", "adr"), join(root, "docs", "adr", "again"));
    expect(adr.usualPlaces({ home: null, root })).toEqual([join(root, "docs", "adr"), join(root, "doc", "architecture", "decisions")]);
    expect((await readAll(adr, root)).records).toHaveLength(2);
    expect(adr.recognizes(root)).toBe(true);
    expect(adr.recognizes(makeFolder(join(root, "empty")))).toBe(false);
  });
});
