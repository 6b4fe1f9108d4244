/** The commands that write: what they print, what is in the files afterwards, and that the next prompt knows it. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hand, install, OTHER_UID, WHY_NOT } from "./other-user.ts";
import { ask, type Home, type HookRun, makeHome, type RunOptions, runHook, walk, write } from "./run-hook.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const JOURNAL = "journal/data/decisions.jsonl";
const FAILURES = "failures/data/failures.jsonl";
const INBOX = "inbox/data/observations.jsonl";

type More = Omit<RunOptions, "home" | "args">;
type Fields = Readonly<Record<string, unknown>>;

/** A home without any store, whose project is a repository on a branch. */
function newHome(): Home {
  const home = makeHome("none");
  write(join(home.storefront, ".git", "HEAD"), "ref: refs/heads/feature/refunds\n");
  write(join(home.storefront, ".git", "refs", "heads", "feature", "refunds"), `${COMMIT}\n`);
  return home;
}

function run(home: Home, args: readonly string[], more: More = {}): Promise<HookRun> {
  return runHook({ home, args: [...args, "--cwd", home.storefront], ...more });
}

async function succeed(home: Home, args: readonly string[], more: More = {}): Promise<string> {
  const { status, stdout, stderr } = await run(home, args, more);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trimEnd();
}

/** Exit 1, a message without a stack, nothing on stdout, every file as it was. */
async function refuse(home: Home, args: readonly string[], more: More = {}): Promise<string> {
  const before = snapshot(home);
  const { status, stdout, stderr } = await run(home, args, more);
  expect({ status, stdout }, stderr).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^(?:lore-inject|error): \S/);
  expect(stderr).not.toContain("    at ");
  expect(snapshot(home)).toEqual(before);
  return stderr;
}

function snapshot({ data }: Home): readonly (readonly [string, string])[] {
  return walk(data).map((path) => [path, lstatSync(path).isFile() ? readFileSync(path, "latin1") : "folder"] as const);
}

