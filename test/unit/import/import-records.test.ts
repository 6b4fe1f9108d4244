/** Writing what was read: once, cleaned, with a stable id, and never over what is there. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_IMPORTERS } from "../../../src/import/all-importers.ts";
import { importRecords } from "../../../src/import/import-records.ts";
import type { Foreign, Importer } from "../../../src/import/importer.ts";
import { collectKnownIds } from "../../../src/import/known-ids.ts";
import type { Context } from "../../../src/open-context.ts";
import { ALL_SOURCES } from "../../../src/sources/all-sources.ts";
import { findStores } from "../../../src/store/find-stores.ts";
import { RecordStore } from "../../../src/write/record-store.ts";
import { makeConfig, makeTempDir, writeFile } from "../builders.ts";

const NOW = Date.UTC(2026, 10, 16, 12);
const PATHS = {
  "sources.journal.paths": ["journal/data/decisions.jsonl"],
  "sources.patterns.paths": ["patterns/data/patterns.jsonl"],
  "sources.inbox.paths": ["inbox/data/signals.jsonl", "inbox/data/observations.jsonl"],
  "sources.failures.paths": ["failures/data/failures.jsonl"],
  "sources.transfer.paths": ["transfer/data/handoffs.jsonl"],
  "sources.evidence.paths": ["evidence/data/evidence.jsonl"],
};

/** All that writing asks of a context. */
function contextOf(data: string): Context {
  const config = makeConfig(PATHS);
  const stores = findStores(config, data, null).files.map((file) => ({ ...file, derived: false, shownAs: file.path }));
  return { config, stores, dataRoot: { path: data, foundBy: "test" }, locations: { home: null } } as unknown as Context;
}

function importerOf(records: readonly Partial<Foreign>[]): Importer {
  const whole = records.map((record): Foreign => ({ kind: "decision", said: { text: "" }, at: null, project: null, from: "a:1", ...record }));
  return { name: "made", title: "made by a test", usualPlaces: () => [], recognizes: () => true, read: () => all(whole) };
}

async function* all(records: readonly Foreign[]): AsyncGenerator<Foreign> {
  yield* records;
}

interface RunOptions {
  readonly isDry?: boolean;
  readonly project?: string;
  readonly now?: number;
}

function run(data: string, records: readonly Partial<Foreign>[], { isDry, project, now = NOW }: RunOptions = {}) {
  const context = contextOf(data);
  const store = new RecordStore(context);
  return importRecords({
    importer: importerOf(records),
    path: "made",
    project: project ?? "shop",
    isProjectNamed: project !== undefined,
    now,
    known: collectKnownIds(context, () => {}),
    write: isDry ? null : (kind, fields) => void store.add(kind, fields),
  });
}

