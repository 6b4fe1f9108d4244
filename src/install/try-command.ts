/** Runs the registered command exactly as the client would: no shell, an event on stdin, JSON or nothing on stdout. */
import { spawnSync } from "node:child_process";
import type { Environment } from "../config/environment.ts";
import { openTrial } from "../launch/trial.ts";
import type { Command } from "./command-for.ts";

export interface Tried {
  /** What the model would be shown. */
  readonly context: string;
  readonly ms: number;
  /** Why the client would show nothing, or an error; null if all is well. */
  readonly fault: string | null;
}

export interface TryRequest {
  readonly command: Command;
  readonly cwd: string;
  readonly env: Environment;
  readonly event: string;
}

const TIMEOUT_MS = 10_000;

export function tryCommand({ command: { command, args }, cwd, env, event }: TryRequest): Tried {
  const startedAt = process.hrtime.bigint();
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, { cwd, env, input: event, encoding: "utf8", timeout: TIMEOUT_MS });
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  // Whoever ends without reading its input leaves us a broken pipe, and is done all the same.
  const isFault = error !== undefined && !((error as NodeJS.ErrnoException).code === "EPIPE" && status !== null);
  const stopped = isFault ? error.message : status === 0 ? null : `it ended with ${signal ?? `exit code ${status}`}: ${firstLine(stderr)}`;
  if (stopped !== null) return { context: "", ms, fault: stopped };
  try {
    return { context: stdout === "" ? "" : contextOf(JSON.parse(stdout)), ms, fault: null };
  } catch {
    return { context: "", ms, fault: `it printed what is no JSON: ${firstLine(stdout)}` };
  }
}

function contextOf(answer: unknown): string {
  const { hookSpecificOutput } = Object(answer) as Readonly<Record<string, unknown>>;
  const { additionalContext } = Object(hookSpecificOutput) as Readonly<Record<string, unknown>>;
  return typeof additionalContext === "string" ? additionalContext : "";
}

function firstLine(text: string | null): string {
  return (text ?? "").trim().split("\n")[0]?.slice(0, 200) ?? "";
}

/** In a home of its own with one record, which must come. */
export function tryTrial(command: Command, env: Environment): Tried {
  const trial = openTrial(env);
  try {
    const tried = tryCommand({ command, cwd: trial.cwd, env: trial.env, event: trial.event });
    return tried.fault !== null || tried.context.includes(trial.recordId) ? tried : { ...tried, fault: "it said nothing about a record that it must find" };
  } finally {
    trial.close();
  }
}
