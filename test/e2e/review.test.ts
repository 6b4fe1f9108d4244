/** The review as a person meets it: a report where nobody sits, one key a finding where somebody does, on stores that are really written. */
import { EventEmitter } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Desk, type ReviewOptions, review } from "../../src/commands/review.ts";
import { makeTempDir } from "../unit/builders.ts";
import { makeHome, ROOT, runHook, write } from "./run-hook.ts";

type Fields = Readonly<Record<string, unknown>>;

const JOURNAL = "journal/data/decisions.jsonl";

const DECISIONS: readonly Fields[] = [
  { id: "dec-00000001", timestamp: "2026-10-01T00:00:00Z", decision: "Use Postgres for the order store", status: "active", project: "shop" },
  { id: "dec-00000002", timestamp: "2026-10-05T00:00:00Z", decision: "Use MySQL for the order store", status: "active", project: "shop" },
  { id: "dec-00000003", timestamp: "2026-10-02T00:00:00Z", decision: "Invoices are rendered with the typst compiler", status: "active", project: "shop" },
  { id: "dec-00000004", timestamp: "2026-10-03T00:00:00Z", decision: "Invoices are rendered with the typst compiler", status: "active", project: "shop" },
  { id: "dec-00000005", timestamp: "2026-10-04T00:00:00Z", decision: "Invoices are rendered with the typst compiler", status: "retracted", project: "shop" },
  { id: "dec-00000006", timestamp: "2020-01-01T00:00:00Z", decision: "Releases are cut on Mondays", status: "active", project: "shop" },
  { id: "dec-00000007", timestamp: "2020-01-01T00:00:00Z", decision: "Releases need two approvals", status: "superseded", project: "shop" },
  { id: "dec-00000008", timestamp: "2020-01-01T00:00:00Z", decision: "Carts live for a week", status: "proposed", project: "shop" },
  { id: "dec-00000009", timestamp: "2026-10-01T00:00:00Z", decision: "Carts are merged on login", status: "active", project: "shop" },
  { id: "dec-00000010", timestamp: "2020-01-01T00:00:00Z", decision: "Pages are static", status: "active", project: "site" },
];

interface Place {
  readonly cwd: string;
  readonly data: string;
  readonly state: string;
}

/** A person with a shop, whose environment this process has until the test ends. */
function makePlace(decisions: readonly Fields[] = DECISIONS): Place {
  const home = makeTempDir();
  const place = { cwd: join(home, "dev", "shop"), data: join(home, "lore"), state: join(home, "state", "lore-inject") };
  mkdirSync(place.cwd, { recursive: true });
  put(join(place.data, JOURNAL), decisions);
  put(join(place.state, "feedback.jsonl"), [
    { at: Date.parse("2026-11-01"), key: "journal:dec-00000009", verdict: "wrong", by: "person", why: "they are not" },
  ]);
  for (const [name, value] of Object.entries({
    HOME: home,
    LORE_DATA_DIR: place.data,
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, "cache"),
  }))
    vi.stubEnv(name, value);
  for (const name of ["LORE_DIR", "XDG_CONFIG_HOME", "LORE_CONTEXT_NOW", "VISUAL", "EDITOR"]) vi.stubEnv(name, undefined);
  return place;
}