function linesOf(home: Home, store: string): readonly Fields[] {
  return readFileSync(join(home.data, store), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const DECISION = "Invoices are rendered with the typst compiler";
const PROMPT = "how are invoices rendered with the typst compiler?";

describe("each verb prints an id of lore's form, and the next prompt finds what it wrote", () => {
  it.each([
    { args: ["remember", DECISION, "--rationale", "latex is slow"], id: /^dec-[0-9a-f]{8}$/, store: JOURNAL, prompt: PROMPT },
    {
      args: ["learn", "Retry flaky uploads with exponential backoff", "--problem", "uploads time out", "--solution", "backoff with jitter"],
      id: /^pat-\d{6}-[0-9a-f]{8}$/,
      store: "patterns/data/patterns.jsonl",
      prompt: "flaky uploads time out, should I retry with exponential backoff?",
    },
    {
      args: ["learn", "--anti", "Sharing a mutable cart singleton between requests", "--symptom", "carts mix", "--fix", "one cart per request"],
      id: /^anti-\d{6}-[0-9a-f]{8}$/,
      store: "patterns/data/patterns.jsonl",
      prompt: "is a mutable cart singleton shared between requests fine?",
    },
    {
      args: ["fail", "TimeoutError", "redis sentinel failover stalls checkout", "--tool", "Bash", "--fix", "raise down-after-milliseconds"],
      id: /^fail-[0-9a-f]{8}$/,
      store: FAILURES,
      prompt: "redis sentinel failover stalls checkout with a TimeoutError",
    },
    {
      args: ["observe", "Warehouse exports double the pallet weight", "--source", "me"],
      id: /^obs-[0-9a-f]{8}$/,
      store: INBOX,
      prompt: "why do warehouse exports double the pallet weight?",
    },
    {
      args: [
        "handoff",
        "Halfway through the ledger reconciliation importer",
        "--next",
        "parse camt.053",
        "--blocker",
        "no sandbox",
        "--question",
        "which bank?",
      ],
      id: /^hand-[0-9a-f]{8}$/,
      store: "transfer/data/handoffs.jsonl",
      prompt: "where did we stop with the ledger reconciliation importer?",
    },
    { args: ["capture", "--decision", DECISION], id: /^dec-[0-9a-f]{8}$/, store: JOURNAL, prompt: PROMPT },
    {
      args: ["capture", "Retry flaky uploads with exponential backoff", "--solution", "jitter"],
      id: /^pat-/,
      store: "patterns/data/patterns.jsonl",
      prompt: "flaky uploads: retry with exponential backoff?",
    },
    {
      args: ["capture", "redis sentinel failover stalls checkout", "--error-type", "TimeoutError"],
      id: /^fail-/,
      store: FAILURES,
      prompt: "redis sentinel failover stalls checkout",
    },
    { args: ["capture", "Warehouse exports double the pallet weight"], id: /^obs-/, store: INBOX, prompt: "warehouse exports double the pallet weight?" },
  ])("$args.0 $args.1", async ({ args, id, store, prompt }) => {
    const home = newHome();
    // Settings and stores are cached by now: what is new must be seen all the same.
    expect(await ask(home, prompt)).toBe("");
    const printed = await succeed(home, args);
    expect(printed).toMatch(id);
    expect(linesOf(home, store)).toMatchObject([
      { id: printed, project: "storefront", branch: "feature/refunds", git_commit: COMMIT.slice(0, 12), tags: ["storefront"] },
    ]);
    // A pattern is shown by its name alone.
    expect(await ask(home, prompt)).toContain(/^(?:pat|anti)-/.test(printed) ? String(linesOf(home, store)[0]?.name) : printed);
  });

  it("goal, in a YAML file of its own", async () => {
    const home = newHome();
    const id = await succeed(home, ["goal", "Reconcile ledgers nightly", "--description", "banks and warehouse agree", "--priority", "high"]);
    expect(id).toMatch(/^goal-\d{10}-[0-9a-f]{8}$/);
    const file = join(home.data, "intent", "data", "goals", `${id}.yaml`);
    expect(readFileSync(file, "utf8")).toContain("priority: high");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await ask(home, "which goal covers ledgers that we reconcile nightly?")).toContain("Reconcile ledgers nightly");
  });
});

it("fields, tags and the session that were given are written", async () => {
  const home = newHome();
  const args = ["remember", DECISION, "--alternatives", "latex", "weasyprint", "--entities", "src/pdf.ts", "--type", "tooling", "--tags", "pdf"];
  await succeed(home, [...args, "--project", "billing", "--session", "s-1"]);
  expect(linesOf(home, JOURNAL)[0]).toMatchObject({
    decision: DECISION,
    alternatives: ["latex", "weasyprint"],
    entities: ["src/pdf.ts"],
    type: "tooling",
    tags: ["billing", "pdf"],
    project: "billing",
    session_id: "s-1",
    status: "active",
    outcome: "pending",
    timestamp: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
});

it("a detached head has a commit and no branch; outside of a repository there is neither", async () => {
  const home = newHome();
  write(join(home.storefront, ".git", "HEAD"), `${COMMIT}\n`);
  await succeed(home, ["remember", DECISION]);
  expect(linesOf(home, JOURNAL)[0]).toMatchObject({ git_commit: COMMIT.slice(0, 12) });
  expect(linesOf(home, JOURNAL)[0]).not.toHaveProperty("branch");
  const plain = makeHome("none");
  await succeed(plain, ["remember", DECISION]);
  expect(linesOf(plain, JOURNAL)[0]).not.toHaveProperty("git_commit");
});

it("- reads the text from stdin, line breaks and all", async () => {
  const home = newHome();
  await succeed(home, ["observe", "-"], { stdin: "  First line\nsecond “line”\n\n" });
  expect(linesOf(home, INBOX)[0]).toMatchObject({ content: "First line\nsecond “line”" });
});

it("--json says what was written and where", async () => {
  const home = newHome();
  const said = JSON.parse(await succeed(home, ["remember", DECISION, "--json"]));
  expect(said).toEqual({ id: said.id, kind: "decision", file: join(home.data, JOURNAL), fields: linesOf(home, JOURNAL)[0], related: [] });
});

it("what is nearly there already is refused with the other's id, and written with --force", async () => {
  const home = newHome();
  const id = await succeed(home, ["remember", DECISION]);
  expect(await refuse(home, ["remember", `${DECISION}!`])).toContain(`like ${id} (${DECISION})`);
  expect(await succeed(home, ["remember", DECISION, "--force"])).not.toBe(id);
  expect(linesOf(home, JOURNAL)).toHaveLength(2);
  // Of another kind it is another thing.
  await succeed(home, ["observe", DECISION]);
});

it("a decision on the same subject is written, and the other one is named", async () => {
  const home = newHome();
  const id = await succeed(home, ["remember", DECISION]);
  const { status, stdout, stderr } = await run(home, ["remember", "Invoices leave the typst compiler for weasyprint because of accessible tags"]);
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^dec-[0-9a-f]{8}\n$/) });
  expect(stderr).toContain(`still active on this subject: ${id}`);
});

