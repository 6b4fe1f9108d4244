/** `doctor`: whether all of it works here, on one screen, with a way out for whatever does not. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Examination, type ExamineRequest, examine } from "../doctor/examine.ts";
import { renderFindings, renderSections } from "../doctor/render-report.ts";
import { repair } from "../doctor/repair.ts";
import { type CommonOptions, openForCommand } from "../open-for-command.ts";
import { Refusal } from "../refusal.ts";
import { locateProblem, makeProgress, print, printJson } from "./runtime.ts";

export interface DoctorOptions extends CommonOptions {
  readonly json?: boolean;
  readonly fix?: boolean;
  /** Of the latency; 0 measures nothing. */
  readonly rounds?: string;
}

const ROUNDS = 7;
const MAX_ROUNDS = 100;

export function doctor({ json = false, fix = false, rounds = String(ROUNDS), ...options }: DoctorOptions): void {
  const wanted = Number(rounds);
  if (rounds.trim() === "" || !Number.isInteger(wanted) || wanted < 0 || wanted > MAX_ROUNDS)
    throw new Refusal(`--rounds ${rounds} is not a number from 0 to ${MAX_ROUNDS}`);
  if (options.cwd !== undefined && !existsSync(options.cwd)) throw new Refusal(`there is no folder ${options.cwd}`);
  const progress = makeProgress("examining");
  const place = { env: process.env, packageDir: join(__dirname, "..") };
  const done = fix ? repair({ context: openForCommand(options), ...place }) : [];
  const request: ExamineRequest = { ...place, context: openForCommand(options), rounds: wanted, locate: locateProblem, tick: progress.tick };
  const examination = examine(request);
  progress.done();
  report(examination, done, { json, fix });
  if (examination.findings.some(({ severity }) => severity !== "note")) process.exitCode = 1;
}

function report({ sections, findings }: Examination, done: readonly string[], { json, fix }: { readonly json: boolean; readonly fix: boolean }): void {
  if (json) {
    const facts = Object.fromEntries(sections.map(({ title, facts: own }) => [title, own]));
    return printJson({ ok: findings.every(({ severity }) => severity === "note"), ...facts, findings, ...(fix ? { done } : {}) });
  }
  const mended = fix ? [...(done.length === 0 ? ["nothing could be mended by itself"] : done.map((line) => `--fix      ${line}`)), ""] : [];
  print([...mended, ...renderSections(sections), ...renderFindings(findings)]);
}
