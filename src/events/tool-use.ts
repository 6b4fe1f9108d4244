/**
 * The agent uses a tool. Files are remembered as what the session works on; on the first touch of a file or command, the
 * rules and failures that belong to exactly that are shown beside the tool's result.
 */
import { dirname, isAbsolute, join } from "node:path";
import { analyzePrompt } from "../analyze/analyze-prompt.ts";
import type { ToolEvent } from "../event/parse-session-event.ts";
import type { Run } from "../find-records.ts";
import type { Steps } from "../inject.ts";
import type { LedgerLine } from "../session/ledger.ts";
import type { Session } from "../session/session.ts";
import { tidy } from "../store/locations.ts";
import { type Injection, silence } from "../trace.ts";
import type { OtherEvent, Scored } from "../types.ts";
import { belongsToCommand, belongsToFile } from "./belongs-to.ts";
import { offerDocuments } from "./offer-documents.ts";
import { offerRules, pathBelow } from "./offer-rules.ts";

/** Of a subagent's task and of an error so much is looked at. */
const MAX_TASK = 4000;
const MAX_ERROR = 2000;
/** With less left there is no room for a remedy. */
const LEAST_TOKENS = 50;

export function useTool(event: OtherEvent, tool: ToolEvent, run: Run, steps: Steps): Injection {
  const { context, trace } = run;
  const session = steps.openSession(context, event.sessionId, tool.agent);
  if (!session.isKept) return silence(trace, "no session to remember it in");
  if (tool.task !== null) return noteTask(tool, run, session);
  const file = tool.file === null ? null : pathBelow(context.workspace, absolute(tool.file, context.workspace.cwd));
  const isFirst = file === null || tool.agent !== null || !session.ledger.touched.has(file);
  const left = Math.min(context.config.tools.tokens, context.config.tools.session_tokens - session.ledger.toolTokens);
  if (context.config.tools.enabled && left >= LEAST_TOKENS && (isFirst || tool.error !== null)) offerForTool(event, tool, file, run, session, steps);
  const line: Pick<LedgerLine, "event" | "file"> = { event: "tool", ...(file === null ? {} : { file }) };
  return steps.deliver(run, session, {
    purpose: "tool use",
    style: context.config.styles.tool,
    tokens: Math.max(LEAST_TOKENS, left),
    line,
    // What a subagent looks at is not what the session is about.
    isNews: file !== null && isFirst && tool.agent === null,
    silentBecause: "nothing belongs to exactly this",
  });
}

function noteTask({ name, task }: ToolEvent, { trace }: Run, session: Session): Injection {
  const noted = task === null ? null : { type: task.type, prompt: task.prompt.slice(0, MAX_TASK) };
  const isWaiting = session.ledger.tasks.some(({ prompt }) => prompt === noted?.prompt);
  if (noted !== null && noted.prompt !== "") {
    if (name === "PreToolUse") session.remember({ event: "task", task: noted });
    // It was refused, or its subagent began without our knowledge.
    else if (isWaiting) session.remember({ event: "task-end", task: noted });
  }
  return silence(trace, "noted: a subagent's task");
}

function absolute(file: string, cwd: string): string {
  return tidy(isAbsolute(file) ? file : join(cwd, file));
}

function offerForTool(event: OtherEvent, tool: ToolEvent, file: string | null, run: Run, session: Session, steps: Steps): void {
  const failures = [
    ...(file === null ? [] : findFailures(run, steps, file).filter(({ record }) => belongsToFile(record, file))),
    ...(tool.command === null ? [] : findFailures(run, steps, tool.command).filter(({ record }) => belongsToCommand(record, tool.command ?? ""))),
    ...(tool.error === null ? [] : findLike(run, steps, tool.error)),
  ];
  const offered = new Map(failures.map((scored) => [scored.record.id, { ...scored, rejected: null }]));
  run.trace.scored = [...offered.values()].map((scored) => session.offerRecord(scored, "found"));
  if (file === null || tool.file === null) return;
  offerRules(run, session, { paths: [file], text: "" });
  offerDocuments(run, session, { folders: [dirname(absolute(tool.file, run.context.workspace.cwd))], transcript: event.transcript });
}

/** Every failure that holds some of it, whatever the gate would say: whether it belongs here is decided by the exact text. */
function findFailures(run: Run, { findRecords }: Steps, text: string): readonly Scored[] {
  const found = findRecords({ ...run, explain: true }, analysisOf(run, text), (source) => source === "failures");
  return found.filter(({ rejected }) => rejected === null || rejected.by === "confidence" || rejected.by === "score" || rejected.by === "distance to the best");
}

/** An error that was seen before, as surely as a prompt's answer must be. */
function findLike(run: Run, { findRecords }: Steps, error: string): readonly Scored[] {
  const found = findRecords({ ...run, explain: false }, analysisOf(run, error.slice(0, MAX_ERROR)), (source) => source === "failures");
  return found.filter(({ rejected, record }) => rejected === null && record.body.some(([label]) => label === "Fix"));
}

function analysisOf({ context: { project, config, language } }: Run, text: string): ReturnType<typeof analyzePrompt> {
  return analyzePrompt({ prompt: text, project, config, language });
}
