/**
 * The agent uses a tool. Files are remembered as what the session works on; on the first touch of a file or command, the
 * rules and failures that belong to exactly that are shown beside the tool's result.
 */
import { dirname, isAbsolute, join } from "node:path";
import { analyzePrompt } from "../analyze/analyze-prompt.ts";
import type { ToolEvent } from "../event/parse-session-event.ts";
import type { Run } from "../find-records.ts";
import type { Steps } from "../inject.ts";
import { pathBelow } from "../project/path-below.ts";
import type { LedgerLine } from "../session/ledger-line.ts";
import type { Session } from "../session/session.ts";
import { appendActivity } from "../store/activity-file.ts";
import { hashText } from "../store/identity.ts";
import { tidy } from "../store/locations.ts";
import { type Injection, silence } from "../trace.ts";
import type { OtherEvent, Scored } from "../types.ts";
import { belongsToCommand, belongsToFile, plainCommand } from "./belongs-to.ts";
import { offerDocuments } from "./offer-documents.ts";
import { offerRules } from "./offer-rules.ts";

/** Of a subagent's task and of an error so much is looked at. */
const MAX_TASK = 4000;
const MAX_ERROR = 2000;
/** With less left there is no room for a remedy. */
const LEAST_TOKENS = 50;

export function useTool(event: OtherEvent, tool: ToolEvent, run: Run, steps: Steps): Injection {
  const { context, trace } = run;
  const { tools, styles } = context.config;
  const session = steps.openSession(context, event.sessionId, tool.agent);
  if (!session.isKept) return silence(trace, "no session to remember it in");
  if (tool.task !== null) return noteTask(tool, run, session);
  const use = useOf(tool, run);
  noteActivity(tool, use.file ?? null, run);
  const isFirst = !session.ledger.isUsed(tool.agent, use);
  const left = Math.min(tools.tokens, tools.session_tokens - session.ledger.toolTokens);
  const isAllowed = tools.enabled && left >= LEAST_TOKENS;
  if (isAllowed && (isFirst || tool.error !== null)) offerForTool(event, { tool, file: use.file ?? null, isFirst }, run, session, steps);
  return steps.deliver(run, session, {
    purpose: "tool use",
    style: styles.tool,
    tokens: Math.max(0, left),
    line: { event: "tool", ...use },
    isNews: isFirst,
    silentBecause: isAllowed ? "nothing belongs to exactly this" : "tools are switched off, or have spent their tokens",
  });
}

/** What is used, as the session remembers it: a file by its path below the root, a command by its hash. */
function useOf({ file, command }: ToolEvent, { context: { workspace } }: Run): Pick<LedgerLine, "file" | "command"> {
  if (file !== null) return { file: pathBelow(workspace, absolute(file, workspace.cwd)) };
  return command === null ? {} : { command: hashText(plainCommand(command)).slice(0, 8) };
}

/** For whoever asks what is worked on here: editors' panels, the MCP server. A spool that cannot be written is nobody's loss. */
function noteActivity({ name, isEdit, error }: ToolEvent, file: string | null, { context: { workspace, locations, now, isTrial } }: Run): void {
  if (file === null || isAbsolute(file) || error !== null || name === "PostToolUse" || locations.stateDir === null || isTrial) return;
  try {
    const place = { stateDir: locations.stateDir, root: workspace.gitTop ?? workspace.cwd };
    appendActivity(place, { at: now, type: isEdit ? "file_edit" : "file_open", path: file, agent: true });
  } catch {
    // Full, read-only, or a name too long for one line.
  }
}

function noteTask({ name, task }: ToolEvent, run: Run, session: Session): Injection {
  const words = task === null ? "" : wordsOf(run, task.prompt);
  if (task !== null && words !== "") {
    const noted = { type: task.type, words };
    if (name === "PreToolUse") session.remember({ event: "task", task: noted });
    // It was refused, or its subagent began without our knowledge.
    else if (session.ledger.tasks.some((waiting) => waiting.words === words)) session.remember({ event: "task-end", task: noted });
  }
  return silence(run.trace, "noted: a subagent's task");
}

/** The words that tell, not the text: what people ask is not kept. */
function wordsOf(run: Run, prompt: string): string {
  const { keywords } = analysisOf(run, prompt.slice(0, MAX_TASK));
  return keywords
    .filter(({ compound, kind }) => compound || kind !== "path")
    .map(({ text }) => text)
    .join(" ");
}

function absolute(file: string, cwd: string): string {
  return tidy(isAbsolute(file) ? file : join(cwd, file));
}

interface Use {
  readonly tool: ToolEvent;
  readonly file: string | null;
  readonly isFirst: boolean;
}

function offerForTool(event: OtherEvent, { tool, file, isFirst }: Use, run: Run, session: Session, steps: Steps): void {
  const { command, error } = tool;
  const failures = [
    ...(file === null || !isFirst ? [] : findFailures(run, steps, file).filter(({ record }) => belongsToFile(record, file))),
    ...(command === null || !isFirst ? [] : findFailures(run, steps, command).filter(({ record }) => belongsToCommand(record, command))),
    ...(error === null ? [] : findLike(run, steps, error)),
  ];
  const offered = new Map(failures.map((scored) => [scored.record.id, { ...scored, rejected: null }]));
  run.trace.scored = steps.offerRecords(run, session, [...offered.values()], { prompt: "", occasion: "found" });
  if (!isFirst || file === null || tool.file === null) return;
  offerRules(run, session, { paths: [file], text: "" });
  offerDocuments(run, session, { folders: [dirname(absolute(tool.file, run.context.workspace.cwd))], transcript: event.transcript });
}

/** The failures that hold most of it, whatever the gate would say: whether one belongs here is decided by the exact text. */
function findFailures(run: Run, { findRecords }: Steps, text: string): readonly Scored[] {
  const { context } = run;
  const config = { ...context.config, max_wrong: 1, threshold: { score: 0, relative: 0 } };
  return findRecords({ ...run, context: { ...context, config }, explain: false }, analysisOf(run, text.slice(0, MAX_TASK)), (source) => source === "failures");
}

/** An error that was seen before, as surely as a prompt's answer must be. That a command failed says nothing; what it printed does. */
function findLike(run: Run, { findRecords }: Steps, error: string): readonly Scored[] {
  const printed = error.slice(0, MAX_ERROR).replace(/^Exit code \d+\s*/, "");
  if (printed === "") return [];
  const found = findRecords({ ...run, explain: false }, analysisOf(run, printed), (source) => source === "failures");
  return found.filter(({ rejected, record }) => rejected === null && record.body.some(([label]) => label === "Fix"));
}

function analysisOf({ context: { project, config, language } }: Run, text: string): ReturnType<typeof analyzePrompt> {
  return analyzePrompt({ prompt: text, project, config, language });
}
