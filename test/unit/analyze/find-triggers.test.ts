/** Signals beyond plain words: question subjects, error signatures, symbols and paths. */
import { describe, expect, it } from "vitest";
import { findErrorSignatures, findQuestionSubjects, mentionsAny } from "../../../src/analyze/find-triggers.ts";
import { analyze } from "../builders.ts";

describe("questions", () => {
  it.each([
    ["How does the retry queue work?", "retry queue"],
    ["what is our session store?", "session store"],
    ["Why did we choose JSONL?", "choose jsonl"],
    ["where do we keep sessions, and why", "keep sessions"],
  ])("%s is about %s", (prompt, subject) => {
    expect(findQuestionSubjects(prompt)).toContain(subject);
  });

  it("a statement has no subject of a question", () => {
    expect(findQuestionSubjects("Deploy the retry queue to staging")).toEqual([]);
  });
});

describe("error signatures", () => {
  it.each([
    ["TypeError: x is undefined", "TypeError"],
    ["java.lang.NullPointerException at", "NullPointerException"],
    ["connect ECONNREFUSED 127.0.0.1", "ECONNREFUSED"],
    ["killed by SIGKILL", "SIGKILL"],
    ["error TS2345: Argument", "TS2345"],
    ["ORA-00942: table", "ORA-00942"],
    ["Reason: OOMKilled", "OOMKilled"],
    ["exit code 137", "137"],
    ["HTTP 502 from upstream", "502"],
    ["status: 503", "503"],
  ])("%s → %s", (text, signature) => {
    expect(findErrorSignatures(text)).toContain(signature);
  });

  it.each(["fix the error handling", "Errors are fine", "EVEN if it works", "write 137 lines"])("%s holds none", (text) => {
    expect(findErrorSignatures(text)).toEqual([]);
  });
});

describe("symbols and paths in prose", () => {
  const kinds = (prompt: string) => analyze(prompt).triggers.map(({ kind }) => kind);
  it.each([
    ["upgrade node.js today", "paths", "node.js has no slash"],
    ["Now deploy it", "symbols", "a capital at the start of a sentence is grammar"],
    ["Please ask Kubernetes people", "symbols", "a capitalised name is a word"],
    ["use an append-only log", "symbols", "hyphenated prose is no identifier"],
    ["yes and/or no", "symbols", "and/or"],
  ])("%s has no trigger %s: %s", (prompt, kind) => {
    expect(kinds(prompt)).not.toContain(kind);
  });

  it.each([
    ["rename getUserName", "symbols"],
    ["set PAYBRIDGE_SECRET", "symbols"],
    ["open src/auth/service.ts", "paths"],
    ["fix ENOENT here", "errors"],
    ["how does the cache work?", "questions"],
  ])("%s has the trigger %s", (prompt, kind) => {
    expect(kinds(prompt)).toContain(kind);
  });
});

describe("mentionsAny", () => {
  it.each([
    ["what are the goals of this?", true],
    ["the GOAL is speed", true],
    ["success criteria?", true],
    ["a goalkeeper", false],
    ["nothing", false],
  ])("%s → %s", (text, expected) => {
    expect(mentionsAny(text, ["goal", "success criteria"])).toBe(expected);
  });

  it("words from a config are text, not patterns", () => {
    expect(mentionsAny("use c++ now", ["c++", "a(b"])).toBe(true);
    expect(mentionsAny("ab", ["a(b", ".*"])).toBe(false);
  });
});
