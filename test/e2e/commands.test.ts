/** The commands a person runs: what they print, and their exit codes. */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configure, contextOf, DEPLOY_PROMPT, DEPLOY_RECORD, type HookRun, makeHome, promptEvent, ROOT, runHook } from "./run-hook.ts";

const home = makeHome();
const HERE = ["--cwd", home.storefront];

function run(...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args });
}

it("--version", async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(await run("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
});

it("--help names every command", async () => {
  const { status, stdout, stderr } = await run("--help");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const name of ["explain", "show", "search", "sources", "--debug", "LORE_DATA_DIR", "LORE_CONTEXT_DISABLED"]) expect(stdout).toContain(name);
});

it.each(["frobnicate", "--frobnicate", "explain", "show", "search"])("exits 1 on %s alone", async (name) => {
  const { status, stdout, stderr } = await run(name);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).not.toBe("");
  expect(stderr).not.toContain("    at ");
});

describe("--debug", () => {
  it("prints the hook's JSON on stdout and how it came about on stderr", async () => {
    const { status, stdout, stderr } = await run("--debug", "--prompt", DEPLOY_PROMPT, ...HERE);
    expect(status).toBe(0);
    expect(contextOf({ status: 0, signal: null, stdout, stderr: "", ms: 0 })).toContain(DEPLOY_RECORD);
    expect(stderr).toMatch(/^project +storefront, by first folder below ~\/dev$/m);
    expect(stderr).toMatch(/PAYBRIDGE_WEBHOOK_SECRET +weight \d\.\d\d +information \d\.\d\d/);
    expect(stderr).toMatch(new RegExp(`\\d\\.\\d\\d = \\d\\.\\d\\d × \\d\\.\\d\\d × \\d\\.\\d\\d +\\[failure\\] ${DEPLOY_RECORD}`));
    expect(stderr).toMatch(/^result +\d+ shown, \d+ left out, \d+ of 2000 tokens$/m);
    expect(stderr).toMatch(/^time +[\d.]+ ms of 10000 \(analyze /m);
  });

  it("prints what the hook prints", async () => {
    const hook = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) });
    expect((await run("--debug", "--prompt", DEPLOY_PROMPT, ...HERE)).stdout).toBe(hook.stdout);
    expect((await run("--prompt", DEPLOY_PROMPT, ...HERE)).stdout).toBe(hook.stdout);
  });

  it("takes an event from stdin", async () => {
    const { status, stdout, stderr } = await runHook({ home, args: ["--debug"], stdin: promptEvent(home, DEPLOY_PROMPT) });
    expect({ status, found: stdout.includes(DEPLOY_RECORD) }).toEqual({ status: 0, found: true });
    expect(stderr).toMatch(/^project +storefront/m);
  });

  it("orients with --event SessionStart", async () => {
    const { stdout, stderr } = await run("--debug", "--event", "SessionStart", ...HERE);
    expect(contextOf({ status: 0, signal: null, stdout, stderr: "", ms: 0 }, "SessionStart")).toContain("session-20261112-091403-96e92785");
    expect(stderr).toMatch(/^event +SessionStart$/m);
  });

  it.each([
    ["nothing", "", /empty/],
    ["no JSON", "{", /not JSON/],
    ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), /UTF-8/],
    ["no prompt", '{"hook_event_name":"UserPromptSubmit"}', /prompt is missing/],
    ["another event", '{"hook_event_name":"Stop"}', /Stop/],
  ])("says why it is silent on %s", async (_name, stdin, reason) => {
    const result = await runHook({ home, args: ["--debug"], stdin });
    expect(result).toMatchObject({ status: 0, stdout: "" });
    expect(result.stderr).toMatch(reason);
  });

  it("exits 0 on a bad --set, as it is the hook", async () => {
    const { status, stdout, stderr } = await run("--prompt", DEPLOY_PROMPT, "--set", "threshold.mach=1", ...HERE);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toContain("threshold.mach");
  });

  it("LORE_CONTEXT_DEBUG=1 reports broken input without failing", async () => {
    const result = await runHook({ home, stdin: "{", env: { LORE_CONTEXT_DEBUG: "1" } });
    expect(result).toMatchObject({ status: 0, stdout: "" });
    expect(result.stderr).toContain("not JSON");
  });
});

