/** `capture-hook`: what the client tells becomes a record if it says something. It prints nothing and never fails. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, configure, type Home, type HookRun, makeHome, ROOT, runHook, walk, write } from "./run-hook.ts";

const FIXTURES = join(ROOT, "test", "unit", "capture", "fixtures");
const FAILURES = "failures/data/failures.jsonl";
const INBOX = "inbox/data/observations.jsonl";
const HANDOFFS = "transfer/data/handoffs.jsonl";
const SESSION = "5e55104e-0000-4000-8000-000000000001";

type Fields = Readonly<Record<string, unknown>>;

function newHome(): Home {
  const home = makeHome("none");
  write(join(home.storefront, ".git", "HEAD"), "ref: refs/heads/main\n");
  return home;
}

/** Whatever it is told: exit 0, and not a word. */
async function tell(home: Home, stdin: string | Uint8Array | Fields, args: readonly string[] = []): Promise<void> {
  const isRaw = typeof stdin === "string" || stdin instanceof Uint8Array;
  const event = isRaw ? stdin : JSON.stringify({ session_id: SESSION, cwd: home.storefront, transcript_path: "", ...stdin });
  const { status, signal, stdout, stderr }: HookRun = await runHook({ home, stdin: event, args: ["capture-hook", ...args] });
  expect({ status, signal, stdout, stderr }).toEqual({ status: 0, signal: null, stdout: "", stderr: "" });
}

function failed(command: string, error: string, more: Fields = {}): Fields {
  return { hook_event_name: "PostToolUseFailure", tool_name: "Bash", tool_input: { command }, error, ...more };
}

function said(prompt: string): Fields {
  return { hook_event_name: "UserPromptSubmit", prompt };
}