function put(path: string, lines: readonly Fields[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

function linesOf(path: string): readonly Fields[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What it prints when nobody sits there. */
async function report(place: Place, options: Partial<ReviewOptions> = {}): Promise<string> {
  let out = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await review({ limit: "50", cwd: place.cwd, ...options }, { input: new Typist(false), output: { isTTY: false, write: () => true } });
  spy.mockRestore();
  return out;
}

class Typist extends EventEmitter {
  raw = false;
  constructor(readonly isTTY: boolean) {
    super();
  }
  setRawMode(isRaw: boolean): void {
    this.raw = isRaw;
  }
  setEncoding(): void {}
  resume(): void {}
  pause(): void {}
}

/** Somebody at a terminal, who types this. */
async function sit(place: Place, typed: string, options: Partial<ReviewOptions> = {}): Promise<string> {
  const input = new Typist(true);
  let shown = "";
  let isTyped = false;
  const output: Desk["output"] = {
    isTTY: true,
    columns: 100,
    write(text) {
      shown += text;
      if (!isTyped && text.includes("[k]eep")) {
        isTyped = true;
        queueMicrotask(() => input.emit("data", typed));
      }
    },
  };
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    shown += String(text);
    return true;
  });
  await review({ limit: "50", cwd: place.cwd, ...options }, { input, output });
  spy.mockRestore();
  expect(input.raw).toBe(false);
  return shown;
}

describe("a report", () => {
  it("names each finding once, why, and what would settle it; nothing is changed", async () => {
    const place = makePlace();
    const before = readFileSync(join(place.data, JOURNAL), "utf8");
    const text = await report(place);
    expect(text).toContain("5 findings in 7 records (shop)");
    expect(text).toContain("postgres and mysql for the same");
    expect(text).toContain("lore-inject retract dec-00000001 --reason 'dec-00000002 says otherwise'");
    expect(text).toContain("marked wrong by a person on 2026-11-01: they are not");
    expect(text).toContain("lore-inject retract dec-00000003 --reason 'said by dec-00000004'");
    expect(text).toContain("lore-inject edit dec-00000008 --field status=active");
    expect(text).toContain("dec-00000006");
    // Retired ones, and another project's.
    for (const id of ["dec-00000005", "dec-00000007", "dec-00000010"]) expect(text).not.toContain(id);
    expect(readFileSync(join(place.data, JOURNAL), "utf8")).toBe(before);
    expect(existsSync(join(place.state, "review.jsonl"))).toBe(false);
  });

  it("of all projects, of one kind, of so many, as JSON", async () => {
    const place = makePlace();
    expect(await report(place, { all: true })).toContain("dec-00000010");
    expect(await report(place, { kind: "duplicates" })).toMatch(/^1 finding in/);
    expect(await report(place, { limit: "1" })).toContain("(4 more: --limit 5)");
    const json = JSON.parse(await report(place, { json: true, kind: "contradictions, stale", limit: "2" }));
    expect(json).toMatchObject({ project: "shop", records: 7, total: 3, findings: [{ kind: "contradictions", reason: "opposed" }, { reason: "proposed" }] });
    expect(json.findings[0].records.map(({ id }: { readonly id: string }) => id)).toEqual(["dec-00000002", "dec-00000001"]);
  });

  it.each<readonly [string, string, Fields]>([
    ["superseded", JOURNAL, { decision: "Use pnpm", status: "superseded" }],
    ["retracted", JOURNAL, { decision: "Use pnpm", status: "retracted" }],
    ["revised, before there was a status", JOURNAL, { decision: "Use pnpm", outcome: "revised" }],
    ["superseded by its own words", JOURNAL, { decision: "Use pnpm (superseded by dec-0000aaaa)" }],
    ["a deprecated pattern", "patterns/data/patterns.jsonl", { name: "[DEPRECATED] Risky Business", solution: "x" }],
    ["a pattern without confidence", "patterns/data/patterns.jsonl", { name: "Risky Business", confidence: 0 }],
    ["a failure taken back", "failures/data/failures.jsonl", { error_message: "Exit code 1", status: "retracted" }],
    ["a promoted note", "inbox/data/observations.jsonl", { content: "Search fails", status: "promoted" }],
    ["superseded evidence", "evidence/data/evidence.jsonl", { content: "Search is slow", confidence: "superseded" }],
  ])("never proposes what is retired: %s", async (_name, store, fields) => {
    const place = makePlace([]);
    const line = (id: string) => ({ ...fields, id, timestamp: "2020-01-01T00:00:00Z", created_at: "2020-01-01T00:00:00Z", project: "shop" });
    put(join(place.data, store), [line("x-00000001"), line("x-00000002")]);
    put(
      join(place.state, "feedback.jsonl"),
      ["journal", "patterns", "failures", "inbox", "evidence"].map((source) => ({ at: 1, key: `${source}:x-00000001`, verdict: "wrong", by: "person" })),
    );
    expect(await report(place)).toContain("0 findings in 0 records");
  });

  it("says so when there is nothing, and refuses what it does not know", async () => {
    expect(await report(makePlace([]))).toContain("0 findings in 0 records");
    await expect(report(makePlace(), { kind: "odd" })).rejects.toThrow("--kind odd: no such kind");
    await expect(report(makePlace(), { limit: "0" })).rejects.toThrow("not a whole number");
  });
});

describe("at a terminal", () => {
  it("what is kept is not asked again until the record changes", async () => {
    const place = makePlace();
    expect(await sit(place, "kkkkk")).toContain("5 of 5 settled");
    expect(await report(place)).toContain("0 findings in 7 records (shop), 5 kept as they are");
    const [first] = DECISIONS;
    put(join(place.data, JOURNAL), [...DECISIONS, { ...first, edited_at: "2026-11-02T00:00:00Z" }]);
    expect(await report(place)).toMatch(/^1 finding in/);
  });

  it("every change is a further line, and the history stays", async () => {
    const place = makePlace();
    const shown = await sit(place, "s2rnot so\rs1sCarts live for a day\rsReleases are cut daily\r");
    expect(shown).toContain("5 of 5 settled");
    const lines = linesOf(join(place.data, JOURNAL));
    expect(lines.slice(0, DECISIONS.length)).toEqual(DECISIONS);
    const last = new Map(lines.map((line) => [line.id, line]));
    expect(last.get("dec-00000002")).toMatchObject({ status: "superseded", superseded_by: "dec-00000001" });
    expect(last.get("dec-00000009")).toMatchObject({ status: "retracted", retracted_reason: "not so" });
    expect(last.get("dec-00000003")).toMatchObject({ status: "superseded", superseded_by: "dec-00000004" });
    expect(last.get("dec-00000006")).toMatchObject({ status: "superseded" });
    expect([...last.values()].filter(({ supersedes }) => supersedes !== undefined)).toMatchObject([
      { decision: "Carts live for a day", status: "active", supersedes: "dec-00000008" },
      { decision: "Releases are cut daily", status: "active", supersedes: "dec-00000006" },
    ]);
    expect(await report(place)).toContain("0 findings");
  });

  it("the editor is the one of `edit`; what it refuses is said, and asked again", async () => {
    const place = makePlace();
    expect(await sit(place, "eq", { kind: "unused" })).toContain("no editor is set");
    const editor = join(place.cwd, "editor.js");
    writeFileSync(
      editor,
      'const fs = require("fs"); const f = process.argv[2]; fs.writeFileSync(f, fs.readFileSync(f, "utf8").replace("on login", "on checkout"));',
    );
    vi.stubEnv("EDITOR", `"${process.execPath}" "${editor}"`);
    await sit(place, "e", { kind: "unused" });
    expect(linesOf(join(place.data, JOURNAL)).at(-1)).toMatchObject({ id: "dec-00000009", decision: "Carts are merged on checkout" });
    expect(await report(place, { kind: "unused" })).toContain("0 findings");
  });

  it("q and Ctrl-C leave the rest as it is", async () => {
    for (const key of ["q", "\u0003"]) {
      const place = makePlace();
      expect(await sit(place, `k${key}`)).toContain("1 of 5 settled; the rest is there next time");
      expect(linesOf(join(place.data, JOURNAL))).toEqual(DECISIONS);
      expect(await report(place)).toMatch(/^4 findings/);
    }
  });
});

const IS_WIRED = existsSync(join(ROOT, "dist", "cli.cjs")) && readFileSync(join(ROOT, "dist", "cli.cjs"), "utf8").includes('command("review")');

describe.runIf(IS_WIRED)("the built command", () => {
  it("prints a report and exits 0, with findings and without", async () => {
    const home = makeHome("none");
    const run = () => runHook({ home, args: ["review", "--cwd", home.storefront] });
    expect(await run()).toMatchObject({ status: 0, stdout: expect.stringContaining("0 findings") });
    write(
      join(home.data, JOURNAL),
      ["Use pnpm", "Use yarn"]
        .map((decision, index) => `${JSON.stringify({ id: `dec-0000000${index}`, timestamp: `2026-11-0${index + 1}`, decision })}\n`)
        .join(""),
    );
    expect(await run()).toMatchObject({ status: 0, stdout: expect.stringContaining("pnpm and yarn for the same") });
    expect(await runHook({ home, args: ["review", "--kind", "odd", "--cwd", home.storefront] })).toMatchObject({ status: 1, stdout: "" });
  });
});
