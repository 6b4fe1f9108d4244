/**
 * What is known of the use of shown records: one line a verdict, in the state folder, appended by whoever judges (the end of
 * a session, a person, an agent). Plain JSONL; what the hook needs of it is derived into the cache (store/usefulness-file.ts).
 */
import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { EpochMs } from "../types.ts";
import { makeFolder } from "./cache-file.ts";
import { withLock } from "./writer/store-lock.ts";

/** The first three are observed in a transcript, the last two are said. */
export const VERDICTS = ["used", "ignored", "contradicted", "helped", "wrong"] as const;
export type Verdict = (typeof VERDICTS)[number];

const JUDGES: readonly Feedback["by"][] = ["session", "person", "agent"];

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

/** Not to wait for the other end, should a pipe be in its place. */
const AT_ONCE = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | AT_ONCE;

/** The end of a session waits for it. */
const WAIT_MS = 3000;

export function feedbackFile(stateDir: string): string {
  return join(stateDir, "feedback.jsonl");
}

/** All lines by one write. Throws when they cannot be kept. Under the store's lock: folding replaces the file, and what is written into the old one would be lost. */
export function appendFeedback(stateDir: string, lines: readonly Feedback[]): void {
  if (lines.length === 0) return;
  makeFolder(stateDir);
  withLock(feedbackFile(stateDir), () => append(feedbackFile(stateDir), lines), WAIT_MS);
}

function append(file: string, lines: readonly Feedback[]): void {
  const fd = openSync(file, APPEND, 0o600);
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
  return readText(feedbackFile(stateDir))
    .split("\n")
    .map(parseFeedback)
    .filter((line) => line !== null);
}

/** Nothing of what is no file, or too long to be held. */
function readText(path: string): string {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | AT_ONCE);
    return fstatSync(fd).isFile() ? readFileSync(fd, "utf8") : "";
  } catch {
    return "";
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

type Unchecked = { readonly [K in keyof Feedback]: unknown };

/** Null for what makes no sense: whoever may write the folder may have written the line. */
export function parseFeedback(line: string): Feedback | null {
  let value: Unchecked | null;
  try {
    value = JSON.parse(line) as Unchecked | null;
  } catch {
    return null;
  }
  return typeof value === "object" && value !== null && isSound(value) ? (value as Feedback) : null;
}

function isSound({ at, key, verdict, by, session, why }: Unchecked): boolean {
  const isTextOrMissing = (text: unknown): boolean => text === undefined || typeof text === "string";
  const isKnown = VERDICTS.includes(verdict as Verdict) && JUDGES.includes(by as Feedback["by"]);
  return typeof at === "number" && typeof key === "string" && key.includes(":") && isKnown && isTextOrMissing(session) && isTextOrMissing(why);
}