function linesOf(data: string, file: string): readonly Readonly<Record<string, unknown>>[] {
  return readFileSync(join(data, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function bytesBelow(folder: string): readonly (readonly [string, string])[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .sort()
    .map((name) => [name, statSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), "latin1") : ""] as const);
}

const JOURNAL = "journal/data/decisions.jsonl";
const RECORDS: readonly Partial<Foreign>[] = [
  { said: { text: "Use JSONL", rationale: "append-only" }, at: Date.UTC(2025, 0, 2, 3, 4, 5) },
  { kind: "observation", said: { text: "The queue is drained at night" } },
  { kind: "pattern", said: { text: "Retry with jitter" } },
  { kind: "anti-pattern", said: { text: "Retry at once" } },
  { kind: "failure", said: { text: "connection reset", type: "ECONNRESET" } },
  { kind: "handoff", said: { text: "Half done" } },
  { kind: "evidence", said: { text: "Measured twice" } },
  { kind: "signal", said: { text: "Heard of it" } },
  { kind: "goal", said: { text: "Faster search" } },
];
const COUNT = RECORDS.length;

describe("importRecords", () => {
  it("writes each kind where it belongs, with its own time and an id from its content", async () => {
    const data = makeTempDir();
    const { written } = await run(data, RECORDS);
    expect([...written.values()].reduce((sum, count) => sum + count)).toBe(COUNT);
    expect(linesOf(data, JOURNAL)).toMatchObject([
      { timestamp: "2025-01-02T03:04:05Z", decision: "Use JSONL", project: "shop", tags: ["shop"], status: "active" },
    ]);
    const ids = [JOURNAL, "patterns/data/patterns.jsonl", "inbox/data/observations.jsonl"].flatMap((file) => linesOf(data, file).map(({ id }) => String(id)));
    expect(ids.map((id) => id.replace(/[0-9a-f]{12}$/, "#"))).toEqual(["dec-#", "pat-#", "anti-#", "obs-#"]);
  });

  it("writes nothing the second time, whenever that is", async () => {
    const data = makeTempDir();
    await run(data, RECORDS);
    const before = bytesBelow(data);
    const second = await run(data, RECORDS, { now: NOW + 86_400_000 });
    expect([second.written.size, second.present]).toEqual([0, COUNT]);
    expect(bytesBelow(data)).toEqual(before);
  });

  it("neither overwrites what was edited since nor brings back what was retired", async () => {
    const data = makeTempDir();
    const records = [{ said: { text: "First" } }, { said: { text: "Second" } }];
    await run(data, records);
    const store = new RecordStore(contextOf(data));
    const [first, second] = store.current(() => true);
    if (first === undefined || second === undefined) throw new Error("two were written");
    store.addVersion(first, { decision: "First, edited" });
    store.addVersion(second, { status: "retracted" });
    const before = bytesBelow(data);
    expect((await run(data, records)).present).toBe(2);
    expect(bytesBelow(data)).toEqual(before);
  });

  it("knows what is in a store that is switched off", async () => {
    const data = makeTempDir();
    await run(data, RECORDS.slice(0, 1));
    const context = { ...contextOf(data), stores: [], config: makeConfig({ ...PATHS, "sources.journal.enabled": false }) };
    expect(collectKnownIds(context, () => {}).size).toBe(1);
  });

  it("counts what comes twice in one run once", async () => {
    const { written, present } = await run(makeTempDir(), [...RECORDS.slice(0, 1), ...RECORDS.slice(0, 1)]);
    expect([written.get("decision"), present]).toEqual([1, 1]);
  });

  it("takes the same words in two projects for two records, and a changed reason for a new one", async () => {
    const said = { text: "Use JSONL" };
    const { written, present } = await run(makeTempDir(), [
      { said, project: "a" },
      { said, project: "b" },
      { said: { ...said, rationale: "why" }, project: "a" },
      { said: { ...said, tags: ["new"] }, project: "a", at: 5 },
    ]);
    expect([written.get("decision"), present]).toEqual([3, 1]);
  });

  it("keeps an id that a record has, unless it leads somewhere", async () => {
    const data = makeTempDir();
    const ids = ["dec-5741815d", "../../evil", "a/b", "", ".."];
    await run(
      data,
      ids.map((id) => ({ id, kind: "goal" as const, said: { text: `goal ${id}` } })),
    );
    const files = readdirSync(join(data, "intent/data/goals"));
    expect(files).toHaveLength(ids.length);
    expect(files.filter((file) => /^goal-[0-9a-f]{12}\.yaml$/.test(file))).toHaveLength(4);
    expect(files).toContain("dec-5741815d.yaml");
    expect(readdirSync(data)).toEqual(["intent"]);
  });

  it("finds a goal's file that is there already", async () => {
    const data = makeTempDir();
    const file = writeFile(join(data, "intent/data/goals/goal-1.yaml"), "id: goal-1\nname: mine\nstatus: completed\n");
    const { present, written } = await run(data, [{ id: "goal-1", kind: "goal", said: { text: "theirs" } }]);
    expect([present, written.size]).toEqual([1, 0]);
    expect(readFileSync(file, "utf8")).toContain("mine");
  });

  it.each(["decision", "pattern", "anti-pattern", "failure", "observation", "signal", "evidence", "handoff"] as const)(
    "writes a retired %s so that its source never shows it",
    async (kind) => {
      const data = makeTempDir();
      const { retired } = await run(data, [
        { kind, said: { text: "old" }, isRetired: true },
        { kind, said: { text: "new" } },
      ]);
      expect(retired).toBe(1);
      const [version] = new RecordStore(contextOf(data)).current(() => true);
      const source = ALL_SOURCES.find(({ name }) => name === version?.source);
      const shown = new RecordStore(contextOf(data)).current(() => true).map(({ fields }) => source?.parseLine(fields, String(fields.id))?.title);
      expect(shown).toEqual([undefined, "new"]);
    },
  );

  it("keeps the status that a retired record has, and gives a goal one that closes it", async () => {
    const data = makeTempDir();
    await run(data, [
      { said: { text: "a" }, isRetired: true, fields: { status: "retracted", retracted_reason: "wrong" } },
      { kind: "goal", id: "goal-1", said: { text: "b" }, isRetired: true },
    ]);
    expect(linesOf(data, JOURNAL)).toMatchObject([{ status: "retracted", retracted_reason: "wrong" }]);
    expect(readFileSync(join(data, "intent/data/goals/goal-1.yaml"), "utf8")).toContain("status: cancelled");
  });

  it("removes secrets on the way, wherever they stand", async () => {
    const data = makeTempDir();
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    await run(data, [
      { said: { text: `Push with ${secret}`, rationale: secret, tags: [secret] }, fields: { lesson: { deep: [secret] } }, sessionId: secret, project: secret },
    ]);
    const text = readFileSync(join(data, JOURNAL), "utf8");
    expect(text).not.toContain(secret);
    expect(text).toContain("Push with");
  });

  it("leaves records of no project without one, unless one is named", async () => {
    const data = makeTempDir();
    await run(data, [{ said: { text: "any" }, isOfNoProject: true }]);
    await run(data, [{ said: { text: "some" }, isOfNoProject: true }], { project: "named" });
    expect(linesOf(data, JOURNAL).map(({ project }) => project)).toEqual([undefined, "named"]);
  });

  it("skips what is too long, names it, and goes on", async () => {
    const data = makeTempDir();
    const { skipped, problems, written } = await run(data, [{ said: { text: "word ".repeat(60_000) }, from: "big.md:7" }, { said: { text: "short" } }]);
    expect([...skipped]).toEqual([["too long", 1]]);
    expect(problems).toMatchObject([{ where: "big.md:7" }]);
    expect(written.get("decision")).toBe(1);
  });

  it("stops with a way out when the store cannot be written", async () => {
    const write = () => {
      throw new Error("the disk is full: nothing was written");
    };
    const request = { importer: importerOf(RECORDS), path: "made", project: null, isProjectNamed: false, now: NOW, known: new Set<string>(), write };
    await expect(importRecords(request)).rejects.toMatchObject({
      name: "Refusal",
      message: "the disk is full: nothing was written",
      hint: expect.stringContaining("run it again"),
    });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1e20, 1e20, 0])("takes a time that cannot be for none: %d", async (at) => {
    const data = makeTempDir();
    await run(data, [{ said: { text: "when?" }, at }]);
    expect(linesOf(data, JOURNAL)).toMatchObject([{ timestamp: "2026-11-16T12:00:00Z" }]);
  });

  it("writes nothing when it only looks, and says the same numbers", async () => {
    const data = makeTempDir();
    await run(data, RECORDS.slice(0, 1));
    const before = bytesBelow(data);
    const looked = await run(data, RECORDS, { isDry: true });
    expect(bytesBelow(data)).toEqual(before);
    const wrote = await run(data, RECORDS);
    expect([looked.written, looked.present, looked.titles]).toEqual([wrote.written, wrote.present, wrote.titles]);
  });
});

/** Where each importer of files looks, for bytes that may be anything. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  lore: [
    "journal/data/decisions.jsonl",
    "patterns/data/patterns.yaml",
    "intent/data/goals/g.yaml",
    "transfer/data/sessions/s.json",
    "inbox/data/signals.jsonl",
  ],
  memory: ["memory/MEMORY.md", "memory/topic.md"],
  adr: ["docs/adr/0001-x.md"],
  beads: [".beads/issues.jsonl"],
  changelog: ["CHANGELOG.md"],
};

const PIECES = [
  "# 1.0.0",
  "## Status",
  "Accepted",
  "---",
  "patterns:",
  "- id: a",
  "  name: b",
  "* x:",
  "1. y",
  "```",
  "<!--",
  '{"id":"a","title":"b"}',
  '{"id":',
  "\r\n",
  "\ufeff",
  "&a [*a]",
  "\0",
  "===",
];
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 40 }).map((parts) => Buffer.from(parts.join("\n"))),
  fc.json().map((text) => Buffer.from(text)),
);

describe.each(Object.keys(FILES))("any bytes as files of %s", (name) => {
  it("are imported or named, and never throw", async () => {
    const importer = ALL_IMPORTERS.find((each) => each.name === name);
    if (importer === undefined) throw new Error(`there is no ${name}`);
    const [root, data] = [makeTempDir(), makeTempDir()];
    const files = FILES[name] ?? [];
    await fc.assert(
      fc.asyncProperty(fc.tuple(...files.map(() => anyBytes)), async (contents) => {
        for (const [index, bytes] of contents.entries()) writeFile(join(root, files[index] ?? ""), bytes);
        const store = new RecordStore(contextOf(data));
        const request = { importer, path: root, project: null, isProjectNamed: false, now: NOW };
        const first = await importRecords({
          ...request,
          known: collectKnownIds(contextOf(data), () => {}),
          write: (kind, fields) => void store.add(kind, fields),
        });
        const again = await importRecords({ ...request, known: collectKnownIds(contextOf(data), () => {}), write: null });
        expect([again.read, again.written.get("decision") ?? 0, again.written.get("observation") ?? 0]).toEqual([first.read, 0, 0]);
      }),
      { numRuns: 150 },
    );
  });
});
