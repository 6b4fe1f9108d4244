import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTranscripts, usualPlaces } from "../../../src/replay/find-transcripts.ts";
import { readSession } from "../../../src/replay/read-session.ts";
import type { Problem } from "../../../src/types.ts";
import { makeFolder, makeTempDir, writeFile } from "../builders.ts";

const line = (at: string, text = "hello there"): string =>
  `${JSON.stringify({ type: "user", timestamp: at, sessionId: "s", cwd: "/w", message: { content: text } })}\n`;
const fail = ({ what }: Problem): never => {
  throw new Error(what);
};

describe("findTranscripts", () => {
  it("gives the newest sessions in the order in which they began, without those of subagents", () => {
    const folder = makeTempDir();
    writeFile(join(folder, "p", "old.jsonl"), line("2026-01-01T00:00:00Z"));
    writeFile(join(folder, "q", "new.jsonl"), line("2026-03-01T00:00:00Z"));
    // Written by another program, with spaces.
    writeFile(join(folder, "p", "middle.jsonl"), line("2026-02-01T00:00:00Z").replaceAll('":', '": '));
    writeFile(join(folder, "p", "agent-1.jsonl"), line("2026-02-02T00:00:00Z"));
    writeFile(join(folder, "p", "middle", "subagents", "agent-2.jsonl"), line("2026-02-02T00:00:00Z"));
    writeFile(join(folder, "p", "empty.jsonl"), "");
    const sessions = (limit: number): readonly string[] =>
      findTranscripts({ places: [folder], since: null, limit, report: fail }).map(({ session }) => session);
    expect(sessions(10)).toEqual(["old", "middle", "new"]);
    expect(sessions(2)).toEqual(["middle", "new"]);
  });

  it("leaves out sessions that ended before", () => {
    const folder = makeTempDir();
    const path = writeFile(join(folder, "old.jsonl"), line("2026-01-01T00:00:00Z"));
    utimesSync(path, new Date("2026-01-02"), new Date("2026-01-02"));
    expect(findTranscripts({ places: [folder], since: Date.parse("2026-01-03"), limit: 10, report: fail })).toEqual([]);
    expect(findTranscripts({ places: [path], since: Date.parse("2026-01-01"), limit: 10, report: fail })).toHaveLength(1);
  });

  it("looks where Claude Code keeps them", () => {
    const home = makeTempDir();
    const other = makeTempDir();
    expect(usualPlaces({}, home)).toEqual([]);
    expect(usualPlaces({}, makeFolder(join(home, ".claude", "projects")) && home)).toEqual([join(home, ".claude", "projects")]);
    makeFolder(join(other, "projects"));
    expect(usualPlaces({ CLAUDE_CONFIG_DIR: other }, home)).toEqual([join(other, "projects")]);
  });
});

describe("readSession", () => {
  it("says which transcript cannot be read, and has nothing of one without prompts", () => {
    const folder = makeTempDir();
    const problems: Problem[] = [];
    const report = (problem: Problem): number => problems.push(problem);
    const base = { session: "s", bytes: 1, startedAt: 0 };
    expect(readSession({ ...base, path: join(folder, "gone.jsonl") }, { report })).toBeNull();
    expect(problems).toMatchObject([{ where: join(folder, "gone.jsonl"), what: "cannot be read" }]);
    expect(readSession({ ...base, path: writeFile(join(folder, "noise.jsonl"), "{\nnot json\n") }, { report })).toBeNull();
    expect(problems).toHaveLength(1);
  });
});
