/** Claude Code's memory: one record for each statement, and what kind of record it is. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memory } from "../../../src/import/memory/memory.ts";
import { makeTempDir, writeFile } from "../builders.ts";
import { readAll } from "./reading.ts";

const INDEX = `# Project Memory

## Build

- Run \`make gen\` before the tests, as the parsers are generated
- The API listens on port 3000
  - the admin part on 3001
- ok

## Decisions

- Orders are kept in PostgreSQL (2025-03)

## Deployment

The staging cluster is rebuilt every night.

Its data is a copy of production without names.

To roll back:

1. stop the queue
2. deploy the tag before

## Topics

- [Prefers small commits](feedback_commits.md) - one change each
- See [the client's guide](https://example.org/guide.md) for the upload limits
`;

const FEEDBACK = `---
name: feedback-commits
description: Small commits, one change each
type: feedback
---

Split refactoring from behaviour.

**Why:** reviews of mixed commits missed a bug in March.
**How to apply:** commit the refactoring first.
`;

function memoryOf(files: Readonly<Record<string, string | Uint8Array>>): { readonly home: string; readonly root: string; readonly folder: string } {
  const home = makeTempDir();
  const root = join(home, "dev", "my_shop.v2");
  const folder = join(home, ".claude", "projects", root.replaceAll(/[^A-Za-z0-9]/g, "-"), "memory");
  for (const [name, text] of Object.entries(files)) writeFile(join(folder, name), text);
  return { home, root, folder };
}

describe("memory", () => {
  it("makes a record of each statement, placed by its heading", async () => {
    const { folder } = memoryOf({ "MEMORY.md": INDEX });
    const { records, problems, skipped } = await readAll(memory, folder);
    expect(problems).toEqual([]);
    expect(skipped).toEqual(["a single word"]);
    expect(records.map(({ kind, said, from }) => [kind, said.text, from.slice(folder.length + 1)])).toEqual([
      ["pattern", "Run `make gen` before the tests, as the parsers are generated", "MEMORY.md:5"],
      ["observation", "Build: The API listens on port 3000\n  - the admin part on 3001", "MEMORY.md:6"],
      ["decision", "Orders are kept in PostgreSQL (2025-03)", "MEMORY.md:12"],
      [
        "observation",
        "Deployment: The staging cluster is rebuilt every night.\nIts data is a copy of production without names.\nTo roll back:\n- stop the queue\n- deploy the tag before",
        "MEMORY.md:16",
      ],
      ["observation", "Topics: See the client's guide for the upload limits", "MEMORY.md:28"],
    ]);
    expect(records[0]?.said.context).toBe("Build");
  });

  it("takes a topic with a description for one memory, with its reason and how to apply it", async () => {
    const { folder } = memoryOf({ "MEMORY.md": "# Memory\n", "feedback_commits.md": FEEDBACK });
    const { records } = await readAll(memory, folder);
    expect(records).toMatchObject([
      {
        kind: "pattern",
        said: {
          text: "Small commits, one change each",
          problem: "reviews of mixed commits missed a bug in March.",
          solution: "Split refactoring from behaviour.\ncommit the refactoring first.",
          tags: ["memory", "feedback"],
        },
      },
    ]);
  });

  it("takes a long topic apart", async () => {
    const items = Array.from({ length: 60 }, (_, index) => `- Table number ${index} holds the orders of a year`).join("\n");
    const { folder } = memoryOf({ "db.md": `---\ndescription: The tables\ntype: project\n---\n${items}\n` });
    const { records } = await readAll(memory, folder);
    expect(records).toHaveLength(60);
    expect(records[7]).toMatchObject({
      kind: "observation",
      said: { text: "The tables: Table number 7 holds the orders of a year" },
      from: `${join(folder, "db.md")}:12`,
    });
  });

  it("keeps the text below a header that is no YAML, and says so", async () => {
    const { folder } = memoryOf({ "a.md": "---\ndescription: [\n---\nThe queue is drained at night.\n" });
    const { records, problems } = await readAll(memory, folder);
    expect(records.map(({ said }) => said.text)).toEqual(["The queue is drained at night."]);
    expect(problems).toMatchObject([{ where: `${join(folder, "a.md")}:1` }]);
  });

  it("finds the memory of a project by the client's name for its folder, or a file by its path", async () => {
    const { home, root, folder } = memoryOf({ "MEMORY.md": INDEX });
    expect(memory.usualPlaces({ home, root })).toEqual([folder]);
    expect(memory.usualPlaces({ home, root: join(home, "dev", "other") })).toEqual([]);
    expect(memory.usualPlaces({ home: null, root })).toEqual([]);
    expect([folder, join(folder, "MEMORY.md"), join(folder, "..")].map(memory.recognizes)).toEqual([true, true, true]);
    expect(memory.recognizes(home)).toBe(false);
    expect((await readAll(memory, join(folder, "MEMORY.md"))).records).toHaveLength(5);
  });

  it("reads UTF-16 with CRLF, as an editor of Windows leaves it", async () => {
    const { folder } = memoryOf({
      "MEMORY.md": Buffer.from("\ufeff# Notes\r\n\r\n- The queue is drained at night\r\n- Never drain it by hand\r\n", "utf16le"),
    });
    const { records } = await readAll(memory, folder);
    expect(records.map(({ kind, said }) => [kind, said.text])).toEqual([
      ["observation", "The queue is drained at night"],
      ["pattern", "Never drain it by hand"],
    ]);
  });
});
