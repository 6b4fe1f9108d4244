/** `export`: what goes out, in which form, and where to. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEMO_STORE, type Home, type HookRun, makeHome, ROOT, runHook, write } from "./run-hook.ts";

const TOKEN = `gh${"p_"}${"a1B2c3D4".repeat(5)}`;

function run(home: Home, ...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args: ["export", ...args, "--cwd", home.storefront] });
}

type Fields = Readonly<Record<string, unknown>>;

async function exported(home: Home, ...args: readonly string[]): Promise<readonly Fields[]> {
  const { status, stdout, stderr } = await run(home, ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("JSONL", () => {
  it("has the last line of each record as it is stored, with its source, the newest first", async () => {
    const lines = await exported(makeHome("demo"), "--all", "--kind", "journal");
    const stored = readFileSync(join(DEMO_STORE, "journal/data/decisions.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Fields);
    const last = new Map(stored.map((fields) => [fields.id, { source: "journal", ...fields }]));
    expect(new Map(lines.map((fields) => [fields.id, fields]))).toEqual(last);
    const times = lines.map(({ timestamp }) => Date.parse(String(timestamp)));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it("has documents as records, and a line in the place of an entry of the same id", async () => {
    const home = makeHome("none");
    write(
      join(home.data, "patterns/data/patterns.yaml"),
      "patterns:\n  - {id: p-1, name: old}\n  - {name: nameless}\nanti_patterns:\n  - {id: a-1, name: bad}\n",
    );
    write(join(home.data, "patterns/data/patterns.jsonl"), '{"id":"p-1","name":"new"}\n');
    write(join(home.data, "intent/data/goals/goal-9.yaml"), "name: Reach it\ncustom: {deep: [1]}\n");
    write(
      join(home.data, "transfer/data/sessions/s-1.json"),
      '{"id":"s-1","summary":"Did things","context":{"project":"storefront"},"ended_at":"2026-11-01T00:00:00Z"}',
    );
    write(join(home.data, "registry/data/metadata.yaml"), "metadata:\n  storefront: {description: The shop, role: web}\n");
    const lines = await exported(home);
    expect(lines).toHaveLength(6);
    expect(lines).toContainEqual({ source: "patterns", id: "p-1", name: "new" });
    expect(lines).toContainEqual({ source: "patterns", id: "pat-2", name: "nameless" });
    expect(lines).toContainEqual({ source: "patterns", id: "a-1", name: "bad", kind: "anti-pattern" });
    expect(lines).toContainEqual({ source: "goals", id: "goal-goal-9", name: "Reach it", custom: { deep: [1] } });
    expect(lines).toContainEqual(expect.objectContaining({ source: "registry", id: "registry-storefront" }));
    expect(lines[0]).toMatchObject({ source: "transfer", id: "s-1", summary: "Did things" });
    expect(await exported(home, "--project", "storefront")).toHaveLength(2);
  });

  it("keeps a record's own source, lines without an id, and no secret", async () => {
    const home = makeHome("none");
    write(
      join(home.data, "inbox/data/observations.jsonl"),
      `{"id":"obs-1","source":"cli","content":"use ${TOKEN}"}\n{"content":"a"}\n{"content":"b"}\nbroken\n`,
    );
    expect(await exported(home)).toEqual([
      { source: "inbox", id: "obs-1", content: "use [redacted: github-token]", record_source: "cli" },
      { source: "inbox", content: "a" },
      { source: "inbox", content: "b" },
    ]);
  });

  it("by kind, project and age; retired ones only with --all", async () => {
    const home = makeHome("none");
    const line = (id: string, more: Fields): string => JSON.stringify({ id, decision: id, ...more });
    const now = Date.now();
    const at = (days: number): string => new Date(now - days * 86_400_000).toISOString();
    write(
      join(home.data, "journal/data/decisions.jsonl"),
      [
        line("dec-1", { timestamp: at(1), project: "storefront" }),
        line("dec-2", { timestamp: at(10), tags: ["storefront"] }),
        line("dec-3", { timestamp: at(3), status: "superseded" }),
      ].join("\n"),
    );
    const ids = async (...args: readonly string[]): Promise<unknown> => (await exported(home, ...args)).map(({ id }) => id);
    expect(await ids()).toEqual(["dec-1", "dec-2"]);
    expect(await ids("--all")).toEqual(["dec-1", "dec-3", "dec-2"]);
    expect(await ids("--since", "1w")).toEqual(["dec-1"]);
    expect(await ids("--project", "storefront", "--kind", "dec")).toEqual(["dec-1", "dec-2"]);
    expect(await run(home, "--kind", "failures")).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("no record fits") });
    expect(await run(home, "--since", "soon")).toMatchObject({ status: 1, stdout: "" });
  });
});

it.skipIf(process.platform === "win32")("a reader that has had enough is no failure", () => {
  const home = makeHome("none");
  const lines = Array.from({ length: 5000 }, (_, index) => JSON.stringify({ id: `dec-${index}`, decision: "a decision of some length ".repeat(8) }));
  write(join(home.data, "journal/data/decisions.jsonl"), lines.join("\n"));
  const command = `"${process.execPath}" "${join(ROOT, "bin", "lore-inject.js")}" export | head -c 10`;
  const { stdout, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8", env: { PATH: process.env.PATH, HOME: home.dir, LORE_DATA_DIR: home.data } });
  expect({ stdout, stderr }).toEqual({ stdout: '{"source":', stderr: "" });
});

describe("Markdown", () => {
  it("is one document by kind and project", async () => {
    const home = makeHome("none");
    write(
      join(home.data, "journal/data/decisions.jsonl"),
      `${JSON.stringify({ id: "dec-1", timestamp: "2026-11-02T00:00:00Z", decision: "Use <b>typst</b>", rationale: "# fast\n```\ncode", project: "shop", tags: ["shop", "pdf"] })}\n`,
    );
    write(
      join(home.data, "failures/data/failures.jsonl"),
      `${JSON.stringify({ id: "fail-1", error_type: "E", error_message: "1. broke", fix: `set ${TOKEN}` })}\n`,
    );
    const { status, stdout } = await run(home, "--format", "markdown");
    expect(status).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "# Records

      2 records, the newest first.

      ## Decisions (1)

      ### shop

      #### Use &lt;b>typst&lt;/b>

      dec-1 · 2026-11-02 · tags: shop, pdf

      **Why:**

      \`\`\`\`text
      # fast
      \`\`\`
      code
      \`\`\`\`

      ## Failures (1)

      ### No project

      #### E: 1. broke

      fail-1

      **Fix:** set \\[redacted: github-token\\]
      "
    `);
  });

  it("of the demo's stores: every record has its heading", async () => {
    const home = makeHome("demo");
    const { stdout } = await run(home, "--format", "markdown", "--all");
    const records = await exported(home, "--all");
    expect(stdout.match(/^#### /gm)).toHaveLength(records.length);
    for (const { id } of records) expect(stdout).toContain(String(id));
  });
});

describe("--output", () => {
  it("writes a file for its owner alone, and replaces one only by force", async () => {
    const home = makeHome("demo");
    const file = join(home.dir, "out.jsonl");
    const first = await run(home, "--output", file);
    expect(first).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^\d+ records in .*out\.jsonl\n$/) });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toBe((await run(home)).stdout);
    write(file, "mine");
    expect(await run(home, "--output", file)).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("is there already") });
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(await run(home, "--output", file, "--force")).toMatchObject({ status: 0 });
    expect(readFileSync(file, "utf8")).toBe((await run(home)).stdout);
  });

  it("a folder, a missing folder", async () => {
    const home = makeHome("demo");
    expect(await run(home, "--output", home.dir, "--force")).toMatchObject({ status: 1, stderr: expect.stringContaining("not a regular file") });
    expect(await run(home, "--output", join(home.dir, "none", "out"))).toMatchObject({ status: 1, stderr: expect.stringContaining("ENOENT") });
    expect(existsSync(join(home.dir, "none"))).toBe(false);
  });
});