describe("supersede", () => {
  it("the old one is never injected again, the new one is", async () => {
    const home = newHome();
    const old = await succeed(home, ["remember", DECISION, "--rationale", "latex is slow", "--tags", "pdf"]);
    const fresh = await succeed(home, ["supersede", old, "Invoices are rendered with weasyprint, no longer the typst compiler", "--rationale", "tags"]);
    expect(fresh).toMatch(/^dec-[0-9a-f]{8}$/);
    const context = await ask(home, PROMPT);
    expect(context).toContain(fresh);
    expect(context).not.toContain(old);
    expect(linesOf(home, JOURNAL)).toMatchObject([
      { id: old, status: "active" },
      { id: fresh, status: "active", supersedes: old, rationale: "tags", tags: ["storefront", "pdf"], branch: "feature/refunds" },
      { id: old, status: "superseded", superseded_by: fresh },
    ]);
  });

  it("--json", async () => {
    const home = newHome();
    const old = await succeed(home, ["remember", DECISION]);
    const said = JSON.parse(await succeed(home, ["supersede", old, "Something else entirely", "--json"]));
    expect(said).toEqual({ id: expect.stringMatching(/^dec-/), supersedes: old });
  });

  it("a handoff cannot be superseded", async () => {
    const home = newHome();
    const id = await succeed(home, ["handoff", "Halfway there"]);
    expect(await refuse(home, ["supersede", id, "All the way"])).toContain("cannot be superseded");
  });

  // supersede.ts adds the new record, then fails to retire the old one: both are active, and the person reads "nothing was changed".
  it("an old one that has no room for its new status: nothing is changed", async () => {
    const home = newHome();
    const old = { id: "dec-11111111", decision: "x ".repeat(131_040) };
    write(join(home.data, JOURNAL), `${JSON.stringify(old)}\n`);
    await refuse(home, ["supersede", old.id, "Something short"]);
  });

  // supersede.ts, TEXT_FIELD: patterns are always "pattern", so that an anti-pattern's successor is called pat-….
  it("an anti-pattern's successor has an anti-pattern's id", async () => {
    const home = newHome();
    const old = await succeed(home, ["learn", "--anti", "Sharing a cart singleton"]);
    expect(await succeed(home, ["supersede", old, "Sharing any singleton"])).toMatch(/^anti-/);
  });

  // supersede.ts takes --project, --tags and --session by writes() in cli.ts, and uses none of them.
  it("--project, --tags and --session are not ignored", async () => {
    const home = newHome();
    const old = await succeed(home, ["remember", DECISION]);
    await succeed(home, ["supersede", old, "Something else entirely", "--project", "billing", "--tags", "pdf", "--session", "s-2"]);
    expect(linesOf(home, JOURNAL)[1]).toMatchObject({ project: "billing", tags: ["billing", "pdf"], session_id: "s-2" });
  });
});