describe("explain", () => {
  it("shows factors, verdicts and the text", async () => {
    const { status, stdout, stderr } = await run("explain", DEPLOY_PROMPT, ...HERE);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("score = weight × recency × match");
    expect(stdout).toMatch(/^confidence +\d\.\d\d, enough: max_wrong [\d.]+ asks for \d\.\d\d\n +subjects the stores know: .*paybridg/m);
    expect(stdout).toContain("--- end lore context ---");
    expect(stdout).toMatch(/shown full, \d+ tokens/);
  });

  it("--json parses and agrees with the hook", async () => {
    const { stdout } = await run("explain", DEPLOY_PROMPT, "--json", ...HERE);
    const report = JSON.parse(stdout);
    const hook = await runHook({ home, stdin: promptEvent(home, DEPLOY_PROMPT) });
    expect(report.text).toBe(contextOf(hook));
    expect(report.project.name).toBe("storefront");
    const first = report.candidates[0];
    expect(first).toMatchObject({ id: DEPLOY_RECORD, rejected: null });
    expect(first.score).toBeCloseTo(first.weight * first.recency * first.match, 6);
  });

  it("reads the prompt from stdin", async () => {
    expect((await runHook({ home, args: ["explain", "-", ...HERE], stdin: DEPLOY_PROMPT })).stdout).toContain(DEPLOY_RECORD);
  });

  it("says why there is silence", async () => {
    expect((await run("explain", "thanks", ...HERE)).stdout).toMatch(/^result +silent: the prompt names no subject$/m);
  });

  it("applies --set and --budget, above the environment", async () => {
    const strict = await run("explain", DEPLOY_PROMPT, "--set", "threshold.score=1", ...HERE);
    expect(strict.stdout).toMatch(/^result +silent/m);
    const small = await runHook({ home, args: ["explain", DEPLOY_PROMPT, "--json", "--budget", "150", ...HERE], env: { LORE_CONTEXT_BUDGET: "3000" } });
    expect(JSON.parse(small.stdout).tokens).toBeLessThanOrEqual(150);
  });

  it("max_wrong sets how readily it speaks: 1 is never silent, and unknown subjects are named", async () => {
    const unrelated = "Add a dark mode toggle to the checkout header";
    const silent = (await run("explain", unrelated, ...HERE)).stdout;
    expect(silent).toMatch(/^confidence +\d\.\d\d, not enough: max_wrong [\d.]+ asks for \d\.\d\d$/m);
    expect(silent).toMatch(/^ +subjects they do not know, which count against: .*toggle/m);
    expect(silent).toMatch(/dropped: confidence \d\.\d\d below \d\.\d\d/);
    expect(silent).toMatch(/^result +silent: no record is good enough$/m);
    expect((await run("explain", unrelated, "--set", "max_wrong=1", ...HERE)).stdout).toMatch(/^result +\d+ shown/m);
  });

  it("match=coverage counts keywords, and knows no confidence", async () => {
    const settings = ["match=coverage", "recency.floor=0", "threshold.score=0.1"].flatMap((pair) => ["--set", pair]);
    const { stdout } = await run("explain", DEPLOY_PROMPT, ...settings, ...HERE);
    expect(stdout).toContain(DEPLOY_RECORD);
    expect(stdout).toMatch(/^result +\d+ shown/m);
    expect(stdout).not.toMatch(/^confidence/m);
  });

  it.each([
    "threshold.mach=1",
    "threshold=1",
    "threshold.relative=lots",
    "threshold.relative",
    "match=lots",
    "max_wrong=0",
    "=",
    "__proto__=1",
    "budget.tokens=1",
  ])("exits 1 on --set %s", async (pair) => {
    const { status, stdout, stderr } = await run("explain", "x", "--set", pair, ...HERE);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(`--set ${pair}`);
    expect(stderr).not.toContain("    at ");
  });
});

