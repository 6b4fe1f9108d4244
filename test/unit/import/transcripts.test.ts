/** Past sessions in the real format → failures with their remedies, counted once for each project, and the last handoff. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { handoffId } from "../../../src/capture/build-handoff.ts";
import type { Foreign } from "../../../src/import/importer.ts";
import { transcripts } from "../../../src/import/transcripts.ts";
import type { Problem } from "../../../src/types.ts";

const FIXTURES = join(import.meta.dirname, "..", "capture", "fixtures");
const top = mkdtempSync(join(tmpdir(), "transcripts-"));
afterAll(() => rmSync(top, { recursive: true }));

let cases = 0;
let home = "";
let projects = "";
beforeEach(() => {
  home = join(top, String(cases++));
  projects = join(home, ".claude", "projects");
  mkdirSync(projects, { recursive: true });
});

interface Read {
  readonly records: readonly Foreign[];
  readonly problems: readonly Problem[];
  readonly skipped: readonly string[];
  readonly advanced: readonly number[];
}

async function readAll(path = projects): Promise<Read> {
  const read = { records: [] as Foreign[], problems: [] as Problem[], skipped: [] as string[], advanced: [] as number[] };
  const report = {
    problem: (problem: Problem) => void read.problems.push(problem),
    skip: (why: string) => void read.skipped.push(why),
    advance: (bytes: number) => void read.advanced.push(bytes),
  };
  for await (const record of transcripts.read(path, report)) read.records.push(record);
  return read;
}
async function failures(): Promise<readonly Foreign[]> {
  return (await readAll()).records.filter(({ kind }) => kind === "failure");
}
async function handoffs(): Promise<readonly Foreign[]> {
  return (await readAll()).records.filter(({ kind }) => kind === "handoff");
}

function readLines(file: string): string {
  return readFileSync(file, "utf8");
}

/** Lines of one session, one second apart. */
class Script {
  private readonly lines: string[] = [];
  private time: number;

  constructor(
    private readonly cwd: string,
    day: string,
    private readonly more: object = {},
  ) {
    this.time = Date.parse(`${day}T09:00:00.000Z`);
  }

