/** `scrub`: what it says about secrets that are stored already, and that nothing of them is left anywhere afterwards. */
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, configure, DEPLOY_PROMPT, type Home, type HookRun, makeHome, runHook, walk, write } from "./run-hook.ts";

const TOKEN = `gh${"p_"}${"a1B2c3D4".repeat(5)}`;
const PASSWORD = "correct7horse";
const MARK = "[redacted: github-token]";
const MASKED = `gh${"p_"}…(44)`;

function run(home: Home, ...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args: [...args, "--cwd", home.storefront], remembers: true });
}

/** Files that hold it, in whatever case: keywords are folded. */
function holding(home: Home, secret: string): readonly string[] {
  return walk(home.dir).filter((path) => lstatSync(path).isFile() && readFileSync(path, "latin1").toLowerCase().includes(secret.toLowerCase()));
}

const DECISION = { id: "dec-11111111", timestamp: "2026-11-01T10:00:00Z", decision: "Deploys authenticate with a token", rationale: `it is ${TOKEN}` };

/** Secrets in every form of store. */
function leakyHome(): Home {
  const home = makeHome("copy");
  const old = JSON.stringify(DECISION);
  write(join(home.data, "journal/data/decisions.jsonl"), `${old}\n{"id": "dec-2", "decision": "clean"}\nbroken ${TOKEN}\n${old.replace(TOKEN, "gone")}\n`);
  write(join(home.data, "failures/data/failures.jsonl"), `{"id":"fail-1","error_message":"login failed","command":"mysql","db_password":"${PASSWORD}"}\n`);
  write(
    join(home.data, "patterns/data/patterns.yaml"),
    `# by hand\npatterns:\n  - id: pat-1\n    name: Push with a token\n    solution: git push https://x:${TOKEN}@example.org/r # yes\n`,
  );
  write(join(home.data, "intent/data/goals/goal-1.yaml"), `id: goal-1\nname: Rotate <private>${TOKEN}</private> soon\nstatus: active\n`);
  write(join(home.data, "transfer/data/sessions/session-1.json"), JSON.stringify({ id: "session-1", handoff: { message: `continue with ${TOKEN}` } }, null, 2));
  return home;
}

/** And in everything that is made from them: caches, the index, what sessions remember. */
async function leakyHomeInUse(): Promise<Home> {
  const home = leakyHome();
  expect(await runHook({ home, args: ["register", "--session", "s-1", "--source", "ci", "--id", "7", `failed with ${TOKEN}`], remembers: true })).toMatchObject(
    {
      status: 0,
    },
  );
  expect(await run(home, "index", "rebuild")).toMatchObject({ status: 0 });
  await ask(home, `how do deploys authenticate with the token ${TOKEN}?`, { remembers: true });
  return home;
}

describe("scrub", () => {
  it("says where secrets are, and never what they are", async () => {
    const home = leakyHome();
    const { status, stdout, stderr } = await run(home, "scrub");
    expect(status).toBe(1);
    expect(stdout).toContain(`${join(home.data, "journal/data/decisions.jsonl")}:1  dec-11111111  github-token  ${MASKED}\n`);
    expect(stdout).toContain(`decisions.jsonl:3  no id  github-token  ${MASKED}\n`);
    expect(stdout).toContain("failures.jsonl:1  fail-1  password  …(13)\n");
    expect(stdout).toMatch(/patterns\.yaml:5 {2}no id {2}github-token/);
    expect(stdout).toMatch(/goal-1\.yaml:2 {2}no id {2}private/);
    expect(stdout).toMatch(/session-1\.json:4 {2}no id {2}github-token/);
    expect(stderr).toMatch(/^lore-inject: 6 secrets in 5 files \(lore-inject scrub --apply/);
    expect(stdout + stderr).not.toContain(TOKEN.slice(4));
    expect(stdout + stderr).not.toContain(PASSWORD);
  });

  it("--apply leaves nothing of them below the whole home, and everything else as it was", async () => {
    const home = await leakyHomeInUse();
    expect(holding(home, TOKEN).length).toBeGreaterThan(7);
    const { status, stdout, stderr } = await run(home, "scrub", "--apply");
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+ secrets replaced in 6 files:\n/);
    expect(holding(home, TOKEN)).toEqual([]);
    expect(holding(home, TOKEN.slice(4))).toEqual([]);
    expect(holding(home, PASSWORD)).toEqual([]);
    const old = JSON.stringify(DECISION);
    expect(readFileSync(join(home.data, "journal/data/decisions.jsonl"), "utf8")).toBe(
      `${old.replace(TOKEN, MARK)}\n{"id": "dec-2", "decision": "clean"}\nbroken ${MARK}\n${old.replace(TOKEN, "gone")}\n`,
    );
    expect(readFileSync(join(home.data, "patterns/data/patterns.yaml"), "utf8")).toMatch(/^# by hand\n[\s\S]*\[redacted: [a-z-]+\]@example\.org\/r" # yes\n$/);
    expect(readFileSync(join(home.data, "intent/data/goals/goal-1.yaml"), "utf8")).toBe('id: goal-1\nname: "Rotate [private] soon"\nstatus: active\n');
    expect(await run(home, "scrub")).toMatchObject({ status: 0, stderr: "" });
    expect(await run(home, "scrub", "--apply")).toMatchObject({ status: 0, stdout: expect.stringMatching(/^no secrets in \d+ files\n$/) });
    // The records still answer, without the secret.
    const answer = await ask(home, "how do deploys authenticate with a token?");
    expect(answer).toContain("dec-11111111");
    expect(answer).not.toContain(TOKEN);
    expect(holding(home, TOKEN)).toEqual([]);
  });

  it("a clean store is told so, and no file is touched", async () => {
    const home = makeHome("copy");
    const before = walk(home.data).map((path) => [path, lstatSync(path).mtimeMs, lstatSync(path).ino]);
    for (const flags of [[], ["--apply"]]) expect(await run(home, "scrub", ...flags)).toMatchObject({ status: 0, stderr: "" });
    expect(walk(home.data).map((path) => [path, lstatSync(path).mtimeMs, lstatSync(path).ino])).toEqual(before);
    expect(await ask(home, DEPLOY_PROMPT)).not.toBe("");
  });

  it("--json, also of a source that is switched off", async () => {
    const home = leakyHome();
    configure(home, "sources: { journal: { enabled: false } }\n");
    const { status, stdout } = await run(home, "scrub", "--json");
    expect(status).toBe(1);
    const report = JSON.parse(stdout);
    expect(report.secrets).toHaveLength(6);
    expect(report.secrets[0]).toEqual({
      file: expect.stringContaining("patterns.yaml"),
      line: 5,
      id: null,
      kind: expect.any(String),
      masked: expect.any(String),
    });
    expect(report).toMatchObject({ left: report.secrets, changed: [], problems: [] });
    const applied = JSON.parse((await run(home, "scrub", "--apply", "--json")).stdout);
    expect(applied).toMatchObject({ left: [], problems: [] });
    expect(applied.changed).toHaveLength(5);
    expect(holding(home, TOKEN)).toEqual([]);
  });

  it("a document that cannot be changed safely is left to a person, and fails", async () => {
    const home = leakyHome();
    const broken = write(join(home.data, "intent/data/goals/goal-2.yaml"), `id: goal-2\nname: [${TOKEN}\n`);
    const { status, stdout, stderr } = await run(home, "scrub", "--apply");
    expect(status).toBe(1);
    expect(stdout).toContain("edit it by hand");
    expect(stderr).toContain("1 secret in 1 file left");
    expect(holding(home, TOKEN)).toEqual([broken]);
  });
});
