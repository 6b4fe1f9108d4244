/** Sends a prompt through each registered command, exactly as the client would, and looks at what comes back with the client's eyes. */
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Start } from "../launch/measure-starts.ts";
import { neutralizeLine, shorten } from "../render/neutralize.ts";
import { ledgerName, sessionsFolder } from "../store/ledger-file.ts";
import { DOCTOR_SESSION } from "./read-injections.ts";
import type { Entry } from "./read-registrations.ts";
import { type ClientPlace, startOf, whyNotRun } from "./run-entry.ts";
import { type Finding, type Section, shortPath } from "./section.ts";

export interface SelfTestRequest extends ClientPlace {
  readonly entries: readonly Entry[];
  readonly prompt: string;
  readonly stateDir: string | null;
  readonly home: string | null;
}

interface Tried {
  readonly file: string;
  readonly command: string;
  readonly ms: number | null;
  readonly timeoutMs: number;
  readonly answer: string | null;
  readonly faults: readonly Fault[];
}

type Fault = Pick<Finding, "severity" | "code" | "what">;

/** The client's own limit where an entry has none. */
const DEFAULT_SECONDS = 30;
/** The client replaces what is longer by a preview. */
const MAX_UNITS = 10_000;
/** More than a few ways to start the same program are a mess that other findings name. */
const MAX_TRIED = 3;

export function checkSelfTest(request: SelfTestRequest): Omit<Section, "title"> {
  const { entries, home } = request;
  const onPrompt = distinct(entries.filter(({ event, role, isMixed }) => event === "UserPromptSubmit" && (role === "inject" || isMixed)));
  const tried = onPrompt.filter((entry) => whyNotRun(entry) === null).map((entry) => tryEntry(entry, request));
  const skipped = onPrompt.flatMap((entry) => whyNotRun(entry) ?? []);
  return {
    lines: [
      ...tried.map(describe),
      ...skipped.map((why) => `not tried: ${why}`),
      ...(onPrompt.length === 0 ? ["nothing is registered on UserPromptSubmit, so there is nothing to try"] : []),
    ],
    findings: tried.flatMap(({ file, faults }) =>
      faults.map((fault) => ({ ...fault, what: `the hook in ${shortPath(file, home)} ${fault.what}`, remedy: remedyFor(fault.code) })),
    ),
    facts: { tried, skipped },
  };
}

function distinct(entries: readonly Entry[]): readonly Entry[] {
  const byCommand = new Map(entries.map((entry) => [JSON.stringify([entry.command, entry.args]), entry]));
  return [...byCommand.values()].slice(0, MAX_TRIED);
}

function remedyFor(code: string): string {
  if (code === "self-test-stderr") return "the model never sees it; unset LORE_CONTEXT_DEBUG if that is where it comes from";
  return "lore-inject install, then lore-inject doctor again; lore-inject --debug --prompt … shows how an answer comes about";
}

function tryEntry(entry: Entry, request: SelfTestRequest): Tried {
  const start = startOf(entry, request);
  const timeoutMs = (entry.timeout ?? DEFAULT_SECONDS) * 1000;
  const startedAt = process.hrtime.bigint();
  const ended = spawnSync(start.command, start.args, {
    cwd: request.projectDir,
    env: start.env,
    input: promptEvent(request),
    encoding: "utf8",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    windowsHide: true,
  });
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  forgetSession(request.stateDir);
  const answer = contextOf(ended.stdout ?? "");
  return { file: entry.file, command: wordsOf(start), ms, timeoutMs, answer, faults: faultsOf(ended, answer, timeoutMs) };
}

function wordsOf({ command, args }: Start): string {
  return [command, ...args].join(" ");
}

/** Nobody's: what it was shown is forgotten at once. */
const SESSION = `${DOCTOR_SESSION}${process.pid}`;

/** Not another state folder meanwhile: what is trusted is kept there too, and a refresh that the hook starts would outlive it. */
function forgetSession(stateDir: string | null): void {
  if (stateDir !== null) rmSync(join(sessionsFolder(stateDir), ledgerName(SESSION)), { force: true });
}

/** All the fields that the client sends. */
function promptEvent({ prompt, projectDir }: SelfTestRequest): string {
  return JSON.stringify({
    session_id: SESSION,
    transcript_path: "",
    cwd: projectDir,
    permission_mode: "default",
    hook_event_name: "UserPromptSubmit",
    prompt,
  });
}

/** Null when the client would not take it for an answer. */
function contextOf(stdout: string): string | null {
  if (stdout === "") return "";
  try {
    const { hookSpecificOutput } = Object(JSON.parse(stdout)) as Readonly<Record<string, unknown>>;
    const { hookEventName, additionalContext } = Object(hookSpecificOutput) as Readonly<Record<string, unknown>>;
    return hookEventName === "UserPromptSubmit" && typeof additionalContext === "string" ? additionalContext : null;
  } catch {
    return null;
  }
}

function faultsOf({ status, signal, error, stdout, stderr }: SpawnSyncReturns<string>, answer: string | null, timeoutMs: number): readonly Fault[] {
  const said = stderr === "" || stderr === null ? "" : `: ${quote(stderr)}`;
  if ((error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT")
    return [{ severity: "error", code: "self-test-timeout", what: `took longer than its timeout of ${timeoutMs / 1000} s: the client drops the answer` }];
  // One that ends without reading its event was started all the same: how it ended tells.
  if (error !== undefined && (error as NodeJS.ErrnoException).code !== "EPIPE")
    return [{ severity: "error", code: "self-test-start", what: `could not be started: ${neutralizeLine(error.message)}` }];
  if (status === 2) return [{ severity: "error", code: "self-test-exit", what: `ended with exit code 2, which blocks every prompt${said}` }];
  if (status !== 0) return [{ severity: "error", code: "self-test-exit", what: `ended with ${signal ?? `exit code ${status}`}${said}` }];
  return [
    ...(answer === null
      ? [{ severity: "error", code: "self-test-answer", what: `printed what is no answer, and the client passes it on as it is: ${quote(stdout)}` } as const]
      : []),
    ...((answer ?? "").length > MAX_UNITS
      ? [{ severity: "warning", code: "self-test-long", what: `answered with more than the client passes on` } as const]
      : []),
    ...(said === "" ? [] : [{ severity: "note", code: "self-test-stderr", what: `wrote to stderr${said}` } as const]),
  ];
}

function quote(text: string): string {
  return shorten(neutralizeLine(text), 120);
}

function describe({ ms, timeoutMs, answer, faults }: Tried): string {
  const [fault] = faults.filter(({ severity }) => severity !== "note");
  if (fault !== undefined) return `FAILED: it ${fault.what}`;
  const said =
    answer === null || answer === ""
      ? "has nothing to say to the prompt, which is fine"
      : `answers the prompt with ${answer.length.toLocaleString("en")} characters`;
  return `the registered command ${said}, ${Math.round(ms ?? 0)} ms of ${timeoutMs / 1000} s`;
}