it("retract takes it out of the answers, restore brings it back; neither twice", async () => {
  const home = newHome();
  const id = await succeed(home, ["remember", DECISION]);
  expect(await refuse(home, ["restore", id])).toContain("in force already");
  expect(await succeed(home, ["retract", id, "--reason", "we moved on"])).toContain(`${id} is retracted`);
  expect(await ask(home, PROMPT)).toBe("");
  expect(await refuse(home, ["retract", id, "--reason", "again"])).toContain("retracted already");
  expect(JSON.parse(await succeed(home, ["restore", id, "--json"]))).toEqual({ id, status: "active" });
  expect(await ask(home, PROMPT)).toContain(id);
  expect(linesOf(home, JOURNAL).map(({ status, retracted_reason }) => [status, retracted_reason ?? null])).toEqual([
    ["active", null],
    ["retracted", "we moved on"],
    ["active", null],
  ]);
});

it("restore brings a superseded one back", async () => {
  const home = newHome();
  const old = await succeed(home, ["remember", DECISION]);
  await succeed(home, ["supersede", old, "Weasyprint it is"]);
  await succeed(home, ["restore", old]);
  expect(await ask(home, PROMPT)).toContain(old);
});

describe("promote", () => {
  const NOTE = "Warehouse exports double the pallet weight";

  it.each([
    ["decision", /^dec-/],
    ["pattern", /^pat-/],
  ])("to a %s: it leaves the inbox", async (to, form) => {
    const home = newHome();
    const id = await succeed(home, ["observe", NOTE, "--tags", "wms"]);
    const promoted = await succeed(home, ["promote", id, "--to", to]);
    expect(promoted).toMatch(form);
    const context = await ask(home, "why do warehouse exports double the pallet weight?");
    expect(context).toContain(`[${to}]`);
    expect(context).toContain(NOTE);
    expect(context).not.toContain(id);
    expect(linesOf(home, INBOX).map(({ status }) => status)).toEqual(["raw", "promoted"]);
    expect(await refuse(home, ["promote", id, "--to", to])).toContain("promoted already");
    const listed = JSON.parse(await succeed(home, ["list", "--json"]));
    expect(listed).toMatchObject([{ id: promoted, tags: ["storefront", "wms"] }]);
  });

  it("only from the inbox, only to what there is", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    expect(await refuse(home, ["promote", id, "--to", "decision"])).toContain("no observation");
    expect(await refuse(home, ["promote", id, "--to", "poem"])).toContain("--to");
    expect(await refuse(home, ["promote", id])).toContain("--to");
  });

  // promote.ts writes with the origin of the folder it is run in; the observation's own project, branch and session are lost.
  it("from another folder: it stays in the project it was observed in", async () => {
    const home = newHome();
    const id = await succeed(home, ["observe", NOTE]);
    const elsewhere = join(home.dir, "dev", "billing");
    mkdirSync(elsewhere);
    expect(await runHook({ home, args: ["promote", id, "--to", "decision", "--cwd", elsewhere] })).toMatchObject({ status: 0 });
    expect(linesOf(home, JOURNAL)[0]).toMatchObject({ project: "storefront" });
  });
});

