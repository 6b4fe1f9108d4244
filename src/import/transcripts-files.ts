/** Which transcripts lie below a folder, which of them are a subagent's, and their text. */
import { type Dirent, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readTranscript } from "../capture/read-transcript.ts";
import type { EpochMs } from "../types.ts";
import type { ImportReport } from "./importer.ts";
import { isFolder, statOf } from "./places.ts";

export interface TranscriptFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: EpochMs;
  /** Written by a subagent: beside the session's file, since version 2.1.2 in a folder of the session. */
  readonly isSubagents: boolean;
}

/** `projects/<folder>/<session>/subagents/agent-….jsonl` is the deepest that the client writes. */
const MAX_DEPTH = 4;
const MAX_FILES = 100_000;
/** Of a longer transcript its beginning and its end are read. Its text and what is parsed of it are in memory at once, some five times as much. */
const MAX_HEAD = 16 * 1024 * 1024;
const MAX_TAIL = 48 * 1024 * 1024;

/** Links to folders are not followed: they could lead in circles. */
export function listTranscripts(path: string, report: Pick<ImportReport, "problem">): readonly TranscriptFile[] {
  const paths = isFolder(path) ? [...walk(path, MAX_DEPTH, report)].slice(0, MAX_FILES).sort() : [path];
  return paths.map((file) => {
    const stat = statOf(file);
    const isSubagents = basename(file).startsWith("agent-") || basename(dirname(file)) === "subagents";
    return { path: file, bytes: stat?.size ?? 0, modifiedAt: Math.floor(stat?.mtimeMs ?? 0), isSubagents };
  });
}

export function* walk(folder: string, depth: number, report: Pick<ImportReport, "problem">): Generator<string> {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return report.problem({ where: folder, what: `cannot be read: ${(error as NodeJS.ErrnoException).code}`, hint: "this folder is skipped" });
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 1) yield* walk(path, depth - 1, report);
    else if (entry.isFile() && entry.name.endsWith(".jsonl")) yield path;
  }
}

/** Null when it cannot be read, which is reported. */
export function readAll({ path, bytes }: TranscriptFile, report: ImportReport): string | null {
  const text = readTranscript(path, { head: MAX_HEAD, tail: MAX_TAIL });
  if (text === null) report.problem({ where: path, what: "cannot be read", hint: "this transcript is skipped; the rest is imported" });
  else if (bytes > MAX_HEAD + MAX_TAIL)
    report.problem({ where: path, what: "has more than 64 MB: what lies between its first 16 and its last 48 MB is not read" });
  return text;
}