describe("show", () => {
  it("a record of a JSONL store, with its file and its last line", async () => {
    const { status, stdout } = await run("show", DEPLOY_RECORD);
    expect(status).toBe(0);
    expect(stdout).toContain("PAYBRIDGE_WEBHOOK_SECRET");
    const line = readFileSync(join(home.data, "failures/data/failures.jsonl"), "utf8")
      .split("\n")
      .findLastIndex((text) => text.includes(`"id":"${DEPLOY_RECORD}"`));
    expect(stdout).toContain(`stored in ${join(home.data, "failures/data/failures.jsonl")}:${line + 1}`);
  });

  it.each(["pat-663486-52a9cbe6", "session-20261112-091403-96e92785", "goal-1788771600-181d4a6f", "registry-storefront"])(
    "a record of a document: %s",
    async (id) => {
      const { status, stdout } = await run("show", id);
      expect(status).toBe(0);
      expect(stdout).toContain(id);
      expect(stdout).toContain("stored in ");
    },
  );

  it("a retired one, as it is stored", async () => {
    const changed = makeHome("copy");
    const line = { id: "dec-0a0b0c01", decision: "Quokkabroker", status: "superseded", superseded_by: "dec-0a0b0c02" };
    appendFileSync(join(changed.data, "journal/data/decisions.jsonl"), `${JSON.stringify(line)}\n`);
    const { status, stdout } = await runHook({ home: changed, args: ["show", line.id] });
    expect(status).toBe(0);
    expect(stdout).toContain("retired");
    expect(stdout).toContain("dec-0a0b0c02");
  });

  it("--json gives the stored object", async () => {
    expect(JSON.parse((await run("show", DEPLOY_RECORD, "--json")).stdout)).toMatchObject({ id: DEPLOY_RECORD, project: "storefront" });
  });

  it("an unknown id: exit 1 and a hint", async () => {
    const { status, stdout, stderr } = await run("show", "dec-ffffffff");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("no record dec-ffffffff");
    expect(stderr).toContain("lore-inject search");
  });
});

describe("search", () => {
  it("lists records of all projects", async () => {
    const { status, stdout } = await run("search", "postgres", "locking", "--limit", "3");
    expect(status).toBe(0);
    expect(stdout.trim().split("\n").length).toBeLessThanOrEqual(3);
    expect(stdout).toContain("ledgerd");
  });

  it("--json parses", async () => {
    expect(JSON.parse((await run("search", "postgres", "--json")).stdout).length).toBeGreaterThan(1);
  });

  it("works while injection is switched off", async () => {
    const off = makeHome();
    configure(off, "enabled: false\n");
    const { status, stdout } = await runHook({ home: off, args: ["search", "PAYBRIDGE_WEBHOOK_SECRET"], env: { LORE_CONTEXT_DISABLED: "1" } });
    expect({ status, found: stdout.includes(DEPLOY_RECORD) }).toEqual({ status: 0, found: true });
  });

  it("exits 1 with a hint when nothing is found, and on a bad limit", async () => {
    const nothing = await run("search", "quokkabroker");
    expect(nothing.status).toBe(1);
    expect(nothing.stderr).toContain("nothing found");
    expect((await run("search", "postgres", "--limit", "many")).status).toBe(1);
  });
});

describe("sources", () => {
  it("lists every store and finds no problem in the demo's", async () => {
    const { status, stdout } = await run("sources", ...HERE);
    expect(status).toBe(0);
    for (const name of ["patterns", "journal", "failures", "transfer", "registry", "inbox", "goals", "concepts", "evidence"])
      expect(stdout).toContain(`\n${name} `);
    expect(stdout).toContain("no problems");
  });

  it("names file and line of a broken line", async () => {
    const changed = makeHome("copy");
    const file = join(changed.data, "journal/data/decisions.jsonl");
    const lines = readFileSync(file, "utf8").trim().split("\n").length;
    appendFileSync(file, '{"id":"dec-0a0b0c01","decision":\n{"id":"dec-0a0b0c02","decision":"x"}\n');
    const { status, stdout } = await runHook({ home: changed, args: ["sources"] });
    expect(status).toBe(0);
    expect(stdout).toContain(`${file}:${lines + 1}: not one JSON object`);
    const json = JSON.parse((await runHook({ home: changed, args: ["sources", "--json"] })).stdout);
    expect(json.problems).toHaveLength(1);
    expect(json.problems[0].where).toBe(`${file}:${lines + 1}`);
  });

  it("names file and line of a wrong setting", async () => {
    const changed = makeHome("copy");
    configure(changed, "treshold:\n  match: 0.1\n");
    const { stdout } = await runHook({ home: changed, args: ["sources"] });
    expect(stdout).toContain(`${join(changed.config, "config.yaml")}:3: unknown key "treshold" (did you mean "threshold"?)`);
  });

  it("says where it looked when there is no data", async () => {
    const none = makeHome("none");
    const { status, stdout } = await runHook({ home: none, args: ["sources"] });
    expect(status).toBe(0);
    expect(stdout).toContain(`${none.data}: no data folder there (LORE_DATA_DIR)`);
  });
});
