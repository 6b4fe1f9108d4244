/** The hook by hand, or under LORE_CONTEXT_DEBUG=1: the same answer on stdout, how it came about on stderr. */
import { clock } from "../clock.ts";
import { decodeUtf8, parseEvent } from "../event/parse-event.ts";
import { readStdin } from "../event/read-stdin.ts";
import { inject } from "../inject.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { renderAnswer, renderNotice } from "../render/render-hook-output.ts";
import { renderReport } from "../render/render-report.ts";
import type { HookEvent } from "../types.ts";
import { locateProblem } from "./runtime.ts";

export interface RunHookOptions extends CommonOptions {
  readonly debug?: boolean;
  readonly prompt?: string;
  readonly event?: string;
  readonly session?: string;
}

export function runHook(options: RunHookOptions): void {
  const event = eventFrom(options);
  if (typeof event === "string") return report(options, [`silent: ${event}`]);
  const startedAt = clock();
  const context = openForCommand(options, { cwd: event.cwd || options.cwd || process.cwd(), fresh: false });
  // By hand nothing is told to the agent, so the session has not seen it.
  const isTrial = options.prompt !== undefined || options.event !== undefined;
  const injection = inject(event, { ...context, isTrial }, { startedAt, explain: true });
  const totalMs = clock() - startedAt;
  const eventName = event.name === "other" ? event.hookEventName : event.name;
  if (injection.text !== "")
    process.stdout.write(renderAnswer(eventName, injection.text, context.config.notify ? renderNotice(eventName, injection.trace.selection) : undefined));
  report(options, renderReport(injection, context, { eventName, totalMs, rejected: 10, locate: locateProblem }));
}

function eventFrom(options: RunHookOptions): HookEvent | string {
  const cwd = options.cwd ?? process.cwd();
  const base = { cwd, sessionId: options.session ?? null, agent: null, transcript: "" };
  if (options.prompt !== undefined) return { name: "UserPromptSubmit", prompt: options.prompt, ...base };
  if (options.event !== undefined) return { name: "other", hookEventName: options.event, fields: {}, ...base };
  const read = readStdin();
  if (!read.ok) return read.reason;
  const text = decodeUtf8(read.bytes);
  if (text === null) return "the input is not valid UTF-8";
  const parsed = parseEvent(text);
  if (!parsed.ok) return parsed.reason;
  return options.cwd === undefined ? parsed.event : { ...parsed.event, cwd: options.cwd };
}

function report({ debug }: RunHookOptions, lines: readonly string[]): void {
  if (debug) process.stderr.write(`${lines.join("\n")}\n`);
}
