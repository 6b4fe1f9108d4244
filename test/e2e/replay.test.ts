/** `replay` on the built binary: past sessions of a made-up client, with the demo's stores. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DEPLOY_PROMPT, DEPLOY_RECORD, type Home, type HookRun, makeHome, runHook, walk, write } from "./run-hook.ts";

interface Turn {
  readonly at: string;
  readonly user?: string;
  readonly assistant?: string;
}

/** Where Claude Code would have put it. */
function writeTranscript(home: Home, session: string, turns: readonly Turn[]): string {
  const lines = turns.map(({ at, user, assistant }, number) => {
    const message = user === undefined ? { role: "assistant", content: [{ type: "text", text: assistant }] } : { role: "user", content: user };
    const base = { uuid: `${session}-${number}`, sessionId: session, cwd: home.storefront, timestamp: at };
    return `${JSON.stringify({ type: user === undefined ? "assistant" : "user", ...base, message })}\n`;
  });
  return write(join(home.dir, ".claude", "projects", "storefront", `${session}.jsonl`), lines.join(""));
}

function replay(home: Home, ...args: readonly string[]): Promise<HookRun> {
  return runHook({ home, args: ["replay", ...args], remembers: true });
}

function makeSessions(): Home {
  const home = makeHome();
  writeTranscript(home, "s1", [
    { at: "2026-11-15T10:00:00Z", user: DEPLOY_PROMPT },
    { at: "2026-11-15T10:01:00Z", assistant: `That is ${DEPLOY_RECORD}: I set the secret.` },
    { at: "2026-11-15T10:02:00Z", user: "thanks" },
  ]);
  writeTranscript(home, "s0", [{ at: "2020-01-01T10:00:00Z", user: DEPLOY_PROMPT }]);
  return home;
}

describe("replay", () => {
  it("says what past prompts would have got, at their time, and whether that was used", async () => {
    const home = makeSessions();
    const { status, stdout, stderr } = await replay(home, "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const { summaries, problems } = JSON.parse(stdout);
    expect(problems).toEqual([]);
    expect(summaries).toMatchObject([{ name: "current", prompts: 3, injected: 1, sessions: 2 }]);
    expect(summaries[0].useful.map(({ key }: { readonly key: string }) => key)).toContain(`failures:${DEPLOY_RECORD}`);
  });

  it("prints a report for a person", async () => {
    const { status, stdout } = await replay(makeSessions());
    expect(status).toBe(0);
    expect(stdout).toMatch(/^2 sessions, 3 prompts, replayed in /);
    expect(stdout).toMatch(/got something\s+33\.3 %/);
    expect(stdout).toContain(DEPLOY_RECORD);
  });

  it("compares two sets of settings", async () => {
    const home = makeSessions();
    const other = write(join(home.dir, "other.yaml"), "sources:\n  failures: { enabled: false }\n");
    const { status, stdout } = await replay(home, "--config", "current", "--config", other);
    expect(status).toBe(0);
    expect(stdout).toMatch(/difference/);
    expect(stdout).toMatch(new RegExp(`− ${DEPLOY_RECORD} .*\\[used\\]`));
  });

  it("leaves no trace but in the cache", async () => {
    const home = makeSessions();
    const before = walk(home.dir);
    expect((await replay(home)).status).toBe(0);
    const added = walk(home.dir).filter((path) => !before.includes(path) && !path.startsWith(join(home.dir, ".cache")));
    expect(added).toEqual([]);
    expect(readdirSync(home.dir)).not.toContain(".local");
  });

  it.each([
    ["no transcripts", [], "no folder of transcripts"],
    ["a path that is not there", ["/no/such/place"], "no such file or folder"],
    ["three sets of settings", ["--config", "current", "--config", "current", "--config", "current"], "twice at the most"],
    ["a wrong setting", ["--config", "max_wrong=9"], "must be a number"],
    ["a date that is none", ["--since", "yesterday-ish"], "neither a date nor an age"],
    ["a limit that is none", ["--limit", "0"], "whole number from 1"],
  ])("refuses %s", async (_name, args, words) => {
    const { status, stderr } = await replay(makeHome(), ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(words);
  });
});
