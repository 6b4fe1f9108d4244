/** What a session did → a handoff for the next one, in the fields of `transfer/data/handoffs.jsonl`; null when there is nothing to hand over. */
import { createHash } from "node:crypto";
import { basename } from "node:path/posix";
import { fieldsOf, textOf } from "../sources/fields.ts";
import { type Digest, digestReply } from "./digest-reply.ts";
import { findChanges, guessRoots, type ProjectChanges, type RootOf } from "./find-changes.ts";
import { findGoals, namesSubject } from "./find-goals.ts";
import { findSteps, type RunStep, type Step } from "./find-steps.ts";
import { findTodos, type Todos } from "./find-todos.ts";
import type { Turn } from "./parse-transcript.ts";
import { enumerate, shorten, withoutMarkup } from "./shorten.ts";

export interface Handoff {
  /** The same for every handoff of a session: the later one replaces the earlier one. */
  readonly id: string;
  readonly timestamp: string;
  readonly session_id: string;
  readonly project: string;
  readonly cwd: string;
  readonly branch: string;
  readonly message: string;
  readonly summary: string;
  readonly next_steps: readonly string[];
  readonly blockers: readonly string[];
  readonly questions: readonly string[];
  readonly open_threads: readonly string[];
  readonly active_files: readonly string[];
}

export interface HandoffOptions {
  readonly sessionId: string;
  /** For a transcript without times. */
  readonly now: number;
  /** Asked for each changed file; by default guessed from the folders in which the session worked. */
  readonly rootOf?: RootOf;
}

const MAX_FILES = 12;
const MAX_NAMED = 4;
const MAX_STEPS = 8;
const MAX_COMMAND = 100;
/** An answer below it, without a tool used, is small talk. In characters; default 200. */
const MIN_ANSWER = 200;
/** A reply below it ("Good.") is passed over for the one before. In characters; default 40. */
const MIN_REPLY = 40;

/** What the parts of a handoff are told from. */
interface Session {
  readonly turns: readonly Turn[];
  readonly steps: readonly Step[];
  readonly changes: readonly ProjectChanges[];
  readonly goals: readonly string[];
  readonly todos: Todos;
  readonly reply: Digest;
  readonly check: RunStep | null;
  readonly blocking: RunStep | null;
  readonly unanswered: string;
}

export function buildHandoff(turns: readonly Turn[], { sessionId, now, rootOf }: HandoffOptions): Handoff | null {
  const session = examine(turns, rootOf ?? guessRoots(turns.map(({ cwd }) => cwd).filter((cwd) => cwd !== "")));
  if (!isWorthHanding(session)) return null;
  const { changes, reply, blocking, goals } = session;
  const cwd = changes[0]?.root ?? turns.findLast((turn) => turn.cwd !== "")?.cwd ?? "";
  const summary = summarize(session);
  const questions = [...new Set([...(reply.question === null ? [] : [reply.question]), ...openQuestions(turns)])];
  const blockers = [...(blocking === null ? [] : [`\`${commandText(blocking)}\` fails: ${blocking.line}`]), ...reply.blockers];
  const next = nextSteps(session);
  return {
    id: handoffId(sessionId),
    timestamp: new Date(turns.findLast(({ at }) => at !== null)?.at ?? now).toISOString(),
    session_id: sessionId,
    project: basename(cwd),
    cwd,
    branch: branchIn(turns, cwd),
    message: goals.length === 0 ? summary : goals.join(" → then: "),
    summary,
    next_steps: next,
    blockers,
    questions,
    open_threads: openThreads(session, next.length + blockers.length + questions.length === 0),
    active_files: changes.flatMap(({ root, files }, index) => files.map((file) => (index === 0 ? file : `${basename(root)}/${file}`))).slice(0, MAX_FILES),
  };
}

export function handoffId(sessionId: string): string {
  return `hand-${createHash("sha256").update(sessionId).digest("hex").slice(0, 8)}`;
}

function examine(turns: readonly Turn[], rootOf: RootOf): Session {
  const steps = findSteps(turns);
  const lastPrompt = turns.findLastIndex(({ kind }) => kind === "prompt");
  const replies = turns.flatMap((turn) => (turn.kind === "reply" ? [turn.text] : []));
  const prompt = turns[lastPrompt];
  const answered = turns.slice(lastPrompt + 1).some(({ kind }) => kind === "reply" || kind === "tool");
  return {
    turns,
    steps,
    changes: findChanges(steps, rootOf),
    goals: findGoals(turns),
    todos: findTodos(turns),
    reply: digestReply(replies.findLast((text) => text.length >= MIN_REPLY) ?? replies.at(-1) ?? ""),
    check:
      steps.filter((step): step is RunStep => step.kind === "run").findLast((step) => step.check !== null && step.outcome !== "interrupted" && !step.noise) ??
      null,
    blocking: findBlocking(steps),
    unanswered: prompt?.kind === "prompt" && !answered && namesSubject(prompt.text) ? shorten(prompt.text, 200) : "",
  };
}

/** The last command that failed and that neither it nor a check of its kind made good later. */
function findBlocking(steps: readonly Step[]): RunStep | null {
  const open = steps.filter((step, index): step is RunStep => {
    if (step.kind !== "run" || step.outcome !== "failed" || step.noise) return false;
    const later = steps.slice(index + 1);
    return !later.some(
      (other) => other.kind === "run" && other.outcome === "passed" && (other.key === step.key || (step.check !== null && other.check === step.check)),
    );
  });
  return open.at(-1) ?? null;
}

