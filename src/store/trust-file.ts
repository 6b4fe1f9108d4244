/**
 * Which texts of repositories the person has looked at and let in: by the hash of their content, as direnv does it, so that
 * another clone of the same text is trusted too and a changed one no longer is. Appended to; the last line of a hash speaks.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseObject } from "./parse-line.ts";
import { readBounded } from "./read-bounded.ts";
import { appendLine } from "./writer/append-line.ts";

export interface TrustEntry {
  readonly hash: string;
  /** Where it was when it was trusted: for people. */
  readonly path: string;
  readonly at: string;
  readonly trusted: boolean;
}

/** Some ten thousand decisions of a person. */
const MAX_BYTES = 4 * 1024 * 1024;

export function trustFile(stateDir: string): string {
  return join(stateDir, "trusted.jsonl");
}

/** The last word on each hash, in the order in which they were first met. Throws when the file is there and cannot be read. */
export function readTrust(stateDir: string | null): readonly TrustEntry[] {
  if (stateDir === null) return [];
  const last = new Map<string, TrustEntry>();
  for (const line of readOrEmpty(trustFile(stateDir)).split("\n")) {
    const entry = parseObject(line);
    if (typeof entry?.hash === "string")
      last.set(entry.hash, { hash: entry.hash, path: String(entry.path), at: String(entry.at), trusted: entry.trusted === true });
  }
  return [...last.values()];
}

function readOrEmpty(file: string): string {
  try {
    return readBounded(file, MAX_BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

export function trustedHashes(entries: readonly TrustEntry[]): ReadonlySet<string> {
  return new Set(entries.filter(({ trusted }) => trusted).map(({ hash }) => hash));
}

export function noteTrust(stateDir: string, entry: TrustEntry): void {
  appendLine(trustFile(stateDir), entry, { fsync: false });
}

export function hashContent(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
