/**
 * What is known of the use of shown records: one line a verdict, in the state folder, appended by whoever judges (the end of
 * a session, a person, an agent). Plain JSONL; what the hook needs of it is derived into the cache (store/usefulness-file.ts).
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { EpochMs } from "../types.ts";
import { makeFolder } from "./cache-file.ts";

/** The first three are observed in a transcript, the last two are said. */
export const VERDICTS = ["used", "ignored", "contradicted", "helped", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Feedback {
  readonly at: EpochMs;
  /** `source:id` of the record, as the session's ledger has it. */
  readonly key: string;
  readonly verdict: Verdict;
  readonly session?: string;
  /** Who judged: the end of a session, a person, an agent. */
  readonly by: "session" | "person" | "agent";
  /** What told, for people. */
  readonly why?: string;
}

const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

function feedbackFile(stateDir: string): string {
  return join(stateDir, "feedback.jsonl");
}

/** All lines by one write. Throws when they cannot be kept. */
export function appendFeedback(stateDir: string, lines: readonly Feedback[]): void {
  if (lines.length === 0) return;
  makeFolder(stateDir);
  const fd = openSync(feedbackFile(stateDir), APPEND, 0o600);
  try {
    if (!fstatSync(fd).isFile()) throw new Error("feedback.jsonl is not a regular file");
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    if (writeSync(fd, bytes, 0, bytes.length) < bytes.length) throw new Error("the disk is full");
  } finally {
    closeSync(fd);
  }
}

/** Sound lines alone, in their order. */
export function readFeedback(stateDir: string): readonly Feedback[] {
  let text: string;
  try {
    text = readFileSync(feedbackFile(stateDir), "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .map(parseFeedback)
    .filter((line) => line !== null);
}

function parseFeedback(line: string): Feedback | null {
  try {
    const value = JSON.parse(line) as { readonly [K in keyof Feedback]: unknown };
    const isSound = typeof value.at === "number" && typeof value.key === "string" && value.key.includes(":") && VERDICTS.includes(value.verdict as Verdict);
    return isSound ? (value as Feedback) : null;
  } catch {
    return null;
  }
}
