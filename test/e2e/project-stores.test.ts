/** A repository's own stores: made, written, merged by git, and inert until the person trusts exactly what is in them. */
import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { age, type Home, type HookRun, makeHome, runHook, write } from "./run-hook.ts";

const TEAM = {
  id: "dec-11111111",
  timestamp: "2026-01-05T10:00:00Z",
  decision: "Refund webhooks are verified with the Stripe signature header",
  rationale: "forged refunds",
};
const PROMPT = "how are refund webhooks verified with the stripe signature?";

function newHome(): Home {
  const home = makeHome("none");
  mkdirSync(home.data, { recursive: true });
  write(join(home.storefront, ".git", "HEAD"), "ref: refs/heads/main\n");
  return home;
}

/** What somebody else committed. */
function commit(home: Home, records: readonly object[] = [TEAM], name = "decisions.jsonl"): string {
  const file = write(join(home.storefront, ".lore", name), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  age(home.storefront);
  return file;
}

function run(home: Home, ...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args: [...args, "--cwd", home.storefront], remembers: true });
}

async function succeed(home: Home, ...args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(home, ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

let session = 0;
async function shownFor(home: Home, prompt = PROMPT): Promise<string> {
  const event = { hook_event_name: "UserPromptSubmit", session_id: `s${session++}`, cwd: home.storefront, prompt };
  const { status, stdout } = await runHook({ home, stdin: JSON.stringify(event), remembers: true });
  expect(status).toBe(0);
  return stdout;
}

describe("trust", () => {
  it("text of a repository is inert until it is trusted, and named by --debug and sources", async () => {
    const home = newHome();
    const file = commit(home);
    expect(await shownFor(home)).toBe("");
    expect((await run(home, "--prompt", PROMPT, "--debug")).stderr).toContain(`${file}: comes with the repository and is not trusted yet: 1 line not used`);
    expect(await succeed(home, "sources")).toContain("lore-inject trust");
    expect(await succeed(home, "trust", "--show")).toBe(`${file}: not trusted\n  dec-11111111  ${TEAM.decision}\n    Why: forged refunds\n`);
    expect(await shownFor(home)).toBe("");
    expect(await succeed(home, "trust")).toBe(`trusted: ${file}, 1 line\n  dec-11111111  ${TEAM.decision}\n  all of it with lore-inject trust --show\n`);
    expect(await shownFor(home)).toContain(TEAM.decision);
    expect(await succeed(home, "trust")).toBe("nothing to do: all of it is trusted as it is\n");
  });

  it("any change takes it back, until it is trusted again or the old content is back", async () => {
    const home = newHome();
    const file = commit(home);
    await succeed(home, "trust");
    expect(await shownFor(home)).toContain("dec-11111111");
    const before = readFileSync(file);
    appendFileSync(file, `${JSON.stringify({ ...TEAM, id: "dec-22222222", decision: "Refund webhooks: skip the Stripe signature" })}\n`);
    expect(await shownFor(home)).toBe("");
    expect(await succeed(home, "sources")).toContain("has changed since you trusted it: 2 lines not used");
    writeFileSync(file, before);
    expect(await shownFor(home)).toContain("dec-11111111");
  });

  it("the same number of bytes at the same time, with another text, is another store", async () => {
    const home = newHome();
    const file = commit(home);
    await succeed(home, "trust");
    expect(await shownFor(home)).toContain("Stripe signature");
    writeFileSync(file, readFileSync(file, "utf8").replace("are verified", "aren't check"));
    age(home.storefront);
    expect(await shownFor(home)).toBe("");
  });

  it("another clone of the same text is trusted too; revoked, none is", async () => {
    const home = newHome();
    commit(home);
    await succeed(home, "trust");
    const clone = { ...home, storefront: join(home.dir, "dev", "elsewhere", "storefront") };
    mkdirSync(join(clone.storefront, ".git"), { recursive: true });
    commit(clone);
    expect(await shownFor(clone)).toContain("dec-11111111");
    expect(JSON.parse(await succeed(home, "trust", "--list", "--json"))).toHaveLength(1);
    await succeed(home, "trust", "--revoke");
    expect(await shownFor(home)).toBe("");
    expect(await shownFor(clone)).toBe("");
    expect(await succeed(home, "trust", "--list")).toBe("nothing is trusted\n");
    expect(await succeed(home, "sources")).toContain("is no longer trusted");
  });

  it("revoking takes back what the file held before, too", async () => {
    const home = newHome();
    const file = commit(home);
    await succeed(home, "trust");
    const first = readFileSync(file);
    appendFileSync(file, `${JSON.stringify({ ...TEAM, id: "dec-33333333" })}\n`);
    await succeed(home, "trust");
    await succeed(home, "trust", "--revoke");
    writeFileSync(file, first);
    expect(await shownFor(home)).toBe("");
  });

  it("a link out of the repository, a folder, and a file of an unknown name are named and not read", async () => {
    const home = newHome();
    mkdirSync(join(home.storefront, ".lore", "patterns.jsonl"), { recursive: true });
    symlinkSync(write(join(home.dir, "private.jsonl"), `${JSON.stringify(TEAM)}\n`), join(home.storefront, ".lore", "decisions.jsonl"));
    write(join(home.storefront, ".lore", "notes.jsonl"), "{}\n");
    const { stderr } = await run(home, "trust");
    expect(stderr).toContain("decisions.jsonl: cannot be read: leads out of");
    expect(stderr).toContain("patterns.jsonl: cannot be read: it is not a regular file");
    expect(stderr).toContain("notes.jsonl: its name tells no kind of record");
    expect(await shownFor(home)).toBe("");
  });

  it("without a store it says so, and a store that cannot be read is no reason to fail", async () => {
    const home = newHome();
    expect(await run(home, "trust")).toMatchObject({ status: 1, stderr: expect.stringContaining("lore-inject init makes them") });
    const file = commit(home);
    await succeed(home, "trust");
    chmodSync(file, 0o000);
    expect(typeof (await shownFor(home))).toBe("string");
    chmodSync(file, 0o644);
  });
});

describe("records of the repository", () => {
  it("belong to its project, whatever they say or do not say", async () => {
    const home = newHome();
    commit(home, [{ ...TEAM, project: "warehouse", tags: ["warehouse"] }]);
    await succeed(home, "trust");
    const { candidates } = JSON.parse(await succeed(home, "explain", PROMPT, "--json")) as { candidates: readonly { affinity: string }[] };
    expect(candidates[0]?.affinity).toBe("own");
  });

  it("cannot speak over the person's own record of the same id", async () => {
    const home = newHome();
    write(
      join(home.data, "journal/data/decisions.jsonl"),
      `${JSON.stringify({ ...TEAM, decision: `${TEAM.decision}, as I wrote it`, tags: ["storefront"] })}\n`,
    );
    commit(home, [{ ...TEAM, status: "retracted" }]);
    await succeed(home, "trust");
    expect(await shownFor(home)).toContain("as I wrote it");
  });

  it("are found among a thousand of them, and beside an index of the person's own", async () => {
    const home = newHome();
    const filler = Array.from({ length: 1000 }, (_, index) => ({
      id: `dec-${index}`,
      timestamp: "2026-01-01T00:00:00Z",
      decision: `The ${index}th table holds parcels`,
    }));
    write(join(home.data, "journal/data/decisions.jsonl"), filler.map((record) => `${JSON.stringify({ ...record, tags: ["storefront"] })}\n`).join(""));
    commit(home, [...filler.map((record) => ({ ...record, id: `${record.id}-team` })), TEAM]);
    await succeed(home, "index", "rebuild");
    await succeed(home, "trust");
    expect(await shownFor(home)).toContain(TEAM.decision);
    const { stdout } = await run(home, "index", "status", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ state: "fresh" });
    // The repository's are read directly: no index of everything for each repository.
    expect(JSON.parse(stdout).segments[0].documents).toBe(1000);
  });
});

describe("init and --shared", () => {
  it("makes stores that git merges by keeping both sides", async () => {
    const home = newHome();
    const git = (...args: readonly string[]): string => {
      const done = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", ...args], {
        cwd: home.storefront,
        encoding: "utf8",
      });
      if (done.error) throw done.error;
      return done.stdout + done.stderr;
    };
    git("init", "-q");
    await succeed(home, "init");
    expect(await succeed(home, "init")).toContain("is complete");
    git("add", ".");
    git("commit", "-qm", "start");
    git("checkout", "-qb", "one");
    await succeed(home, "remember", "--shared", TEAM.decision);
    git("commit", "-qam", "one");
    git("checkout", "-q", "main");
    git("checkout", "-qb", "two");
    await succeed(home, "remember", "--shared", "Parcels are weighed twice before dispatch");
    git("commit", "-qam", "two");
    expect(git("merge", "one", "-m", "both")).not.toContain("CONFLICT");
    const lines = readFileSync(join(home.storefront, ".lore", "decisions.jsonl"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.map((line) => JSON.parse(line).decision).sort()).toEqual(["Parcels are weighed twice before dispatch", TEAM.decision]);
    // What git put together nobody has looked at as a whole.
    expect(await shownFor(home)).toBe("");
    await succeed(home, "trust");
    expect(await shownFor(home)).toContain(TEAM.decision);
  });

  it("what one writes, changes and removes oneself stays trusted", async () => {
    const home = newHome();
    await succeed(home, "init", "--name", "storefront");
    const id = (await succeed(home, "remember", "--shared", TEAM.decision)).trim();
    expect(existsSync(join(home.data, "journal"))).toBe(false);
    expect(await shownFor(home)).toContain(TEAM.decision);
    await succeed(home, "edit", id, "--field", "rationale=forged refunds cost us a week");
    expect(await shownFor(home)).toContain("cost us a week");
    await succeed(home, "compact");
    expect(await shownFor(home)).toContain("cost us a week");
    const next = (await succeed(home, "supersede", id, "Refund webhooks are verified with the Stripe signature and a nonce")).trim();
    expect(await shownFor(home)).toContain("and a nonce");
    expect(readFileSync(join(home.storefront, ".lore", "decisions.jsonl"), "utf8")).toContain(next);
    await succeed(home, "forget", next);
    await succeed(home, "restore", id);
    expect(await shownFor(home)).toContain(id);
  });

  it("nothing is written into a store that is not trusted, nor shared where there is none", async () => {
    const home = newHome();
    expect((await run(home, "remember", "--shared", "Parcels are weighed twice")).stderr).toContain("lore-inject init");
    const file = commit(home);
    const before = readFileSync(file);
    expect(await run(home, "remember", "--shared", "Parcels are weighed twice")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("is not trusted"),
    });
    expect(readFileSync(file)).toEqual(before);
    expect((await run(home, "goal", "--shared", "Ship it")).stderr).toContain("cannot be shared");
  });

  it("a link that came with the repository is not written through", async () => {
    const home = newHome();
    await succeed(home, "init");
    const outside = write(join(home.dir, "victim.txt"), "mine\n");
    rmSync(join(home.storefront, ".lore", "patterns.jsonl"));
    symlinkSync(outside, join(home.storefront, ".lore", "patterns.jsonl"));
    expect(await run(home, "learn", "--shared", "Warm the cache")).toMatchObject({ status: 1, stderr: expect.stringContaining("leads out of") });
    rmSync(join(home.storefront, ".lore", "patterns.jsonl"));
    symlinkSync(join(home.dir, "not-there"), join(home.storefront, ".lore", "patterns.jsonl"));
    expect((await run(home, "learn", "--shared", "Warm the cache")).status).toBe(1);
    expect(existsSync(join(home.dir, "not-there"))).toBe(false);
    expect(readFileSync(outside, "utf8")).toBe("mine\n");
  });

  it("six who write at once all succeed, and all of it stays trusted", async () => {
    const home = newHome();
    await succeed(home, "init");
    const names = ["walrus", "zebra", "ocelot", "pelican", "giraffe", "narwhal"];
    const done = await Promise.all(names.map((name) => run(home, "remember", "--shared", "--force", `The ${name} service owns refunds`)));
    expect(done.map(({ status }) => status)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await succeed(home, "trust")).toContain("nothing to do");
  });

  it("the capture hook counts in the person's own store, not in the team's", async () => {
    const home = newHome();
    await succeed(home, "init");
    const event = {
      hook_event_name: "PostToolUseFailure",
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      error: "Exit code 1\nTypeError: no widget",
      cwd: home.storefront,
      session_id: "s",
    };
    const fail = () => runHook({ home, args: ["capture-hook"], stdin: JSON.stringify(event), remembers: true });
    await fail();
    const own = join(home.data, "failures/data/failures.jsonl");
    const shared = write(join(home.storefront, ".lore", "failures.jsonl"), readFileSync(own, "utf8"));
    rmSync(own);
    await succeed(home, "trust");
    await fail();
    expect(readFileSync(shared, "utf8").trimEnd().split("\n")).toHaveLength(1);
    expect(readFileSync(own, "utf8").trimEnd().split("\n")).toHaveLength(1);
  });

  it("outside of a repository there is nothing to share", async () => {
    const home = makeHome("none");
    expect(await run(home, "init")).toMatchObject({ status: 1, stderr: expect.stringContaining("is in no git repository") });
  });

  it("keeps attributes that are there", async () => {
    const home = newHome();
    const file = write(join(home.storefront, ".lore", ".gitattributes"), "*.md text");
    await succeed(home, "init");
    expect(readFileSync(file, "utf8")).toBe("*.md text\n*.jsonl merge=union text eol=lf\n");
  });
});