function linesOf(home: Home, store: string): readonly Fields[] {
  const file = join(home.data, store);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

function filesOf(home: Home): readonly string[] {
  return walk(home.data).filter((path) => /\.(?:jsonl|yaml|lock)$/.test(path));
}

/** A copy of a transcript, in a place of its own. */
function transcript(home: Home, name: string): string {
  const path = join(home.dir, ".claude", "projects", "p", `${SESSION}.jsonl`);
  mkdirSync(join(path, ".."), { recursive: true });
  copyFileSync(join(FIXTURES, `${name}.jsonl`), path);
  return path;
}

const ERROR = "Exit code 1\nTypeError: cannot read widget 17 of /home/ada/shop/src/widget.ts:42:7\n    at render (/home/ada/shop/src/widget.ts:42:7)";
const OTHER = "Exit code 1\nTypeError: cannot read widget 99 of /srv/build/src/widget.ts:3:1\n    at render (/srv/build/src/widget.ts:3:1)";

describe("failures", () => {
  it("a failing command becomes a failure that the next prompt knows", async () => {
    const home = newHome();
    await tell(home, failed("npm run build", ERROR));
    expect(linesOf(home, FAILURES)).toMatchObject([
      {
        id: expect.stringMatching(/^fail-[0-9a-f]{8}$/),
        error_type: "TypeError",
        error_message: expect.stringContaining("cannot read widget 17"),
        tool: "Bash",
        command: "npm run build",
        project: "storefront",
        branch: "main",
        session_id: SESSION,
        count: 1,
      },
    ]);
    expect(await ask(home, "TypeError: cannot read widget, what is that?")).toContain(String(linesOf(home, FAILURES)[0]?.id));
  });

  it.each<readonly [string, string, unknown]>([
    ["a client that tells the exit code with the result", "npm run build", { stdout: "", stderr: ERROR.slice(12), exit_code: 1 }],
    ["one that marks the result", "npm run build", { output: ERROR.slice(12), is_error: true }],
    ["a check whose status a pipe hides", "npm test 2>&1 | tail -5", { stdout: `${ERROR.slice(12)}\n Tests  2 failed | 7 passed`, stderr: "" }],
  ])("a command that failed although the tool is done: %s", async (_what, command, response) => {
    const home = newHome();
    await tell(home, { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command }, tool_response: response });
    expect(linesOf(home, FAILURES)).toMatchObject([{ error_type: "TypeError", command, count: 1 }]);
  });

  it.each<readonly [string, string, unknown]>([
    ["one that passed", "npm run build", { stdout: "built in 3 s", stderr: "", exit_code: 0 }],
    ["one that prints an error it looked for", "cat build.log", { stdout: ERROR, stderr: "" }],
    ["a search without hits", "grep -rn frobnicate src", { stdout: "", stderr: "", exit_code: 1 }],
    ["an interrupted one", "npm run build", { stdout: ERROR, stderr: "", interrupted: true, exit_code: 130 }],
  ])("of tools that are done, nothing is kept of %s", async (_what, command, response) => {
    const home = newHome();
    await tell(home, { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command }, tool_response: response });
    expect(filesOf(home)).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("a pipe in the place of the store holds nobody up", async () => {
    const home = newHome();
    mkdirSync(join(home.data, "failures", "data"), { recursive: true });
    spawnSync("mkfifo", [join(home.data, FAILURES)]);
    const startedAt = performance.now();
    await tell(home, failed("npm run build", ERROR));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it("with other numbers and paths it is counted, not repeated", async () => {
    const home = newHome();
    for (const error of [ERROR, OTHER, ERROR]) await tell(home, failed("npm run build", error));
    const lines = linesOf(home, FAILURES);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1);
    expect(lines.map(({ count }) => count)).toEqual([1, 2, 3]);
    expect(lines[2]).toMatchObject({ last_seen: expect.any(String), error_message: lines[0]?.error_message });
    await tell(home, failed("npm run build", "Exit code 1\nRangeError: something else entirely"));
    expect(new Set(linesOf(home, FAILURES).map(({ id }) => id)).size).toBe(2);
  });

  it.each<readonly [string, Fields]>([
    ["a search without hits", failed("grep -rn frobnicate src", "Exit code 1")],
    ["a search at the end of a pipe", failed("npm test | grep FAIL", "Exit code 1")],
    ["an interrupted command", failed("npm run build", ERROR, { is_interrupt: true })],
    ["one that says so", failed("npm run build", "Exit code 130\n[Request interrupted by user]")],
    ["a refused tool", failed("rm -rf x", "The user doesn't want to proceed with this tool use.")],
    ["reading what is not there", { ...failed("", "File does not exist."), tool_name: "Read", tool_input: { file_path: "/x" } }],
    ["an empty error", { hook_event_name: "PostToolUseFailure", tool_name: "mcp__x__y", tool_input: {}, error: "" }],
  ])("%s is not kept", async (_what, event) => {
    const home = newHome();
    await tell(home, event);
    expect(filesOf(home)).toEqual([]);
  });

  it("secrets and private parts are not kept, in the command neither", async () => {
    const home = newHome();
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    await tell(
      home,
      failed(`curl -H "Authorization: Bearer ${token}" https://ada:hunter2x@example.org`, `Exit code 22\nAuthError: ${token} <private>Eve</private>`),
    );
    const text = readFileSync(join(home.data, FAILURES), "utf8");
    expect(text).toContain("[redacted: ");
    expect(text).not.toMatch(new RegExp(`${token}|hunter2x|Eve`));
  });

  describe("when the command passes later in the session, the remedy is added once", () => {
    const PYTEST = "python -m pytest -q";
    const all = readFileSync(join(FIXTURES, "fixed-later.jsonl"), "utf8").trimEnd().split("\n");
    const isResult = (line: string): boolean => line.includes('"type":"tool_result"');
    const rerun = all.findLastIndex((line) => line.includes(PYTEST) && line.includes('"tool_use"'));
    const passedAt = all.findIndex((line, index) => index > rerun && isResult(line));

    /** With so many lines of the transcript on disk when the hook runs. */
    async function passWith(lines: number): Promise<void> {
      const home = newHome();
      const path = write(join(home.dir, "t.jsonl"), `${all.slice(0, lines).join("\n")}\n`);
      await tell(home, failed(PYTEST, JSON.parse(all.find(isResult) ?? "").message.content[0].content));
      const passed = {
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: { command: PYTEST },
        tool_response: { stdout: "ok" },
        transcript_path: path,
      };
      await tell(home, passed);
      await tell(home, passed);
      const [first, second, ...rest] = linesOf(home, FAILURES);
      expect(second).toMatchObject({ id: first?.id, fix: expect.stringContaining("After editing app/db.py") });
      expect(rest).toEqual([]);
    }

    it("when the transcript ends with its result", () => passWith(passedAt + 1));

    // record-failure.ts, captureFix() looks at the transcript's last step alone, not at the event: a result that is not yet written, or, as the hook is
    // async, a step that follows already, and the remedy is lost.
    it("when the result is not in the transcript yet", () => passWith(passedAt));
    it("when the session went on meanwhile", () => passWith(all.length));
  });
});

describe("sayings", () => {
  it("“Remember that …” becomes an observation, once", async () => {
    const home = newHome();
    const prompt = "Remember that the staging database is wiped every Monday. Now fix the tests.";
    await tell(home, said(prompt));
    await tell(home, said(prompt));
    expect(linesOf(home, INBOX)).toMatchObject([
      {
        id: expect.stringMatching(/^obs-[0-9a-f]{8}$/),
        content: expect.stringMatching(/^the staging database is wiped every Monday\.?$/),
        source: "prompt",
        status: "raw",
        project: "storefront",
        tags: ["storefront", "note"],
        session_id: SESSION,
      },
    ]);
    expect(await ask(home, "when is the staging database wiped?")).toContain(String(linesOf(home, INBOX)[0]?.id));
  });

  it.each(["fix the tests", "Do you remember that the database is wiped?", "> Remember that this line was quoted from elsewhere"])(
    "%s: nothing",
    async (prompt) => {
      const home = newHome();
      await tell(home, said(prompt));
      expect(filesOf(home)).toEqual([]);
    },
  );

  it("secrets and private parts are not kept", async () => {
    const home = newHome();
    await tell(home, said(`Remember that the token is ghp_${"a1B2c3D4e5F6".repeat(3)} <private>says Eve</private> for deploys.`));
    const text = readFileSync(join(home.data, INBOX), "utf8");
    expect(text).toContain("[redacted: ");
    expect(text).not.toMatch(/ghp_a1|Eve/);
  });
});

describe("handoffs", () => {
  const end = (path: string, name = "SessionEnd"): Fields => ({ hook_event_name: name, transcript_path: path, reason: "exit" });

  it.each(["SessionEnd", "PreCompact", "Stop"])("%s writes one", async (name) => {
    const home = newHome();
    await tell(home, end(transcript(home, "short-fix"), name));
    expect(linesOf(home, HANDOFFS)).toMatchObject([
      {
        id: expect.stringMatching(/^hand-[0-9a-f]{8}$/),
        session_id: SESSION,
        project: "storefront",
        message: expect.stringContaining("The login route returns 500"),
        next_steps: ["Apply the same check to the signup route", "Document the error body in docs/api.md"],
        active_files: ["src/login.ts", "test/login.test.ts"],
      },
    ]);
  });

  it("the same again writes nothing; more of the session updates it, the last line counts", async () => {
    const home = newHome();
    const path = transcript(home, "short-fix");
    await tell(home, end(path));
    await tell(home, end(path));
    expect(linesOf(home, HANDOFFS)).toHaveLength(1);
    const prompt = {
      type: "user",
      message: { role: "user", content: "Now add a changelog entry for the signup route" },
      cwd: "/home/ada/dev/shop",
      gitBranch: "main",
    };
    writeFileSync(path, `${JSON.stringify({ ...prompt, timestamp: "2026-03-02T11:00:00Z" })}\n`, { flag: "a" });
    await tell(home, end(path));
    const [first, second, ...rest] = linesOf(home, HANDOFFS);
    expect(rest).toEqual([]);
    expect(second?.id).toBe(first?.id);
    expect(JSON.stringify(second)).toContain("changelog");
    const listed = await runHook({ home, args: ["list", "--json"] });
    expect(JSON.parse(listed.stdout)).toHaveLength(1);
  });

  it.each(["small-talk", "aborted", "slash-only"])("%s writes none", async (name) => {
    const home = newHome();
    await tell(home, end(transcript(home, name)));
    expect(filesOf(home)).toEqual([]);
  });

  it("a transcript that is missing, a folder, empty or garbage writes none", async () => {
    const home = newHome();
    const garbage = write(join(home.dir, "garbage.jsonl"), Buffer.from([0xff, 0x00, 0x0a, 0x7b, 0x0a]));
    for (const path of [join(home.dir, "missing.jsonl"), home.dir, write(join(home.dir, "empty.jsonl"), ""), garbage]) await tell(home, end(path));
    expect(filesOf(home)).toEqual([]);
  });
});

describe("switches", () => {
  async function tellAll(home: Home): Promise<readonly boolean[]> {
    await tell(home, failed("npm run build", ERROR));
    await tell(home, { hook_event_name: "SessionEnd", transcript_path: transcript(home, "short-fix") });
    await tell(home, said("Remember that the staging database is wiped every Monday."));
    return [FAILURES, HANDOFFS, INBOX].map((store) => existsSync(join(home.data, store)));
  }

  it.each([
    ["", [true, true, true]],
    ["capture: { failures: false }", [false, true, true]],
    ["capture: { handoffs: false }", [true, false, true]],
    ["capture: { sayings: false }", [true, true, false]],
    ["enabled: false", [false, false, false]],
  ])("%j", async (yaml, kept) => {
    const home = newHome();
    configure(home, `${yaml}\n`);
    expect(await tellAll(home)).toEqual(kept);
  });

  it("a project cannot switch it on again", async () => {
    const home = newHome();
    configure(home, "capture: { failures: false, handoffs: false, sayings: false }\n");
    write(join(home.storefront, ".lore", "config.yaml"), "capture: { failures: true, handoffs: true, sayings: true }\n");
    expect(await tellAll(home)).toEqual([false, false, false]);
  });

  it("LORE_CONTEXT_DISABLED", async () => {
    const home = newHome();
    const stdin = JSON.stringify({ cwd: home.storefront, ...failed("npm run build", ERROR) });
    expect(await runHook({ home, stdin, args: ["capture-hook"], env: { LORE_CONTEXT_DISABLED: "1" } })).toMatchObject({ status: 0, stdout: "" });
    expect(filesOf(home)).toEqual([]);
  });
});

describe(".loreignore", () => {
  const refused = (path: string): Fields => ({
    ...failed("", "Error: EROFS: read-only file system, write"),
    tool_name: "Write",
    tool_input: { file_path: path },
  });

  it("a command or file it names is not kept, any other is", async () => {
    const home = newHome();
    write(join(home.storefront, ".loreignore"), "secrets/\n*.pem\n");
    await tell(home, failed("node secrets/run.js", ERROR));
    await tell(home, failed("openssl rsa -in server.pem", ERROR));
    await tell(home, refused(join(home.storefront, "secrets", "a.ts")));
    expect(filesOf(home)).toEqual([]);
    await tell(home, refused(join(home.storefront, "src", "a.ts")));
    expect(linesOf(home, FAILURES)).toHaveLength(1);
  });

  // record-failure.ts hands the client's absolute file_path to a predicate over paths below the project: a pattern with a slash never fits.
  it.each([
    ["/secrets/", "secrets/a.ts"],
    ["config/private/*.ts", "config/private/a.ts"],
  ])("%s, anchored at the project", async (pattern, path) => {
    const home = newHome();
    write(join(home.storefront, ".loreignore"), `${pattern}\n`);
    await tell(home, refused(join(home.storefront, path)));
    expect(filesOf(home)).toEqual([]);
  });

  it("files it names are not among a handoff's", async () => {
    const home = newHome();
    write(join(home.storefront, ".loreignore"), "login.ts\n");
    await tell(home, { hook_event_name: "SessionEnd", transcript_path: transcript(home, "short-fix") });
    expect(linesOf(home, HANDOFFS)[0]).toMatchObject({ active_files: ["test/login.test.ts"] });
  });

  // record-handoff.ts filters active_files alone; the summary names the files all the same.
  it("nor anywhere else in it", async () => {
    const home = newHome();
    write(join(home.storefront, ".loreignore"), "login.ts\n");
    await tell(home, { hook_event_name: "SessionEnd", transcript_path: transcript(home, "short-fix") });
    expect(JSON.stringify(linesOf(home, HANDOFFS))).not.toContain("src/login.ts");
  });
});

describe("always exit 0, never a word", () => {
  it.each<readonly [string, string | Uint8Array]>([
    ["nothing", ""],
    ["blanks", " \n"],
    ["garbage", "{not json"],
    ["no object", "[1]"],
    ["no event name", "{}"],
    ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xfe])],
    ["an unknown event", '{"hook_event_name":"Frobnicate"}'],
    ["fields of wrong types", '{"hook_event_name":"PostToolUseFailure","tool_name":7,"tool_input":[],"error":{},"cwd":5,"session_id":{}}'],
    ["a prompt of a wrong type", '{"hook_event_name":"UserPromptSubmit","prompt":7}'],
    ["a folder that is gone", '{"hook_event_name":"SessionEnd","cwd":"/nowhere/at/all","transcript_path":"/nowhere","session_id":"x"}'],
    ["deep nesting", `{"hook_event_name":"PostToolUseFailure","tool_input":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ])("%s", async (_what, stdin) => {
    const home = newHome();
    await tell(home, stdin);
    expect(filesOf(home)).toEqual([]);
  });

  it("a store that cannot be written", async () => {
    const home = newHome();
    mkdirSync(join(home.data, FAILURES), { recursive: true });
    await tell(home, failed("npm run build", ERROR));
    write(join(home.data, "transfer"), "a file");
    await tell(home, { hook_event_name: "SessionEnd", transcript_path: transcript(home, "short-fix") });
  });

  it("a bad setting on the command line", async () => {
    await tell(newHome(), failed("npm run build", ERROR), ["--set", "nonsense"]);
  });

  it("--debug says on stderr what became of it", async () => {
    const home = newHome();
    const args = ["capture-hook", "--debug"];
    expect(await runHook({ home, stdin: "{", args })).toMatchObject({ status: 0, stdout: "", stderr: expect.stringMatching(/^nothing: not JSON/) });
    const stdin = JSON.stringify({ cwd: home.storefront, ...failed("npm run build", ERROR) });
    expect(await runHook({ home, stdin, args })).toMatchObject({ status: 0, stdout: "", stderr: expect.stringMatching(/^fail-[0-9a-f]{8}: TypeError\n$/) });
  });
});

describe("what was shown", () => {
  it("is judged at the end, also where no index is there yet", async () => {
    const home = makeHome("copy");
    write(join(home.storefront, ".git", "HEAD"), "ref: refs/heads/main\n");
    configure(home, "index:\n  enabled: false\n");
    const path = join(home.dir, ".claude", "projects", "p", `${SESSION}.jsonl`);
    const prompt = "which idempotency key do we send to PayBridge when customers click pay again?";
    const event = { hook_event_name: "UserPromptSubmit", prompt, session_id: SESSION, cwd: home.storefront, transcript_path: path };
    const { stdout } = await runHook({ home, stdin: JSON.stringify(event), remembers: true });
    expect(stdout).toContain("dec-8fb62baf");
    const lines = [
      { type: "user", uuid: "u1", timestamp: new Date(Date.now() - 60_000).toISOString(), message: { role: "user", content: prompt } },
      {
        type: "assistant",
        uuid: "u2",
        timestamp: new Date(Date.now() + 60_000).toISOString(),
        message: { role: "assistant", content: [{ type: "text", text: "As dec-8fb62baf says." }] },
      },
    ];
    write(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const end = JSON.stringify({ ...event, hook_event_name: "SessionEnd", reason: "other" });
    expect(await runHook({ home, stdin: end, args: ["capture-hook"], remembers: true })).toMatchObject({ status: 0, stdout: "", stderr: "" });
    const feedback = readFileSync(join(home.dir, ".local", "state", "lore-inject", "feedback.jsonl"), "utf8");
    expect(feedback).toContain('"key":"journal:dec-8fb62baf","verdict":"used"');
    expect(feedback).not.toContain("idempotency key do we send");
  });
});