  says(text: string): this {
    return this.line("user", text);
  }
  replies(text: string): this {
    return this.line("assistant", [{ type: "text", text }]);
  }
  runs(command: string, output: string, failed = false): this {
    return this.uses("Bash", { command }, output, failed);
  }
  edits(file: string): this {
    return this.uses("Edit", { file_path: join(this.cwd, file), old_string: "a", new_string: "b" }, "The file has been updated", false);
  }
  uses(name: string, input: object, output: string, failed: boolean): this {
    const id = `toolu_${this.lines.length}`;
    this.line("assistant", [{ type: "tool_use", id, name, input }]);
    return this.line("user", [{ type: "tool_result", tool_use_id: id, content: output, is_error: failed }]);
  }
  writeTo(...path: readonly string[]): string {
    const file = join(projects, ...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${this.lines.join("\n")}\n`);
    return file;
  }

  private line(type: "user" | "assistant", content: unknown): this {
    this.time += 1000;
    const timestamp = new Date(this.time).toISOString();
    const common = { isSidechain: false, userType: "external", cwd: this.cwd, sessionId: "s-1", version: "2.1.197", gitBranch: "main" };
    this.lines.push(JSON.stringify({ ...common, type, message: { role: type, content }, uuid: `${timestamp}-${this.cwd}`, timestamp, ...this.more }));
    return this;
  }
}

const BROKEN = "Exit code 1\nTypeError: Cannot read properties of undefined (reading 'total')\n    at cart (/w/shop/src/cart.ts:10:3)";
const SIGNATURE = "TypeError: Cannot read properties of undefined (reading 'total')";

describe("failures", () => {
  test("with what helped, as the hook would have written them", async () => {
    const file = new Script("/w/shop", "2026-03-01")
      .runs("npm run seed", BROKEN, true)
      .edits("src/cart.ts")
      .runs("npm run seed", "done")
      .writeTo("-w-shop", "a.jsonl");
    expect(await failures()).toEqual([
      {
        kind: "failure",
        id: expect.stringMatching(/^fail-[0-9a-f]{12}$/),
        said: {
          text: "Cannot read properties of undefined (reading 'total')",
          type: "TypeError",
          tool: "Bash",
          command: "npm run seed",
          fix: "After editing src/cart.ts, `npm run seed` passed",
        },
        fields: { signature: SIGNATURE, count: 1, last_seen: "2026-03-01T09:00:01Z" },
        at: Date.parse("2026-03-01T09:00:01Z"),
        project: "shop",
        sessionId: "s-1",
        from: `${file}:1`,
      },
    ]);
  });

  test("that happened once and were not mended are left out", async () => {
    new Script("/w/shop", "2026-03-01").runs("npm run seed", BROKEN, true).writeTo("-w-shop", "a.jsonl");
    const { records, skipped } = await readAll();
    expect(records.filter(({ kind }) => kind === "failure")).toEqual([]);
    expect(skipped).toEqual(["failed once, and no remedy is known"]);
  });

  test("of several sessions are one, with their number and the last date", async () => {
    new Script("/w/shop", "2026-03-05").runs("npm run load", BROKEN, true).writeTo("-w-shop", "a.jsonl");
    const last = new Script("/w/shop", "2026-03-09").says("Seed it").runs("npm run seed", BROKEN.replace("10:3", "44:1"), true).writeTo("-w-shop", "b.jsonl");
    new Script("/w/shop", "2026-03-02").runs("npm run drop", BROKEN, true).writeTo("-w-shop", "c.jsonl");
    const [failure, ...others] = await failures();
    expect(others).toEqual([]);
    expect(failure).toMatchObject({ fields: { count: 3, last_seen: "2026-03-09T09:00:02Z" }, said: { command: "npm run seed" }, from: `${last}:2` });
    expect(failure?.said.fix).toBeUndefined();
  });

  test("of two projects are two, under different ids", async () => {
    for (const name of ["shop", "bank"])
      new Script(`/w/${name}`, "2026-03-01").runs("npm run seed", BROKEN, true).runs("npm run seed", BROKEN, true).writeTo(`-w-${name}`, "a.jsonl");
    const found = await failures();
    expect(found.map(({ project }) => project).sort()).toEqual(["bank", "shop"]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  test("keep their id when they happen again", async () => {
    const script = new Script("/w/shop", "2026-03-01").runs("npm run seed", BROKEN, true).runs("npm run seed", BROKEN, true);
    script.writeTo("-w-shop", "a.jsonl");
    const [before] = await failures();
    script.runs("npm run seed", BROKEN, true).writeTo("-w-shop", "a.jsonl");
    const [after] = await failures();
    expect([after?.id, before?.fields?.count, after?.fields?.count]).toEqual([before?.id, 2, 3]);
  });

  test("that a resumed session repeats count once", async () => {
    const script = new Script("/w/shop", "2026-03-01").runs("npm run seed", BROKEN, true);
    script.writeTo("-w-shop", "a.jsonl");
    script.writeTo("-w-shop", "b.jsonl");
    expect((await readAll()).skipped).toEqual(["failed once, and no remedy is known"]);
  });

  test("the remedy that helped last counts, whatever the order of the files", async () => {
    const seed = (day: string, file: string): Script => new Script("/w/shop", day).runs("npm run seed", BROKEN, true).edits(file).runs("npm run seed", "done");
    seed("2026-03-09", "src/new.ts").writeTo("-w-shop", "a.jsonl");
    seed("2026-03-01", "src/old.ts").writeTo("-w-shop", "b.jsonl");
    expect((await failures())[0]?.said.fix).toContain("src/new.ts");
  });

  test("of subagents count too, in either place where the client keeps them", async () => {
    const agent = (day: string): Script => new Script("/w/shop", day, { isSidechain: true, agentId: "a1" }).runs("npm run seed", BROKEN, true);
    agent("2026-03-01").writeTo("-w-shop", "agent-a1.jsonl");
    agent("2026-03-02").writeTo("-w-shop", "s-1", "subagents", "agent-a2.jsonl");
    const { records } = await readAll();
    expect(records).toMatchObject([{ kind: "failure", fields: { count: 2 } }]);
  });

  test("of a tool that is no shell", async () => {
    const script = new Script("/w/shop", "2026-03-01");
    for (let time = 0; time < 2; time++) script.uses("mcp__db__query", { sql: "select 1" }, 'Error: relation "orders" does not exist', true);
    script.writeTo("-w-shop", "a.jsonl");
    expect((await failures())[0]).toMatchObject({ said: { tool: "mcp__db__query", type: "NotFound" }, fields: { count: 2 } });
  });

  test("that teach nothing are left out: searches, refusals, a code without a message", async () => {
    const script = new Script("/w/shop", "2026-03-01");
    for (let time = 0; time < 2; time++)
      script
        .runs("grep -rn foo src", "Exit code 1", true)
        .runs("npm run seed", "The user doesn't want to proceed with this tool use", true)
        .runs("npm run silent", "Exit code 3", true)
        .uses("Edit", { file_path: "/w/shop/a.ts" }, "String to replace not found in file", true);
    script.writeTo("-w-shop", "a.jsonl");
    expect(await failures()).toEqual([]);
  });
});

describe("what must not be kept", () => {
  const KEY = `AKIA${"QWERTYUIOPASDFGH"}`;
  test("secrets and private parts, also in commands", async () => {
    const output = `Exit code 1\nTypeError: no access with ${KEY} <private>my plan</private>`;
    new Script("/w/shop", "2026-03-01")
      .says(`Seed the shop with ${KEY} in src/seed.ts`)
      .runs(`AWS_KEY=${KEY} npm run seed`, output, true)
      .edits("a.ts")
      .runs(`AWS_KEY=${KEY} npm run seed`, "ok")
      .writeTo("-w-shop", "a.jsonl");
    const { records } = await readAll();
    expect(records.map(({ kind }) => kind)).toEqual(["failure", "handoff"]);
    expect(JSON.stringify(records)).not.toContain(KEY);
    expect(JSON.stringify(records)).not.toContain("my plan");
  });

  test("what .loreignore names: in failures, in remedies and in handoffs", async () => {
    const root = join(home, "shop");
    mkdirSync(join(root, ".git"), { recursive: true });
    writeFileSync(join(root, ".loreignore"), "secret/\n");
    new Script(root, "2026-03-01")
      .says("Seed the shop and the vault")
      .runs("node secret/seed.js", BROKEN, true)
      .edits("src/a.ts")
      .runs("node secret/seed.js", "ok")
      .runs("npm run seed", BROKEN.replace("total", "sum"), true)
      .edits("secret/vault.ts")
      .edits("src/b.ts")
      .runs("npm run seed", "ok")
      .writeTo("-shop", "a.jsonl");
    const { records } = await readAll();
    expect(records.filter(({ kind }) => kind === "failure").map(({ said }) => said.fix)).toEqual(["After editing src/b.ts, `npm run seed` passed"]);
    expect(JSON.stringify(records)).not.toContain("vault.ts");
  });
});

describe("the project", () => {
  const twice = (cwd: string): void =>
    void new Script(cwd, "2026-03-01").runs("npm run seed", BROKEN, true).runs("npm run seed", BROKEN, true).writeTo("-p", "a.jsonl");
  const projectOf = async (): Promise<unknown> => (await failures())[0]?.project;

  test("is named by the remote of its repository, from any folder in it", async () => {
    mkdirSync(join(home, "dev", "clone", ".git"), { recursive: true });
    mkdirSync(join(home, "dev", "clone", "src"));
    writeFileSync(join(home, "dev", "clone", ".git", "config"), '[remote "origin"]\n\turl = https://example.com/ada/shop.git\n');
    twice(join(home, "dev", "clone", "src"));
    expect(await projectOf()).toBe("shop");
  });
  test("is named by its override file", async () => {
    mkdirSync(join(home, "dev", "clone", ".lore"), { recursive: true });
    writeFileSync(join(home, "dev", "clone", ".lore", "project.yaml"), "name: bank\n");
    twice(join(home, "dev", "clone"));
    expect(await projectOf()).toBe("bank");
  });
  test("is the name of a folder that is gone, or of another system", async () => {
    twice("/nowhere/gone/shop");
    expect(await projectOf()).toBe("shop");
    twice("C:\\dev\\bank");
    expect(await projectOf()).toBe(process.platform === "win32" ? expect.anything() : "bank");
  });
  test("is none in the home itself", async () => {
    twice(home);
    expect(await projectOf()).toBeNull();
  });
  test("stays the same when the session moves to a folder below", async () => {
    const start = new Script("/nowhere/shop", "2026-03-01").runs("npm run seed", BROKEN, true).writeTo("-p", "a.jsonl");
    const below = new Script("/nowhere/shop/src", "2026-03-02").runs("npm run seed", BROKEN, true).writeTo("-p", "b.jsonl");
    writeFileSync(start, readLines(start) + readLines(below).replaceAll("toolu_", "toolu_b"));
    rmSync(below);
    expect((await failures()).map(({ project, fields }) => [project, fields?.count])).toEqual([["shop", 2]]);
  });
});

describe("handoffs", () => {
  const work = (cwd: string, day: string, goal: string): Script => new Script(cwd, day).says(goal).edits("src/a.ts").replies("Done. Next: write the tests");

  test("only of the last session of a project", async () => {
    work("/w/shop", "2026-03-02", "Share the cart in src/cart.ts").writeTo("-w-shop", "new.jsonl");
    work("/w/shop", "2026-03-01", "Round the prices in src/money.ts").writeTo("-w-shop", "old.jsonl");
    work("/w/bank", "2026-01-01", "Print the bill in src/bill.ts").writeTo("-w-bank", "bill.jsonl");
    const found = await handoffs();
    expect(found.map(({ project, said }) => [project, said.text])).toEqual([
      ["shop", "Share the cart in src/cart.ts"],
      ["bank", "Print the bill in src/bill.ts"],
    ]);
    expect(found[0]).toMatchObject({
      id: handoffId("new"),
      sessionId: "new",
      said: { next: ["write the tests"], files: ["src/a.ts"] },
      fields: { branch: "main" },
    });
    expect(found[0]?.at).toBe(Date.parse("2026-03-02T09:00:04Z"));
  });

  test("of the one before, when the last one was small talk", async () => {
    work("/w/shop", "2026-03-01", "Round the prices in src/money.ts").writeTo("-w-shop", "old.jsonl");
    new Script("/w/shop", "2026-03-02").says("thanks").replies("You are welcome.").writeTo("-w-shop", "new.jsonl");
    expect((await handoffs()).map(({ sessionId }) => sessionId)).toEqual(["old"]);
  });

  test("never of a subagent", async () => {
    work("/w/shop", "2026-03-01", "Round the prices in src/money.ts").writeTo("-w-shop", "s-1", "subagents", "agent-a.jsonl");
    expect(await handoffs()).toEqual([]);
  });

  test("not of sessions that claude-mem holds with itself", async () => {
    work("/home/ada/.claude-mem/observer-sessions", "2026-03-01", "Observe src/a.ts and tell").writeTo("-obs", "a.jsonl");
    expect((await readAll()).records).toEqual([]);
  });
});

describe("files", () => {
  test("real ones are read, and how far is told", async () => {
    cpSync(FIXTURES, join(projects, "-home-ada"), { recursive: true });
    const { records, problems, advanced } = await readAll();
    expect(problems).toEqual([]);
    expect(records.filter(({ kind }) => kind === "failure").length).toBeGreaterThan(0);
    expect(records.filter(({ kind }) => kind === "handoff").length).toBeGreaterThan(0);
    expect(advanced).toEqual(advanced.toSorted((a, b) => a - b));
  });

  test("one that is named, lines that are torn, others that are no transcripts", async () => {
    const file = new Script("/w/shop", "2026-03-01").runs("npm run seed", BROKEN, true).edits("a.ts").runs("npm run seed", "ok").writeTo("-w-shop", "a.jsonl");
    writeFileSync(file, `{"torn": \n\n[1]\nnull\n${readLines(file)}{"type":"assist`);
    writeFileSync(join(projects, "-w-shop", "notes.md"), "TypeError: nothing");
    expect((await readAll(file)).records.find(({ kind }) => kind === "failure")?.from).toBe(`${file}:5`);
    expect(await failures()).toHaveLength(1);
  });

  test("what is not there is a problem", async () => {
    const { records, problems } = await readAll(join(projects, "nowhere.jsonl"));
    expect([records.length, problems.map(({ where }) => where)]).toEqual([0, [join(projects, "nowhere.jsonl")]]);
  });

  test("any lines never throw", async () => {
    const file = new Script("/w/shop", "2026-03-01").runs("npm test", BROKEN, true).edits("a.ts").runs("npm test", "ok").writeTo("-p", "a.jsonl");
    const whole = readLines(file);
    const odd = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({ type: fc.constantFrom("user", "assistant"), message: fc.anything(), cwd: fc.anything(), timestamp: fc.anything() })
        .map((line) => JSON.stringify(line)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(odd), fc.nat({ max: whole.length }), async (lines, cut) => {
        writeFileSync(file, `${lines.join("\n")}\n${whole.slice(cut)}${whole.slice(0, cut)}`);
        await readAll();
      }),
    );
  });
});

describe("places", () => {
  test("the client's folder, if it is there", () => {
    expect(transcripts.usualPlaces({ home, root: top })).toEqual([projects]);
    expect(transcripts.usualPlaces({ home: join(home, "nobody"), root: top })).toEqual([]);
    expect(transcripts.usualPlaces({ home: null, root: top })).toEqual([]);
  });
  test("transcripts and folders of them are known by what they hold", () => {
    const file = new Script("/w/shop", "2026-03-01").says("hello there").writeTo("-w-shop", "a.jsonl");
    const other = join(home, "decisions.jsonl");
    writeFileSync(other, '{"id":"dec-1","decision":"x"}\n');
    expect([file, dirname(file), projects, other, home, join(home, "nowhere")].map(transcripts.recognizes)).toEqual([true, true, true, false, false, false]);
  });
});