describe("edit", () => {
  it("--field changes text, lists and numbers by a new line, which the next prompt shows", async () => {
    const home = newHome();
    const id = await succeed(home, ["learn", "Retry flaky uploads", "--solution", "backoff"]);
    const said = await succeed(home, [
      "edit",
      id,
      "--field",
      "solution=exponential = with jitter",
      "--field",
      "tags=storefront, io",
      "--field",
      "confidence=0.9",
    ]);
    expect(said).toBe(`${id}: changed solution, tags, confidence`);
    expect(linesOf(home, "patterns/data/patterns.jsonl").at(-1)).toMatchObject({
      id,
      solution: "exponential = with jitter",
      tags: ["storefront", "io"],
      confidence: 0.9,
      edited_at: expect.any(String),
    });
    expect(await ask(home, "retry flaky uploads?")).toContain("exponential = with jitter");
  });

  it("is refused without a value, and for the id", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    expect(await refuse(home, ["edit", id, "--field", "rationale"])).toContain("expected name=value");
    expect(await refuse(home, ["edit", id, "--field", "id=dec-1"])).toContain("an id cannot be changed");
    expect(await refuse(home, ["edit", id])).toContain("no editor is set");
  });

  function editor(home: Home, script: string): { readonly env: Record<string, string> } {
    const path = write(join(home.dir, "my editor"), `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return { env: { EDITOR: `'${path}'` } };
  }

  it("through $EDITOR", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION, "--rationale", "latex is slow"]);
    expect(await succeed(home, ["edit", id], editor(home, 'sed -i "s/latex is slow/it is fast/" "$1"'))).toBe(`${id}: changed rationale`);
    expect(linesOf(home, JOURNAL).at(-1)).toMatchObject({ id, decision: DECISION, rationale: "it is fast" });
    expect(await ask(home, PROMPT)).toContain("it is fast");
  });

  it("an editor that fails, saves nonsense or changes nothing", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    expect(await refuse(home, ["edit", id], editor(home, "exit 3"))).toContain("the editor failed");
    expect(await refuse(home, ["edit", id], editor(home, 'echo "{" > "$1"'))).toContain("no JSON object");
    expect(await refuse(home, ["edit", id], editor(home, "true"))).toContain("nothing was changed");
  });

  // edit.ts, fromEditor() compares the fields that are left; one that was deleted is not noticed.
  it("a field that was deleted in $EDITOR is gone", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION, "--rationale", "latex is slow"]);
    await succeed(home, ["edit", id], editor(home, 'sed -i "/rationale/d" "$1"'));
    expect(await ask(home, PROMPT)).not.toContain("latex is slow");
  });
});

describe("forget", () => {
  it("removes every line of the id from the file, and no other", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    const other = await succeed(home, ["remember", "Checkout is moved to postgres sixteen"]);
    await succeed(home, ["edit", id, "--field", "rationale=fast"]);
    await succeed(home, ["retract", id, "--reason", "no"]);
    expect(await succeed(home, ["forget", id])).toContain(`${id} is gone: 3 lines removed`);
    expect(readFileSync(join(home.data, JOURNAL), "utf8")).not.toContain("typst");
    expect(linesOf(home, JOURNAL)).toMatchObject([{ id: other }]);
    expect(statSync(join(home.data, JOURNAL)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(home.data, "journal", "data"))).toEqual(["decisions.jsonl"]);
    expect(await refuse(home, ["forget", id])).toContain(`no record ${id}`);
  });

  // rewrite-store.ts carries a last line without its end over unseen: a secret in it survives `forget`, which says that it is gone.
  it("also a last line that has no line break at its end", async () => {
    const home = newHome();
    const line = JSON.stringify({ id: "dec-11111111", decision: "the secret is typst" });
    write(join(home.data, JOURNAL), `${line}\n${line}`);
    await succeed(home, ["forget", "dec-11111111"]);
    expect(readFileSync(join(home.data, JOURNAL), "utf8")).toBe("");
  });

  // rewrite-store.ts renames over the link: it becomes a file of its own, and the record stays in the file that it led to. (Appending refuses links.)
  it("in the file itself, where the store is a link to it; or it is refused", async () => {
    const home = newHome();
    const real = write(join(home.dir, "real.jsonl"), `${JSON.stringify({ id: "dec-11111111", decision: "the secret is typst" })}\n`);
    mkdirSync(join(home.data, "journal", "data"), { recursive: true });
    symlinkSync(real, join(home.data, JOURNAL));
    const { status } = await run(home, ["forget", "dec-11111111"]);
    expect(lstatSync(join(home.data, JOURNAL)).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8") === "" || status === 1).toBe(true);
  });

  // rewrite-store.ts, splitLines(): lines over 512 kB are no records for it, though `history` and `list` show them.
  it("also a line too long to be written by us", async () => {
    const home = newHome();
    write(join(home.data, JOURNAL), `${JSON.stringify({ id: "dec-11111111", decision: "typst ".repeat(100_000) })}\n`);
    await succeed(home, ["forget", "dec-11111111"]);
    expect(readFileSync(join(home.data, JOURNAL), "utf8")).toBe("");
  });
});

it("history shows each line and what it changed", async () => {
  const home = newHome();
  const id = await succeed(home, ["remember", DECISION]);
  await succeed(home, ["edit", id, "--field", "rationale=it is\nfast"]);
  const file = join(home.data, JOURNAL);
  const text = await succeed(home, ["history", id]);
  expect(text).toContain(`${file}:1\n  id: ${id}`);
  expect(text.slice(text.indexOf(`${file}:2`))).toMatch(/^\S+:2\n {2}rationale: it is fast\n {2}edited_at: \S+$/);
  expect(JSON.parse(await succeed(home, ["history", id, "--json"]))).toMatchObject([{ line: 1 }, { line: 2, fields: { id, rationale: "it is\nfast" } }]);
});

describe("list", () => {
  const home = newHome();
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const lines = [
    { id: "dec-00000001", timestamp: "2026-01-05T00:00:00Z", decision: "One", project: "storefront" },
    { id: "dec-00000002", timestamp: daysAgo(7), decision: "Two", tags: ["billing"] },
    { id: "dec-00000003", timestamp: daysAgo(4), decision: "Three", status: "retracted", project: "storefront" },
    { id: "dec-00000004", decision: "Undated" },
  ];
  write(join(home.data, JOURNAL), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const failure = { id: "fail-00000005", timestamp: daysAgo(5), error_message: "Five" };
  write(join(home.data, FAILURES), `${JSON.stringify(failure)}\n`);

  const ids = async (...args: readonly string[]): Promise<string> =>
    JSON.parse(await succeed(home, ["list", "--json", ...args]))
      .map(({ id }: { id: string }) => id.slice(-1))
      .join("");

  it.each([
    [[], "5214"],
    [["--all"], "35214"],
    [["--kind", "journal"], "214"],
    [["--kind", "fail"], "5"],
    [["--project", "storefront"], "1"],
    [["--project", "billing"], "2"],
    [["--project", "storefront", "--all"], "31"],
    [["--since", "2w"], "52"],
    [["--since", "6d"], "5"],
    [["--since", "1y"], "521"],
    [["--since", daysAgo(6).slice(0, 10)], "5"],
    [["--limit", "1"], "5"],
    [["--kind", "poem"], ""],
  ])("%j", async (args, expected) => {
    expect(await ids(...args)).toBe(expected);
  });

  it("as a table, with how many there are beyond", async () => {
    expect((await succeed(home, ["list", "--limit", "2", "--all"])).split("\n")).toEqual([
      `${lines[2]?.timestamp?.slice(0, 10)}  journal   dec-00000003             Three (retracted)`,
      `${failure.timestamp.slice(0, 10)}  failures  fail-00000005            Five`,
      "(3 more: --limit 5)",
    ]);
  });

  it.each([
    [["--limit", "0"], "not a whole number"],
    [["--limit", "x"], "not a whole number"],
    [["--since", "soon"], "neither a date nor an age"],
    [["--kind", "poem"], "no record fits"],
  ])("%j is an error", async (args, message) => {
    expect(await refuse(home, ["list", ...args])).toContain(message);
  });
});

it("compact keeps the last line of each id, and what is no record", async () => {
  const home = newHome();
  const garbage = Buffer.concat([Buffer.from("garbage\n"), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('{"no":"id"}\n')]);
  const lines = ['{"id":"dec-1","decision":"old"}\n', '{"id":"dec-2","decision":"two"}\n', '{"id":"dec-1","decision":"new"}\n'];
  const file = write(join(home.data, JOURNAL), Buffer.concat([Buffer.from(`${lines[0]}${lines[1]}`), garbage, Buffer.from(lines[2] ?? "")]));
  expect(await succeed(home, ["compact"])).toMatch(/decisions\.jsonl: 6 lines, now 5; \d+ bytes, now \d+$/);
  expect(readFileSync(file).equals(Buffer.concat([Buffer.from(lines[1] ?? ""), garbage, Buffer.from(lines[2] ?? "")]))).toBe(true);
  expect(await succeed(home, ["compact"])).toContain("nothing to do");
  expect(JSON.parse(await succeed(home, ["compact", "--json"]))).toEqual([]);
});

describe("privacy", () => {
  const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

  it.each([
    ["remember", ["remember", `The deploy token is ${TOKEN} <private>for Eve</private> only`, "--rationale", `see ${TOKEN}`, "--tags", TOKEN]],
    ["fail", ["fail", "AuthError", `${TOKEN} was refused <private>for Eve</private>`, "--command", `curl -H "Authorization: Bearer ${TOKEN}"`]],
    ["fail's type", ["fail", `Auth ${TOKEN}`, "was refused"]],
    ["handoff", ["handoff", `Use ${TOKEN} <private>for Eve`, "--next", `rotate ${TOKEN}`]],
    ["goal", ["goal", `Rotate ${TOKEN} <private>for Eve</private>`, "--description", TOKEN]],
    ["observe --project", ["observe", `a note with ${TOKEN}`, "--project", TOKEN, "--session", TOKEN]],
  ])("%s: secrets are redacted, private parts removed", async (_name, args) => {
    const home = newHome();
    await succeed(home, args);
    const all = snapshot(home)
      .map(([, text]) => text)
      .join("");
    expect(all).toMatch(/\[redacted: [\w-]+\]/);
    expect(all).not.toContain(TOKEN);
    expect(all).not.toContain("Eve");
  });

  it("in changes, too", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    await succeed(home, ["edit", id, "--field", `rationale=${TOKEN}`]);
    await succeed(home, ["retract", id, "--reason", `leaked ${TOKEN}`]);
    await succeed(home, ["supersede", id, `Now with ${TOKEN}`, "--rationale", `<private>Eve</private> ${TOKEN}`]);
    expect(readFileSync(join(home.data, JOURNAL), "utf8")).not.toMatch(new RegExp(`${TOKEN}|Eve`));
  });

  it("files are their owner's alone, and so are folders", async () => {
    const home = newHome();
    await succeed(home, ["remember", DECISION]);
    await succeed(home, ["goal", "Be quick"]);
    for (const path of walk(home.data)) expect([path, statSync(path).mode & 0o777]).toEqual([path, statSync(path).isDirectory() ? 0o700 : 0o600]);
  });
});

describe("errors: exit 1, a message, nothing changed", () => {
  it.each([
    [["remember", ""], ""],
    [["remember", "  \n"], ""],
    [["observe", "-"], " \n "],
    [["fail", "TypeError", " "], ""],
    [["goal", ""], ""],
  ])("empty text: %j", async (args, stdin) => {
    expect(await refuse(newHome(), args, { stdin })).toContain("there is nothing to write");
  });

  it("nothing but a private part is written as such, or not at all, never with its content", async () => {
    const home = newHome();
    await run(home, ["observe", "<private>Eve</private>"]);
    expect(JSON.stringify(snapshot(home))).not.toContain("Eve");
  });

  it.each([
    ["supersede", "x"],
    ["promote", "--to", "decision"],
    ["retract", "--reason", "x"],
    ["restore"],
    ["edit", "--field", "a=b"],
    ["forget"],
    ["history"],
  ])("unknown id: %s", async (verb, ...rest) => {
    const home = newHome();
    await succeed(home, ["remember", DECISION]);
    expect(await refuse(home, [verb, "dec-ffffffff", ...rest])).toContain("no record dec-ffffffff");
  });

  it("a record over 256 kB", async () => {
    const home = newHome();
    await succeed(home, ["observe", "short"]);
    expect(await refuse(home, ["observe", "-"], { stdin: "long word ".repeat(30_000) })).toMatch(/has \d+ bytes, at most 262144 are kept/);
    const id = await succeed(home, ["observe", "-"], { stdin: "long word ".repeat(20_000) });
    expect(await refuse(home, ["edit", id, "--field", `more=${"y ".repeat(40_000)}`])).toMatch(/at most 262144/);
  });

  it("--confidence out of range", async () => {
    expect(await refuse(newHome(), ["learn", "x", "--confidence", "2"])).toContain("not a number from 0 to 1");
  });

  it("a store that is a folder", async () => {
    const home = newHome();
    mkdirSync(join(home.data, JOURNAL), { recursive: true });
    expect(await refuse(home, ["remember", DECISION])).toContain("EISDIR");
    await refuse(home, ["list"]);
    await refuse(home, ["history", "dec-ffffffff"]);
    await refuse(home, ["forget", "dec-ffffffff"]);
  });

  it("a data folder that is a file", async () => {
    const home = newHome();
    write(home.data, "not a folder");
    await refuse(home, ["remember", DECISION]);
    await refuse(home, ["goal", "Be quick"]);
  });

  it.skipIf(WHY_NOT !== "")(`a store that cannot be written, or not even read${WHY_NOT}`, async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    const more: More = { binary: install(home), uid: OTHER_UID };
    hand(home);
    const folder = join(home.data, "journal", "data");
    chmodSync(folder, 0o500);
    for (const args of [
      ["remember", "Another thing"],
      ["retract", id, "--reason", "x"],
      ["forget", id],
    ])
      expect(await refuse(home, args, more)).toMatch(/EACCES.*nothing was changed/);
    chmodSync(folder, 0o700);
    chmodSync(join(folder, "decisions.jsonl"), 0o400);
    expect(await refuse(home, ["remember", "Another thing"], more)).toMatch(/EACCES.*nothing was changed/);
    expect(existsSync(join(folder, "decisions.jsonl.lock"))).toBe(false);
  });

  // record-store.ts, readLines() outside of attempt(): a store without read permission ends `list`, `history`, `retract` with a stack and exit 2.
  it.skipIf(WHY_NOT !== "")(`a store that cannot be read${WHY_NOT}`, async () => {
    const home = newHome();
    await succeed(home, ["remember", DECISION]);
    const more: More = { binary: install(home), uid: OTHER_UID };
    hand(home);
    chmodSync(join(home.data, JOURNAL), 0o000);
    for (const args of [["list"], ["history", "dec-1"], ["retract", "dec-1", "--reason", "x"], ["forget", "dec-1"]]) await refuse(home, args, more);
  });
});

it("many at once: every record whole, every record there, no lock left", async () => {
  const home = newHome();
  const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => succeed(home, ["observe", `note ${index} ${"x".repeat(5000)}`, "--force"])));
  expect(
    linesOf(home, INBOX)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...ids].sort());
  expect(readdirSync(join(home.data, "inbox", "data"))).toEqual(["observations.jsonl"]);
});

describe("several at once", () => {
  it("six edits of one record all count", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    const fields = ["a", "b", "c", "d", "e", "f"];
    const done = await Promise.all(fields.map((name) => run(home, ["edit", id, "--field", `${name}=yes`])));
    expect(done.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(linesOf(home, JOURNAL).at(-1)).toMatchObject(Object.fromEntries(fields.map((name) => [name, "yes"])));
  });

  it("six equal failures are one, counted six times", async () => {
    const home = newHome();
    const event = JSON.stringify({
      hook_event_name: "PostToolUseFailure",
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      error: "Exit code 1\nTypeError: no widget",
      cwd: home.storefront,
      session_id: "s",
    });
    await Promise.all(Array.from({ length: 6 }, () => runHook({ home, args: ["capture-hook"], stdin: event })));
    const lines = linesOf(home, FAILURES);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1);
    expect(lines.at(-1)?.count).toBe(6);
  });
});

describe("an editor", () => {
  it("gets a plain file name without a shell, and what was typed is kept when it cannot be used", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    const editor = write(join(home.dir, "my editor.mjs"), 'import { writeFileSync } from "node:fs"; writeFileSync(process.argv[2], "{ broken");');
    const EDITOR = `"${process.execPath}" "${editor}"`;
    const { status, stderr } = await run(home, ["edit", id], { env: { EDITOR, VISUAL: "" } });
    expect(status).toBe(1);
    const kept = /what you wrote is in (\S+)\)/.exec(stderr)?.[1] ?? "";
    expect(readFileSync(kept, "utf8")).toBe("{ broken");
  });

  it("nothing takes the place of a record, nor of one that has a successor", async () => {
    const home = newHome();
    const id = await succeed(home, ["remember", DECISION]);
    expect(await refuse(home, ["supersede", id, "  "])).toContain("there is nothing to write");
    const next = await succeed(home, ["supersede", id, "Invoices are rendered with weasyprint"]);
    expect(await refuse(home, ["supersede", id, "Invoices are rendered by hand"])).toContain(next);
  });
});
