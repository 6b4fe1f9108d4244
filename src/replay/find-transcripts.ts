/** Which transcripts are to be replayed, in the order in which their sessions began. Reads no more of each than its beginning. */
import { basename, join } from "node:path";
import { readTranscript } from "../capture/read-transcript.ts";
import type { Environment } from "../config/environment.ts";
import { isFolder } from "../import/places.ts";
import { listTranscripts, type TranscriptFile } from "../import/transcripts-files.ts";
import type { EpochMs, Problem } from "../types.ts";

export interface FoundTranscript {
  readonly path: string;
  readonly session: string;
  readonly bytes: number;
  readonly startedAt: EpochMs;
}

export interface FindRequest {
  /** Files or folders. */
  readonly places: readonly string[];
  /** Sessions that ended before are left out. */
  readonly since: EpochMs | null;
  /** So many, the newest. */
  readonly limit: number;
  readonly report: (problem: Problem) => void;
}

/** Where Claude Code keeps its transcripts. */
export function usualPlaces(env: Environment, home: string | null): readonly string[] {
  const folder = env.CLAUDE_CONFIG_DIR || (home === null ? "" : join(home, ".claude"));
  return folder === "" ? [] : [join(folder, "projects")].filter(isFolder);
}

export function findTranscripts({ places, since, limit, report }: FindRequest): readonly FoundTranscript[] {
  const files = new Map(places.flatMap((place) => listTranscripts(place, { problem: report })).map((file) => [file.path, file]));
  return [...files.values()]
    .filter(({ isSubagents, bytes, modifiedAt }) => !isSubagents && bytes > 0 && (since === null || modifiedAt >= since))
    .map(toFound)
    .sort((a, b) => b.startedAt - a.startedAt || (a.path < b.path ? 1 : -1))
    .slice(0, limit)
    .reverse();
}

function toFound(file: TranscriptFile): FoundTranscript {
  const { path, bytes } = file;
  return { path, bytes, session: basename(path, ".jsonl"), startedAt: readStart(file) };
}

const HEAD = { head: 16 * 1024, tail: 0 };
const TIMESTAMP = /"timestamp":\s?"([^"]{10,40})"/;

/** The first time that stands in it: lines come in their order. */
function readStart({ path, bytes, modifiedAt }: TranscriptFile): EpochMs {
  const text = readTranscript(path, bytes <= HEAD.head ? { head: HEAD.head, tail: bytes } : HEAD) ?? "";
  const at = Date.parse(TIMESTAMP.exec(text)?.[1] ?? "");
  return Number.isFinite(at) ? at : modifiedAt;
}
