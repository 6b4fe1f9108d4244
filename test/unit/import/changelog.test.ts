/** Changelogs in the forms that people and programs write, and which entries are worth a record. */
import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { changelog } from "../../../src/import/changelog/changelog.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";
import { readAll } from "./reading.ts";

async function read(text: string): Promise<readonly (readonly [kind: string, text: string, day: string])[]> {
  const file = writeFile(join(makeTempDir(), "CHANGELOG.md"), text);
  utimesSync(file, 0, Date.UTC(2026, 0, 1) / 1000);
  const { records } = await readAll(changelog, file);
  return records.map(({ kind, said, at }) => [kind, said.text, new Date(at ?? 0).toISOString().slice(0, 10)]);
}

const KEEP = `# Changelog

All notable changes to this project are documented in this file.

- a list in the preamble is no entry of any release

## [Unreleased]

### Changed

- Uploads are retried three times

## [2.0.0] - 2025-03-04

### Added

- An export of all invoices as CSV

### Removed

- Node 16

### Deprecated

- \`oldThing()\`, use \`newThing()\`

### Fixed

- The cart was emptied when the session
  was renewed ([#12](https://example.org/12))
- Typo in the footer of the page

### Security

- Tokens are compared in constant time

## [1.0.0] - 2024-01-02

- **BREAKING**: the default port is 8080 now

[Unreleased]: https://example.org/compare
`;

const CONVENTIONAL = `# [3.1.0](https://example.org/compare/v3.0.0...v3.1.0) (2025-06-07)


### Bug Fixes

* **api:** retry on a closed connection ([a1b2c3d](https://example.org/commit/a1b2c3d)), closes [#99](https://example.org/99)
* **deps:** update dependency left-pad to v2

### Features

* **cli:** add a verbose flag to all commands

### BREAKING CHANGES

* **api:** callers must pass a client now

# 3.0.0 (2025-05-01)
`;

const PLAIN = `unreleased
==================

  * deps: send@0.18.0

1.4.2 / 2023-11-12
==================

  * Fix regression in matching of empty paths
  * Add \`router.any\` for all methods at once
  * The cache is asked before the network so that a train ride does not stop the work

v1.4.1 - March 5th, 2023
------------------------

  * Drop support for Node.js 0.8
`;

describe("changelog", () => {
  it("reads keep-a-changelog: what was taken away or changed was decided, what was mended is a note, additions are left out", async () => {
    expect(await read(KEEP)).toEqual([
      ["decision", "Changed since the last release: Uploads are retried three times", "2026-01-01"],
      ["decision", "Removed in 2.0.0: Node 16", "2025-03-04"],
      ["decision", "Deprecated in 2.0.0: `oldThing()`, use `newThing()`", "2025-03-04"],
      ["observation", "Fixed in 2.0.0: The cart was emptied when the session was renewed", "2025-03-04"],
      ["observation", "Security fix in 2.0.0: Tokens are compared in constant time", "2025-03-04"],
      ["decision", "Breaking change in 1.0.0: the default port is 8080 now", "2024-01-02"],
    ]);
  });

  it("reads what conventional-changelog writes, without commits and numbers", async () => {
    expect(await read(CONVENTIONAL)).toEqual([
      ["observation", "Fixed in 3.1.0: api: retry on a closed connection", "2025-06-07"],
      ["decision", "Breaking change in 3.1.0: api: callers must pass a client now", "2025-06-07"],
    ]);
  });

  it("reads plain lists by the words of their entries", async () => {
    expect(await read(PLAIN)).toEqual([
      ["observation", "In 1.4.2: Fix regression in matching of empty paths", "2023-11-12"],
      ["observation", "In 1.4.2: The cache is asked before the network so that a train ride does not stop the work", "2023-11-12"],
      ["decision", "In 1.4.1: Drop support for Node.js 0.8", "2023-03-05"],
    ]);
  });

  it("reads them alike with CRLF and a mark at the beginning", async () => {
    for (const text of [KEEP, CONVENTIONAL, PLAIN]) expect(await read(`\ufeff${text.replaceAll("\n", "\r\n")}`)).toEqual(await read(text));
  });

  it("dates a release without a date by the next newer one", async () => {
    const [, undated] = await read("## 2.0.0 - 2025-02-03\n\n- Fix the first of all faults\n\n## 1.9.0\n\n- Fix the second of all faults\n");
    expect(undated?.[2]).toBe("2025-02-03");
  });

  it("knows an entry again once it is released", async () => {
    const file = (heading: string) => writeFile(join(makeTempDir(), "CHANGES.md"), `## ${heading}\n\n### Removed\n\n- the old parser\n`);
    const before = await readAll(changelog, file("Unreleased"));
    const after = await readAll(changelog, file("4.0.0 - 2026-02-03"));
    expect(before.records[0]?.identity).toBe(after.records[0]?.identity);
    expect(before.records[0]?.said.text).not.toBe(after.records[0]?.said.text);
  });

  it("takes the newest when there are very many, and names the line of each", async () => {
    const entries = Array.from({ length: 700 }, (_, index) => `- Fix fault number ${index} of the many`).join("\n");
    const file = writeFile(join(makeTempDir(), "HISTORY.md"), `# History\n\n## 1.0.0\n\n${entries}\n`);
    const { records, skipped } = await readAll(changelog, file);
    expect([records.length, skipped.length]).toEqual([500, 200]);
    expect(records[0]).toMatchObject({ from: `${file}:5`, said: { text: "In 1.0.0: Fix fault number 0 of the many" } });
  });

  it("says so when a file has no releases", async () => {
    const file = writeFile(join(makeTempDir(), "CHANGELOG.md"), "# Changelog\n\nSee the releases page.\n");
    expect((await readAll(changelog, file)).problems).toMatchObject([{ where: `${file}:1` }]);
  });

  it("finds the changelog of a project", () => {
    const root = makeTempDir();
    expect(changelog.usualPlaces({ home: null, root })).toEqual([]);
    writeFile(join(root, "HISTORY.md"), PLAIN);
    const file = writeFile(join(root, "CHANGELOG.md"), KEEP);
    expect(changelog.usualPlaces({ home: null, root })).toEqual([file]);
    expect(changelog.recognizes(root)).toBe(true);
    expect(changelog.recognizes(makeFolder(join(root, "src")))).toBe(false);
  });
});
