/** One transcript → what happened in its session that the hook would have heard of, in order. */
import { parseTranscript, type Turn } from "../capture/parse-transcript.ts";
import { readTranscript } from "../capture/read-transcript.ts";
import { textOf } from "../sources/fields.ts";
import type { EpochMs, Problem } from "../types.ts";
import type { FoundTranscript } from "./find-transcripts.ts";

export interface Moment {
  readonly kind: "start" | "prompt" | "compaction" | "file" | "search";
  readonly at: EpochMs;
  readonly cwd: string;
  /** What was asked or searched for; the path of a file that was touched. */
  readonly text: string;
}

export interface ReplaySession {
  readonly id: string;
  readonly path: string;
  /** The transcript itself, for whoever judges what came of it. */
  readonly text: string;
  readonly moments: readonly Moment[];
}

/** Of a longer transcript its beginning and its end. */
const LIMITS = { head: 8 * 1024 * 1024, tail: 24 * 1024 * 1024 };

export interface ReadOptions {
  readonly report: (problem: Problem) => void;
  /** What was searched for in the stores, for whoever wants to replay that too. */
  readonly findSearches?: (text: string) => readonly Search[];
}

export interface Search {
  readonly at: EpochMs;
  readonly cwd: string;
  readonly query: string;
}

/** Null when there is nothing to replay. */
export function readSession({ path, session, startedAt }: FoundTranscript, { report, findSearches }: ReadOptions): ReplaySession | null {
  const text = readTranscript(path, LIMITS);
  if (text === null) {
    report({ where: path, what: "cannot be read", hint: "this transcript is skipped; the rest is replayed" });
    return null;
  }
  const turns = parseTranscript(text);
  const moments = [...momentsOf(turns, startedAt), ...(findSearches?.(text) ?? []).map(searchMoment)].sort((a, b) => a.at - b.at);
  return moments.some(({ kind }) => kind === "prompt") ? { id: session, path, text, moments } : null;
}

function searchMoment({ at, cwd, query }: Search): Moment {
  return { kind: "search", at, cwd, text: query };
}

/** Never backwards: a turn without a time happened when the one before it did. */
function momentsOf(turns: readonly Turn[], startedAt: EpochMs): readonly Moment[] {
  const moments: Moment[] = [];
  const folder = turns.find(({ cwd }) => cwd !== "")?.cwd ?? "";
  let at = startedAt;
  let cwd = folder;
  for (const turn of turns) {
    at = Math.max(at, turn.at ?? at);
    cwd = turn.cwd || cwd;
    const happened = momentOf(turn);
    if (happened === null) continue;
    if (moments.length === 0 && happened.kind !== "compaction") moments.push({ kind: "start", at, cwd, text: "" });
    moments.push({ ...happened, at, cwd });
  }
  return moments;
}

function momentOf(turn: Turn): Pick<Moment, "kind" | "text"> | null {
  if (turn.kind === "prompt") return { kind: "prompt", text: turn.text };
  if (turn.kind === "summary") return { kind: "compaction", text: "" };
  if (turn.kind !== "tool" || turn.sidechain) return null;
  const file = textOf(turn.input.file_path ?? turn.input.notebook_path);
  return file === "" ? null : { kind: "file", text: file };
}
