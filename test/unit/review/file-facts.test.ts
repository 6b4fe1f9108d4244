/** What became of files, in a real repository, and without one. */
import { spawnSync } from "node:child_process";
import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFileFacts } from "../../../src/review/file-facts.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";

const HAS_GIT = spawnSync("git", ["--version"]).status === 0;
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

function git(cwd: string, date: string, ...args: readonly string[]): void {
  const time = `${date}T00:00:00Z`;
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1", GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
  const { status, stderr } = spawnSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], { cwd, env, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

function commit(cwd: string, date: string): void {
  git(cwd, date, "add", "-A");
  git(cwd, date, "commit", "-q", "-m", date);
}

describe.runIf(HAS_GIT)("in a repository", () => {
  function makeRepository(): string {
    const root = makeTempDir();
    git(root, "2026-01-01", "init", "-q");
    writeFile(join(root, "src/price.ts"), "a\nb\n");
    writeFile(join(root, "src/old/tax.ts"), "a\n");
    writeFile(join(root, "lib/sum.ts"), "a\n");
    commit(root, "2026-01-01");
    writeFile(join(root, "src/price.ts"), "a\nc\nd\n");
    rmSync(join(root, "src/old"), { recursive: true });
    writeFile(join(root, "src/tax.ts"), "b\n");
    commit(root, "2026-03-01");
    return root;
  }

  it("what git saw going is gone, with its day and a file of the same name", () => {
    const root = makeRepository();
    const facts = readFileFacts({ root, names: ["src/old/tax.ts", "old/tax.ts", "src/never.ts", "d3.js"], since: 0 });
    const expected = { state: "gone", path: "src/old/tax.ts", at: day("2026-03-01"), likely: "src/tax.ts" };
    expect(Object.fromEntries(facts)).toEqual({ "src/old/tax.ts": expected, "old/tax.ts": expected });
  });

  it("what is there comes with its changes since", () => {
    const root = makeRepository();
    const facts = readFileFacts({ root, names: ["src/price.ts", "sum.ts"], since: day("2026-02-01") });
    expect(facts.get("src/price.ts")).toMatchObject({ state: "there", path: "src/price.ts", changes: [{ at: day("2026-03-01"), lines: 3 }] });
    expect(facts.get("sum.ts")).toMatchObject({ state: "there", path: "lib/sum.ts", changes: [] });
  });

  it("a name that several files have tells nothing", () => {
    const root = makeRepository();
    writeFile(join(root, "lib/price.ts"), "");
    commit(root, "2026-04-01");
    expect(readFileFacts({ root, names: ["price.ts"], since: 0 }).size).toBe(0);
  });

  it("a git that takes too long accuses nobody", () => {
    const root = makeRepository();
    expect([...readFileFacts({ root, names: ["old/tax.ts"], since: 0, timeLimitMs: 1 }).values()].filter(({ state }) => state === "gone")).toEqual([]);
  });
});

it("without git, a nested file is gone when its folder is there; a bare name may be anything", () => {
  const root = makeTempDir();
  makeFolder(join(root, "src"));
  const file = writeFile(join(root, "src/a.ts"), "x\n");
  utimesSync(file, new Date(day("2026-05-01")), new Date(day("2026-05-01")));
  const facts = readFileFacts({ root, names: ["src/a.ts", "src/b.ts", "other/c.ts", "d.ts"], since: 0 });
  expect(Object.fromEntries(facts)).toEqual({
    "src/a.ts": { state: "there", path: "src/a.ts", lines: 2, modifiedAt: day("2026-05-01"), changes: null },
    "src/b.ts": { state: "gone", path: "src/b.ts", at: null, likely: null },
  });
});
