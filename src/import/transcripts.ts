/**
 * Claude Code's own transcripts: what failed in past sessions and what helped, and of each project the handoff of its last session that
 * says something. Older handoffs are left out: what they say is next has been done, or was given up.
 */
import { basename, dirname, join } from "node:path";
import { buildHandoff } from "../capture/build-handoff.ts";
import { parseTranscript, type ToolTurn, type Turn } from "../capture/parse-transcript.ts";
import { readTranscript } from "../capture/read-transcript.ts";
import { cleanText } from "../privacy/clean.ts";
import { isFields, textOf } from "../sources/fields.ts";
import { parseObject } from "../store/parse-line.ts";
import type { EpochMs } from "../types.ts";
import { compact } from "../write/compose-record.ts";
import type { Foreign, Importer, ImportReport } from "./importer.ts";
import { isFolder } from "./places.ts";
import { FailureTally } from "./transcripts-failures.ts";
import { listTranscripts, readAll, type TranscriptFile, walk } from "./transcripts-files.ts";
import { SessionProjects } from "./transcripts-projects.ts";

export const transcripts: Importer = {
  name: "transcripts",
  title: "failures, remedies and last handoffs from Claude Code's transcripts",
  usualPlaces: ({ home }) => (home === null ? [] : [join(home, ".claude", "projects")].filter(isFolder)),
  recognizes: (path) => {
    if (!isFolder(path)) return path.endsWith(".jsonl") && isTranscript(path);
    const [first] = walk(path, 3, { problem: () => {} });
    return first !== undefined && isTranscript(first);
  },
  read: async function* (path, report) {
    yield* readSessions(path, report);
  },
};

const LOOKED_AT = { head: 64 * 1024, tail: 0 };

function isTranscript(path: string): boolean {
  const lines = (readTranscript(path, LOOKED_AT) ?? "").split("\n").slice(0, 50);
  return lines.some((line) => {
    const value = parseObject(line);
    return value !== null && typeof value.sessionId === "string" && (isFields(value.message) || typeof value.uuid === "string");
  });
}

/** A session that may hand something over. */
interface Session {
  readonly file: TranscriptFile;
  readonly start: string;
  readonly project: string;
  readonly endedAt: EpochMs;
}

function* readSessions(path: string, report: ImportReport): Generator<Foreign> {
  const projects = new SessionProjects(homeOf(path));
  const failures = new FailureTally();
  const sessions: Session[] = [];
  let done = 0;
  for (const file of listTranscripts(path, report)) {
    const text = readAll(file, report);
    const turns = text === null ? [] : parseTranscript(text);
    const start = turns.find(({ cwd }) => cwd !== "")?.cwd ?? "";
    if (text !== null && turns.length > 0 && !isOwnOf(start)) {
      const tools = turns.filter((turn): turn is ToolTurn => turn.kind === "tool");
      failures.addSession(tools, { projectOf: ({ cwd }) => projects.of(cwd, start), placeOf: placesIn(file.path, text) });
      const last = turns.findLast(({ cwd }) => cwd !== "")?.cwd ?? "";
      if (!file.isSubagents) sessions.push({ file, start, project: projects.of(last, start).name ?? "", endedAt: endOf(turns) ?? file.modifiedAt });
    }
    done += file.bytes;
    report.advance(done);
  }
  yield* failures.worthKeeping(report.skip ?? (() => {}));
  yield* lastHandoffs(sessions, projects);
}

/** The folder above `.claude`, so that what lies in it is taken for the person's, not a project's. */
function homeOf(path: string): string | null {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) if (basename(folder) === ".claude") return dirname(folder);
  return null;
}

/** Sessions that another tool holds with itself about the person's. */
function isOwnOf(cwd: string): boolean {
  return /[\\/]\.claude-mem[\\/]/.test(`${cwd}/`);
}

function endOf(turns: readonly Turn[]): EpochMs | null {
  return turns.findLast(({ at }) => at !== null)?.at ?? null;
}

/** `file:line` of a turn by its time. Asked in their order, so that the text is gone through once. */
function placesIn(path: string, text: string): (turn: ToolTurn) => string {
  let at = 0;
  let line = 1;
  return (turn) => {
    const found = turn.at === null ? -1 : text.indexOf(`"timestamp":"${new Date(turn.at).toISOString()}"`, at);
    if (found < 0) return path;
    for (let next = text.indexOf("\n", at); next >= 0 && next < found; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    return `${path}:${line}`;
  };
}

/** So many of a project's newest sessions are asked: the very last one may be small talk. */
const ASKED_SESSIONS = 3;

function* lastHandoffs(sessions: readonly Session[], projects: SessionProjects): Generator<Foreign> {
  const newestFirst = sessions.toSorted((a, b) => b.endedAt - a.endedAt);
  for (const project of new Set(newestFirst.map((session) => session.project))) {
    const own = newestFirst.filter((session) => session.project === project).slice(0, ASKED_SESSIONS);
    for (const session of own) {
      const handoff = handoffOf(session, projects);
      if (handoff === null) continue;
      yield handoff;
      break;
    }
  }
}

/** Read as the hook reads it: beginning and end are enough. */
function handoffOf({ file, start }: Session, projects: SessionProjects): Foreign | null {
  const turns = parseTranscript(readTranscript(file.path) ?? "", cleanText).filter(
    (turn) => turn.kind !== "tool" || !(projects.of(turn.cwd, start).isIgnored?.(textOf(turn.input.file_path)) ?? false),
  );
  const sessionId = basename(file.path, ".jsonl");
  const built = buildHandoff(turns, { sessionId, now: file.modifiedAt });
  if (built === null) return null;
  const { id, message, summary, open_threads, branch } = built;
  return {
    kind: "handoff",
    // The one that the hook would give it: a session that goes on replaces it.
    id,
    said: { text: message, next: built.next_steps, blockers: built.blockers, questions: built.questions, files: built.active_files },
    fields: compact({ summary, open_threads, branch }),
    at: endOf(turns) ?? file.modifiedAt,
    project: projects.of(built.cwd, start).name,
    sessionId,
    from: file.path,
  };
}