function isWorthHanding({ turns, steps, changes, goals, todos, check, reply }: Session): boolean {
  if (changes.length > 0 || check !== null || todos.open.length > 0 || steps.some((step) => step.kind === "run" && !step.noise)) return true;
  // Only looked and talked: worth it when a question about something was answered at some length.
  const answer = turns.findLast(({ kind }) => kind === "reply");
  const answered = answer?.kind === "reply" && answer.text.length >= MIN_ANSWER;
  return goals.length > 0 && (answered || reply.nextSteps.length > 0 || reply.blockers.length > 0 || (answer !== undefined && steps.length > 0));
}

function summarize({ changes, check, steps, reply, todos, turns }: Session): string {
  const changed = changes.map(({ root, files }, index) => {
    const where = changes.length === 1 ? "" : `${index === 0 ? "in " : ""}${basename(root)}: `;
    const more = files.length - MAX_NAMED;
    const named = more > 0 ? [...files.slice(0, MAX_NAMED), `${more} more`] : files;
    return `${where}${enumerate(named)}`;
  });
  const committed = steps.some(isCommit);
  const compacted = changes.length === 0 && reply.gist === "" ? turns.findLast(({ kind }) => kind === "summary") : undefined;
  const parts = [
    changed.length === 0 ? "" : `Changed ${changed.slice(0, 4).join("; ")}.`,
    check === null ? "" : `\`${commandText(check)}\` ${check.outcome}${check.line === "" ? "" : `: ${check.line.replace(/\.$/, "")}`}.`,
    committed ? "Committed." : "",
    reply.gist,
    reply.gist === "" && todos.done.length > 0 ? `Done: ${todos.done.slice(-3).join("; ")}.` : "",
    compacted?.kind === "summary" ? shorten(withoutMarkup(compacted.text), 280) : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function nextSteps({ todos, reply, turns, check, unanswered }: Session): readonly string[] {
  const stated = [...todos.open, ...reply.nextSteps];
  const compacted = turns.findLast(({ kind }) => kind === "summary");
  // Older than anything else that is known: only when nothing newer says what is left.
  const pending = stated.length === 0 && compacted?.kind === "summary" ? digestReply(compacted.text).nextSteps : [];
  const repair = check?.outcome === "failed" ? [`Make \`${commandText(check)}\` pass`] : [];
  return [...new Set([...stated, ...pending, ...repair, ...(unanswered === "" ? [] : [`Not begun: ${unanswered}`])])].slice(0, MAX_STEPS);
}

/** What was left hanging; what is not committed only where nothing else says how to go on. */
function openThreads({ turns, steps, changes, goals }: Session, nothingElse: boolean): readonly string[] {
  const threads: string[] = [];
  const lastTool = turns.findLast((turn) => turn.kind === "tool" && !turn.sidechain);
  const ended = turns.slice(turns.findLastIndex(({ kind }) => kind === "prompt" || kind === "reply") + 1);
  if (ended.some(({ kind }) => kind === "interruption") || (lastTool?.kind === "tool" && ended.includes(lastTool) && (lastTool.result?.interrupted ?? true))) {
    const what = lastTool?.kind === "tool" && ended.includes(lastTool) ? describeTool(lastTool.tool, lastTool.input) : (goals.at(-1) ?? "the last answer");
    threads.push(`Interrupted: ${what}`);
  }
  const lastEdit = steps.findLastIndex(({ kind }) => kind === "edit");
  const lastCheck = steps.findLastIndex((step) => step.kind === "run" && step.check !== null);
  if (lastCheck >= 0 && lastEdit > lastCheck && changes.length > 0) threads.push("Files were edited after the last check");
  const committed = steps.slice(lastEdit + 1).some(isCommit);
  if (nothingElse && threads.length === 0 && changes.length > 0 && !committed)
    threads.push(`Not committed in this session: ${enumerate((changes[0]?.files ?? []).slice(0, MAX_NAMED))}`);
  return threads;
}

function isCommit(step: Step): boolean {
  return step.kind === "run" && step.outcome === "passed" && /(?:^| && )git (?:-\S+ \S+ )?commit\b/.test(step.key);
}

function describeTool(tool: string, input: Readonly<Record<string, unknown>>): string {
  const command = textOf(input.command);
  const file = textOf(input.file_path);
  return command !== ""
    ? `\`${shorten(command, MAX_COMMAND)}\``
    : file !== ""
      ? `${tool} of ${basename(file)}`
      : shorten(`${tool} ${textOf(input.description)}`, MAX_COMMAND);
}

/** Asked by the client's own dialogue, and never answered. */
function openQuestions(turns: readonly Turn[]): readonly string[] {
  const asked = turns.findLast((turn) => turn.kind === "tool" && turn.tool === "AskUserQuestion");
  if (asked?.kind !== "tool" || (asked.result !== null && !asked.result.failed) || !Array.isArray(asked.input.questions)) return [];
  return asked.input.questions.map((question) => shorten(textOf(fieldsOf(question).question), 200)).filter((question) => question !== "");
}

function branchIn(turns: readonly Turn[], root: string): string {
  const named = turns.filter(({ branch }) => branch !== "" && branch !== "HEAD");
  return (named.findLast(({ cwd }) => cwd === root || cwd.startsWith(`${root}/`)) ?? named.at(-1))?.branch ?? "";
}

function commandText({ key }: RunStep): string {
  return shorten(key, MAX_COMMAND).replaceAll("`", "'");
}
